"""A ladder's fit: estimates for everybody, and unusual pairs for organisers only."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, RatingFit
from arena.ratings.parameters import Fixed, Parameters
from tests.cast import olga
from tests.website.ladders.test_organise import EDIT, LADDER, OTHERS
from tests.website.page import visit
from tests.website.program import Program
from website.accounts.models import User

PAIRS = f"{LADDER}unusual-pairs/"
BY_PROGRAM = "ladders/dominion-first-game/unusual-pairs/"
FOUND = Parameters(game_noise=1.4, spread=5.5, drift=2.25).fixed_by(Fixed(0.37))


def fit(ladder: Ladder, *unusual: dict[str, Any]) -> RatingFit:
    """Give the ladder a fit to its first 50 matches that found these pairs."""
    made = RatingFit.objects.create(
        ladder=ladder,
        rating_run=ladder.rating_run,
        serial=50,
        parameters=FOUND._asdict(),
        unusual=list(unusual),
    )
    ladder.use_fit(made)
    ladder.save()
    return made


def pair(one: int, other: int, **numbers: float) -> dict[str, Any]:
    given = {"matches": 40, "points": 38.5, "expected": 21.3, "z": 4.4, "weight": 0.25}
    return {"one": one, "other": other, **given, **numbers}


@pytest.fixture
def unusual(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> RatingFit:
    """Alice and Bob, and Alice with a deleted account; the second is the more unlikely."""
    return fit(
        ladder,
        pair(alices_bot.owner_id, 4_242_424, z=3.1),
        pair(alices_bot.owner_id, bobs_bot.owner_id, z=-5.2),
    )


def test_everybody_reads_what_the_fit_has_found(visitor: Client, ladder: Ladder) -> None:
    page = visit(visitor, LADDER)
    assert "Not fitted yet" in page
    assert "The first fit is due after match 25." in page
    fit(ladder)
    page = visit(visitor, LADDER)
    assert any(told.startswith("37\N{NARROW NO-BREAK SPACE}%") for told in page.facts.values())
    assert any(told.startswith("1.40") for told in page.facts.values())
    assert any(told.startswith("5.5") for told in page.facts.values())
    assert any(told.startswith("2.2") for told in page.facts.values())
    assert "up to match 50. The next fit is due after match 75." in page
    assert "fixed by an organiser" not in page.html


def test_what_organisers_have_fixed_is_marked(visitor: Client, ladder: Ladder) -> None:
    Ladder.objects.update(draw_probability=0.37)
    page = visit(visitor, LADDER)
    assert page.text.count("fixed by an organiser") == 1
    assert any(told.startswith("37\N{NARROW NO-BREAK SPACE}%") for told in page.facts.values())


def test_the_form_tells_what_is_in_force(as_olga: Client, ladder: Ladder) -> None:
    fit(ladder)
    page = visit(as_olga, EDIT)
    assert "If empty, estimated from the results. Current value: 0.37." in page
    assert "Current value: 1.40." in page
    assert "Current value" not in visit(as_olga, "/ladders/new/").html
    as_olga.post("/language/", {"language": "de", "next": "/"})
    assert "Aktueller Wert: 0,37." in visit(as_olga, EDIT)


def test_an_organiser_reads_the_unusual_pairs(as_olga: Client, unusual: RatingFit) -> None:
    assert PAIRS in visit(as_olga, LADDER).hrefs
    assert "Unusual pairs (2)" in visit(as_olga, LADDER)
    page = visit(as_olga, PAIRS)
    for part in ("This is not proof", "38.5", "21.3", "25\N{NARROW NO-BREAK SPACE}%"):
        assert part in page
    for link in ("/bots/alcuin/", "/bots/bede/", "/people/alice/", "/people/bob/"):
        assert link in page.hrefs
    assert page.text.index("\N{MINUS SIGN}5.2") < page.text.index("3.1"), "the most unlikely first"
    assert "account deleted" in page


def test_a_ladder_without_unusual_pairs_says_so(as_olga: Client, ladder: Ladder) -> None:
    assert "The first fit is due after match 25." in visit(as_olga, PAIRS)
    fit(ladder)
    assert "No unusual pairs" in visit(as_olga, PAIRS)
    assert as_olga.get("/ladders/nowhere/unusual-pairs/").status_code == 404


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_else_reads_them(
    who: str, request: pytest.FixtureRequest, unusual: RatingFit
) -> None:
    browser = request.getfixturevalue(who)
    assert browser.get(PAIRS).status_code == 403
    assert "nusual" not in visit(browser, LADDER).html


def test_a_visitor_is_asked_to_log_in(visitor: Client, unusual: RatingFit) -> None:
    response = visitor.get(PAIRS)
    assert response.status_code == 302
    assert response.headers["Location"] == f"/accounts/login/?next={PAIRS}"


def test_a_long_list_asks_no_more(
    as_olga: Client,
    unusual: RatingFit,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    RatingFit.objects.update(unusual=unusual.unusual * 30)
    with django_assert_max_num_queries(10):
        as_olga.get(PAIRS)


def test_programs_of_organisers_read_them(alice: User, unusual: RatingFit) -> None:
    olgas = Program(olga())
    told = olgas.read(BY_PROGRAM)
    assert [(one["one"], one["other"], one["z"]) for one in told] == [
        ("alice", "bob", -5.2),
        ("alice", None, 3.1),
    ]
    assert (told[0]["points"], told[0]["expected"], told[0]["weight"]) == (38.5, 21.3, 0.25)
    olgas.read("ladders/nowhere/unusual-pairs/", 404)
    Program(alice).read(BY_PROGRAM, 403)
    Program().read(BY_PROGRAM, 401)


def test_a_token_without_that_scope_does_not_read_them(unusual: RatingFit) -> None:
    Program(olga(), "read").read(BY_PROGRAM, 403)

"""The audit log: permissions and filters."""

import pytest
from django.test import Client

from arena.models import Action
from tests.cast import a_bot, a_ladder, bob, olga
from tests.website.page import visit


@pytest.fixture
def lines(db: None) -> list[Action]:
    found = [("void_result", "match 7", "unfair <b>"), ("pause_tournament", "tournament 7", "")]
    return [
        Action.objects.create(actor=olga(), verb=verb, target=target, reason=reason)
        for verb, target, reason in found
    ]


@pytest.mark.parametrize("who", ["as_alice", "as_bob", "as_charlie"])
def test_it_is_for_organisers_alone(who: str, request: pytest.FixtureRequest) -> None:
    browser = request.getfixturevalue(who)
    assert browser.get("/audit/").status_code == 403
    assert "/dashboard/" not in visit(browser, "/").hrefs


def test_visitors_are_asked_to_log_in(visitor: Client) -> None:
    assert visitor.get("/audit/").headers["Location"] == "/accounts/login/?next=/audit/"


def test_who_what_and_why_stand_there(as_olga: Client, lines: list[Action]) -> None:
    page = visit(as_olga, "/audit/")
    for words in ("olga", "void_result", "pause_tournament", "unfair <b>"):
        assert words in page
    assert "/matches/7/" in page.hrefs
    assert "/audit/" in visit(as_olga, "/dashboard/").hrefs


def test_what_something_was_done_to_is_named_and_linked(as_olga: Client) -> None:
    ladder = a_ladder(name="Crowns <i>", slug="crowns")
    bot = a_bot(bob(), "Bede", ladder)
    for target in (f"ladder {ladder.pk}", f"bot {bot.pk}", f"user {bob().pk}", "league 99"):
        Action.objects.create(verb="made_up", target=target)
    page = visit(as_olga, "/audit/")
    assert page.link("Crowns <i>") == "/ladders/crowns/"
    assert page.link("Bede") == "/bots/bede/"
    assert page.link("bob") == "/dashboard/people/bob/"
    assert "league 99" in page


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("verb=void_result", {"match 7"}),
        ("target=tournament+7", {"tournament 7"}),
        ("verb=void_result&target=tournament+7", set()),
        ("target=%00", {"match 7", "tournament 7"}),
        ("before=x", {"match 7", "tournament 7"}),
    ],
)
def test_it_is_narrowed_by_verb_and_target(
    asked: str, shown: set[str], as_olga: Client, lines: list[Action]
) -> None:
    bodies = " ".join(visit(as_olga, f"/audit/?{asked}").texts("tbody"))
    assert {target for target in ("match 7", "tournament 7") if target in bodies} == shown


def test_a_long_log_has_pages(as_olga: Client) -> None:
    for number in range(102):
        Action.objects.create(verb="void_result", target=f"match {number}")
    page = visit(as_olga, "/audit/?verb=void_result")
    assert "the platform" in page
    older = page.part("a[rel=next]")["href"]
    assert older.startswith("?verb=void_result&before=")
    assert len(visit(as_olga, f"/audit/{older}").table().rows) == 2

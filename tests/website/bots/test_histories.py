"""The ratings of several bots in one chart."""

import pytest
from django.test import Client

from arena.models import Bot, Ladder
from tests.cast import a_ladder
from tests.website.page import visit
from tests.website.rows import make_bot, make_match
from website.accounts.models import User

PAGE = "/bots/history/"


@pytest.fixture
def field(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> list[Bot]:
    """Two bots that have met in rated matches."""
    assert alices_bot.current
    assert bobs_bot.current
    for _ in range(2):
        make_match(ladder, alices_bot.current, bobs_bot.current)
    return [alices_bot, bobs_bot]


def points(ladder: Ladder, *bots: str) -> list[str]:
    return [f"/bots/{bot}/ratings/{ladder.slug}.json" for bot in bots]


def test_each_bot_asked_for_is_a_named_line_whose_points_can_be_fetched(
    visitor: Client, field: list[Bot], ladder: Ladder
) -> None:
    page = visit(visitor, f"{PAGE}?bot=alcuin&bot=Bede")
    lines = page.parts("[data-line]")
    assert [one["data-line"] for one in lines] == points(ladder, "alcuin", "bede")
    assert [one["data-name"] for one in lines] == ["Alcuin", "Bede"]
    assert page.texts(".legend bdi") == ["Alcuin", "Bede"]
    for one in lines:
        assert visitor.get(one["data-line"]).json()["rating"]


def test_without_javascript_the_same_stands_in_tables(visitor: Client, field: list[Bot]) -> None:
    page = visit(visitor, f"{PAGE}?bot=bede&bot=alcuin")
    now, by_day = page.parts("main .scroll > table.ledger")[-2:]
    assert [row.text.split()[-2] for row in now.parts("tbody tr")] == ["2", "2"], "matches"
    assert by_day.texts("thead th") == ["Day (UTC)", "Bede", "Alcuin"]
    assert len(by_day.parts("tbody tr")) == 1


def test_of_a_ladder_alone_the_best_are_shown_and_can_be_exchanged(
    visitor: Client, field: list[Bot], ladder: Ladder
) -> None:
    asked = f"{PAGE}?ladder={ladder.slug}"
    assert asked in visit(visitor, f"/ladders/{ladder.slug}/").hrefs
    page = visit(visitor, asked)
    form = page.form()
    assert page.texts(".legend bdi") == ["Alcuin", "Bede"]
    assert form.value("ladder") == ladder.slug
    assert form.values("bot")[:2] == ["alcuin", "bede"]


def test_unknown_and_hidden_bots_are_named_and_the_others_shown(
    visitor: Client, as_bob: Client, field: list[Bot]
) -> None:
    page = visit(visitor, f"{PAGE}?bot=alcuin&bot=nobody%20here&bot=%00")
    assert "no bot named “nobody here”" in page.alerts[0]
    assert len(page.parts("[data-line]")) == 1
    Bot.objects.filter(slug="bede").update(current=None)
    hidden = f"{PAGE}?bot=alcuin&bot=bede"
    assert "no bot named “bede”" in visit(visitor, hidden).alert
    assert not visit(as_bob, hidden).alerts
    for ladder in ("nowhere", "%00"):
        visit(visitor, f"{PAGE}?ladder={ladder}&bot=alcuin", status=404)


def test_a_bot_of_another_ladder_is_told(
    visitor: Client, field: list[Bot], ladder: Ladder, bob: User
) -> None:
    make_bot(bob, "Stranger", a_ladder(slug="other", name="Other"))
    page = visit(visitor, f"{PAGE}?ladder={ladder.slug}&bot=alcuin&bot=stranger")
    assert "Not on this ladder: Stranger" in page.alert
    assert "?ladder=other&bot=alcuin&bot=stranger" in page.hrefs


def test_a_seventh_bot_is_refused_in_words(visitor: Client, ladder: Ladder, alice: User) -> None:
    names = [make_bot(alice, f"Bot {number}", ladder).slug for number in range(7)]
    page = visit(visitor, f"{PAGE}?" + "&".join(f"bot={name}" for name in names))
    assert "At most six bots" in page.alert
    assert len(page.parts("[data-line]")) == 6


def test_without_anything_asked_the_page_says_what_to_do(visitor: Client, db: None) -> None:
    assert "Choose a ladder" in visit(visitor, PAGE)

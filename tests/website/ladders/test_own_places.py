"""Owners see their bots above the ranking, with those above and below."""

from dataclasses import replace

from django.test import Client

from arena.models import Bot, Entry, Ladder
from tests.website.page import Part, visit
from tests.website.rows import make_bot
from website.accounts.models import User
from website.ladders import board
from website.ladders.views import OwnPlace


def ranking(ladder: Ladder, *bots: Bot) -> str:
    """Rank the bots in this order; return the page."""
    for place, bot in enumerate(bots):
        Entry.objects.filter(bot=bot).update(mu=40 - place, sigma=1.0, rating=39 - place)
    return f"/ladders/{ladder.slug}/"


def box(browser: Client, page: str) -> Part:
    return visit(browser, page).part(".own-places")


def test_the_owner_jumps_to_the_row_and_sees_the_neighbours(
    as_alice: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot, charlie: User
) -> None:
    last = make_bot(charlie, "Cynewulf", ladder)
    page = ranking(ladder, bobs_bot, alices_bot, last)
    own = box(as_alice, page)
    assert "2 Alcuin 38.00 behind Bede ahead of Cynewulf" in own
    assert own.link("Show in the table") == "#row-alcuin"
    assert visit(as_alice, page).has("tr#row-alcuin")


def test_a_row_on_another_page_is_found_there(ladder: Ladder, alices_bot: Bot) -> None:
    (row,) = board.rows_of(ladder, list(board.ranked(ladder)))
    pages = [OwnPlace(replace(row, place=place), None, None).page for place in (1, 50, 51, 101)]
    assert pages == [1, 1, 2, 3]


def test_others_see_no_box(
    as_charlie: Client, visitor: Client, as_alice: Client, ladder: Ladder, alices_bot: Bot
) -> None:
    page = f"/ladders/{ladder.slug}/"
    for browser in (as_charlie, visitor):
        assert not visit(browser, page).has(".own-places")
    assert not visit(as_alice, f"{page}?mine=1").has(".own-places")

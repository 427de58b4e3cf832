"""The crosstable of a ladder's best."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entry, HeadToHead, Ladder
from tests.cast import entry_of
from tests.website.page import visit
from tests.website.rows import make_bot
from website.accounts.models import User
from website.ladders.crosstable import MOST

ITSELF = "\N{MULTIPLICATION SIGN}"
PAGE = "/ladders/dominion-first-game/crosstable/"


def test_each_meeting_shows_from_both_sides_and_leads_to_its_matches(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot
) -> None:
    Entry.objects.filter(bot=alices_bot).update(mu=40, sigma=1)
    own, other = entry_of(alices_bot), entry_of(bobs_bot)
    counted = {"played": 4, "draws": 1}
    HeadToHead.objects.create(entry=own, opponent=other, wins=2, losses=1, points=3, **counted)
    HeadToHead.objects.create(entry=other, opponent=own, wins=1, losses=2, points=1, **counted)
    HeadToHead.objects.create(entry=own, version=1, opponent=other, played=1, wins=1, points=1)
    page = visit(visitor, PAGE)
    rows = page.parts("table.cross tbody tr")
    assert [row.texts("th bdi") for row in rows] == [["Alcuin"], ["Bede"]]
    [[_own, first], [second, _itself]] = [row.parts("td") for row in rows]
    assert first.text.startswith("75")
    assert "against Bede: 2 won, 1 tied, 1 lost of 4" in first.text
    assert second.text.startswith("25")
    assert first.hrefs == ["/bots/alcuin/against/bede/?ladder=dominion-first-game"]
    assert visit(visitor, first.hrefs[0]).heading


def test_bots_that_never_met_leave_their_cells_empty(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot
) -> None:
    cells = visit(visitor, PAGE).texts("table.cross td")
    assert cells == [ITSELF, "", "", ITSELF]


def test_one_bot_makes_no_crosstable(visitor: Client, alices_bot: Bot) -> None:
    page = visit(visitor, PAGE)
    assert "needs two ranked bots" in page
    assert not page.has("table")


def test_it_holds_the_best_in_a_fixed_number_of_queries(
    visitor: Client, ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(MOST + 2):
        owner = User.objects.create_user(f"owner{number}")
        make_bot(owner, f"Bot {number}", ladder, mu=30 - number, sigma=1)
    with django_assert_max_num_queries(8):
        page = visit(visitor, PAGE)
    names = [row.texts("th bdi")[0] for row in page.parts("table.cross tbody tr")]
    assert names == [f"Bot {number}" for number in range(MOST)]


@pytest.mark.usefixtures("ladder")
def test_the_ladder_leads_to_it_and_a_missing_one_is_not_found(visitor: Client) -> None:
    assert PAGE in visit(visitor, "/ladders/dominion-first-game/").hrefs
    assert visitor.get("/ladders/nowhere/crosstable/").status_code == 404

"""The leaderboard."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entry, Ladder
from tests.cast import a_ladder, person
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_match
from website.accounts.models import User

PAGE = "/ladders/dominion-first-game/"
HTMX = {"HX-Request": "true"}


def bots_in_order(page: Page) -> list[str]:
    """Return the names in the order of the first table."""
    hrefs = page.parts("tbody")[0].hrefs
    return [slug for slug in map(bot_in, hrefs) if slug]


def bot_in(href: str) -> str:
    found = re.fullmatch("/bots/([^/]+)/", href)
    return found[1] if found else ""


def test_bots_stand_by_mu_minus_sigma(visitor: Client, alice: User, ladder: Ladder) -> None:
    make_bot(alice, "Sure", ladder, mu=28, sigma=1)
    make_bot(alice, "Wild", ladder, mu=40, sigma=8)
    make_bot(alice, "Weak", ladder, mu=10, sigma=2)
    page = visit(visitor, PAGE)
    assert bots_in_order(page) == ["wild", "sure", "weak"]
    for figure in ("27.00", "28.00", "1.00", "32.00"):
        assert figure in page
    assert page.has("[aria-label*='95 % interval of the skill: 26.0 to 30.0']")


def test_equal_ratings_share_a_rank(visitor: Client, alice: User, ladder: Ladder) -> None:
    for name, mu in (("One", 30), ("Two", 30), ("Three", 20)):
        make_bot(alice, name, ladder, mu=mu, sigma=1)
    ranks = visit(visitor, PAGE).texts("td.rank")
    assert [rank.split()[0] for rank in ranks] == ["1", "1", "3"]


def test_faults_and_benches_are_marked_in_words(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot
) -> None:
    Entry.objects.filter(bot=alices_bot).update(faults=3)
    bobs_bot.bench("faults")
    page = visit(visitor, PAGE)
    assert "3 faults" in page
    assert bots_in_order(page) == ["alcuin"]
    rest = visit(visitor, f"{PAGE}?unranked=1")
    assert bots_in_order(rest) == ["bede"]
    assert "benched" in rest.texts(".tag.bad")
    assert rest.texts("td.rank") == ["\N{EN DASH}"]


def test_a_withdrawn_bot_stands_on_no_leaderboard(visitor: Client, alices_bot: Bot) -> None:
    alices_bot.withdraw()
    for page in (PAGE, f"{PAGE}?unranked=1"):
        assert "Alcuin" not in visit(visitor, page).html


def test_an_owner_has_one_place_and_the_others_on_demand(
    visitor: Client, alice: User, alices_bot: Bot, ladder: Ladder
) -> None:
    make_bot(alice, "Alfred", ladder, mu=30, sigma=1)
    house = [make_bot(person("house"), f"House {n}", ladder, is_house=True) for n in range(2)]
    ladder.entries.choose_places(ladder)
    assert bots_in_order(visit(visitor, PAGE)) == ["alfred", "house-0", "house-1"]
    rest = visit(visitor, f"{PAGE}?unranked=1")
    assert bots_in_order(rest) == ["alcuin"]
    assert house[0].name not in rest.html
    Bot.objects.get(name="Alfred").bench("faults")
    assert "alcuin" in bots_in_order(visit(visitor, PAGE)), "the next best"


def test_who_is_idle_while_others_play_leaves_the_ranking(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    now = timezone.now()
    Entry.objects.update(mu=30, sigma=1, rated_at=now)
    Entry.objects.filter(bot=alices_bot).update(rated_at=now - timedelta(days=30))
    Ladder.objects.update(rated_at=now)
    assert bots_in_order(visit(visitor, PAGE)) == ["bede"]
    rest = visit(visitor, f"{PAGE}?unranked=1")
    assert "inactive" in rest.texts(".tag")
    assert "± 1.15" in rest, "sigma has grown"
    Ladder.objects.update(rated_at=now - timedelta(days=20))
    assert "alcuin" in bots_in_order(visit(visitor, PAGE)), "nobody has played"


def test_a_row_names_its_owner_and_the_page_its_reader(as_alice: Client, alices_bot: Bot) -> None:
    page = visit(as_alice, PAGE)
    assert page.has(f"#row-{alices_bot.slug}[data-owner=alice]")
    assert page.part("body")["data-viewer"] == "alice"


def test_the_table_moves_by_polling(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    part = visitor.get(PAGE, headers=HTMX)
    known = HTMX | {"If-None-Match": part["ETag"]}
    assert visitor.get(PAGE, headers=known).status_code == 304
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, bobs_bot.current, alices_bot.current)
    moved = visitor.get(PAGE, headers=known)
    assert moved.status_code == 200
    assert bots_in_order(Page(moved)) == ["bede", "alcuin"]


@pytest.mark.parametrize("count", [3, 60])
def test_a_leaderboard_costs_the_same_however_long_it_is(
    count: int,
    visitor: Client,
    alice: User,
    ladder: Ladder,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    bots = [make_bot(alice, f"Bot {number}", ladder) for number in range(count)]
    assert bots[0].current
    assert bots[1].current
    make_match(ladder, bots[0].current, bots[1].current)
    with django_assert_num_queries(10):
        visitor.get(PAGE)  # jail, ladder, count, rows, trends, 2 x ranges, divisions, 2 x matches
    with django_assert_num_queries(8):
        visitor.get(PAGE)  # trends and ranges are remembered


def test_a_long_leaderboard_has_pages_and_ranks_go_on(
    visitor: Client, alice: User, ladder: Ladder
) -> None:
    for number in range(53):
        make_bot(alice, f"Bot {number}", ladder, mu=200 - number, sigma=1)
    assert len(bots_in_order(visit(visitor, PAGE))) == 50
    second = visit(visitor, f"{PAGE}?page=2")
    assert bots_in_order(second) == ["bot-50", "bot-51", "bot-52"]
    assert second.texts("td.rank")[0].startswith("51 ")
    assert second.has('[hx-get="/ladders/dominion-first-game/?page=2"]')


def test_all_ladders_are_listed_the_closed_ones_last(visitor: Client, ladder: Ladder) -> None:
    a_ladder(name="Old", slug="old", state="closed")
    a_ladder(name="New", slug="new")
    page = visit(visitor, "/ladders/")
    slugs = [part.hrefs[0].split("/")[2] for part in page.parts("tbody th")]
    assert slugs == ["dominion-first-game", "new", "old"]

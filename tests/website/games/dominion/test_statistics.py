"""Card statistics from rated games."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, LadderStatistic
from arena.results.count_statistics import count_statistics
from tests.cast import a_ladder
from tests.website.page import visit
from tests.website.rows import make_match

PERCENT = "\N{NARROW NO-BREAK SPACE}%"


def total(ladder: Ladder, card: str, **sums: float) -> None:
    LadderStatistic.objects.create(ladder=ladder, dimension="card", key=card, **sums)


@pytest.fixture
def other(ladder: Ladder) -> Ladder:
    """A ladder for three beside the one for two."""
    other = a_ladder(slug="other", name="Other", seats=3)
    total(ladder, "Moat", games=100, seats=50, points=20.0, amount=60)
    total(other, "Moat", games=100, seats=100, points=60.0, amount=140)
    total(ladder, "Witch", games=10, seats=19, points=19.0, amount=30)
    total(ladder, "Gold", games=200, seats=200, points=130.0, amount=900)
    total(ladder, "Curse", games=0)
    return other


def test_cards_stand_by_what_gaining_them_goes_with_over_all_ladders(
    visitor: Client, other: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):  # the workers' jail, and the sums
        page = visit(visitor, "/cards/statistics/")
    rows = [row.text for row in page.table().rows]
    assert [text.split()[0] for text in rows] == ["Gold", "Moat", "Witch"]
    # 150 of 500 players gained it: 80 of 150 points, and the others 170 of 350
    for figure in ("200", f"30{PERCENT}", "1.0", f"53.3{PERCENT}", f"48.6{PERCENT}", "+4.8"):
        assert figure in rows[1]
    assert "Show all" not in page


def test_a_card_that_nobody_gained_comes_last(visitor: Client, ladder: Ladder) -> None:
    total(ladder, "Moat", games=2)
    total(ladder, "Witch", games=2, seats=1, points=0.0, amount=1)
    rows = visit(visitor, "/cards/statistics/").table().rows
    assert [row.text.split()[0] for row in rows] == ["Witch", "Moat"]


@pytest.mark.parametrize(("seats", "share"), [("2", 40), ("3", 60)])
def test_tables_of_other_sizes_are_left_out(
    visitor: Client, other: Ladder, seats: str, share: int
) -> None:
    page = visit(visitor, f"/cards/statistics/?seats={seats}&sort=card")
    assert f"{share}.0{PERCENT}" in page.table().row("Moat")
    assert f"?seats={seats}&sort=-card" in page.hrefs


@pytest.mark.parametrize("seats", ["7", "two", "-2", "2.0"])
def test_a_number_of_seats_that_no_game_has_is_an_error(
    visitor: Client, other: Ladder, seats: str
) -> None:
    page = visit(visitor, f"/cards/statistics/?seats={seats}")
    assert "Dominion is for two to six seats." in page
    assert not page.has("table")


def test_a_cards_page_tells_of_each_ladder(visitor: Client, ladder: Ladder) -> None:
    assert "Not in any rated game yet" in visit(visitor, "/cards/moat/")
    total(ladder, "Moat", games=100, seats=50, points=20.0, amount=150)
    page = visit(visitor, "/cards/moat/")
    assert "1.5" in page
    assert f"/ladders/{ladder.slug}/statistics/cards/" in page.hrefs


def test_what_was_counted_from_real_games_is_shown(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, bobs_bot.current)
    count_statistics(ladder=ladder)
    page = visit(visitor, "/cards/statistics/")
    for card in ("Copper", "Province", "Moat", "Smithy"):
        assert page.table().row(card).text.startswith(card)


def test_an_empty_platform_says_so(visitor: Client) -> None:
    assert "No rated games of Dominion yet" in visit(visitor, "/cards/statistics/")

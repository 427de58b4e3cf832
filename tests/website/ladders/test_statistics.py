"""A ladder's statistics: by seat, length, points, end, card and opening."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, LadderStatistic
from arena.results.count_statistics import count_statistics
from tests.cast import a_ladder
from tests.website.page import visit
from tests.website.rows import make_match

PERCENT = "\N{NARROW NO-BREAK SPACE}%"
API = "/api/v1/ladders/drawn/statistics/"
PAGES = ("", "cards/", "openings/")


def add(ladder: Ladder, dimension: str, key: str = "", given: str = "", **sums: float) -> None:
    LadderStatistic.objects.create(ladder=ladder, dimension=dimension, key=key, given=given, **sums)


@pytest.fixture
def drawn() -> Ladder:
    """A ladder of random kingdoms with 100 counted games, 40 of them with Moat."""
    ladder = a_ladder(slug="drawn", name="Drawn", config={"kingdom": "random"})
    for given, games in (("", 100), ("Moat", 40)):
        add(ladder, "total", given=given, games=games, amount=17 * games)
        add(ladder, "length", "17", given, games=games)
        for seat, share in enumerate((0.6, 0.4)):
            own = {"games": games, "seats": games, "points": share * games, "amount": 20 * games}
            add(ladder, "seat", str(seat), given, **own)
        add(ladder, "ending", "Province pile empty", given, games=games)
        add(ladder, "card", "Moat", given, games=40, seats=40, points=24.0, amount=52)
        add(ladder, "card", "Witch", given, games=10, seats=5, points=5.0, amount=6)
    add(ladder, "score", "20", seats=150, points=75.0)
    add(ladder, "score", "-3", seats=50, points=25.0)
    for given in ("", "Moat"):
        add(ladder, "opening", '["Moat","Silver"]', given, seats=60, points=36.0)
    add(ladder, "opening", '["Silver","Silver"]', seats=90, points=40.0)
    add(ladder, "opening", "[]", seats=2, points=0.0)
    return ladder


def test_the_overview_has_everything_at_a_glance(visitor: Client, drawn: Ladder) -> None:
    page = visit(visitor, "/ladders/drawn/statistics/")
    assert "100 rated games that no fault decided." in page
    assert f"60.0{PERCENT}" in page.table("By seat").row("Seat 1")
    assert "+20.0" in page.table("Cards that go with wins").row("Moat")
    assert f"45.0{PERCENT}" in page.table("Openings").row("Silver + Silver")
    assert "Turns: median 17, mean 17.0" in page
    assert "Points of all players: median 20, mean 14.2" in page
    assert f"100.0{PERCENT}" in page.table("How games end").row("Province pile empty")
    assert page.link("All cards") == "/ladders/drawn/statistics/cards/"
    assert page.link("JSON") == API


def test_charts_have_tables(visitor: Client, drawn: Ladder) -> None:
    page = visit(visitor, "/ladders/drawn/statistics/")
    lengths, points = page.parts("figure.histogram")
    assert [row.text for row in lengths.part("table").parts("tbody tr")] == [
        f"17 100 100.0{PERCENT}"
    ]
    bins = [row.text for row in points.part("table").parts("tbody tr")]
    assert bins[0].endswith(f"\N{MINUS SIGN}3 50 25.0{PERCENT}")
    assert bins[-1].endswith(f"21 150 75.0{PERCENT}")
    assert page.parts("svg.span.share")[0]["aria-label"] == (
        f"95 % interval of the win share: 45.2{PERCENT} to 73.3{PERCENT}"
    )


def test_a_cards_share_is_told_with_and_without_it(visitor: Client, drawn: Ladder) -> None:
    page = visit(visitor, "/ladders/drawn/statistics/cards/")
    moat, witch = page.table().rows
    for figure in (f"50{PERCENT}", "1.3", f"60.0{PERCENT}", f"40.0{PERCENT}", "+20.0"):
        assert figure in moat
    assert "Witch" in witch
    assert witch["class"] == "away", "five players say little, so it comes last"


@pytest.mark.parametrize(
    ("sort", "first"),
    [("card", "Moat"), ("-card", "Witch"), ("games", "Moat"), ("nonsense", "Moat")],
)
def test_cards_are_sorted_by_a_column(
    visitor: Client, drawn: Ladder, sort: str, first: str
) -> None:
    page = visit(visitor, f"/ladders/drawn/statistics/cards/?sort={sort}")
    assert page.table().rows[0].text.startswith(first)


def test_openings_come_most_played_or_best_first(visitor: Client, drawn: Ladder) -> None:
    page = visit(visitor, "/ladders/drawn/statistics/openings/")
    assert [row.text.split(" 9")[0].split(" 6")[0].split(" 2")[0] for row in page.table().rows] == [
        "Silver + Silver", "Moat + Silver", "nothing",
    ]  # fmt: skip
    assert f"45.0{PERCENT}" in page.table().row("Silver + Silver")
    best = visit(visitor, "/ladders/drawn/statistics/openings/?sort=share")
    assert [row.text.split(" + ")[0] for row in best.table().rows][:2] == ["Moat", "Silver"]


def test_games_with_a_card_are_chosen(visitor: Client, drawn: Ladder) -> None:
    page = visit(visitor, "/ladders/drawn/statistics/?card=Moat")
    assert "40 rated games that no fault decided." in page
    assert "Points" not in page.headings, "not counted by card"
    assert page.link("All cards") == "/ladders/drawn/statistics/cards/?card=Moat"
    assert page.link("JSON") == f"{API}?card=Moat"
    openings = visit(visitor, "/ladders/drawn/statistics/openings/?card=Moat")
    assert [row.text.split(" 6")[0] for row in openings.table().rows] == ["Moat + Silver"]
    assert "These are the openings with Moat." in openings


@pytest.mark.parametrize("card", ["Nonsense", "Witch", "moat", "%00", "Moat%27", "x" * 500])
@pytest.mark.parametrize("page", PAGES)
def test_a_card_that_is_not_there_is_an_error(
    visitor: Client, drawn: Ladder, card: str, page: str
) -> None:
    found = visit(visitor, f"/ladders/drawn/statistics/{page}?card={card}")
    assert found.errors["card"] in {
        "No games here are counted by this card.",
        "Null characters are not allowed.",
    }
    assert not found.has("table")
    assert visitor.get(f"{API}?card={card}").status_code == 422


@pytest.mark.parametrize("number", ["9", "0", "-1", "two", ""])
def test_a_page_that_is_not_there_is_the_nearest(
    visitor: Client, drawn: Ladder, number: str
) -> None:
    for page in PAGES[1:]:
        assert visit(visitor, f"/ladders/drawn/statistics/{page}?page={number}").table().rows


def test_long_tables_have_pages(visitor: Client, drawn: Ladder) -> None:
    for number in range(60):
        add(drawn, "opening", json.dumps([f"Card {number}"]), seats=1, points=1.0)
    page = visit(visitor, "/ladders/drawn/statistics/openings/?sort=share")
    assert len(page.table().rows) == 50
    more = visit(visitor, f"/ladders/drawn/statistics/openings/{page.link('More →')}")
    assert len(more.table().rows) == 13


@pytest.mark.parametrize("page", PAGES)
def test_a_ladder_without_games_says_so(visitor: Client, ladder: Ladder, page: str) -> None:
    found = visit(visitor, f"/ladders/{ladder.slug}/statistics/{page}")
    assert "No games are counted yet." in found
    assert not found.has("table")
    assert visit(visitor, f"/ladders/{ladder.slug}/").link("Statistics")


def test_there_are_no_statistics_of_what_does_not_exist(visitor: Client) -> None:
    for page in PAGES:
        visit(visitor, f"/ladders/nonsense/statistics/{page}", status=404)
    assert visitor.get("/api/v1/ladders/nonsense/statistics/").status_code == 404


def test_a_fixed_kingdom_needs_no_choice(visitor: Client, ladder: Ladder) -> None:
    add(ladder, "total", games=1)
    page = visit(visitor, f"/ladders/{ladder.slug}/statistics/")
    assert not page.has("select#id_card")


def test_kingdomino_has_no_cards(visitor: Client) -> None:
    ladder = a_ladder(slug="k", name="K", game="kingdomino", seats=4, config={})
    add(ladder, "total", games=50)
    add(ladder, "seat", "0", games=50, seats=50, points=25.0, amount=2000)
    add(ladder, "opening", '["4"]', seats=50, points=30.0)
    page = visit(visitor, "/ladders/k/statistics/")
    assert f"60.0{PERCENT}" in page.table("First domino").row("the fourth of the row")
    assert not page.has('nav.tabs a[href$="/cards/"]')


def test_in_german(visitor: Client, drawn: Ladder) -> None:
    page = visit(visitor, "/ladders/drawn/statistics/?card=Moat", headers={"Accept-Language": "de"})
    assert f"60,0{PERCENT}" in page.table("Eröffnungen").row("Burggraben + Silber")
    assert "40 gewertete Spiele, die kein Fehler entschied." in page


def test_the_api_has_the_same_numbers(visitor: Client, drawn: Ladder) -> None:
    found: dict[str, Any] = visitor.get(API).json()
    assert (found["games"], found["counted"], found["counted_at"]) == (100, 0, None)
    assert found["ladder"] == {"slug": "drawn", "name": "Drawn"}
    assert found["cards_given"] == ["Moat"]
    seat = found["seats"][0]
    assert (seat["seat"], seat["points"], seat["win_share"]["share"]) == (0, 20.0, 0.6)
    assert found["lengths"] == {"mean": 17.0, "median": 17, "counts": [[17, 100]]}
    assert found["points"]["counts"] == [[-3, 50], [20, 150]]
    assert found["endings"] == [{"reason": "Province pile empty", "games": 100}]
    moat = next(card for card in found["cards"] if card["card"] == "Moat")
    assert (moat["games"], moat["copies"]) == (40, 52)
    assert moat["gained"]["share"] == 0.6
    assert moat["not_gained"]["share"] == 0.4
    assert moat["difference"] == pytest.approx(0.2)
    assert [one["opening"] for one in found["openings"]] == [
        ["Silver", "Silver"], ["Moat", "Silver"], [],
    ]  # fmt: skip
    given = visitor.get(f"{API}?card=Moat").json()
    assert (given["games"], given["card"], given["points"]["counts"]) == (40, "Moat", [])


def test_what_is_counted_of_real_games_is_shown(
    visitor: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, bobs_bot.current)
    count_statistics(ladder=ladder)
    page = visit(visitor, f"/ladders/{ladder.slug}/statistics/")
    assert "2 rated games that no fault decided. Rated matches counted: 1 of 1" in page


def test_a_page_reads_few_rows(
    visitor: Client, drawn: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for page in PAGES:
        with django_assert_max_num_queries(8):
            visitor.get(f"/ladders/drawn/statistics/{page}")

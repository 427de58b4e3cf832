"""Card statistics from rated games."""

import re

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.actions.results.tally_results import tally_results
from arena.models import Bot, CardTotal, Ladder
from tests.cast import a_ladder
from tests.website.page import visit
from tests.website.rows import make_match


def total(ladder: Ladder, card: str, **figures: float) -> None:
    CardTotal.objects.create(ladder=ladder, card=card, **figures)


def rows(text: str) -> list[list[str]]:
    body = text.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    return [re.findall(r">([^<>\n]+)</(?:a|td)>", row) for row in body.split("</tr>")[:-1]]


def test_cards_stand_by_how_their_leaders_fare_over_all_ladders(
    visitor: Client, ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    other = a_ladder(slug="other", name="Other")
    total(ladder, "Moat", games=100, gained=150, leads=50, lead_points=20.0)
    total(other, "Moat", games=100, gained=50, leads=50, lead_points=20.0)
    total(ladder, "Witch", games=10, gained=30, leads=19, lead_points=19.0)
    total(ladder, "Gold", games=200, gained=900, leads=200, lead_points=130.0)
    total(ladder, "Curse", games=0, gained=0, leads=0, lead_points=0.0)
    with django_assert_num_queries(2):  # the workers' jail, and the totals
        page = visit(visitor, "/cards/statistics/")
    found = [row[0:1] + [cell.strip() for cell in row[1:]] for row in rows(page.html)]
    assert [row[0] for row in found] == ["Gold", "Moat", "Witch"]
    assert found[1][-3:] == ["200", "1.0", "40\N{NARROW NO-BREAK SPACE}%"]
    assert found[2][-1] == "\N{EN DASH}", "too few leads to say anything"


def test_a_cards_page_tells_of_each_ladder(visitor: Client, ladder: Ladder) -> None:
    assert "Not in any rated game yet" in visit(visitor, "/cards/moat/")
    total(ladder, "Moat", games=100, gained=150, leads=50, lead_points=20.0)
    page = visit(visitor, "/cards/moat/")
    assert "1.5" in page
    assert f"/ladders/{ladder.slug}/" in page.hrefs


def test_what_was_counted_from_real_games_is_shown(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, bobs_bot.current)
    tally_results(ladder=ladder)
    found = {row[0] for row in rows(visitor.get("/cards/statistics/").content.decode())}
    assert {"Copper", "Province", "Moat", "Smithy"} <= found


def test_an_empty_platform_says_so(visitor: Client) -> None:
    assert "No rated games of Dominion yet" in visit(visitor, "/cards/statistics/")

"""Rank ranges from intervals, and uncertain ratings."""

import random
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entry, Ladder
from arena.ratings.trueskill import Rating, interval
from tests.cast import person
from tests.website.ladders.test_leaderboard import PAGE
from tests.website.page import Page, visit
from tests.website.rows import make_bot
from website.accounts.models import User
from website.ladders import board, rating_words
from website.ladders.intervals import RankRange, RankRanges, rank_ranges

SHOWN = re.compile(r'<span class="range"[^>]*>([^<]+)</span>')


@pytest.fixture
def field(ladder: Ladder) -> list[Bot]:
    """Make one bot far ahead, two that cannot be told apart, one far behind."""
    skills = {"First": 40, "Second": 26, "Third": 25, "Last": 10}
    return [
        make_bot(person(name.lower()), name, ladder, mu=mu, sigma=1) for name, mu in skills.items()
    ]


def ranges(page: Page) -> list[str]:
    """Return the ranges in the table."""
    return [shown.replace("\N{EN DASH}", " to ") for shown in SHOWN.findall(page.html)]


def counted(skills: list[Rating], skill: Rating) -> tuple[int, int]:
    """Compute the range by comparison with all others."""
    low, high = interval(skill)
    above = sum(interval(other)[0] > high for other in skills)
    below = sum(interval(other)[1] < low for other in skills)
    return 1 + above, len(skills) - below


@pytest.mark.parametrize("seed", range(20))
def test_two_searches_find_what_counting_finds(seed: int) -> None:
    dice = random.Random(seed)
    skills = [Rating(dice.gauss(25, 6), dice.uniform(0.5, 8)) for _bot in range(60)]
    skills += skills[:5]  # some share a range
    found = RankRanges.among(skills)
    for skill in skills:
        assert found.of(interval(skill)) == counted(skills, skill)


def test_intervals_that_touch_are_not_told_apart() -> None:
    skills = [Rating(30, 1), Rating(20, 0)]
    found = RankRanges.among(skills)
    low, _high = interval(skills[0])
    assert found.of((10, low)) == RankRange(1, 2)
    assert RankRanges.among([]).of((0, 1)) == RankRange(1, 0), "nobody is ranked"


def test_the_range_stands_beside_the_rank(visitor: Client, field: list[Bot]) -> None:
    page = visit(visitor, PAGE)
    assert ranges(page) == ["1 to 1", "2 to 3", "2 to 3", "4 to 4"]


def test_a_bot_without_a_place_has_no_range(visitor: Client, field: list[Bot]) -> None:
    field[1].bench("faults")
    assert ranges(visit(visitor, PAGE)) == ["1 to 1", "2 to 2", "3 to 3"]
    assert ranges(visit(visitor, f"{PAGE}?q=second")) == []
    assert ranges(visit(visitor, f"{PAGE}?q=third")) == ["2 to 2"]
    assert ranges(visit(visitor, f"{PAGE}?unranked=1")) == []


def test_every_rank_lies_in_its_range(alice: User, ladder: Ladder) -> None:
    dice = random.Random(7)
    for number in range(40):
        make_bot(alice, f"B{number}", ladder, mu=dice.gauss(25, 6), sigma=dice.uniform(0.5, 8))
    rows = board.ranked_rows(ladder, list(board.ranked(ladder)), ranges=rank_ranges(ladder))
    for row in rows:
        assert row.rank_range
        assert row.place
        assert row.rank_range.best <= row.place <= row.rank_range.worst


def test_ranges_are_computed_once_until_the_ranking_changes(
    ladder: Ladder, field: list[Bot], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        before = rank_ranges(ladder)
    with django_assert_num_queries(1):
        assert rank_ranges(ladder) == before
    Entry.objects.filter(bot=field[0]).update(mu=39)
    with django_assert_num_queries(2):
        assert rank_ranges(ladder) != before


def test_a_rating_is_provisional_while_little_is_known(
    visitor: Client, field: list[Bot], ladder: Ladder
) -> None:
    assert ">provisional</span>" not in visit(visitor, PAGE).html
    Entry.objects.filter(bot=field[2]).update(sigma=rating_words.PROVISIONAL + 0.01)
    page = visit(visitor, PAGE)
    assert page.text.count("provisional") == 1
    assert page.has("[title*='Sigma is above 2.5']")
    assert "provisional" in visit(visitor, "/bots/third/")


@pytest.mark.parametrize(
    ("caution", "words", "certain"),
    [(0, "mu", 50), (0.5, "mu - 0.5 sigma", 69), (1, "mu - sigma", 84), (3, "mu - 3 sigma", 100)],
)
def test_words_follow_the_number_that_orders(
    caution: float, words: str, certain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_words, "CAUTION", caution)
    assert (rating_words.formula("-"), rating_words.certainty()) == (words, certain)


def test_the_page_says_how_the_rating_is_computed(visitor: Client, field: list[Bot]) -> None:
    page = visit(visitor, PAGE)
    formula, certainty = rating_words.formula(), rating_words.certainty()
    words = f"rating: {formula}, lower than the skill in {certainty}% of cases"
    assert words in page
    assert "3 sigma" not in page.html

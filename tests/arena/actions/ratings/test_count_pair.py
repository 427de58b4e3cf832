"""Head-to-head counts of two-game matches, from either side."""

import pytest

from arena.models import Bot, Ladder, PairCount
from tests.arena.results import played
from tests.cast import a_house_bot, entry_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(ladder: Ladder) -> list[Bot]:
    return [a_house_bot(f"House {number}", ladder) for number in range(3)]


def counts(one: Bot, other: Bot) -> list[int]:
    return PairCount.objects.get(entry=entry_of(one), opponent=entry_of(other)).counts


def test_each_outcome_has_its_count_from_either_side(ladder: Ladder, bots: list[Bot]) -> None:
    outcomes = [(2.0, 0.0), (2.0, 0.0), (1.5, 0.5), (1.0, 1.0), (0.0, 2.0)]
    for points in outcomes:
        played(ladder, bots[0], bots[1], points=points)
    played(ladder, bots[1], bots[0], points=(0.5, 1.5))
    assert counts(bots[0], bots[1]) == [1, 0, 1, 2, 2]
    assert counts(bots[1], bots[0]) == [2, 2, 1, 0, 1]
    assert not PairCount.objects.filter(entry=entry_of(bots[2])).exists()


def test_tables_of_more_seats_have_no_such_counts(bots: list[Bot], ladder: Ladder) -> None:
    Ladder.objects.update(seats=3)
    played(Ladder.objects.get(), *bots)
    assert not PairCount.objects.exists()

"""Joint ratings of a field: Bradley and Terry's model, ties as halves."""

import random
from itertools import combinations

import pytest

from arena.ratings import bradley_terry, sprt
from arena.ratings.bradley_terry import Ranks

CLOSE, FAR = [30, 50, 100, 60, 40], [0, 0, 0, 0, 20]


def test_two_players_differ_as_in_a_duel() -> None:
    found, alone = bradley_terry.fit({(0, 1): CLOSE}, 2), sprt.elo(CLOSE)
    lead = found.lead(0, 1)
    assert lead.value == pytest.approx(alone.value, abs=0.1)
    assert lead.low == pytest.approx(alone.low, abs=1.5)
    assert found.los(0, 1) == pytest.approx(sprt.los(CLOSE), abs=0.01)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)


def test_who_wins_every_game_has_a_rating_all_the_same() -> None:
    found = bradley_terry.fit({(0, 1): FAR}, 2)
    assert 400 < found.lead(0, 1).value < 1000
    assert (found.ranks(0), found.ranks(1)) == (Ranks(1, 1), Ranks(2, 2))


def test_opponents_that_never_met_are_compared_by_the_third() -> None:
    found = bradley_terry.fit({(0, 1): [5, 10, 20, 30, 35], (0, 2): CLOSE[::-1]}, 3)
    assert found.elo[2] > found.elo[0] > found.elo[1]
    assert found.los(2, 1) > found.los(2, 0) > 0.5
    one, other, across = (found.lead(*pair) for pair in ((0, 1), (2, 0), (2, 1)))
    assert across.value == pytest.approx(one.value + other.value)
    assert across.high - across.value > one.high - one.value  # two doubts


def test_equal_players_share_a_range_of_ranks() -> None:
    pairs = {pair: [5, 10, 30, 10, 5] for pair in combinations(range(4), 2)}
    found = bradley_terry.fit(pairs, 4)
    assert found.elo == pytest.approx([0, 0, 0, 0])
    assert {found.ranks(player) for player in range(4)} == {Ranks(1, 4)}


def test_players_without_a_link_are_refused() -> None:
    with pytest.raises(ValueError, match="not all players are linked"):
        bradley_terry.fit({(0, 1): CLOSE, (2, 3): CLOSE}, 4)


def test_intervals_hold_in_nineteen_of_twenty_fields() -> None:
    """Of 400 intervals 95 % hold; fewer than 91 % would be by chance once in 5,000 runs."""
    dice, true = random.Random(1), [-80.0, -20.0, 0.0, 100.0]
    held = 0
    for _ in range(100):
        pairs = {pair: _match(true, *pair, dice) for pair in combinations(range(4), 2)}
        found = bradley_terry.fit(pairs, 4)
        estimates = [found.estimate(player) for player in range(4)]
        held += sum(one.low < elo < one.high for one, elo in zip(estimates, true, strict=True))
    assert 364 <= held <= 396


def _match(true: list[float], one: int, other: int, dice: random.Random) -> list[int]:
    counts = [0] * 5
    for _ in range(20):
        share = sprt.share_of(true[one] - true[other])
        counts[sum(2 * (dice.random() < share) for _ in range(2))] += 1
    return counts

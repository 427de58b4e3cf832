"""Chance: the same numbers on every Python version, spread evenly."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_128
from itertools import permutations

import pytest

from engine import catalogue, chance


def shuffled(count: int, seed: int, *place: int | str) -> list[int]:
    items = list(range(count))
    chance.shuffle(items, seed, *place)
    return items


def test_the_numbers_of_a_seed_are_fixed_for_ever() -> None:
    assert chance.numbers(4, 7, 0, 1) == (3944692375, 2012450937, 344973881, 4253980702)
    assert chance.numbers(3, -1, "kingdom") == (1764722068, 450193400, 2774950205)


def test_the_numbers_are_the_little_endian_words_of_shake_128() -> None:
    words = shake_128(b"(7, 0, 1)").digest(16)
    expected = tuple(int.from_bytes(words[at : at + 4], "little") for at in range(0, 16, 4))
    assert chance.numbers(4, 7, 0, 1) == expected


def test_the_shuffles_of_a_seed_are_fixed_for_ever() -> None:
    assert shuffled(10, 7, 0, 0) == [9, 5, 0, 4, 3, 8, 6, 1, 7, 2]
    assert shuffled(10, 7, 1, 0) == [0, 4, 5, 8, 6, 2, 3, 1, 9, 7]
    letters = list("abcdef")
    chance.shuffle(letters, 2**80, "imagine", 0, 1)
    assert "".join(letters) == "bafdce"
    assert chance.sample(list(range(20)), 5, 3, "kingdom") == [13, 10, 0, 3, 6]


def test_the_first_deal_of_a_seed_is_fixed_for_ever() -> None:
    seats = catalogue.new("dominion", seats=2, seed=7).view(None)["seats"]
    assert [seat["deck"].index("Estate") for seat in seats] == [4, 1]


def test_another_seed_seat_or_shuffle_gives_another_order() -> None:
    orders = {
        tuple(shuffled(20, seed, seat, number))
        for seed in (1, 2)
        for seat in (0, 1)
        for number in (0, 1)
    }
    assert len(orders) == 8


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_to_shuffle_stays_as_it_is(count: int) -> None:
    assert shuffled(count, 1) == list(range(count))


def test_a_sample_leaves_the_list_alone() -> None:
    items = ["a", "b", "c"]
    assert sorted(chance.sample(items, 3, 5)) == items == ["a", "b", "c"]


def test_every_order_is_equally_likely() -> None:
    counts = Counter(tuple(shuffled(4, seed)) for seed in range(4800))
    assert set(counts) == set(permutations(range(4)))
    chi_squared = sum((found - 200) ** 2 / 200 for found in counts.values())
    assert chi_squared < 49.7  # 23 degrees of freedom: exceeded once in a thousand

"""Kingdomino's hidden information: the bag with the box, and the order of the first kings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine import catalogue
from engine.game import BadConfig
from tests.engine.kingdomino.play import answer, by_chance, events, line, new, play, with_tiles


def test_the_bag_is_dealt_anew_from_all_dominoes_that_nobody_has_seen() -> None:
    game = new(2, 6)
    seen = [one["number"] for one in game.view(0)["row"]]
    assert sorted(game.knowledge(0)["pool"] + seen) == list(range(1, 49))
    bags = [game.imagine(0, seed).view(None)["bag"] for seed in range(300)]
    found = Counter(number for bag in bags for number in bag)
    assert set(found) == set(range(1, 49)) - set(seen)
    assert all(len(bag) == 20 for bag in bags)
    assert min(found.values()) > 80, "20 of 44: each in about 136 of 300 bags"


def test_the_seed_is_in_no_knowledge() -> None:
    one, other = (new(4, seed).knowledge(0) for seed in (1, 2))
    assert set(one) == set(other)
    assert "seed" not in str(one)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_order_of_the_other_first_kings_is_hidden(seats: int) -> None:
    orders = set()
    for seed in range(40):
        world = play(new(seats, 2).imagine(0, seed), by_chance(1))
        resumed = catalogue.resume(new(seats, 2).knowledge(1), seed)
        assert resumed.decision == new(seats, 2).decision
        orders.add(tuple(one.seat for one in trail(new(seats, 2).imagine(0, seed), seats - 1)))
        assert world.outcome is not None
    assert len({order[0] for order in orders}) == 1
    assert len(orders) > 1


def trail(game: Any, count: int) -> list[Any]:
    asked = []
    for _ in range(count):
        asked.append(game.decision)
        game.choose((0,))
    return asked


def test_of_two_seats_the_order_is_known() -> None:
    for seed in range(20):
        world = new(2, 3).imagine(1, seed)
        assert [one.seat for one in trail(world, 3)] == [0, 1, 1]


def test_an_imagined_game_keeps_all_that_lies_open() -> None:
    game = new(3, 9, variants=["harmony", "dynasty"])
    chooser = by_chance(2)
    for _ in range(60):
        assert game.decision is not None
        game.choose((chooser(game.decision),))
    for seat in range(3):
        assert game.imagine(seat, 4).view(seat) == game.view(seat)
        assert game.imagine(seat, 4).decision == game.decision


def test_in_a_position_the_bag_holds_the_same_dominoes_in_another_order() -> None:
    game = with_tiles(*line("wheat", 2), next_row=[1, 2], bag=[9, 8, 7, 6, 5, 4])
    bags = [tuple(game.imagine(0, seed).view(None)["bag"]) for seed in range(20)]
    assert {tuple(sorted(bag)) for bag in bags} == {(4, 5, 6, 7, 8, 9)}
    assert len(set(bags)) > 10


def test_a_copy_goes_its_own_way() -> None:
    game = new(2, 3)
    twin = game.copy()
    answer(twin, twin.decision.options[-1] if twin.decision else None)
    assert twin != game
    assert len(events(twin, "pick")) == 1
    assert events(game, "pick") == []


BROKEN: list[tuple[str, Any]] = [
    ("seat", 5), ("seats", 7), ("config", {"variants": ["x"]}), ("row", [1, 1]), ("row", None),
    ("kingdoms", [[[9, 9, "mine", 0]], []]), ("pool", [0]), ("bag_size", "x"), ("draft", [9]),
    ("domino", 99), ("earlier", [1]), ("current", -1), ("outcome", 3), ("engine", "kingdomino-0"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), BROKEN)
def test_broken_knowledge_is_refused(key: str, value: Any) -> None:
    known = new(2, 3).knowledge(0)
    with pytest.raises(BadConfig):
        catalogue.resume(known | {key: value}, 1)


@pytest.mark.parametrize("key", list(new(2, 3).knowledge(0)))
def test_incomplete_knowledge_is_refused(key: str) -> None:
    known = new(2, 3).knowledge(0)
    del known[key]
    with pytest.raises(BadConfig):
        catalogue.resume(known, 1)

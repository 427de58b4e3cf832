""" "Spielvorbereitung" of rules/kingdomino.de.txt: bag, rows, and the kings' first order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine import catalogue
from engine.game import BadConfig
from engine.kingdomino import setup
from tests.engine.kingdomino.play import answer, asked, by_chance, events, new, play

SEATS = (2, 3, 4)


@pytest.mark.parametrize(("seats", "dominoes"), [(2, 24), (3, 36), (4, 48)])
def test_twelve_dominoes_a_seat_are_played_and_the_others_stay_unseen(
    seats: int, dominoes: int
) -> None:
    game = play(new(seats), by_chance(3))
    numbers = [number for row in events(game, "row") for number in row["numbers"]]
    assert len(numbers) == dominoes
    assert len(set(numbers)) == dominoes
    assert game.view(None)["bag_size"] == 0


@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 3), (4, 4)])
def test_every_row_has_four_dominoes_three_with_three_seats_in_ascending_order(
    seats: int, size: int
) -> None:
    for row in events(play(new(seats), by_chance(4)), "row"):
        assert len(row["numbers"]) == size
        assert row["numbers"] == sorted(row["numbers"])


def test_the_second_row_comes_when_all_kings_are_set() -> None:
    game = new(2)
    for _ in range(2):
        assert game.view(0)["next_row"] == []
        assert game.view(0)["bag_size"] == 20
        game.choose((0,))
    game.choose((0,))
    assert len(game.view(0)["next_row"]) == 4
    assert game.view(0)["bag_size"] == 16
    assert all(domino["king"] is not None for domino in game.view(0)["row"])


def test_of_two_seats_the_starter_sets_one_king_the_other_two_and_the_starter_the_last() -> None:
    game = play(new(2), by_chance(1))
    kings = [event["seat"] for event in events(game, "pick")[:4]]
    assert kings == [0, 1, 1, 0]


def test_the_last_king_of_the_first_row_is_not_asked() -> None:
    game = new(2)
    numbers = [domino["number"] for domino in game.view(0)["row"]]
    answer(game, numbers[3], numbers[0], numbers[2])
    assert [domino["king"] for domino in game.view(0)["row"]] == [1, 0, 1, 0]
    assert asked(game)[1] == "place"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_first_order_of_three_and_four_comes_from_the_seed(seats: int) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        game = play(new(seats, seed), by_chance(1))
        order = tuple(event["seat"] for event in events(game, "pick")[:seats])
        assert sorted(order) == list(range(seats))
        orders[order] += 1
    assert len(orders) > seats
    again = play(new(seats, 7), by_chance(1))
    assert again.events(None) == play(new(seats, 7), by_chance(1)).events(None)


@pytest.mark.parametrize("seats", SEATS)
def test_only_one_king_stands_on_a_domino(seats: int) -> None:
    game = new(seats)
    taken: list[Any] = []
    while game.decision is not None and not game.view(0)["next_row"]:
        assert game.decision.kind == "pick"
        assert not set(taken) & set(game.decision.options)
        taken.append(game.decision.options[-1])
        game.choose((len(game.decision.options) - 1,))
    assert len(taken) == setup.ROWS[seats] - 1


@pytest.mark.parametrize(
    ("seats", "config", "words"),
    [
        (2, {"variants": ["dynasti"]}, "unknown variant 'dynasti'; the variants are: dynasty"),
        (2, {"variants": [["harmony"]]}, "unknown variant"),
        (2, {"variants": [{}]}, "unknown variant"),
        (2, {"variants": "dynasty"}, "variants is a list of any of dynasty, .* not 'dynasty'"),
        (2, {"variants": {"dynasty": 3}}, "variants is a list"),
        (2, {"variants": None}, "variants is a list"),
        (2, {"variants": ["harmony", "harmony"]}, "the variant harmony is listed twice"),
        (3, {"variants": ["mighty_duel"]}, "the variant mighty_duel is for 2 seats, not 3"),
        (4, {"variants": ["harmony", "mighty_duel"]}, "for 2 seats, not 4"),
        (
            2,
            {"dynasty": True},
            "unknown option 'dynasty'; the options of Kingdomino are: variants, must_place",
        ),
        (2, {"must_place": 1}, "must_place is true or false, not 1"),
        (2, {"must_place": "yes"}, "must_place is true or false, not 'yes'"),
        (5, {}, "Kingdomino is for 2, 3, 4 seats, not 5"),
        (1, {}, "Kingdomino is for 2, 3, 4 seats, not 1"),
    ],
)
def test_an_illegal_configuration_says_what_is_wrong(
    seats: int, config: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadConfig, match=words):
        catalogue.new("kingdomino", seats=seats, seed=1, config=config)


def test_every_combination_of_variants_is_a_game_and_is_told_by_its_table() -> None:
    for number in range(16):
        variants = [name for bit, name in enumerate(setup.VARIANTS) if number >> bit & 1]
        config = {"variants": variants, "must_place": number % 2 == 0}
        assert setup.config_of(setup.table(2, config)) == config

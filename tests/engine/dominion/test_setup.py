"""Piles, seats and configurations.

Source: rules/dominion-base-cards.de.txt, "Spielvorbereitung".
"""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue
from engine.dominion import CARDS, setup
from engine.game import BadConfig
from tests.engine.dominion.playing import FIRST_GAME

KINGDOM = FIRST_GAME.split(", ")
# seats: Copper, Silver, Gold, Estate, Duchy, Province, Curse, Platinum, Colony
PILES = {
    2: (46, 40, 30, 8, 8, 8, 10, 12, 8),
    3: (39, 40, 30, 12, 12, 12, 20, 12, 12),
    4: (32, 40, 30, 12, 12, 12, 30, 12, 12),
    5: (85, 80, 60, 12, 12, 15, 40, 12, 12),
    6: (78, 80, 60, 12, 12, 18, 50, 12, 12),
}
BASIC = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse", "Platinum", "Colony")


@pytest.mark.parametrize("seats", PILES)
def test_piles_are_as_big_as_the_number_of_players_asks(seats: int) -> None:
    game = catalogue.new("dominion", seats=seats, seed=1, config={"colonies": True})
    supply = game.view(0)["supply"]
    assert tuple(supply[name] for name in BASIC) == PILES[seats]
    assert {supply[name] for name in KINGDOM} == {10}
    assert len(supply) == len(BASIC) + len(KINGDOM)


@pytest.mark.parametrize("seats", PILES)
def test_everybody_begins_with_seven_coppers_and_three_estates(seats: int) -> None:
    game = catalogue.new("dominion", seats=seats, seed=1)
    for player in game.view(None)["seats"]:
        assert player["cards"] == {"Copper": 7, "Estate": 3}
        assert (player["hand_size"], player["deck_size"], player["discard_size"]) == (5, 5, 0)


@pytest.mark.parametrize("start", range(4))
def test_the_start_seat_begins_and_the_turn_goes_round(start: int) -> None:
    game = catalogue.new("dominion", seats=4, seed=1, config={"start_seat": start})
    order: list[int] = []
    while len(order) < 5:
        assert game.decision is not None
        if game.decision.seat not in order[-1:]:
            order.append(game.decision.seat)
        game.choose([])
    assert order == [(start + step) % 4 for step in range(5)]


def test_platinum_and_colony_lie_in_the_supply_only_where_they_are_wanted() -> None:
    for wanted in (False, "auto"):
        game = catalogue.new("dominion", seats=2, seed=1, config={"colonies": wanted})
        assert not {"Platinum", "Colony"} & set(game.view(0)["supply"])


def test_the_recommended_kingdom_has_an_english_and_a_german_name() -> None:
    named = [
        catalogue.new("dominion", seats=2, seed=1, config={"kingdom": kingdom}).view(0)
        for kingdom in ("First Game", "Erstes Spiel", KINGDOM, list(reversed(KINGDOM)))
    ]
    assert all(view == named[0] for view in named)


def test_a_random_kingdom_comes_from_the_seed() -> None:
    config = {"kingdom": "random", "sets": ["base"]}
    first, again = (
        catalogue.new("dominion", seats=2, seed=9, config=config).view(0)["supply"]
        for _ in range(2)
    )
    assert first == again
    assert len(first) == 17


def test_seats_take_their_luck_from_their_own_streams() -> None:
    """With more seats and the same seed, each earlier seat has the same cards."""
    two = catalogue.new("dominion", seats=2, seed=31).view(None)["seats"]
    four = catalogue.new("dominion", seats=4, seed=31).view(None)["seats"]
    for number in (0, 1):
        assert two[number]["hand"] == four[number]["hand"]
        assert two[number]["deck"] == four[number]["deck"]


def changed(number: int, name: object) -> list[object]:
    return [*KINGDOM[:number], name, *KINGDOM[number + 1 :]]


@pytest.mark.parametrize(
    ("config", "culprit"),
    [
        ({"kingdoms": KINGDOM}, "kingdoms"),
        ({"kingdom": "Zweites Spiel"}, "Zweites Spiel"),
        ({"kingdom": KINGDOM[:9]}, "9"),
        ({"kingdom": [*KINGDOM, "Copper"]}, "11"),
        ({"kingdom": changed(3, "Festung")}, "Festung"),
        ({"kingdom": changed(3, 17)}, "17"),
        ({"kingdom": changed(3, ["Moat"])}, "Moat"),
        ({"kingdom": changed(3, "Gold")}, "Gold"),
        ({"kingdom": changed(3, "Cellar")}, "Cellar"),
        ({"kingdom": None}, "None"),
        ({"kingdom": {"Cellar": 1}}, "Cellar"),
        ({"kingdom": "random", "sets": []}, "sets"),
        ({"kingdom": "random", "sets": "base"}, "base"),
        ({"kingdom": "random", "sets": ["base", "stash"]}, "stash"),
        ({"sets": ["stash"]}, "stash"),
        ({"kingdom": "random", "sets": ["base", "guilds", "base"]}, "'base' is named twice"),
        ({"colonies": "yes"}, "yes"),
        ({"colonies": 1}, "colonies"),
        ({"start_seat": 2}, "start_seat"),
        ({"start_seat": -1}, "start_seat"),
        ({"start_seat": True}, "start_seat"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"turn_limit": "50"}, "turn_limit"),
        ({"turn_limit": 2.5}, "turn_limit"),
        (["kingdom"], "kingdom"),
        (5, "5"),
    ],
)
def test_a_bad_config_names_its_culprit(config: Any, culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        catalogue.new("dominion", seats=2, seed=1, config=config)


@pytest.mark.parametrize("seats", [0, 1, 7, True, 2.0, "2", None])
def test_other_numbers_of_seats_are_refused(seats: Any) -> None:
    with pytest.raises(BadConfig, match="2, 3, 4, 5, 6 seats"):
        catalogue.new("dominion", seats=seats, seed=1)


@pytest.mark.parametrize("seed", [None, "7", 7.0, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(BadConfig, match="seed"):
        catalogue.new("dominion", seats=2, seed=seed)


def test_defaults_are_the_schema_s() -> None:
    plain = catalogue.new("dominion", seats=2, seed=3).view(None)
    config = {name: option.default for name, option in setup.CONFIG.items()}
    assert catalogue.new("dominion", seats=2, seed=3, config=config).view(None) == plain


def test_a_random_kingdom_is_recorded_with_its_sets() -> None:
    config = {"kingdom": "random"}
    record = catalogue.new("dominion", seats=2, seed=9, config=config).record()
    assert record["config"] == {"kingdom": "random", "sets": ["base", "prosperity", "hinterlands"]}
    assert config == {"kingdom": "random"}
    plain = catalogue.new("dominion", seats=2, seed=9).record()
    assert plain["config"] == {}


@pytest.mark.parametrize("name", ["intrigue", "guilds"])
def test_a_random_kingdom_comes_from_its_sets_alone(name: str) -> None:
    config = {"kingdom": "random", "sets": [name]}
    supply = catalogue.new("dominion", seats=2, seed=9, config=config).view(0)["supply"]
    assert {CARDS[card].expansion for card in supply} == {"basic", name}

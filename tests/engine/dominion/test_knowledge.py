"""A seat's knowledge, and the worlds that fit it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from engine import catalogue
from engine.dominion import Dominion, position
from engine.game import BadConfig
from tests.engine.dominion.playing import answer, answers, asked, question, seat, typed

ZONES = {
    "hand": "Gold, Moat, 3 Estate",
    "deck": "Silver, Duchy, 4 Copper",
    "discard": "Market, Village, Curse",
}


def worlds(game: Dominion, viewer: int, count: int = 30) -> list[dict[str, Any]]:
    return [game.imagine(viewer, seed).view(None) for seed in range(count)]


def test_a_world_keeps_what_the_seat_sees() -> None:
    game = position(seats=[ZONES, ZONES])
    for viewer in (0, 1):
        for seed in range(20):
            assert game.imagine(viewer, seed).view(viewer) == game.view(viewer)


def test_hidden_cards_change_places_from_world_to_world() -> None:
    game = position(seats=[{}, ZONES])
    hands = {tuple(world["seats"][1]["hand"]) for world in worlds(game, 0)}
    decks = {tuple(world["seats"][1]["deck"]) for world in worlds(game, 0)}
    assert len(hands) > 5
    assert len(decks) > 15


def test_the_own_hand_stays_and_the_own_deck_is_shuffled() -> None:
    game = position(seats=[ZONES, {}])
    seen = worlds(game, 0)
    assert {tuple(world["seats"][0]["hand"]) for world in seen} == {
        ("Estate", "Estate", "Estate", "Gold", "Moat")
    }
    assert len({tuple(world["seats"][0]["deck"]) for world in seen}) > 5
    assert {tuple(sorted(world["seats"][0]["deck"])) for world in seen} == {
        ("Copper", "Copper", "Copper", "Copper", "Duchy", "Silver")
    }


def test_no_card_appears_or_vanishes_in_a_world() -> None:
    game = position(seats=[ZONES, ZONES])
    for world in worlds(game, 0):
        for number in (0, 1):
            player = world["seats"][number]
            everything = Counter(player["hand"] + player["deck"] + player["discard"])
            assert everything == Counter(game.view(0)["seats"][number]["cards"])


def test_openly_discarded_cards_stay_where_they_are() -> None:
    game = position(seats=[{}, ZONES])
    for world in worlds(game, 0):
        assert Counter(world["seats"][1]["discard"]) == Counter(["Market", "Village", "Curse"])
        assert world["seats"][1]["discard"][-1] == "Curse"


def test_cards_discarded_together_hide_among_the_other_hidden_cards() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Gold, Duchy, 3 Copper", "deck": "Moat"}])
    answers(game, "Militia", ("Gold", "Duchy"))
    below = {world["seats"][1]["discard"][0] for world in worlds(game, 0)}
    assert below >= {"Copper", "Duchy", "Moat"}
    assert {world["seats"][1]["discard"][1] for world in worlds(game, 0)} == {"Gold"}
    assert {world["seats"][1]["discard"][0] for world in worlds(game, 1)} == {"Duchy"}


def test_a_shown_card_is_in_every_world_s_hand() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Moat, 4 Gold", "deck": "20 Copper"}])
    answers(game, "Militia", "Moat")
    assert all("Moat" in world["seats"][1]["hand"] for world in worlds(game, 0))


def test_a_world_asks_what_is_asked_of_another_seat() -> None:
    game = position(
        seats=[{"hand": "Militia"}, {"hand": "Moat, 4 Gold", "deck": "10 Copper, Estate"}]
    )
    answer(game, "Militia")
    for seed in range(10):
        world = game.imagine(0, seed)
        assert question(world) == (1, "react")
        assert "Moat" in seat(world, 1)["hand"]
    answer(game)
    for seed in range(10):
        assert question(game.imagine(0, seed)) == (1, "discard")


def test_imagine_is_resume_of_the_knowledge_that_was_sent() -> None:
    game = position(seats=[{"hand": "Cellar, 2 Copper, Gold", "deck": "3 Moat, 3 Gold"}, ZONES])
    answer(game, "Cellar")
    for viewer in (0, 1):
        sent = json.loads(json.dumps(game.knowledge(viewer)))
        for seed in (3, 4):
            imagined, resumed = game.imagine(viewer, seed), catalogue.resume(sent, seed)
            assert resumed.view(None) == imagined.view(None)
            assert resumed.decision == imagined.decision


def test_knowledge_holds_no_seed_and_does_not_depend_on_it() -> None:
    first, second = (position(seats=[ZONES, ZONES], seed=seed) for seed in (11_235_813, 2))
    assert first.knowledge(0) == second.knowledge(0)
    assert "11235813" not in json.dumps(first.knowledge(0))


def test_knowledge_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart() -> None:
    left = position(seats=[{}, {"hand": "Gold, Copper", "deck": "Estate, Moat"}])
    right = position(seats=[{}, {"hand": "Moat, Estate", "deck": "Gold, Copper"}])
    assert left.knowledge(0) == right.knowledge(0)
    assert left.knowledge(1) != right.knowledge(1)


def test_a_world_shuffles_later_as_its_own_seed_says() -> None:
    zones = {"hand": "Moat", "discard": "3 Gold, 3 Silver, 3 Duchy, 3 Estate, 3 Copper"}
    game = position(seats=[zones, {}])
    drawn = set()
    for seed in range(12):
        world = game.imagine(0, seed)
        answer(world, "Moat")
        drawn.add(tuple(seat(world, 0)["hand"]))
    assert len(drawn) > 4


def test_a_world_has_neither_log_nor_record() -> None:
    world = position(seats=[ZONES, {}]).imagine(0, 1)
    with pytest.raises(RuntimeError, match="log"):
        world.events(0)
    with pytest.raises(RuntimeError, match="record"):
        world.record()


def test_a_world_is_played_without_touching_the_game() -> None:
    game = position(seats=[{"hand": "Moat", "deck": "4 Gold"}, ZONES])
    before = game.view(None), game.decision, game.record()
    world = game.imagine(1, 5)
    answer(world, "Moat")
    assert (game.view(None), game.decision, game.record()) == before


def test_a_finished_game_is_finished_in_its_knowledge_too() -> None:
    game = position(phase="buy", supply={"Province": 0}, seats=[{"hand": "Duchy"}, {}])
    answer(game)
    again = catalogue.resume(json.loads(json.dumps(game.knowledge(0))), 3)
    assert (again.decision, again.outcome) == (None, game.outcome)
    assert typed(game, "end")


def damaged(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Knowledge of a game in the middle of a card, with one part replaced or removed."""
    game = position(seats=[{"hand": "Cellar, 2 Copper, Gold", "deck": "3 Moat"}, ZONES])
    answer(game, "Cellar")
    assert asked(game).kind == "discard"
    known: Any = game.knowledge(0)
    part = known
    for key in path[:-1]:
        part = part[key]
    if value is None:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return dict(known)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("engine",), "dominion-0"),
        (("engine",), None),
        (("game",), None),
        (("game",), "chess"),
        (("seat",), 2),
        (("seat",), "0"),
        (("table",), None),
        (("table", "piles"), ["Festung"]),
        (("actions",), None),
        (("supply",), 5),
        (("players",), None),
        (("players", 1, "pool"), []),
        (("players", 1, "hand"), ["Festung"]),
        (("players", 0, "deck_size"), "x"),
        (("stack",), [[{"step": "no_such_verb", "args": []}, {"frame": [0, 0]}]]),
        (("stack",), [{"odd": 1}]),
        (("asking",), [1, 2, 3]),
    ],
)
def test_damaged_knowledge_is_refused(path: tuple[Any, ...], value: Any) -> None:
    with pytest.raises(BadConfig):
        catalogue.resume(damaged(path, value), 1)


@pytest.mark.parametrize("known", [{}, None, [], "dominion", {"game": ["x"]}])
def test_what_is_no_knowledge_is_refused(known: Any) -> None:
    with pytest.raises(BadConfig):
        catalogue.resume(known, 1)

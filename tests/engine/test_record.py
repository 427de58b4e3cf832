"""Records replay to the same game; mismatched ones are refused with the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import catalogue, conformance, record
from engine.dominion import position
from engine.game import Game, JsonObject
from engine.record import BadRecord


def played(decisions: int = 40) -> Game:
    game = catalogue.new("dominion", seats=3, seed=12, config={"start_seat": 1})
    conformance.play_on(game, 1.0, steps=decisions)
    return game


def test_a_record_has_the_documented_keys_and_is_json() -> None:
    data = played().record()
    assert set(data) == {"game", "engine", "config", "seats", "seed", "choices"}
    assert json.loads(json.dumps(data)) == data
    assert (data["game"], data["engine"], data["seats"], data["seed"]) == (
        "dominion", "dominion-1", 3, 12,
    )  # fmt: skip


def test_a_record_replays_to_the_same_events_in_the_middle_of_a_game() -> None:
    game = played()
    again = record.replay(json.loads(json.dumps(game.record())))
    for seat in (0, 1, 2, None):
        assert again.events(seat) == game.events(seat)
        assert again.view(seat) == game.view(seat)
    assert again.decision == game.decision
    assert again == game


def test_a_replayed_game_goes_on_and_is_recorded_as_one() -> None:
    game = played(20)
    again = record.replay(game.record())
    for one in (game, again):
        conformance.play_on(one, 2.0, steps=20)
    assert again.record() == game.record()


def test_a_position_is_recorded_with_itself_as_config() -> None:
    game = position(seats=[{"hand": "Cellar, 2 Copper", "deck": "3 Gold"}, {}], seed=5)
    game.choose([0])
    game.choose([0, 1])
    data = json.loads(json.dumps(game.record()))
    assert record.replay(data).view(None) == game.view(None)


def test_a_record_shares_nothing_with_its_game() -> None:
    config: JsonObject = {
        "kingdom": list(catalogue.new("dominion", seats=2, seed=1).view(0)["costs"])
    }
    config["kingdom"] = [
        name for name in config["kingdom"]
        if name not in ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")
    ]  # fmt: skip
    game = catalogue.new("dominion", seats=2, seed=1, config=config)
    config["kingdom"].clear()
    data = game.record()
    data["config"]["kingdom"].pop()
    data["choices"].append([99])
    assert len(game.record()["config"]["kingdom"]) == 10
    assert game.record()["choices"] == []


@pytest.mark.parametrize("key", ["game", "engine", "config", "seats", "seed", "choices"])
def test_a_record_without_a_key_is_refused_by_its_name(key: str) -> None:
    data = played(3).record()
    del data[key]
    with pytest.raises(BadRecord, match=f"no '{key}'"):
        record.replay(data)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": 5}, "'game'.*str"),
        ({"engine": "dominion-0"}, "dominion-0.*dominion-1"),
        ({"config": None}, "'config'.*dict"),
        ({"config": {"kingdoms": []}}, "kingdoms"),
        ({"config": {"kingdom": "Zweites Spiel"}}, "Zweites Spiel"),
        ({"config": {"start_seat": 9}}, "start_seat"),
        ({"config": {"position": 5}}, "cannot be set up"),
        ({"config": {"position": {"seats": [{}, {}], "seed": 1}}}, "seed"),
        ({"config": {"position": {"seats": [{}, {"hand": "Golt"}]}}}, "Golt"),
        ({"config": {"position": {"seats": [{}, {}], "supply": [1]}}}, "position"),
        ({"config": {"position": {"seats": [{}, {}]}}}, "agree"),
        ({"config": {"position": {"seats": [{}, {}, {}]}, "start_seat": 1}}, "agree"),
        ({"seats": 7}, "7"),
        ({"seats": True}, "'seats'.*int"),
        ({"seats": 2}, "start_seat|not legal|choice"),
        ({"seed": "12"}, "'seed'.*int"),
        ({"seed": 1.0}, "'seed'.*int"),
        ({"choices": ((0,),)}, "'choices'.*list"),
        ({"choices": "0"}, "'choices'.*list"),
        ({"choices": [[0], [77]]}, "choice 1 .* no option 77"),
        ({"choices": [[-1]]}, "choice 0 .* no option -1"),
        ({"choices": [[True]]}, "choice 0 .*True"),
        ({"choices": [0]}, "choice 0 .*not 0"),
        ({"choices": [None]}, "choice 0 .*None"),
        ({"choices": [[0, 0]]}, "choice 0 .*twice"),
        ({"choices": [{"0": 1}]}, "choice 0"),
    ],
)
def test_a_tampered_record_is_refused_with_the_reason(change: JsonObject, reason: str) -> None:
    data = played(30).record() | change
    with pytest.raises(BadRecord, match=reason):
        record.replay(data)


def test_choices_after_the_end_are_refused() -> None:
    game = catalogue.new("dominion", seats=2, seed=1, config={"turn_limit": 1})
    while game.decision is not None:
        game.choose(game.decision.default)
    data = game.record()
    data["choices"].append([])
    with pytest.raises(BadRecord, match="over"):
        record.replay(data)


@pytest.mark.parametrize("data", [None, [], "dominion", 7])
def test_what_is_no_object_is_no_record(data: Any) -> None:
    with pytest.raises(BadRecord, match="object"):
        record.replay(data)


def test_a_record_is_played_to_the_first_decision_after_an_event() -> None:
    game = played()
    data, events = game.record(), game.events(None)
    assert record.replay_to(data, 0).record()["choices"] == []
    for event in (1, 17, len(events) // 2, game.logged):
        found = record.replay_to(data, event)
        assert found.decision is not None
        assert found.logged >= event
        assert found.events(None) == events[: found.logged]
        count = len(found.record()["choices"])
        if count:
            before = record.replay({**data, "choices": data["choices"][: count - 1]})
            assert before.logged < event


@pytest.mark.parametrize("event", [-1, 10_000])
def test_an_event_beyond_the_record_is_refused_with_the_last_one(event: int) -> None:
    game = played()
    with pytest.raises(BadRecord, match=f"from events 0 to {game.logged}"):
        record.replay_to(game.record(), event)


def test_a_game_that_is_over_goes_on_before_its_end() -> None:
    game = catalogue.new("kingdomino", seats=2, seed=4)
    while game.decision:
        game.choose(game.decision.default)
    with pytest.raises(BadRecord, match="can be continued from events 0 to") as caught:
        record.replay_to(game.record(), game.logged)
    last = caught.value.problem.params["last"]
    assert record.replay_to(game.record(), last).decision is not None


def test_a_choice_that_is_not_legal_is_named_when_it_is_reached() -> None:
    data = played().record()
    data["choices"][2] = [99]
    assert record.replay_to(data, 0).decision is not None
    with pytest.raises(BadRecord, match="choice 2 of the record is not legal"):
        record.replay_to(data, 10_000)

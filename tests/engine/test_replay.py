"""Replay files: small, complete, with the same positions as the game."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from engine import catalogue
from engine.game import BadConfig, Game
from engine.replay import changes, replay
from tests.engine.test_golden import play

NAMES = ["Ann", "Ben", "Cid", "Dot"]


def played(name: str, seats: int, config: dict[str, Any] | None = None) -> Game:
    return play(catalogue.new(name, seats=seats, seed=11, config=config), wandering=True)


def followed(position: dict[str, Any], steps: list[list[Any]]) -> dict[str, Any]:
    """Return the position after these changes, as the format defines them."""
    found = deepcopy(position)
    for path, *what in steps:
        target: Any = found
        for key in path[:-1]:
            target = target[key]
        if len(what) == 1:
            target[path[-1]] = what[0]
        elif len(what) == 2:
            del target[path[-1]]
        else:
            place, removed, inserted = what
            target[path[-1]][place : place + removed] = inserted
    return found


@pytest.mark.parametrize("name", ["dominion", "kingdomino"])
def test_following_the_changes_leads_to_the_last_position_of_the_game(name: str) -> None:
    game = played(name, 3, {"turn_limit": 12} if name == "dominion" else None)
    shown = json.loads(json.dumps(replay(game.record(), game.events(None), NAMES[:3])))
    position = shown["start"]
    for _, _, steps, *_ in shown["frames"]:
        position = followed(position, steps)
    last = json.loads(json.dumps(game.view(None)))
    for seat in position["seats"]:
        seat.pop("who", None)
    assert position == last
    assert shown["scores"][-1][1] == game.scores
    assert all(sentence for _, sentence, *_ in shown["frames"])
    numbers = [number for number, *_ in shown["frames"]]
    assert numbers == sorted(set(numbers))
    assert next(shown["frames"][frame - 1][1] for frame, _, _ in shown["turns"]).endswith(
        ("turn 1", "round 0")
    )


def test_a_replay_of_two_seats_takes_few_bytes_an_event() -> None:
    game = played("dominion", 2)
    events = game.events(None)
    size = len(json.dumps(replay(game.record(), events, NAMES[:2]), separators=(",", ":")))
    assert size / len(events) < 260


def test_questions_stand_behind_the_frame_that_they_follow() -> None:
    game = catalogue.new("dominion", seats=2, seed=5)
    asked: list[dict[str, Any]] = []
    while game.decision is not None and len(asked) < 30:
        decision = game.decision
        asked.append({"after": len(game.events(None)), "seat": decision.seat})
        game.choose(decision.default)
    shown = replay(game.record(), game.events(None), NAMES[:2], decisions=asked)
    firsts = [frame[0] for frame in shown["frames"]]
    for before, question in zip(asked, shown["questions"], strict=True):
        frame = question["frame"]
        assert firsts[frame - 1] <= before["after"]
        assert frame == len(firsts) or before["after"] < firsts[frame]


def test_lists_change_by_their_middle_alone() -> None:
    assert list(changes({"a": [1, 2, 3, 4]}, {"a": [1, 9, 3, 4]})) == [[["a"], 1, 1, [9]]]
    assert list(changes({"a": [1, 1]}, {"a": [1]})) == [[["a"], 1, 1, []]]
    assert list(changes({"a": {"b": 1}}, {"a": {"c": 2}})) == [
        [["a", "b"], None, 0],
        [["a", "c"], 2],
    ]


def test_a_game_without_stage_says_that_it_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare = replace(catalogue.info("dominion"), replay_state=None)
    monkeypatch.setattr(catalogue, "info", lambda _name: bare)
    with pytest.raises(BadConfig, match="can be read, but not shown"):
        replay({"game": "dominion"}, [], [])


def test_events_of_an_earlier_log_are_shown_as_far_as_they_go() -> None:
    """Such a log lacks counters, cleaned-up cards, their origin, and who saw them."""
    game = played("dominion", 2)
    silent = ("counters", "clean_up")
    kept = [event for event in game.events(None) if event["type"] not in silent]
    missing = ("from", "seen_by")
    old = [{key: event[key] for key in event if key not in missing} for event in kept]
    shown = replay(game.record(), old, NAMES[:2])
    assert len(shown["frames"]) > 100
    position = shown["start"]
    for _, _, steps, *_ in shown["frames"]:
        position = followed(position, steps)
    real = game.view(None)
    assert position["supply"] == real["supply"]
    assert [seat["turns"] for seat in position["seats"]] == [
        seat["turns"] for seat in real["seats"]
    ]


def test_others_are_told_how_many_cards_where_they_did_not_see_which() -> None:
    game = catalogue.new("dominion", seats=2, seed=3)
    shown = replay(game.record(), game.events(None), NAMES[:2])
    drawn = [frame for frame in shown["frames"] if "draws" in frame[1]]
    assert [frame[3:] for frame in drawn] == [
        [[0], "Ann draws 5 cards."],
        [[1], "Ben draws 5 cards."],
    ]
    assert all("Copper" in frame[1] for frame in drawn)
    assert all(len(frame) == 3 for frame in shown["frames"] if "shuffles" in frame[1])

"""Replays from strangers: damaged ones are refused, and none fills the memory."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from engine import catalogue
from kit.errors import BadInput
from kit.watch import replays

Change = tuple[str, Any]


@cache
def whole() -> str:
    """The replay of a short game."""
    game = catalogue.new("dominion", seats=2, seed=3, config={"turn_limit": 2})
    while game.decision is not None:
        game.choose(game.decision.default)
    return json.dumps(replays.of_data(game.record()).data)


def changed(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    data = json.loads(whole())
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    found: dict[str, Any] = data
    return found


def test_the_whole_one_is_read() -> None:
    shown = replays.of_data(json.loads(whole()))
    assert 0 < shown.copied < replays.MOST_COPIED / 100


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), "chess"),
        (("names",), ["a"]),
        (("names",), ["a", 2]),
        (("start",), []),
        (("start", "seats"), 7),
        (("frames", 0), 5),
        (("frames", 0), []),
        (("frames", 0, 0), "x"),
        (("frames", 0, 1), {"a": 1}),
        (("frames", 0, 2), [[["nowhere", "here"], 1]]),
        (("frames", 0, 2), {"a": 1}),
        (("turns", 0), [1, 5, 1]),
        (("turns", 0), [1, "x", 1]),
        (("scores", 0), [0, 5]),
        (("scores", 0), ["x", [0, 0]]),
        (("scores",), []),
        (("outcome",), {"ranks": 5}),
        (("questions",), None),
    ],
)
def test_a_damaged_one_is_refused(path: tuple[str | int, ...], value: Any) -> None:
    with pytest.raises(BadInput, match="damaged"):
        replays.of_data(changed(path, value))


@pytest.mark.parametrize("data", [[], "replay", 5, None, ["replay"], [["game"]]])
def test_what_is_no_object_is_refused(data: Any) -> None:
    with pytest.raises(BadInput, match="neither a replay nor a record"):
        replays.of_data(data)


@pytest.mark.parametrize(
    "bomb",
    [
        [[["bomb"], 10**9, -(10**9), []]],  # would double the list with each frame
        [[["bomb"], 1, -1, []]],
        [[["bomb"], 0, 0, [0] * 1000]],
        [[["bomb", 0], 5]] * 1000,
    ],
)
def test_a_short_file_does_not_fill_the_memory(bomb: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MOST_COPIED", 1_000_000)
    data = changed(("start", "bomb"), [0, 0])
    frame = deepcopy(data["frames"][0])
    data["frames"] = [[number, frame[1], bomb] for number in range(1, 2000)]
    with pytest.raises(BadInput, match="damaged"):
        replays.of_data(data)

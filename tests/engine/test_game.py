"""Decisions, picks and ranks, whatever the game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.dominion import position
from engine.game import Decision, IllegalChoice, rank


def decision(*options: str, **more: Any) -> Decision:
    return Decision(0, "discard", options, **more)


@pytest.mark.parametrize(
    ("asked", "is_open"),
    [
        (decision("a", "b"), True),
        (decision("a"), False),
        (decision("a", least=0), True),
        (decision(least=0, most=0), False),
        (decision("a", "b", least=0, most=0), False),
        (decision("a", "a", "a", least=2, most=2), False),
        (decision("a", "a", "b", least=2, most=2), True),
        (decision("b", "a", "a", least=2, most=2), True),
        (decision("a", "a", least=1, most=2), True),
        (decision("a", "b", least=2, most=2), False),
        (decision("a", "b", least=2, most=2, ordered=True), True),
        (decision("a", "a", least=2, most=2, ordered=True), False),
        (decision("a", least=1, most=1, ordered=True), False),
    ],
)
def test_a_decision_is_open_when_there_are_two_answers_of_different_value(
    asked: Decision, is_open: bool
) -> None:
    assert asked.is_open is is_open


def test_the_default_is_the_first_options_that_must_be_picked() -> None:
    assert decision("a", "b", "c", least=2, most=3).default == (0, 1)
    assert decision("a", "b", least=0).default == ()


def test_the_default_of_a_confirmation_is_no() -> None:
    assert Decision(0, "confirm", ("yes", "no")).default == (1,)


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ((), "pick 1 to 2 of the options, not 0"),
        ((0, 1, 2), "pick 1 to 2 of the options, not 3"),
        ((3,), "no option 3: the indices are 0 to 2"),
        ((-1,), "no option -1"),
        ((True,), "not True"),
        ((False, 1), "not False"),
        ((0.0,), "not 0.0"),
        (("a",), "not 'a'"),
        ((None,), "not None"),
        (([0],), "not \\[0\\]"),
        ((1, 1), "twice"),
        (None, "not None"),
        ("a", "not 'a'"),
        (0, "not 0"),
        ({0}, "not {0}"),
        ({0: 1}, "not {0: 1}"),
        ((10**400,), "no option"),
    ],
)
def test_illegal_picks_say_what_was_wrong(picks: Any, reason: str) -> None:
    asked = decision("a", "b", "c", least=1, most=2)
    with pytest.raises(IllegalChoice, match=reason):
        asked.check(picks)


def test_legal_picks_come_back_as_a_tuple_in_their_order() -> None:
    asked = decision("a", "b", "c", least=1, most=2)
    assert asked.check([2, 0]) == (2, 0)
    assert asked.check((1,)) == (1,)


@pytest.mark.parametrize(
    "picks", [(), (0,), (0, 1, 2), (5, 1), (-1, 0), (True, 2), (1, 1), None, "01", (0, "1")]
)
def test_illegal_picks_change_nothing(picks: Any) -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Gold, Silver, Duchy, 2 Estate"}])
    game.choose([0])
    before = game.copy()
    with pytest.raises(IllegalChoice):
        game.choose(picks)
    assert game == before
    assert game.view(None) == before.view(None)
    assert game.decision == before.decision
    assert game.record() == before.record()
    game.choose([0, 1])
    assert game.record()["choices"][-1] == [0, 1]


def test_picks_whose_order_does_not_matter_have_one_result() -> None:
    discards = []
    for picks in ([4, 0], [0, 4]):
        game = position(seats=[{"hand": "Militia"}, {"hand": "Gold, Silver, Duchy, 2 Estate"}])
        game.choose([0])
        game.choose(picks)
        discards.append(game.view(None)["seats"][1]["discard"])
    assert discards == [["Estate", "Gold"], ["Estate", "Gold"]]


def test_a_decision_is_json() -> None:
    asked = decision("a", "b", least=0, about="Gold")
    assert json.loads(json.dumps(asked.to_json())) == {
        "seat": 0, "kind": "discard", "options": ["a", "b"], "least": 0, "most": 1,
        "ordered": False, "source": None, "about": "Gold", "default": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "ranks"),
    [
        ([3, 1, 2], [1, 3, 2]),
        ([2, 2, 1], [1, 1, 3]),
        ([1, 2, 2, 0], [3, 1, 1, 4]),
        ([0, 0], [1, 1]),
        ([-1, -5], [1, 2]),
    ],
)
def test_ranks_are_shared_by_equals_and_the_next_is_skipped(
    keys: list[int], ranks: list[int]
) -> None:
    assert rank(keys) == ranks

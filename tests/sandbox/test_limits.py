"""Limits come from operators as JSON, so they are checked."""

import pytest

from sandbox.limits import MIB, Limits, wall_budget, wall_guard


def test_limits_survive_json() -> None:
    limits = Limits(game_cpu=3, memory=64 * MIB)
    assert Limits.from_json(limits.to_json()) == limits


def test_what_is_left_out_keeps_its_default() -> None:
    assert Limits.from_json({"threads": 2}) == Limits(threads=2)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ram", 1),
        ("memory", 1.5),
        ("memory", 1024),
        ("threads", True),
        ("threads", 0),
        ("game_cpu", "10"),
        ("game_cpu", -1.0),
        ("decision_cpu", float("nan")),
        ("decision_cpu", float("inf")),
        ("line_in", None),
    ],
)
def test_a_bad_limit_is_named(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=key):
        Limits.from_json({key: value})


def test_wall_guards_follow_from_cpu() -> None:
    assert wall_guard(2.0) == 22.0
    assert wall_budget(11.0) == 63.0

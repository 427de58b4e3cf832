"""A game told by round and turn."""

from typing import Any

from website.matches.narration import Line, distinct, narrate

NAMES = ["Alcuin", "Bede"]
EVENTS: list[dict[str, Any]] = [
    {"type": "draw", "seat": 0, "say": "Alcuin draws."},
    {"type": "turn", "seat": 0, "turn": 1},
    {"type": "play", "seat": 0, "say": "Alcuin plays."},
    {"type": "gain", "seat": 0, "say": ""},
    {"type": "discard", "seat": 1, "say": "Bede discards."},
    {"type": "turn", "seat": 1, "turn": 1},
    {"type": "turn", "seat": 0, "turn": 2},
    {"type": "end", "say": "The end."},
]


def test_events_stand_under_the_round_and_the_turn_they_belong_to() -> None:
    rounds = narrate(EVENTS, lambda event: str(event["say"]), NAMES)
    assert [(r.number, [turn.seat for turn in r.turns]) for r in rounds] == [
        (0, [None]),
        (1, [0, 1]),
        (2, [0]),
    ]
    assert rounds[0].turns[0].lines == [Line("", "Alcuin draws.")]
    assert rounds[1].turns[0].lines == [Line("Alcuin", " plays."), Line("", "Bede discards.")]
    assert rounds[2].turns[0].lines == [Line("", "The end.")]


def test_a_game_without_events_has_no_rounds() -> None:
    assert narrate([], lambda event: "never", NAMES) == []


def test_a_bot_that_plays_itself_is_told_apart() -> None:
    assert distinct(["Alcuin", "Bede", "Alcuin"]) == ["Alcuin (1)", "Bede", "Alcuin (2)"]

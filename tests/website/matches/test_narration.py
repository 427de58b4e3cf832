"""A game told by round and turn."""

from typing import Any

from website.matches.narration import TurnSentence, distinct, narrate

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
    assert rounds[0].turns[0].lines == [TurnSentence("", "Alcuin draws.")]
    assert rounds[1].turns[0].lines == [
        TurnSentence("Alcuin", " plays."),
        TurnSentence("", "Bede discards."),
    ]
    assert rounds[2].turns[0].lines == [TurnSentence("", "The end.")]


def test_what_nobody_did_opens_the_round_that_begins_next() -> None:
    events: list[dict[str, Any]] = [
        {"type": "row", "seat": None, "say": "A row."},
        {"type": "turn", "seat": 0, "turn": 0},
        {"type": "pick", "seat": 0, "say": "Alcuin picks."},
        {"type": "row", "seat": None, "say": "Another row."},
        {"type": "turn", "seat": 1, "turn": 1},
        {"type": "note", "seat": None, "say": "In between."},
        {"type": "place", "seat": 1, "say": "Bede places."},
        {"type": "score", "seat": None, "say": "One game is over."},
        {"type": "turn", "seat": 1, "turn": 0},
        {"type": "end", "seat": None, "say": "All is over."},
    ]
    rounds = narrate(events, lambda event: str(event["say"]), NAMES)
    assert [(r.number, r.part, r.anchor) for r in rounds] == [
        (0, 1, "turn-0"),
        (1, 1, "turn-1"),
        (0, 2, "part-2-turn-0"),
    ]
    assert [[line.words for line in r.opening] for r in rounds] == [
        ["A row."],
        ["Another row."],
        ["One game is over."],
    ]
    assert rounds[1].turns[0].lines == [
        TurnSentence("", "In between."),
        TurnSentence("Bede", " places."),
    ]
    assert rounds[2].turns[0].lines == [TurnSentence("", "All is over.")]


def test_a_game_without_events_has_no_rounds() -> None:
    assert narrate([], lambda event: "never", NAMES) == []


def test_a_bot_that_plays_itself_is_told_apart() -> None:
    assert distinct(["Alcuin", "Bede", "Alcuin"]) == ["Alcuin (1)", "Bede", "Alcuin (2)"]

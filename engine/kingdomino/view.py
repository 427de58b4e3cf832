"""A seat's view and the log: everything is open but the bag."""

from __future__ import annotations

from engine.game import JsonObject
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import tiles
from engine.kingdomino.state import EVENTS, LogLine, Row, State


def view(state: State, seat: int | None) -> JsonObject:
    """Return the table as `seat` sees it; None sees the bag too. Keys: docs/protocol.md."""
    seen: JsonObject = {
        "dynasty_game": state.dynasty_game,
        "round": state.round,
        "current": state.current,
        "row": _row(state.row),
        "next_row": _row(state.next_row),
        "bag_size": len(state.bag),
        "seats": [
            {
                "tiles": tiles(kingdom),
                "domino": state.domino if owner == state.current else None,
                "score": score,
            }
            for owner, (kingdom, score) in enumerate(zip(state.kingdoms, state.scores, strict=True))
        ],
    }
    if seat is None:
        seen["bag"] = list(state.bag)
    return seen


def _row(row: Row) -> list[JsonObject]:
    return [
        {"number": number, "halves": DOMINOES[number].halves, "king": king}
        for number, king in row.items()
    ]


def events(log: list[LogLine], since: int) -> list[JsonObject]:
    """Return the log from `since` on, which everybody saw alike."""
    told: list[JsonObject] = []
    for kind, seat, details in log[since:]:
        listed = [list(detail) if isinstance(detail, tuple) else detail for detail in details]
        told.append({"type": kind, "seat": seat, **dict(zip(EVENTS[kind], listed, strict=True))})
    return told

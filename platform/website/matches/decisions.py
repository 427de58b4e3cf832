"""A seat's decisions as a file for `kingsbench ask`."""

import json
from collections.abc import Iterator
from typing import Any

from arena.match.rebuilt_log import MOST_CHOICES
from arena.models import Game
from engine import catalogue
from engine.messages import UserError
from engine.messages import gettext_noop as _
from engine.record import BadRecord, replay


class NotReplayable(UserError):
    """The game cannot be played again here; the message says why."""


def decision_file(game: Game, seat: int) -> Iterator[bytes]:
    """Yield the lines of a recording; raises NotReplayable before the first."""
    record = game.record
    if seat not in range(len(game.seating)):
        raise NotReplayable(_("This game has no such seat."))
    _check(record)
    return _lines(game, seat)


def _check(record: dict[str, Any]) -> None:
    choices = record.get("choices", ())
    try:
        replay({**record, "choices": []})
    except BadRecord as error:
        words = _("This game cannot be replayed with the current rules: %(why)s.")
        raise NotReplayable(words, why=error.problem) from error
    if len(choices) > MOST_CHOICES:
        raise NotReplayable(_("This game has more than %(most)d decisions."), most=MOST_CHOICES)


def _lines(game: Game, seat: int) -> Iterator[bytes]:
    record = game.record
    table = catalogue.info(record["game"]).restart(record)
    yield _line(_hello(game, seat))
    seen = number = 0
    for picks in record["choices"]:
        decision = table.decision
        if decision is None:
            break
        if decision.seat == seat:
            number += 1
            events = table.events(seat, seen)
            seen += len(events)
            yield _line(
                {
                    "type": "decide",
                    "id": number,
                    "decision": decision.to_json(),
                    "view": table.view(seat),
                    "events": events,
                    "state": table.knowledge(seat),
                    "picked": picks,
                }
            )
        table.choose(picks)
    outcome = {"scores": game.scores, "ranks": game.ranks, "reason": game.reason}
    yield _line({"type": "finish", "outcome": outcome})


def _hello(game: Game, seat: int) -> dict[str, Any]:
    record = game.record
    kept = {key: record[key] for key in ("game", "config", "seats")}
    limits = game.match.limits
    return {"type": "hello", "protocol": 1, **kept, "seat": seat, "limits": limits, "random": 0}


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"

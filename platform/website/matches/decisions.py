"""A seat's decisions as a file for `kingsbench ask`."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from arena.matches.referee import recording
from arena.matches.referee.decision_log import MOST_CHOICES
from arena.matches.referee.recording import SeatRecord
from arena.matches.referee.seeds import bot_seed
from arena.models import Game
from engine.messages import UserError
from engine.messages import gettext_noop as _
from engine.record import BadRecord, replay

FORMAT = 2


class NotReplayable(UserError):
    """The game cannot be played again here; the message says why."""


def decision_file(game: Game, seat: int) -> Iterator[bytes]:
    """Yield the lines of a recording; raises NotReplayable before the first."""
    if seat not in range(len(game.seating)):
        raise NotReplayable(_("This game has no such seat."))
    check_record(game.record)
    return encode_lines(_lines(game, seat))


def check_record(record: dict[str, Any]) -> None:
    """Raises NotReplayable."""
    choices = record.get("choices", ())
    try:
        replay({**record, "choices": []})
    except BadRecord as error:
        words = _("This game cannot be replayed with the current rules: %(why)s.")
        raise NotReplayable(words, why=error.problem) from error
    if len(choices) > MOST_CHOICES:
        raise NotReplayable(_("This game has more than %(most)d decisions."), most=MOST_CHOICES)


def seat_record(game: Game, seat: int) -> SeatRecord:
    return SeatRecord(
        record=game.record,
        seat=seat,
        limits=game.match.limits,
        random=bot_seed(game.match.seed, game.number, game.position_of(seat)),
        spent=[decision["cpu"] for decision in game.logged_decisions],
    )


def _lines(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Mark the line at which the bot failed; verdict and message of a fault are public."""
    of_seat, position = seat_record(game, seat), game.position_of(seat)
    faults = {fault.number: fault for fault in game.faults.filter(seat__position=position)}
    asked: Any = game.decisions[position] if position in range(len(game.decisions)) else 0

    def marked(line: dict[str, Any], number: int) -> dict[str, Any]:
        fault = faults.get(number)
        return recording.line_with_fault(line, fault.verdict, fault.message) if fault else line

    yield marked(recording.hello(of_seat), 0)
    for line in recording.decides(of_seat):
        if "picked" in line or (isinstance(asked, int) and line["id"] <= asked):
            yield marked(line, line["id"])
    outcome = {"scores": game.scores, "ranks": game.ranks, "reason": game.reason}
    yield {"type": "finish", "outcome": outcome}


def encode_lines(lines: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield JSON lines."""
    for line in lines:
        yield json.dumps(line, separators=(",", ":")).encode() + b"\n"

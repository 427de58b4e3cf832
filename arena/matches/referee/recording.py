"""A seat's side of a stored game as messages for `kingsbench ask`."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from arena.matches.referee.fault import JsonObject
from engine import catalogue

Seconds = float | None


class SeatRecord(NamedTuple):
    """A stored game and the seat; `spent`: CPU seconds by decision of the game, where known."""

    record: JsonObject
    seat: int
    limits: JsonObject
    random: int
    spent: Sequence[Seconds] = ()


def hello(game: SeatRecord) -> JsonObject:
    kept: JsonObject = {
        key: game.record[key] for key in ("game", "config", "seats") if key in game.record
    }
    return {
        "type": "hello",
        "protocol": 1,
        **kept,
        "seat": game.seat,
        "limits": game.limits,
        "random": game.random,
    }


def decides(game: SeatRecord) -> Iterator[JsonObject]:
    """Yield what the seat was asked, in order; the last may have no answer (`picked`).

    `pause`: CPU seconds of the other bots since its last answer.
    """
    choices: list[Any] = [*game.record["choices"], None]
    table = catalogue.info(game.record["game"]).restart(game.record)
    seen = number = 0
    pause = 0.0
    for index, picks in enumerate(choices):
        decision = table.decision
        if decision is None:
            return
        cpu = game.spent[index] if index < len(game.spent) else None
        if decision.seat == game.seat:
            number += 1
            events = table.events(game.seat, seen)
            seen += len(events)
            yield {
                "type": "decide",
                "id": number,
                "decision": decision.to_json(),
                "view": table.view(game.seat),
                "events": events,
                "state": table.knowledge(game.seat),
                **({} if picks is None else {"picked": picks}),
                **({} if cpu is None else {"cpu": cpu}),
                **({"pause": round(pause, 4)} if pause else {}),
            }
            pause = 0.0
        else:
            pause += cpu or 0.0
        if picks is not None:
            table.choose(picks)


def line_with_fault(line: JsonObject, verdict: str, message: str) -> JsonObject:
    """Return the line with the fault that the bot made when it got it."""
    return line | {"verdict": verdict, "message": str(message)}

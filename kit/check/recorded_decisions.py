"""Read recorded decisions from a file."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.matches.referee import protocol
from arena.matches.referee.protocol import Decide, Finish, Hello
from engine import catalogue
from kit.errors import BadInput
from kit.files import read_text
from kit.program import PROGRAM
from sandbox.limits import Limits

Sent = Hello | Decide | Finish

MESSAGES: dict[str, type[Sent]] = {"hello": Hello, "decide": Decide, "finish": Finish}
LIMITS = {field.name for field in fields(Limits)}
DEFAULT_GAME = "dominion"
LONGEST_PAUSE = 60.0


@dataclass(frozen=True)
class Note:
    """A line's other keys: `cpu` seconds that the recorded bot took; its fault."""

    has_clock: bool = False
    pause: float = 0.0
    cpu: float | None = None
    picked: list[int] | None = None
    verdict: str = ""
    message: str = ""
    number: int = 0


@dataclass(frozen=True)
class Recording:
    """Messages with their notes; as an iterable, the messages."""

    messages: list[Sent]
    notes: list[Note]

    def __iter__(self) -> Iterator[Sent]:
        return iter(self.messages)

    def games(self) -> Iterator[list[tuple[Sent, Note]]]:
        """Yield games: each begins with `hello`."""
        lines = list(zip(self.messages, self.notes, strict=True))
        starts = [n for n, message in enumerate(self.messages) if isinstance(message, Hello)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield lines[start:end]

    def fault(self) -> dict[str, Any] | None:
        """Return the first recorded fault; `number` is its decision's."""
        for message, note in zip(self.messages, self.notes, strict=True):
            if note.verdict:
                number = note.number or (message.id if isinstance(message, Decide) else 0)
                return {"verdict": note.verdict, "message": note.message, "number": number}
        return None


def read_recording(path: Path, game: str | None) -> Recording:
    """Add a `hello` if missing, for `game` or the first that fits. Raises BadInput."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    lines = list(_lines(path, text, game))
    messages, notes = [line[0] for line in lines], [line[1] for line in lines]
    first = next((message for message in messages if isinstance(message, Decide)), None)
    is_start = messages and isinstance(messages[0], Hello) and isinstance(messages[-1], Finish)
    if first is None and not is_start:
        raise BadInput(f"{path} contains no decisions; see {PROGRAM} ask --help")
    if first is not None and not isinstance(messages[0], Hello):
        return Recording([_hello(first, game), *messages], [Note(), *notes])
    return Recording(messages, notes)


def _lines(path: Path, text: str, game: str | None) -> Iterator[tuple[Sent, Note]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _line(line, number, game)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"{path}, line {number}: {error}") from error


def _line(line: str, number: int, game: str | None) -> tuple[Sent, Note]:
    """Recordings may omit or add keys. Raises ValueError."""
    if len(line.encode()) > Limits().line_out:
        raise ValueError("longer than the longest line sent to a bot (1 MiB)")
    data = json.loads(line)
    kind = data.get("type", "decide") if isinstance(data, dict) else None
    if kind not in MESSAGES or (kind == "decide" and not isinstance(data.get("decision"), dict)):
        raise ValueError(f"not a message or a recorded decision; see {PROGRAM} ask --help")
    parts = {"type": kind, **_defaults(kind, number, game), **_known_fields(MESSAGES[kind], data)}
    if kind == "decide":
        parts["decision"] = {"seat": 0, **_known_fields(protocol.Question, data["decision"])}
    message = protocol.read_sent(json.dumps(parts).encode())
    return _with_known_limits(message) if isinstance(message, Hello) else message, _note(data)


def _note(data: dict[str, Any]) -> Note:
    """Raises ValueError."""
    verdict, picked, number = data.get("verdict"), data.get("picked"), data.get("number")
    is_picks = isinstance(picked, list) and all(type(pick) is int for pick in picked)
    is_timed = data.get("type") == "decide" and data.get("cpu") is not None
    return Note(
        has_clock=data.get("clock") is not None,
        pause=min(LONGEST_PAUSE, _seconds(data, "pause")),
        cpu=_seconds(data, "cpu") if is_timed else None,
        picked=picked if is_picks else None,
        verdict=verdict if isinstance(verdict, str) else "",
        message=str(data.get("message", "")),
        number=number if type(number) is int else 0,
    )


def _seconds(data: dict[str, Any], key: str) -> float:
    value = data.get(key, 0.0)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or value < 0:
        raise ValueError(f"{key} must be a number of seconds, not {value!r}")
    return float(value)


def _known_fields(kind: type[Struct], data: dict[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in kind.__struct_fields__ if data.get(name) is not None}


def _defaults(kind: str, number: int, game: str | None) -> dict[str, Any]:
    if kind == "hello":
        return {
            "game": game or DEFAULT_GAME,
            "config": {},
            "seats": 2,
            "seat": 0,
            "limits": {},
            "random": 0,
        }
    if kind == "decide":
        limits = Limits()
        return {"id": number, "clock": {"left": limits.game_cpu, "decision": limits.decision_cpu}}
    return {}


def _with_known_limits(hello: Hello) -> Hello:
    """Keep known limits; fill in the others."""
    limits = Limits.from_json({name: n for name, n in hello.limits.items() if name in LIMITS})
    return msgspec.structs.replace(hello, limits=limits.to_json())


def _hello(first: Decide, game: str | None) -> Hello:
    """Only a state knows the game's options."""
    config = first.state.get("config") if isinstance(first.state, dict) else None
    seats = first.view.get("seats", []) if isinstance(first.view, dict) else []
    return Hello(
        game=game or _game_with(first.decision.kind),
        config=config if isinstance(config, dict) else {},
        seats=max(2, len(seats)),
        seat=first.decision.seat,
        limits=Limits().to_json(),
        random=0,
    )


def _game_with(kind: str) -> str:
    games = catalogue.games().items()
    return next((name for name, game in games if kind in game.kinds), DEFAULT_GAME)

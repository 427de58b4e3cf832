"""Protocol version 1: one JSON object a line, parsed strictly.

`python -m arena.matches.referee.protocol` makes `docs/protocol.schema.json` from types and
docstrings.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.messages import UserError
from engine.messages import gettext_noop as _

VERSION = 1
SAFE_INTEGER = 2**53 - 1

Integer = Annotated[int, Meta(ge=-SAFE_INTEGER, le=SAFE_INTEGER)]
Natural = Annotated[int, Meta(ge=0, le=SAFE_INTEGER)]
Seconds = Annotated[float, Meta(description="Seconds of CPU time.")]
Want = Literal["view", "events", "state"]
BotFault = Literal["crash", "illegal", "memory"]
Reply = TypeVar("Reply")

DEFAULT_WANTS: tuple[Want, ...] = ("view", "events")


class ProtocolError(UserError, ValueError):
    """A bot's line is not the expected message."""


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question: pick `least` to `most` of `options`, by index."""

    seat: Natural
    kind: str
    options: tuple[Any, ...]
    least: Natural
    most: Natural
    ordered: bool = False
    about: Any = None
    source: str | None = None
    default: tuple[Natural, ...] = ()
    of: Natural | UnsetType = UNSET  # the seat for which another seat decides


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """CPU time that the bot may still use: in the whole game, and for this decision."""

    left: Seconds
    decision: Seconds


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """Opens every game, to a bot that has just been started; the bot answers `ready`."""

    game: str
    config: dict[str, Any]
    seats: Natural
    seat: Natural
    limits: dict[str, int | float]
    random: Annotated[Natural, Meta(description="Seeds the bot's own dice; not the deal's seed.")]
    protocol: Literal[1] = 1


class Ready(Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """The bot's answer to `hello`: it is loaded, and wants these parts with every decision."""

    wants: tuple[Want, ...] = DEFAULT_WANTS


class Decide(Struct, frozen=True, tag="decide", forbid_unknown_fields=True):
    """Asks the bot for a decision; it answers with the same `id` and its picks."""

    id: Natural
    decision: Question
    clock: Clock
    view: dict[str, Any] | UnsetType = UNSET
    events: list[dict[str, Any]] | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The bot's picks: distinct indices into the options of the decision with this `id`."""

    id: Integer
    picks: list[Integer]


class Error(Struct, frozen=True, tag="error", forbid_unknown_fields=True):
    """Sent instead of an answer when the bot's code failed: its last line."""

    id: Integer | None
    error: BotFault
    message: str
    traceback: str = ""
    params: Annotated[
        dict[str, str | Integer],
        Meta(description="Parameters of `message`, where it is a sentence of the platform."),
    ] = {}


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's result: scores and ranks by seat (1 is best, ties share a rank), and the reason."""

    scores: list[Integer]
    ranks: list[Natural]
    reason: str


class Finish(Struct, frozen=True, tag="finish", forbid_unknown_fields=True):
    """The game is over; no answer is expected, and the bot's input closes."""

    outcome: Outcome


TO_BOT: tuple[type[Struct], ...] = (Hello, Decide, Finish)
FROM_BOT: tuple[type[Struct], ...] = (Ready, Answer, Error)


class _Kind(Struct):
    type: str = "answer"


_encode = msgspec.json.Encoder().encode
_kind = msgspec.json.Decoder(_Kind)
_ready = msgspec.json.Decoder(Ready)
_answer = msgspec.json.Decoder(Answer)
_error = msgspec.json.Decoder(Error)
_sent: msgspec.json.Decoder[Hello | Decide | Finish] = msgspec.json.Decoder(Hello | Decide | Finish)


def encode(message: Struct) -> bytes:
    """Encode, without newline."""
    return _encode(message)


def read_ready(data: bytes) -> Ready | Error:
    """Read the answer to `hello`. Raises ProtocolError."""
    return _read(data, _ready, "ready")


def read_answer(data: bytes, asked: int) -> Answer | Error:
    """Read the answer to `asked`. Raises ProtocolError."""
    reply: Answer | Error | None = None
    with suppress(ValueError, RecursionError):
        answer = _answer.decode(data)
        if data == f'{{"id":{answer.id},"picks":{answer.picks}}}'.encode():
            reply = answer  # as the guest writes it, so there is no more to check
    if reply is None:
        reply = _read(data, _answer, "answer")
    if isinstance(reply, Answer) and reply.id != asked:
        words = _("the answer has the id %(id)s, but the question was decision %(asked)s")
        raise ProtocolError(words, id=reply.id, asked=asked)
    return reply


def read_sent(data: bytes) -> Hello | Decide | Finish:
    """Read a recorded message. Raises ProtocolError."""
    return _decode(data, _sent)


def _read(data: bytes, due: "msgspec.json.Decoder[Reply]", name: str) -> Reply | Error:
    kind = _decode(data, _kind).type
    if kind == "error":
        return _convert(data, _error)
    if kind != name:
        words = _("expected %(due)s, but the line has the type %(kind)s")
        raise ProtocolError(words, due=repr(name), kind=repr(kind))
    return _convert(data, due)


def _decode(data: bytes, decoder: "msgspec.json.Decoder[Reply]") -> Reply:
    """Decode one message; types bound depth and size."""
    message = _convert(data, decoder)
    try:
        _strict.decode(data.decode())  # msgspec accepts duplicate keys
    except (ValueError, RecursionError) as error:
        raise ProtocolError(_("not a valid message: %(rest)s"), rest=str(error)) from None
    return message


def _convert(data: bytes, decoder: "msgspec.json.Decoder[Reply]") -> Reply:
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(_("not a valid message: %(rest)s"), rest=str(error)) from None


def _unique(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    unique: dict[str, Any] = {}
    for key, value in pairs:
        if key in unique:
            raise ValueError(f"the key {key!r} stands twice")
        unique[key] = value
    return unique


_strict = json.JSONDecoder(object_pairs_hook=_unique)


def schema() -> dict[str, Any]:
    _, parts = msgspec.json.schema_components(TO_BOT + FROM_BOT, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Kingsbench protocol, version {VERSION}",
        "description": "One JSON object a line. `toBot` and `fromBot` name who sends what.",
        "oneOf": [{"$ref": "#/$defs/toBot"}, {"$ref": "#/$defs/fromBot"}],
        "$defs": {"toBot": _any_of(TO_BOT), "fromBot": _any_of(FROM_BOT), **parts},
    }


def _any_of(types: Sequence[type[Struct]]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in types]}


def schema_text() -> str:
    return json.dumps(schema(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")

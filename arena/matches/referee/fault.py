"""A fault's fields."""

from dataclasses import dataclass, field, fields
from typing import Any

JsonObject = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class FaultDetails:
    """All its owner needs.

    `number`: the bot's decision from 1, 0 its start; `cpu`: seconds in total; `meter`: the
    decision's.
    """

    verdict: str
    message: str
    traceback: str
    decision: JsonObject | None
    view: JsonObject | None
    number: int
    cpu: float
    log: str
    meter: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Fault(FaultDetails):
    game: int
    entrant: int


DETAILS = tuple(detail.name for detail in fields(FaultDetails))
SECRET = tuple(name for name in DETAILS if name not in {"verdict", "message"})  # for the owner


def details_of(fault: object) -> dict[str, Any]:
    return {name: getattr(fault, name) for name in DETAILS}


def secret_of(fault: object) -> dict[str, Any]:
    return {name: getattr(fault, name) for name in SECRET}

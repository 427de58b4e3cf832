"""What organisers decide, from what was sent: as the actions take it."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from arena.clocks import CLOCKS
from arena.models.competition import Competition

Terms = TypeVar("Terms")


def changed_terms(kind: type[Terms], present: Competition, sent: Mapping[str, Any]) -> Terms:
    """The terms of something that is there, with what was sent instead.

    Limits that cannot be sent stay.
    """
    stays = {one.name: getattr(present, one.name) for one in fields(kind)}  # type: ignore[arg-type]
    kept = {name: value for name, value in present.limits.items() if name not in CLOCKS}
    limits = {"limits": kept | sent["limits"]} if "limits" in sent else {}
    return kind(**stays | {**sent} | limits)

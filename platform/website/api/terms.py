"""What organisers decide, from what was sent: as the actions take it."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from arena.match.clocks import CLOCKS
from arena.models import League, Tournament
from arena.models.competition import Competition
from arena.tournaments.pairing import Format, usual_choices

Terms = TypeVar("Terms")


def usual_where_open(
    sent: Mapping[str, Any], kind: str, present: Tournament | League | None = None
) -> dict[str, Any]:
    """Return what was sent, with the usual terms of its format where they were left open.

    `kind`: the format where none is sent. What is stored of the present one stays as it is, unless
    its terms or its format are sent.
    """
    kind = sent.get("format", kind)
    if present and "terms" not in sent and kind == present.format:
        return dict(sent)
    terms = sent.get("terms", present.terms if present else {})
    if terms.get("rounds") is None:
        terms = {**usual_choices(Format(kind)), **terms}
    return {**sent, "terms": terms}


def changed_terms(kind: type[Terms], present: Competition, sent: Mapping[str, Any]) -> Terms:
    """The terms of something that is there, with what was sent instead.

    Limits that cannot be sent stay.
    """
    stays = {one.name: getattr(present, one.name) for one in fields(kind)}  # type: ignore[arg-type]
    kept = {name: value for name, value in present.limits.items() if name not in CLOCKS}
    limits = {"limits": kept | sent["limits"]} if "limits" in sent else {}
    return kind(**stays | {**sent} | limits)

"""Complete organisers' input for the actions."""

from collections.abc import Mapping
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from arena.core.clocks import CLOCKS
from arena.core.terms import Terms
from arena.models import League, Tournament
from arena.models.competition import Competition
from arena.tournaments.formats import FORMATS, MissingFormat

T = TypeVar("T", bound=Terms)


IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description=(
        "The ETag of what you read. If others have changed the settings since, nothing is stored: "
        "409, with `changes`."
    ),
)


def read_revision(request: Request, present: Competition) -> int:
    """Return the revision that a request wants to change, by default the one just read.

    A tag begins with it; the rest, of the content, is for caches. A tag that is none gives 0, which
    never was.
    """
    header = request.headers.get("If-Match", "*").strip()
    tags = [tag.strip().removeprefix("W/").strip('"') for tag in header.split(",")]
    known = [tag.partition("-")[0] for tag in tags]
    if header == "*" or str(present.revision) in known:
        return present.revision
    return int(known[0]) if known[0].isdecimal() and len(known[0]) < 10 else 0


def usual_where_open(
    sent: Mapping[str, Any], kind: str, present: Tournament | League | None = None
) -> dict[str, Any]:
    """Return the input with the format's default choices where left open.

    `kind`: the format if none is sent. Stored choices stay unless `terms` or another format are
    sent.
    """
    kind = sent.get("format", kind)
    if present and "terms" not in sent and kind == present.format:
        return dict(sent)
    terms = sent.get("terms", present.terms if present else {})
    if terms.get("rounds") is None:
        terms = {**(FORMATS.get(kind) or MissingFormat()).defaults, **terms}
    return {**sent, "terms": terms}


def changed_terms(kind: type[T], present: Competition, sent: Mapping[str, Any]) -> T:
    """Return the stored terms updated with the input; limits that the API does not offer stay."""
    kept = {name: value for name, value in present.limits.items() if name not in CLOCKS}
    limits = {"limits": kept | sent["limits"]} if "limits" in sent else {}
    return kind(**kind.of(present).values() | {**sent} | limits)

"""Organisers' verbs on a match: corrections of its result."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _

from arena.models import Match
from arena.results.correct_result import rejudge_match, void_result
from website.competitions.verbs import Verb, by_key

if TYPE_CHECKING:
    from collections.abc import Callable


def _is_rated(match: Match) -> bool:
    return match.status == Match.Status.FINISHED and match.serial is not None


@dataclass(frozen=True)
class MatchVerb(Verb):
    """The action returns the match to show then; `offered` asks the present one."""

    _: KW_ONLY
    needs_reason: bool = True
    offered: Callable[[Match], bool] = _is_rated
    target: ClassVar[str] = "match"


VERBS = by_key(
    [
        MatchVerb(
            "void",
            void_result,
            summary="Void a match",
            about="Ratings are then recomputed. The reason is public.",
            done=_("The result is void. Ratings will be updated within minutes."),
            label=_("Void result"),
        ),
        MatchVerb(
            "rejudge",
            rejudge_match,
            summary="Rejudge a match",
            about="Voids the result and returns the new match.",
            status=HTTPStatus.CREATED,
            done=_("The match will be played again here. Ratings will be updated within minutes."),
            label=_("Void and play again"),
        ),
    ]
)

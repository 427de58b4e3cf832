"""Organisers' verbs on a league."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext_lazy as _

from arena.leagues.organise import close_league, pause_league, resume_league
from arena.models import League
from website.competitions.verbs import NEW_STATE, Sent, Verb, by_key, new_state

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class LeagueVerb(Verb):
    """The action returns the league; `offered` asks it."""

    _: KW_ONLY
    done: _StrPromise = NEW_STATE
    params: Callable[[Sent, Any], Sent] = new_state
    target: ClassVar[str] = "league"


VERBS = by_key(
    [
        LeagueVerb(
            "pause",
            pause_league,
            summary="Pause a league",
            about="No new seasons for now.",
            offered=lambda league: league.state == League.State.ACTIVE,
            label=_("Pause the league"),
            help=_(
                "A paused league starts no seasons until it is resumed. A running season is "
                "played to the end."
            ),
        ),
        LeagueVerb(
            "resume",
            resume_league,
            summary="Resume a league",
            about="From the next scheduled start.",
            offered=lambda league: league.state == League.State.PAUSED,
            label=_("Resume the league"),
            help=_(
                "A resumed league continues with the next date in its calendar. Missed dates "
                "are skipped."
            ),
        ),
        LeagueVerb(
            "close",
            close_league,
            needs_reason=True,
            summary="Permanently close a league",
            about="A season already made is finished.",
            offered=lambda league: league.state != League.State.CLOSED,
            label=_("Close the league"),
            help=_("A closed league never starts another season. Its history remains visible."),
        ),
    ]
)

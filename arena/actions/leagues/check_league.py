"""Check what an organiser wants a league to be, before anything is stored."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from typing import Any

from django.utils.translation import gettext as _

from arena.actions.errors import BadTerms
from arena.actions.names import require_free_name
from arena.actions.tournaments.check_tournament import (
    MOST_AHEAD,
    TournamentTerms,
    check_estimate,
    check_tournament,
)
from arena.models import Ladder, League, Tournament
from arena.models.leagues import MOST_FREEZE_MINUTES
from arena.tournaments.pairing import usual_games
from arena.tournaments.schedule import BadCron, BadSchedule, NeverFires, Schedule, UnknownZone

NAME_MOST = 50  # leaves room for season and division in the name of a tournament
MOST_DIVISIONS = 20
MOST_SIZE = 64
LOOK_AHEAD = 60  # starts, among which the shortest time between two is looked for


@dataclass(frozen=True, kw_only=True)
class LeagueTerms:
    """All that an organiser decides about a league: the fields of the model.

    `terms` and `tie_breaks` are those of the tournaments as which divisions are played.
    """

    name: str
    description: str = ""
    ladder: Ladder
    game: str
    config: dict[str, Any] = field(default_factory=dict)
    seats: int = 2
    games_per_match: int = usual_games(2)
    limits: dict[str, Any] = field(default_factory=dict)
    format: str = Tournament.Format.ROUND_ROBIN
    terms: dict[str, Any] = field(default_factory=dict)
    tie_breaks: list[str] = field(default_factory=list)
    divisions: int = 2
    division_size: int = 8
    promoted: int = 2
    bots_per_owner: int = 1
    schedule: str
    time_zone: str = "UTC"
    freeze_minutes: int = 60
    reveal_minutes: int = 0


def check_league(*, terms: LeagueTerms, league: League | None = None) -> None:
    """Raise NameTaken or BadTerms where no league can have these terms.

    `league` is the one that shall have them: its own name is not taken.
    """
    require_free_name(name=terms.name, among=League, present=league, most=NAME_MOST)
    _check_sizes(terms)
    schedule = read_schedule(cron=terms.schedule, zone=terms.time_zone)
    starts = list(islice(schedule.starts(datetime.now(UTC)), LOOK_AHEAD))
    if starts[0] > datetime.now(UTC) + MOST_AHEAD:
        words = _("“%(cron)s” comes more than two years from now first: choose earlier starts.")
        raise BadTerms(words % {"cron": terms.schedule})
    _check_freeze(terms, starts)
    division = division_terms(
        terms=terms, season=1, level=1, starts_at=starts[0], name=f"{terms.name}: a division"
    )
    check_tournament(terms=division)
    check_estimate(terms=division, entrants=terms.division_size)


def read_schedule(*, cron: str, zone: str) -> Schedule:
    """The schedule. Raises BadTerms, in the organiser's language."""
    try:
        return Schedule(cron, zone)
    except UnknownZone as problem:
        words = _("There is no time zone “%(zone)s”: write it like Europe/Berlin.")
        raise BadTerms(words % {"zone": zone}) from problem
    except NeverFires as problem:
        words = _("“%(cron)s” never comes: no month of those named has such a day.")
        raise BadTerms(words % {"cron": cron}) from problem
    except (BadCron, BadSchedule) as problem:
        words = _(
            "“%(cron)s” is no cron expression. It has five fields: minute, hour, day of the month, "
            "month, day of the week. Every Friday at 18:00 is 0 18 * * FRI."
        )
        raise BadTerms(words % {"cron": cron}) from problem


def division_terms(
    *,
    terms: LeagueTerms | League,
    season: int,
    level: int,
    starts_at: datetime,
    name: str = "",
) -> TournamentTerms:
    """What the organisers of a tournament would decide for one division."""
    return TournamentTerms(
        name=name or f"{terms.name}, season {season}, division {level}",
        game=terms.game,
        config=terms.config,
        seats=terms.seats,
        games_per_match=terms.games_per_match,
        limits=terms.limits,
        format=terms.format,
        terms=terms.terms,
        tie_breaks=terms.tie_breaks,
        admission=Tournament.Admission.HAND,
        ladder=terms.ladder,
        most_entrants=terms.division_size,
        bots_per_owner=min(terms.bots_per_owner, terms.division_size),
        entry_deadline=starts_at - timedelta(minutes=terms.freeze_minutes),
        starts_at=starts_at,
        reveal_minutes=terms.reveal_minutes,
    )


def _check_sizes(terms: LeagueTerms) -> None:
    if not 1 <= terms.divisions <= MOST_DIVISIONS:
        words = _("A league has 1 to %(most)d divisions.")
        raise BadTerms(words % {"most": MOST_DIVISIONS})
    if not 2 <= terms.division_size <= MOST_SIZE:
        words = _("A division has 2 to %(most)d bots.")
        raise BadTerms(words % {"most": MOST_SIZE})
    if terms.promoted < 0 or 2 * terms.promoted >= terms.division_size:
        raise BadTerms(
            _("Fewer than half of a division go up and down, so that some stay: promote fewer.")
        )
    if not 1 <= terms.bots_per_owner <= terms.divisions * terms.division_size:
        raise BadTerms(_("An owner has one bot at least, and no more than there are places."))


def _check_freeze(terms: LeagueTerms, starts: Iterable[datetime]) -> None:
    if not 0 <= terms.freeze_minutes <= MOST_FREEZE_MINUTES:
        raise BadTerms(_("Versions are frozen at the start, or up to a week before."))
    shortest = min(other - one for one, other in pairwise(starts))
    if timedelta(minutes=terms.freeze_minutes) >= shortest:
        words = _(
            "Two starts are %(between)d minutes apart: freeze the versions less than that before a "
            "start, or start less often."
        )
        raise BadTerms(words % {"between": shortest.total_seconds() // 60})

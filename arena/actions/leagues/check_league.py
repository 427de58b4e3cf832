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
LOOK_AHEAD = 60  # starts to search for the shortest time between two


@dataclass(frozen=True, kw_only=True)
class LeagueTerms:
    """A league's terms; `terms` and `tie_breaks` are its divisions'."""

    name: str
    description: str = ""
    ladder: Ladder
    game: str
    config: dict[str, Any] = field(default_factory=dict)
    seats: int = 2
    games_per_match: int = usual_games(2)
    limits: dict[str, Any] = field(default_factory=dict)
    format: str = "round_robin"
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
    """Raise NameTaken or BadTerms; `league` may keep its name."""
    require_free_name(name=terms.name, among=League, present=league, most=NAME_MOST)
    _check_sizes(terms)
    schedule = read_schedule(cron=terms.schedule, zone=terms.time_zone)
    starts = list(islice(schedule.starts(datetime.now(UTC)), LOOK_AHEAD))
    if starts[0] > datetime.now(UTC) + MOST_AHEAD:
        words = _("“%(cron)s” first occurs more than two years from now. Choose an earlier start.")
        raise BadTerms(words % {"cron": terms.schedule})
    _check_freeze(terms, starts)
    division = division_terms(
        terms=terms, season=1, level=1, starts_at=starts[0], name=f"{terms.name}: a division"
    )
    check_tournament(terms=division)
    check_estimate(terms=division, entrants=terms.division_size)


def read_schedule(*, cron: str, zone: str) -> Schedule:
    """Parse a schedule. Raises BadTerms."""
    try:
        return Schedule(cron, zone)
    except UnknownZone as problem:
        words = _("Unknown time zone “%(zone)s”. Use a name like Europe/Berlin.")
        raise BadTerms(words % {"zone": zone}) from problem
    except NeverFires as problem:
        words = _("“%(cron)s” never occurs: none of the months has such a day.")
        raise BadTerms(words % {"cron": cron}) from problem
    except (BadCron, BadSchedule) as problem:
        words = _(
            "“%(cron)s” is not a cron expression. It needs five fields: minute, hour, day of the "
            "month, month, day of the week. For every Friday at 18:00, use 0 18 * * FRI."
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
    """Return a division's tournament terms."""
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
            _(
                "Fewer than half of a division can move up and down, so that some bots stay. "
                "Promote fewer."
            )
        )
    if not 1 <= terms.bots_per_owner <= terms.divisions * terms.division_size:
        raise BadTerms(
            _("An owner can have at least one bot and no more than the league has room for.")
        )


def _check_freeze(terms: LeagueTerms, starts: Iterable[datetime]) -> None:
    if not 0 <= terms.freeze_minutes <= MOST_FREEZE_MINUTES:
        raise BadTerms(_("Versions can be frozen at the start or up to a week before."))
    shortest = min(other - one for one, other in pairwise(starts))
    if timedelta(minutes=terms.freeze_minutes) >= shortest:
        words = _(
            "Two starts are only %(between)d minutes apart. Freeze versions later, or start less "
            "often."
        )
        raise BadTerms(words % {"between": shortest.total_seconds() // 60})

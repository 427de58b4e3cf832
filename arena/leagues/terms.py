from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from typing import ClassVar

from arena.core.competition_terms import check_bounds
from arena.core.errors import BadTerms
from arena.core.require_name import require_free_name
from arena.core.terms import redeclare, term
from arena.leagues.models import MOST_FREEZE_MINUTES
from arena.leagues.schedule import (
    LINE_MOST,
    BadCron,
    BadSchedule,
    NeverFires,
    Schedule,
    UnknownZone,
)
from arena.models import Ladder, League, Tournament
from arena.tournaments.terms import (
    MOST_AHEAD,
    PairedTerms,
    TournamentTerms,
    check_estimate,
    check_tournament,
)
from engine.messages import gettext_noop as _

NAME_MOST = 50  # leaves room for season and division in the name of a tournament
MOST_DIVISIONS = 20
MOST_SIZE = 64
LOOK_AHEAD = 60  # starts to search for the shortest time between two


class LeagueTerms(PairedTerms):
    """A league's terms; those that it shares with tournaments are for its divisions."""

    FROM_LADDER: ClassVar = ("game", "config", "seats", "limits")

    name: str = redeclare(PairedTerms, "name", most=NAME_MOST)
    ladder: Ladder = term(
        _("Ladder"),
        help=_(
            "Its bots take part, its ratings fill free slots, and the league uses its game, "
            "options, seats and time limits."
        ),
    )
    format: str = redeclare(PairedTerms, "format", default="round_robin")
    divisions: int = term(
        _("Maximum number of divisions"),
        default=2,
        least=1,
        most=MOST_DIVISIONS,
        help=_("Filled from the top; with fewer bots there are fewer."),
    )
    division_size: int = term(
        _("Bots per division"),
        default=8,
        least=2,
        most=MOST_SIZE,
        help=_("The last division can have fewer."),
    )
    promoted: int = term(
        _("Bots promoted and relegated"),
        default=2,
        least=0,
        most=MOST_SIZE,
        help=_("Fewer than half of a division."),
    )
    bots_per_owner: int = redeclare(
        PairedTerms,
        "bots_per_owner",
        default=1,
        most=MOST_DIVISIONS * MOST_SIZE,
        help=_("In all divisions together, not counting house bots."),
    )
    schedule: str = term(
        _("Schedule (cron expression)"),
        least=1,
        most=LINE_MOST,
        help=_(
            "Minute, hour, day of the month, month, day of the week: 0 18 * * FRI is every Friday "
            "at 18:00, 0 9 * * MON#1 every first Monday of a month at 9:00."
        ),
    )
    time_zone: str = term(
        _("Time zone"),
        default="UTC",
        least=1,
        most=60,
        help=_("Time zone of the schedule, including daylight saving time."),
    )
    freeze_minutes: int = term(
        _("Minutes from the freeze to the start"),
        default=60,
        least=0,
        most=MOST_FREEZE_MINUTES,
        help=_("How long before the start divisions are formed and versions are frozen."),
    )


def check_league(*, terms: LeagueTerms, league: League | None = None) -> None:
    """Raise NameTaken or BadTerms; `league` may keep its name."""
    require_free_name(name=terms.name, among=League, present=league, most=NAME_MOST)
    check_bounds(terms)
    if 2 * terms.promoted >= terms.division_size:
        words = _(
            "Fewer than half of a division can move up and down, so that some bots stay. Promote "
            "fewer."
        )
        raise BadTerms(words, term="promoted")
    if terms.bots_per_owner > terms.divisions * terms.division_size:
        words = _("An owner cannot have more bots than the league has room for.")
        raise BadTerms(words, term="bots_per_owner")
    schedule = read_schedule(cron=terms.schedule, zone=terms.time_zone)
    starts = list(islice(schedule.starts(datetime.now(UTC)), LOOK_AHEAD))
    if starts[0] > datetime.now(UTC) + MOST_AHEAD:
        words = _("“%(cron)s” first occurs more than two years from now. Choose an earlier start.")
        raise BadTerms(words, term="schedule", cron=terms.schedule)
    shortest = min(later - earlier for earlier, later in pairwise(starts))
    if timedelta(minutes=terms.freeze_minutes) >= shortest:
        words = _(
            "Two starts are too close: %(between)s min apart. Freeze versions later, or start less "
            "often."
        )
        minutes = int(shortest.total_seconds() // 60)
        raise BadTerms(words, term="freeze_minutes", between=minutes)
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
        raise BadTerms(words, term="time_zone", zone=zone) from problem
    except NeverFires as problem:
        words = _("“%(cron)s” never occurs: none of the months has such a day.")
        raise BadTerms(words, term="schedule", cron=cron) from problem
    except (BadCron, BadSchedule) as problem:
        words = _(
            "“%(cron)s” is not a cron expression. It needs five fields: minute, hour, day of the "
            "month, month, day of the week. For every Friday at 18:00, use 0 18 * * FRI."
        )
        raise BadTerms(words, term="schedule", cron=cron) from problem


def division_terms(
    *,
    terms: LeagueTerms | League,
    season: int,
    level: int,
    starts_at: datetime,
    name: str = "",
) -> TournamentTerms:
    """Return a division's tournament terms."""
    shared = {name: getattr(terms, name) for name in PairedTerms.declared()}
    own = {
        "name": name or f"{terms.name}, season {season}, division {level}",
        "description": "",
        "bots_per_owner": min(terms.bots_per_owner, terms.division_size),
    }
    return TournamentTerms(
        **shared | own,
        admission=Tournament.Admission.HAND,
        ladder=terms.ladder,
        most_entrants=terms.division_size,
        entry_deadline=starts_at - timedelta(minutes=terms.freeze_minutes),
        starts_at=starts_at,
    )

"""The terms of tournaments, many of which the divisions of leagues share."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from arena.core.competition_terms import (
    CompetitionTerms,
    check_bounds,
    check_game,
    check_limits,
    check_rotation,
)
from arena.core.database_clock import database_now
from arena.core.errors import BadTerms
from arena.core.require_name import require_free_name
from arena.core.terms import Stage, redeclare, term
from arena.models import Ladder, Tournament
from arena.models.competition import Unpaired
from arena.tournaments.formats import FORMATS, OPTIONS, Estimate, FormatTerms, estimate
from arena.tournaments.models.tournaments import format_choices
from arena.tournaments.pairing import CannotPair, usual_games
from arena.tournaments.standings import TieBreak
from engine.messages import gettext_noop as _

MOST_ENTRANTS = 512
DATES = ("entry_deadline", "starts_at")
MOST_AHEAD = timedelta(days=2 * 365)
MOST_PAST = timedelta(days=7)  # a past start means at once


def tie_break_choices() -> Iterable[tuple[str, str]]:
    """Return the tie-breaks, as choices."""
    return [(tie_break.value, tie_break.value) for tie_break in TieBreak]


class PairedTerms(CompetitionTerms):
    """Terms of tournaments and of a league's divisions; `terms`: options of the format."""

    seats: int = redeclare(CompetitionTerms, "seats", default=2)
    games_per_match: int = redeclare(
        CompetitionTerms, "games_per_match", default=usual_games(2), if_open=_("each seat twice")
    )
    format: str = term(_("Format"), choices=format_choices)
    terms: dict[str, Any] = term(_("Options of the format"), default=dict)
    tie_breaks: list[str] = term(
        _("Tie-breaks"),
        default=list,
        choices=tie_break_choices,
        if_open=_("the usual ones of the format"),
    )
    if_unpaired: str = term(
        _("If a round cannot be paired"),
        default=Unpaired.REMATCH,
        choices=lambda: Unpaired.choices,
        help=_(
            "Possible after withdrawals. Only in a Swiss tournament can opponents be paired again; "
            "otherwise it is paused."
        ),
    )
    bots_per_owner: int = term(
        _("Maximum number of bots per owner"),
        default=1,
        least=1,
        most=MOST_ENTRANTS,
        fixed_from=Stage.FROZEN,
        help=_("House bots are not counted."),
    )
    reveal_minutes: int = term(
        _("Minutes before a round's results are revealed"),
        default=0,
        least=0,
        most=7 * 24 * 60,
        help=_("0: immediately. Otherwise round by round, so that everyone can watch together."),
    )


class TournamentTerms(PairedTerms):
    """A tournament's terms."""

    format: str = redeclare(PairedTerms, "format", default="swiss")
    admission: str = term(
        _("Entrants"),
        default=Tournament.Admission.SIGN_UP,
        choices=lambda: Tournament.Admission.choices,
        fixed_from=Stage.FROZEN,
    )
    ladder: Ladder | None = term(
        _("Ladder"),
        default=None,
        fixed_from=Stage.FROZEN,
        help=_("Its ratings seed the entrants, and its best bots are admitted if chosen above."),
    )
    most_entrants: int = term(
        _("Maximum number of entrants"),
        default=64,
        least=2,
        most=MOST_ENTRANTS,
        fixed_from=Stage.FROZEN,
        help=_("Later sign-ups go on a waiting list and move up when someone leaves."),
    )
    entry_deadline: datetime = term(
        _("Entry deadline"),
        fixed_from=Stage.FROZEN,
        help=_("Versions are frozen and seeds are assigned then."),
    )
    starts_at: datetime = term(_("Start"), help=_("Automatic. At least two entrants are needed."))


def check_tournament(*, terms: TournamentTerms, tournament: Tournament | None = None) -> None:
    """Raise NameTaken or BadTerms for impossible terms; `tournament` may keep its name."""
    require_free_name(name=terms.name, among=Tournament, present=tournament)
    check_bounds(terms)
    check_limits(terms)
    if terms.bots_per_owner > terms.most_entrants:
        words = _("An owner cannot enter more bots than the tournament has room for.")
        raise BadTerms(words, term="bots_per_owner")
    if terms.entry_deadline > terms.starts_at:
        raise BadTerms(_("The start cannot be before the entry deadline."), term="starts_at")
    if FORMATS[terms.format].needs_pods != (terms.seats > 2):
        raise BadTerms(_("Pod formats need three or more seats; all other formats need two."))
    check_rotation(terms)
    for seats in range(terms.seats, 1, -1):  # pods shrink to two
        check_game(terms, seats=seats)
    if terms.ladder is not None and terms.ladder.game != terms.game:
        words = _("This ladder plays another game, so its ratings do not apply here.")
        raise BadTerms(words, term="ladder")
    if terms.admission == Tournament.Admission.LADDER and terms.ladder is None:
        raise BadTerms(_("Choose the ladder whose best bots are admitted."), term="ladder")
    _check_length(terms)


def check_dates(*, terms: TournamentTerms, tournament: Tournament | None = None) -> None:
    """Raise BadTerms for a past deadline and implausible dates that `tournament` has not yet."""
    now = database_now()
    for name in DATES:
        when = getattr(terms, name)
        if tournament is not None and when == getattr(tournament, name):
            continue
        if name == "entry_deadline" and when <= now:
            words = _("This time has already passed. Choose a later one.")
        elif when < now - MOST_PAST:
            words = _("This date is more than a week ago. Choose a later one.")
        elif when > now + MOST_AHEAD:
            words = _("A tournament must start within two years. Choose an earlier date.")
        else:
            continue
        raise BadTerms(words, term=name)


def _check_length(terms: TournamentTerms) -> None:
    """Require that the format can pair some number of entrants."""
    refused: list[BadTerms] = []
    for entrants in range(terms.most_entrants, 1, -1):
        try:
            check_estimate(terms=terms, entrants=entrants)
        except BadTerms as problem:
            refused.append(problem)
        else:
            return
    raise refused[0]


def check_estimate(*, terms: TournamentTerms, entrants: int) -> Estimate:
    """Return how long a tournament of so many entrants takes. Raises BadTerms."""
    try:
        return estimate(pairing_terms(terms), entrants)
    except CannotPair as problem:
        raise BadTerms.like(problem) from problem


def pairing_terms(terms: TournamentTerms) -> FormatTerms:
    """Return the format with its options. Raises BadTerms."""
    if problem := terms.declared()["format"].problem(terms.format):
        raise BadTerms(problem, term="format")
    for name, value in terms.terms.items():
        if name not in OPTIONS or not OPTIONS[name].allows(value):
            words = _("“%(name)s” cannot be %(value)s in a tournament's settings.")
            raise BadTerms(words, term="terms", name=name, value=repr(value))
    return FormatTerms(FORMATS[terms.format], seats=terms.seats, **terms.terms)

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.actions.errors import BadTerms
from arena.actions.ladders.check_terms import check_game
from arena.actions.names import require_free_name
from arena.database_clock import database_now
from arena.match.clocks import wrong_clock
from arena.models import Ladder, Tournament
from arena.tournaments.formats import FORMATS, OPTIONS, Estimate, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair, usual_games
from arena.tournaments.standings import TieBreak

MOST_ENTRANTS = 512
MOST_REVEAL_MINUTES = 7 * 24 * 60
DATES = ("entry_deadline", "starts_at")
MOST_AHEAD = timedelta(days=2 * 365)
MOST_PAST = timedelta(days=7)  # a past start means at once


@dataclass(frozen=True, kw_only=True)
class TournamentTerms:
    """A tournament's terms.

    `terms`: options of the format; `tie_breaks`: empty for the format's defaults.
    """

    name: str
    description: str = ""
    game: str
    config: dict[str, Any] = field(default_factory=dict)
    seats: int = 2
    games_per_match: int = usual_games(2)
    limits: dict[str, Any] = field(default_factory=dict)
    format: str = "swiss"
    terms: dict[str, Any] = field(default_factory=dict)
    tie_breaks: list[str] = field(default_factory=list)
    admission: str = Tournament.Admission.SIGN_UP
    ladder: Ladder | None = None
    most_entrants: int = 64
    bots_per_owner: int = 1
    entry_deadline: datetime
    starts_at: datetime
    reveal_minutes: int = 0


def check_tournament(*, terms: TournamentTerms, tournament: Tournament | None = None) -> None:
    """Raise NameTaken or BadTerms; `tournament` may keep its name."""
    require_free_name(name=terms.name, among=Tournament, present=tournament)
    if clock := wrong_clock(terms.limits):
        raise BadTerms(_("The time limit %(name)s is out of range.") % {"name": clock})
    _check_numbers(terms)
    _check_tables(terms)
    _check_admission(terms)
    _check_length(terms)


def check_dates(*, terms: TournamentTerms, tournament: Tournament | None = None) -> None:
    """Raise BadTerms for implausible dates that `tournament` has not already."""
    for name in DATES:
        when = getattr(terms, name)
        stays = tournament is not None and when == getattr(tournament, name)
        if not stays and (problem := date_problem(when)):
            raise BadTerms(problem)


def date_problem(when: datetime) -> str | None:
    """Return what is wrong with this date, or None."""
    now = database_now()
    if when > now + MOST_AHEAD:
        return _("A tournament must start within two years. Choose an earlier date.")
    if when < now - MOST_PAST:
        return _("This date is more than a week ago. Choose a later one.")
    return None


def _check_length(terms: TournamentTerms) -> None:
    """Require some number of entrants that can be paired."""
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
    """Estimate the length. Raises BadTerms."""
    try:
        return estimate(pairing_terms(terms), entrants)
    except CannotPair as problem:
        raise BadTerms.like(problem) from problem


def pairing_terms(terms: TournamentTerms) -> FormatTerms:
    """Return format and options. Raises BadTerms."""
    _check_format(terms)
    return FormatTerms(FORMATS[terms.format], seats=terms.seats, **terms.terms)


def _check_numbers(terms: TournamentTerms) -> None:
    if not 2 <= terms.most_entrants <= MOST_ENTRANTS:
        words = _("A tournament has 2 to %(most)d entrants.")
        raise BadTerms(words % {"most": MOST_ENTRANTS})
    if not 1 <= terms.bots_per_owner <= terms.most_entrants:
        raise BadTerms(
            _("An owner can enter at least one bot and no more than the tournament has room for.")
        )
    if not 0 <= terms.reveal_minutes <= MOST_REVEAL_MINUTES:
        raise BadTerms(_("Results can be revealed immediately or with a delay of up to a week."))
    if not timezone.is_aware(terms.entry_deadline) or not timezone.is_aware(terms.starts_at):
        raise BadTerms(_("Include a time zone in the deadline and the start."))
    if terms.entry_deadline > terms.starts_at:
        raise BadTerms(_("The entry deadline cannot be later than the start."))


def _check_tables(terms: TournamentTerms) -> None:
    """Require a game for every size of pod: pods shrink to two."""
    _check_format(terms)
    if FORMATS[terms.format].needs_pods != (terms.seats > 2):
        raise BadTerms(_("Pod formats need three or more seats; all other formats need two."))
    check_game(
        game=terms.game,
        seats=terms.seats,
        config=terms.config,
        games_per_match=terms.games_per_match,
    )
    for fewer in range(2, terms.seats):
        check_game(game=terms.game, seats=fewer, config=terms.config, games_per_match=1)


def _check_format(terms: TournamentTerms) -> None:
    if terms.format not in FORMATS:
        raise BadTerms(_("Unknown format “%(name)s”.") % {"name": terms.format})
    for name, value in terms.terms.items():
        if name not in OPTIONS or not OPTIONS[name].allows(value):
            words = _("“%(name)s” cannot be %(value)r in a tournament's settings.")
            raise BadTerms(words % {"name": name, "value": value})
    known = set(TieBreak)
    if not set(terms.tie_breaks) <= known or len(set(terms.tie_breaks)) < len(terms.tie_breaks):
        words = _("Tie-breaks can be any of these, each once: %(names)s.")
        raise BadTerms(words % {"names": ", ".join(sorted(known))})


def _check_admission(terms: TournamentTerms) -> None:
    if terms.admission not in Tournament.Admission.values:
        raise BadTerms(
            _("Entrants must be chosen by hand, taken from a ladder, or sign up themselves.")
        )
    if terms.ladder is not None and terms.ladder.game != terms.game:
        raise BadTerms(_("This ladder plays another game, so its ratings do not apply here."))
    if terms.admission == Tournament.Admission.LADDER and terms.ladder is None:
        raise BadTerms(_("Choose the ladder whose best bots are admitted."))


def terms_of(tournament: Tournament) -> TournamentTerms:
    return TournamentTerms(
        **{one.name: getattr(tournament, one.name) for one in fields(TournamentTerms)}
    )


def changed_values(terms: TournamentTerms, tournament: Tournament) -> Mapping[str, Any]:
    """Return new values of differing fields."""
    wanted = {one.name: getattr(terms, one.name) for one in fields(terms)}
    return {name: value for name, value in wanted.items() if getattr(tournament, name) != value}

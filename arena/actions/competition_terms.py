"""The terms that several kinds of competitions share."""

from collections.abc import Iterable
from typing import Any

from arena.actions.errors import BadTerms
from arena.actions.names import NAME_MOST
from arena.match.clocks import wrong_clock
from arena.models.competition import Unpaired
from arena.models.tournaments import format_choices
from arena.terms import Stage, Terms, changed, term
from arena.tournaments.pairing import usual_games
from arena.tournaments.standings import TieBreak
from engine import catalogue
from engine.game import BadConfig
from engine.messages import gettext_noop as _

SEATS_MOST = 6
GAMES_MOST = 60
MOST_ENTRANTS = 512


def game_choices() -> Iterable[tuple[str, str]]:
    """Return the names and titles of the games, as choices."""
    return [(name, info.title) for name, info in catalogue.games().items()]


def tie_break_choices() -> Iterable[tuple[str, str]]:
    """Return the tie-breaks, as choices."""
    return [(one.value, one.value) for one in TieBreak]


class CompetitionTerms(Terms):
    """Name and rules of play."""

    name: str = term(_("Name"), least=2, most=NAME_MOST, fixed_from=Stage.NEVER)
    description: str = term(
        _("Description"),
        default="",
        most=1000,
        fixed_from=Stage.NEVER,
        help=_("What is special about it. Everyone can see this. Optional."),
    )
    game: str = term(_("Game"), choices=game_choices, fixed_from=Stage.ENTERED)
    config: dict[str, Any] = term(
        _("Options of the game"),
        default=dict,
        fixed_from=Stage.ENTERED,
        help="Only what differs from the defaults.",
    )
    seats: int = term(
        _("Seats"),
        least=2,
        most=SEATS_MOST,
        fixed_from=Stage.ENTERED,
        help=_("Number of players in a game."),
    )
    games_per_match: int = term(
        _("Games per match"),
        least=1,
        most=GAMES_MOST,
        help=_("1 or a multiple of the seats, so that every bot plays every seat."),
    )
    limits: dict[str, Any] = term(_("Time limits of a bot"), default=dict)


class PairedTerms(CompetitionTerms):
    """Terms of tournaments and of a league's divisions; `terms`: options of the format."""

    seats: int = changed(CompetitionTerms, "seats", default=2)
    games_per_match: int = changed(
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


def check_bounds(terms: Terms) -> None:
    """Raise BadTerms for a value of the wrong type or out of its bounds."""
    for name, declared in terms.declared().items():
        if problem := declared.problem(getattr(terms, name)):
            raise BadTerms(problem, term=name)


def check_limits(terms: CompetitionTerms) -> None:
    """Raise BadTerms for a time limit out of range."""
    if clock := wrong_clock(terms.limits):
        raise BadTerms(_("The time limit %(name)s is out of range."), term="limits", name=clock)


def check_game(terms: CompetitionTerms, *, seats: int | None = None) -> None:
    """Raise BadTerms for what the engine refuses with so many seats."""
    try:
        catalogue.new(
            terms.game, seats=seats or terms.seats, seed=0, config=terms.config, log=False
        )
    except BadConfig as problem:
        raise BadTerms.like(problem) from problem


def check_rotation(terms: CompetitionTerms) -> None:
    """Raise BadTerms unless every bot plays every seat equally often, or there is one game."""
    if terms.games_per_match > 1 and terms.games_per_match % terms.seats:
        words = _(
            "A match must have one game or a multiple of its %(seats)s seats, so that every bot "
            "plays every seat equally often."
        )
        raise BadTerms(words, term="games_per_match", seats=terms.seats)

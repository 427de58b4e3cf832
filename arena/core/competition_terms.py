"""The terms that several kinds of competitions share."""

from collections.abc import Iterable
from typing import Any

from arena.core.clocks import wrong_clock
from arena.core.errors import BadTerms
from arena.core.require_name import NAME_MOST
from arena.core.terms import Stage, Terms, term
from engine import catalogue
from engine.game import BadConfig
from engine.messages import gettext_noop as _

SEATS_MOST = 6
GAMES_MOST = 60


def game_choices() -> Iterable[tuple[str, str]]:
    """Return the names and titles of the games, as choices."""
    return [(name, info.title) for name, info in catalogue.games().items()]


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

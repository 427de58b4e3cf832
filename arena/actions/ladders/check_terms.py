"""Check what an organiser wants a ladder to be, before anything is stored."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import BadTerms, NotOrganiser
from arena.actions.names import require_free_name
from arena.match.clocks import wrong_clock
from arena.models import Ladder
from arena.models.ladders import BENCH_AFTER
from arena.ratings.parameters import FIXED_NOISE, Fixed
from engine import catalogue
from engine.game import BadConfig

GAMES_MOST = 60
BENCH_MOST = 100


@dataclass(frozen=True, kw_only=True)
class Terms:
    """All that an organiser decides about a ladder.

    `limits` holds the limits that differ from the usual ones: clocks in CPU seconds, memory in
    bytes. So many own faults in a row (`bench_after`) bench a bot. `draw_probability` and
    `game_noise` fix what fits would estimate otherwise: see `Fixed`.
    """

    name: str
    description: str = ""
    game: str
    config: dict[str, Any] = field(default_factory=dict)
    seats: int
    games_per_match: int
    limits: dict[str, Any] = field(default_factory=dict)
    state: str = Ladder.State.OPEN
    bench_after: int = BENCH_AFTER
    draw_probability: float | None = None
    game_noise: float | None = None


def check_terms(*, organiser: AbstractBaseUser, terms: Terms, ladder: Ladder | None = None) -> None:
    """Raise a Refused where this person may not, or where no ladder can have these terms.

    `ladder` is the one that shall have them: its own name is not taken.
    """
    if not getattr(organiser, "is_organiser", False):
        raise NotOrganiser(_("Only organisers make and change ladders."))
    require_free_name(name=terms.name, among=Ladder, present=ladder)
    check_game(
        game=terms.game,
        seats=terms.seats,
        config=terms.config,
        games_per_match=terms.games_per_match,
    )
    if terms.state not in Ladder.State.values:
        raise BadTerms(_("A ladder is open, paused, frozen or closed."))
    if clock := wrong_clock(terms.limits):
        raise BadTerms(_("The clock %(name)s is out of its bounds.") % {"name": clock})
    _check_ratings(terms)


def _check_ratings(terms: Terms) -> None:
    if not 1 <= terms.bench_after <= BENCH_MOST:
        words = _("A bot is benched after 1 to %(most)d own faults in a row.")
        raise BadTerms(words % {"most": BENCH_MOST})
    fixed = Fixed(terms.draw_probability, terms.game_noise)
    if not fixed.is_tie_share:
        raise BadTerms(_("The share of ties is more than 0 and less than 1, or empty: estimated."))
    if not fixed.is_game_noise:
        words = _("The noise of a game is from %(least)s to %(most)s, or empty: estimated.")
        raise BadTerms(words % {"least": FIXED_NOISE[0], "most": FIXED_NOISE[1]})


def check_game(*, game: str, seats: int, config: dict[str, Any], games_per_match: int) -> None:
    """The engine has the last word about game, seats and configuration. Raises BadTerms."""
    try:
        catalogue.new(game, seats=seats, seed=0, config=config, log=False)
    except BadConfig as problem:
        raise BadTerms.like(problem) from problem
    games = games_per_match
    if not 1 <= games <= GAMES_MOST or (games > 1 and games % seats):
        words = _(
            "A match has one game, or a multiple of its %(seats)d seats up to %(most)d games, so "
            "that every bot sits on every seat equally often."
        )
        raise BadTerms(words % {"seats": seats, "most": GAMES_MOST})

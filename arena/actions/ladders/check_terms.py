from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import BadTerms, NotOrganiser
from arena.actions.names import require_free_name
from arena.match.clocks import wrong_clock
from arena.models import Ladder
from arena.models.ladders import BENCH_AFTER
from arena.models.rights import is_organiser
from arena.ratings.parameters import FIXED_NOISE, Fixed
from engine import catalogue
from engine.game import BadConfig

GAMES_MOST = 60
BENCH_MOST = 100


@dataclass(frozen=True, kw_only=True)
class LadderTerms:
    """A ladder's terms.

    `limits` that differ from the defaults: CPU seconds, bytes. `bench_after`: own faults in a row.
    `draw_probability`, `game_noise`: see `Fixed`.
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


def check_terms(
    *, organiser: AbstractBaseUser, terms: LadderTerms, ladder: Ladder | None = None
) -> None:
    """Raise NotOrganiser, NameTaken or BadTerms; `ladder` may keep its name."""
    may_change = ladder.is_run_by(organiser) if ladder else is_organiser(organiser)
    if not may_change:
        raise NotOrganiser(_("Only organisers can create and change ladders."))
    require_free_name(name=terms.name, among=Ladder, present=ladder)
    check_game(
        game=terms.game,
        seats=terms.seats,
        config=terms.config,
        games_per_match=terms.games_per_match,
    )
    if terms.state not in Ladder.State.values:
        raise BadTerms(_("A ladder must be open, paused, frozen or closed."))
    if clock := wrong_clock(terms.limits):
        raise BadTerms(_("The time limit %(name)s is out of range.") % {"name": clock})
    _check_ratings(terms)


def _check_ratings(terms: LadderTerms) -> None:
    if not 1 <= terms.bench_after <= BENCH_MOST:
        words = _("A bot can be benched after 1 to %(most)d faults in a row.")
        raise BadTerms(words % {"most": BENCH_MOST})
    fixed = Fixed(terms.draw_probability, terms.game_noise)
    if not fixed.is_tie_share:
        raise BadTerms(_("The share of ties must be between 0 and 1, or empty to estimate it."))
    if not fixed.is_game_noise:
        words = _(
            "The noise of a game must be from %(least)s to %(most)s, or empty to estimate it."
        )
        raise BadTerms(words % {"least": FIXED_NOISE[0], "most": FIXED_NOISE[1]})


def check_game(*, game: str, seats: int, config: dict[str, Any], games_per_match: int) -> None:
    """Raise BadTerms for what the engine refuses, and for broken rotations."""
    try:
        catalogue.new(game, seats=seats, seed=0, config=config, log=False)
    except BadConfig as problem:
        raise BadTerms.like(problem) from problem
    games = games_per_match
    if not 1 <= games <= GAMES_MOST or (games > 1 and games % seats):
        words = _(
            "A match must have one game or a multiple of its %(seats)d seats, up to %(most)d "
            "games, so that every bot plays every seat equally often."
        )
        raise BadTerms(words % {"seats": seats, "most": GAMES_MOST})

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.competition_terms import (
    CompetitionTerms,
    check_bounds,
    check_game,
    check_limits,
    check_rotation,
)
from arena.core.errors import NotOrganiser
from arena.core.require_name import require_free_name
from arena.core.terms import term
from arena.ladders.models.ladders import BENCH_AFTER
from arena.models import Ladder
from arena.models.rights import is_organiser
from arena.ratings.parameters import FIXED_NOISE
from engine.messages import gettext_noop as _


class LadderTerms(CompetitionTerms):
    """A ladder's terms."""

    state: str = term(_("State"), default=Ladder.State.OPEN, choices=lambda: Ladder.State.choices)
    bench_after: int = term(
        _("Bench after faults in a row"),
        default=BENCH_AFTER,
        least=1,
        most=100,
        help=_("Counted in rated matches."),
    )
    draw_probability: float | None = term(
        _("Share of ties between equal bots"),
        default=None,
        least=0.001,
        most=0.999,
        help=_("From 0 to 1."),
        if_open=_("estimated from the results"),
    )
    game_noise: float | None = term(
        _("Noise of a game relative to a match"),
        default=None,
        least=FIXED_NOISE[0],
        most=FIXED_NOISE[1],
        help=_("1 means a match tells as much as one game."),
        if_open=_("estimated from the results"),
    )


def check_terms(
    *, organiser: AbstractBaseUser, terms: LadderTerms, ladder: Ladder | None = None
) -> None:
    """Raise NotOrganiser, NameTaken or BadTerms; `ladder` may keep its name."""
    may_change = ladder.is_run_by(organiser) if ladder else is_organiser(organiser)
    if not may_change:
        raise NotOrganiser(_("Only organisers can create and change ladders."))
    require_free_name(name=terms.name, among=Ladder, present=ladder)
    check_bounds(terms)
    check_game(terms)
    check_rotation(terms)
    check_limits(terms)

"""The terms that tournaments and the divisions of leagues share."""

from collections.abc import Iterable
from typing import Any

from arena.core.competition_terms import CompetitionTerms
from arena.core.terms import Stage, changed, term
from arena.models.competition import Unpaired
from arena.tournaments.models.tournaments import format_choices
from arena.tournaments.pairing import usual_games
from arena.tournaments.standings import TieBreak
from engine.messages import gettext_noop as _

MOST_ENTRANTS = 512


def tie_break_choices() -> Iterable[tuple[str, str]]:
    """Return the tie-breaks, as choices."""
    return [(one.value, one.value) for one in TieBreak]


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

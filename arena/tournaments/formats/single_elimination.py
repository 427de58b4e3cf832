from typing import ClassVar

from arena.tournaments.format import (
    KNOCKOUT,
    Estimate,
    Format,
    FormatTerms,
    History,
    PairingPlan,
    Places,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
    rounds_of,
)
from arena.tournaments.pairing.bracket import Bracket, single_elimination
from arena.tournaments.pairing.rounds import CannotPair
from arena.tournaments.standings import Entrant
from engine.messages import gettext_noop as _


class SingleElimination(Format):
    """A bracket, seeded."""

    key = "single_elimination"
    name = _("single elimination")
    about = _("One loss and you are out. The last one left wins.")
    order = 30
    options: ClassVar[tuple[str, ...]] = ("third_place",)
    has_knockout = True

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        if terms.third_place and entrants < 4:
            raise CannotPair(_("A third-place match needs at least four entrants."))
        matches = entrants - 1 + terms.third_place
        return Estimate((entrants - 1).bit_length(), matches, matches)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        bracket = self.bracket(plan, history, gone)
        if bracket is None:
            return None
        tables = [
            PairingPlan(
                tuple(entrant for entrant in fixture.entrants if entrant is not None),
                fixture.match.number,
            )
            for fixture in bracket.after(_winners(plan, history), gone).ready
        ]
        return RoundPlan(rounds_of(history) + 1, KNOCKOUT, tuple(tables)) if tables else None

    def places(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Places:
        bracket = self.bracket(plan, history, gone)
        return list(bracket.after(_winners(plan, history), gone).places) if bracket else []

    def bracket(
        self,
        plan: TournamentPlan,
        history: History,
        gone: Withdrawn,
    ) -> Bracket | None:
        return single_elimination(plan.entrants, third_place=plan.terms.third_place)


def _winners(plan: TournamentPlan, history: History) -> dict[int, Entrant]:
    """Map codes to winners; ties go to the better seed."""
    winners = {}
    for pairing in history:
        ranks = dict(zip(pairing.result.entrants, pairing.result.ranks, strict=True))
        remaining = ranks.keys() - pairing.result.forfeits
        fit = [entrant for entrant in plan.entrants if entrant in remaining]
        if pairing.code is not None and fit:
            winners[pairing.code] = min(fit, key=ranks.__getitem__)
    return winners


FORMAT = SingleElimination()

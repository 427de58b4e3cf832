from arena.tournaments.format import Estimate, FormatTerms, History, TournamentPlan, Withdrawn
from arena.tournaments.formats.single_elimination import SingleElimination
from arena.tournaments.pairing.bracket import Bracket, double_elimination
from arena.tournaments.pairing.rounds import CannotPair
from engine.messages import gettext_noop as _


class DoubleElimination(SingleElimination):
    """A bracket for the unbeaten and one for those with a loss."""

    key = "double_elimination"
    name = _("double elimination")
    about = _("Two losses and you are out; after the first you play in the lower bracket.")
    order = 40
    options = ("reset",)

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        """Count rounds of the losers' bracket's winner."""
        if entrants < 3:
            raise CannotPair(_("Double elimination needs at least three entrants."))
        rounds = 2 * (entrants - 1).bit_length() + terms.reset
        matches = 2 * entrants - 2
        return Estimate(rounds, matches, matches + terms.reset)

    def bracket(
        self,
        plan: TournamentPlan,
        history: History,
        gone: Withdrawn,
    ) -> Bracket | None:
        return double_elimination(plan.entrants, reset=plan.terms.reset)


FORMAT = DoubleElimination()

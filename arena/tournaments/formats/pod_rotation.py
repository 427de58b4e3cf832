from typing import ClassVar

from arena.tournaments.format import (
    Estimate,
    Format,
    FormatTerms,
    History,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
    active_of,
    require_rounds,
    results_of,
    round_plan,
    rounds_of,
)
from arena.tournaments.pairing import pods
from arena.tournaments.pairing.sizes import pod_sizes, rotation_rounds
from arena.tournaments.standings import POD_ORDER
from engine.messages import Message
from engine.messages import gettext_noop as _


class PodRotation(Format):
    """Even pods with as few rematches as possible."""

    key = "pod_rotation"
    name = _("pods in rotation")
    about = _("Pods of three or more, with different opponents in every round.")
    order = 60
    options = ("rounds", "fewest_seats")
    tie_breaks = POD_ORDER
    needs_pods = True
    ignores_results = True
    by_score: ClassVar[bool] = False

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        sizes, byes = pod_sizes(entrants, terms.seats, terms.fewest_seats)
        rounds = require_rounds(self._rounds(terms, entrants))
        caution = Message(_("%(byes)d of them have a bye in each round."), {"byes": byes})
        matches = rounds * len(sizes)
        return Estimate(rounds, matches, matches, caution if byes else None)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        terms = plan.terms
        if active_of(plan, gone) < 2:
            return None
        if rounds_of(history) >= self._rounds(terms, len(plan.entrants)):
            return None
        coming = pods.next_round(
            plan.entrants,
            results_of(history),
            plan.seed,
            seats=terms.seats,
            fewest_seats=terms.fewest_seats,
            by_score=self.by_score,
            withdrawn=gone,
        )
        return round_plan(coming)

    def usual_rounds(self, terms: FormatTerms, entrants: int) -> int:
        """Return the rounds if none are chosen. Raises CannotPair."""
        return rotation_rounds(entrants, terms.seats, terms.fewest_seats)

    def _rounds(self, terms: FormatTerms, entrants: int) -> int:
        return self.usual_rounds(terms, entrants) if terms.rounds is None else terms.rounds


FORMAT = PodRotation()

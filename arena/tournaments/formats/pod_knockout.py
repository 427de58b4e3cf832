from arena.tournaments.format import (
    Estimate,
    Format,
    FormatTerms,
    History,
    Places,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
    active_of,
    results_of,
    round_plan,
)
from arena.tournaments.pairing import pods
from arena.tournaments.pairing.sizes import pod_stages
from engine.messages import gettext_noop as _


class PodKnockout(Format):
    """Even pods, from each of which the best go on."""

    key = "pod_knockout"
    name = _("knockout in pods")
    about = _("Pods of three or more; the best of each advance.")
    order = 80
    options = ("advance", "fewest_seats")
    needs_pods = True
    has_knockout = True

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        stages = pod_stages(entrants, terms.seats, terms.advance, terms.fewest_seats)
        matches = sum(len(sizes) for sizes, _byes in stages)
        return Estimate(len(stages), matches, matches)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        if active_of(plan, gone) < 2:
            return None
        terms = plan.terms
        coming = pods.knockout_round(
            plan.entrants,
            results_of(history),
            plan.seed,
            seats=terms.seats,
            advance=terms.advance,
            fewest_seats=terms.fewest_seats,
            withdrawn=gone,
        )
        return coming and round_plan(coming)

    def places(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Places:
        return pods.places(plan.entrants, results_of(history), plan.terms.advance)

    def eliminates(self, stage: str) -> bool:
        return True

    def advancing(self, terms: FormatTerms, stage: str, pairings: int) -> int:
        return terms.advance if pairings > 1 else 1


FORMAT = PodKnockout()

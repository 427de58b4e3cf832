from collections.abc import Sequence

from arena.tournaments.format import (
    Estimate,
    Format,
    FormatTerms,
    History,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
    results_of,
    round_plan,
    rounds_of,
)
from arena.tournaments.pairing import round_robin
from arena.tournaments.standings import (
    ROUND_ROBIN_ORDER,
    Entrant,
    Ledger,
    Result,
    without_early_leavers,
)
from engine.messages import gettext_noop as _


class RoundRobin(Format):
    """Berger tables, drawn before the start."""

    key = "round_robin"
    name = _("round robin")
    about = _("Everyone plays everyone.")
    order = 10
    options = ("double",)
    tie_breaks = ROUND_ROBIN_ORDER
    has_crosstable = True
    ignores_results = True
    paired_by_results = ()

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        cycles = 2 if terms.double else 1
        matches = cycles * entrants * (entrants - 1) // 2
        return Estimate(cycles * (entrants - 1 + entrants % 2), matches, matches)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        schedule = round_robin.rounds(plan.entrants, double=plan.terms.double)
        played = rounds_of(history)
        return round_plan(schedule[played]) if played < len(schedule) else None

    def ledger(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Ledger:
        return scheduled_ledger(plan, plan.entrants, results_of(history), gone)


def scheduled_ledger(
    plan: TournamentPlan, entrants: Sequence[Entrant], results: Sequence[Result], gone: Withdrawn
) -> Ledger:
    """Return the results of a round robin without those of early leavers."""
    meetings = (len(entrants) - 1) * (2 if plan.terms.double else 1)
    counting = without_early_leavers(results, gone, meetings)
    left = [entrant for entrant in gone if entrant in entrants]
    return Ledger(entrants, counting, withdrawn=left, scheduled=True, seed=plan.seed)


FORMAT = RoundRobin()

from arena.tournaments.format import (
    KNOCKOUT,
    MAIN,
    Estimate,
    FormatTerms,
    History,
    PairingPlan,
    Places,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
    rounds_of,
)
from arena.tournaments.formats import round_robin
from arena.tournaments.formats.single_elimination import SingleElimination
from arena.tournaments.pairing import groups
from arena.tournaments.pairing.bracket import Bracket, single_elimination
from arena.tournaments.pairing.sizes import group_sizes
from arena.tournaments.standings import ROUND_ROBIN_ORDER, Entrant, StandingsRow, table
from engine.messages import gettext_noop as _


class Groups(SingleElimination):
    """A round robin in each group, then a bracket of the best."""

    key = "groups"
    name = _("groups, then knockout")
    about = _("Everyone in a group plays everyone; the best advance to a knockout.")
    order = 50
    options = ("groups", "advance", "double", "third_place")
    tie_breaks = ROUND_ROBIN_ORDER
    has_groups = True
    has_crosstable = True
    paired_by_results = (KNOCKOUT,)

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        sizes = group_sizes(entrants, terms.groups, terms.advance)
        inside = [round_robin.FORMAT.estimate(terms, size) for size in sizes]
        after = super().estimate(terms, terms.groups * terms.advance)
        matches = sum(group.matches for group in inside) + after.matches
        return Estimate(inside[0].rounds + after.rounds, matches, matches)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        drawn = _draw(plan)
        schedule = groups.rounds(drawn, double=plan.terms.double)
        played = rounds_of(history)
        if played >= len(schedule):
            return super().next(plan, history, gone)
        number = {entrant: group for group, members in enumerate(drawn) for entrant in members}
        coming = schedule[played]
        tables = [PairingPlan(seated, None, number[seated[0]]) for seated in coming.tables]
        return RoundPlan(coming.number, MAIN, tuple(tables), coming.byes)

    def places(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Places:
        final = super().places(plan, history, gone)
        through = {entrant for _rank, entrant in final}
        others = sorted(
            (row.rank, row.entrant)
            for rows in self.standings(plan, history, gone)
            for row in rows
            if row.entrant not in through
        )
        ranks = [rank for rank, _entrant in others]
        shift = len(final) + 1
        return [*final, *((shift + ranks.index(rank), entrant) for rank, entrant in others)]

    def standings(
        self, plan: TournamentPlan, history: History, gone: Withdrawn
    ) -> list[list[StandingsRow]]:
        in_groups = [pairing.result for pairing in history if pairing.stage == MAIN]
        tables = []
        for group in _draw(plan):
            own = [result for result in in_groups if set(result.entrants) <= set(group)]
            ledger = round_robin.scheduled_ledger(plan, group, own, gone)
            tables.append(table(ledger, plan.tie_breaks or self.tie_breaks))
        return tables

    def bracket(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Bracket | None:
        schedule = groups.rounds(_draw(plan), double=plan.terms.double)
        if rounds_of(history) < len(schedule):
            return None
        ranked = [[row.entrant for row in rows] for rows in self.standings(plan, history, gone)]
        seeds = groups.seeds_for_knockout(ranked, plan.seed, advance=plan.terms.advance)
        third = plan.terms.third_place and len(seeds) >= 4
        return single_elimination(seeds, third_place=third)


def _draw(plan: TournamentPlan) -> list[list[Entrant]]:
    return groups.draw(plan.entrants, plan.terms.groups, advance=plan.terms.advance)


FORMAT = Groups()

from arena.tournaments.format import (
    MAIN,
    Estimate,
    Format,
    FormatTerms,
    History,
    PairingPlan,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
    rounds_of,
)
from arena.tournaments.standings import TieBreak


class Hill(Format):
    """The winner of a match meets the next entrant."""

    key = "hill"
    name = "king of the hill"
    about = "The winner stays and meets the next one."
    options = ("rounds",)
    defaults = {"rounds": 2}
    tie_breaks = (TieBreak.WINS,)

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        rounds = min(terms.rounds or entrants, entrants - 1)
        return Estimate(rounds, rounds, rounds)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        played = rounds_of(history)
        if played == self.estimate(plan.terms, len(plan.entrants)).rounds:
            return None
        latest = [held.result for held in history if held.result.round == played]
        king = latest[0].entrants[latest[0].ranks.index(1)] if latest else plan.entrants[0]
        return RoundPlan(played + 1, MAIN, (PairingPlan((king, plan.entrants[played + 1])),))


FORMAT = Hill()

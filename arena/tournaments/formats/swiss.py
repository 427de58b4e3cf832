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
from arena.tournaments.pairing import swiss
from arena.tournaments.pairing.rounds import CannotPair
from arena.tournaments.pairing.sizes import certain_rounds, swiss_rounds
from arena.tournaments.standings import SWISS_ORDER
from engine.messages import Message
from engine.messages import gettext_noop as _


class Swiss(Format):
    """Duels of equal points without rematches."""

    key = "swiss"
    name = _("Swiss")
    about = _(
        "Each round pairs entrants with equal points who have not played each other. Nobody is "
        "eliminated."
    )
    order = 20
    options = ("rounds",)
    defaults = {"more_rounds": 1}
    tie_breaks = SWISS_ORDER
    may_allow_rematches = True

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        rounds = require_rounds(_rounds(terms, entrants))
        possible = entrants - 1 + entrants % 2
        if rounds > possible:
            raise CannotPair(
                _(
                    "%(rounds)d Swiss rounds need more than %(entrants)d entrants: after "
                    "%(possible)d rounds, everyone has played everyone. Plan fewer rounds."
                ),
                rounds=rounds,
                entrants=entrants,
                possible=possible,
            )
        caution = None
        if rounds > (certain := certain_rounds(entrants)):
            words = _(
                "Rounds that are certain to be paired without rematches: only %(certain)d. A round "
                "robin takes %(possible)d."
            )
            caution = Message(words, {"certain": certain, "possible": possible})
        matches = rounds * (entrants // 2)
        return Estimate(rounds, matches, matches, caution)

    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        is_over = rounds_of(history) >= _rounds(plan.terms, len(plan.entrants))
        if is_over or active_of(plan, gone) < 2:
            return None
        coming = swiss.next_round(
            plan.entrants,
            results_of(history),
            plan.seed,
            withdrawn=gone,
            mirrored=plan.mirrored,
            rematches=plan.rematches,
        )
        return round_plan(coming)


def _rounds(terms: FormatTerms, entrants: int) -> int:
    return swiss_rounds(entrants, terms.more_rounds) if terms.rounds is None else terms.rounds


FORMAT = Swiss()

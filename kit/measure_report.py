"""Print what games tell about bots."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from arena.ratings import sprt
from arena.ratings.sprt import Estimate, Verdict
from kit.duel import Duel
from kit.report import plain


def print_duel(duel: Duel) -> None:
    console = Console(soft_wrap=True)
    new, old = (entrant.name for entrant in duel.entrants)
    plan, (low, high) = duel.plans[0], duel.bounds
    console.print(plain(f"{plan.game}: {new} against {old}, from seed {plan.seed}"))
    facts = {
        "Games": f"{2 * duel.matches}, in pairs on one deal",
        "Pairs by points": f"{' '.join(map(str, duel.counts))} (0, ½, 1, 1½, 2)",
        "Elo": _estimate(sprt.elo(duel.counts)),
        "Normalised Elo": _estimate(sprt.normalized_elo(duel.counts)),
        "Better with probability": f"{sprt.los(duel.counts):.1%}",
        "Evidence (LLR)": f"{duel.ratio:+.2f}, decided beyond ±{sprt.BOUND:.2f}",
        "Faults": f"{duel.faults[0]} and {duel.faults[1]}",
    }
    table = Table.grid(padding=(0, 2, 0, 0))
    for title, value in facts.items():
        table.add_row(title, value)
    console.print(table)
    words = {
        Verdict.BETTER: f"{new} is better than {old}: {high:g} Elo fit these results far better "
        f"than {low:g}.",
        Verdict.NOT_BETTER: f"{new} is not {high:g} Elo better than {old}: {low:g} Elo fit these "
        "results far better.",
        Verdict.OPEN: f"Undecided. A lead of {high:g} Elo takes about {duel.games_needed:,.0f} "
        "games to show. Play more (--games), or ask for a larger lead (--sprt 0 50).",
    }
    console.print(plain(words[duel.verdict], style="bold"))


def _estimate(found: Estimate) -> str:
    return f"{found.value:+.0f} (95 %: {found.low:+.0f} to {found.high:+.0f})"


def evidence(duel: Duel) -> str:
    """Return the results so far in a few words."""
    return f"Elo {_estimate(sprt.elo(duel.counts))}, LLR {duel.ratio:+.2f}"

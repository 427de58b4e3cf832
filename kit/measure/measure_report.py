"""Print what games tell about bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from arena.ratings import sprt
from arena.ratings.bradley_terry import Ratings
from arena.ratings.intervals import Estimate
from arena.ratings.sprt import Verdict
from kit.measure import way_chart
from kit.measure.constants import written
from kit.measure.duel import SEATS, Duel
from kit.measure.field import Field
from kit.measure.spsa import Spsa
from kit.play.report import numbers_table, plain
from kit.terminal import quantity

if TYPE_CHECKING:
    from kit.measure.tuning import Tuning


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
        f"games to show; {_rest_text(duel)}. Play more (--games), or ask for a larger lead "
        "(--sprt 0 50).",
    }
    console.print(plain(words[duel.verdict], style="bold"))


def _rest_text(duel: Duel) -> str:
    if duel.games_left is None:
        return "so far nothing shows either way"
    return f"at this rate it is decided in about {duel.games_left:,.0f} more"


def _estimate(found: Estimate) -> str:
    return f"{found.value:+.0f} (95 %: {found.low:+.0f} to {found.high:+.0f})"


def _interval(found: Estimate) -> str:
    """Of a normal estimate."""
    return f"{found.value:+.0f} ± {found.high - found.value:.0f}"


def evidence(duel: Duel) -> str:
    """Return the results so far in a few words."""
    return f"Elo {_estimate(sprt.elo(duel.counts))}, LLR {duel.ratio:+.2f}"


def values(spsa: Spsa) -> str:
    return ", ".join(f"{name} {written(value)}" for name, value in spsa.values.items())


def print_tuned(tuning: Tuning) -> None:
    console = Console(soft_wrap=True)
    spsa = tuning.spsa
    iterations = quantity(spsa.iterations, "iteration")
    done = f"{spsa.done} of {iterations}, {quantity(tuning.games, 'game')}"
    seed = tuning.plans[0].seed
    console.print(plain(f"{tuning.plans[0].game}: {tuning.original.name}, {done} from seed {seed}"))
    for param, way in zip(spsa.params, spsa.ways(), strict=True):
        chart = way_chart.lines(param, way)
        console.print(plain("\n".join(["", *chart]), lines=True))
    console.print(plain(f"\nWrote {tuning.to}.", lines=True))
    if tuning.duel:
        print_duel(tuning.duel)
    elif tuning.tuned == tuning.source.with_values({}):
        console.print("It is the bot as it was: nothing to test.", style="bold")


def standing(field: Field) -> str:
    """Return the first bot's score so far in a few words."""
    scores = field.scores[0]
    return f"{field.entrants[0].name} {_share(scores.points, scores.games)}"


def print_gauntlet(field: Field) -> None:
    console = Console()
    ratings = field.ratings()
    _print_head(console, field)
    titles = ("Won", "Tied", "Lost", "Points", "Elo ahead", "Better with", "Faults")
    table = numbers_table("Opponent", *titles)
    for one, other in field.pairs:
        counts = field.counts[one, other]
        lead = _interval(ratings.lead(one, other))
        won, tied, lost = (str(number) for number in field.games[one, other])
        faults = str(field.scores[other].faults)
        name = plain(field.entrants[other].name)
        certain = f"{ratings.los(one, other):.1%}"
        table.add_row(name, won, tied, lost, _of(counts), lead, certain, faults)
    console.print(table)
    _print_standings(console, field, ratings)


def print_league(field: Field) -> None:
    console = Console()
    ratings = field.ratings()
    order = field.order(ratings)
    _print_head(console, field)
    _print_standings(console, field, ratings)
    _print_matrix(
        console, field, order, "Points against", lambda one, other: _of(field.counts_of(one, other))
    )
    _print_matrix(
        console, field, order, "Better with", lambda one, other: f"{ratings.los(one, other):.1%}"
    )


def _print_head(console: Console, field: Field) -> None:
    plan = field.plans[0]
    games = f"{quantity(SEATS * field.matches, 'game')} in pairs on one deal, from seed {plan.seed}"
    cpu = f"{field.cpu:.0f} s of CPU. ±: 95 %; CPU: seconds a game."
    console.print(plain(f"{plan.game}: {games}; {cpu}"))


def _print_standings(console: Console, field: Field, ratings: Ratings) -> None:
    titles = ("Rank", "Elo", "Games", "Points", "Seat 1", "Seat 2", "Faults", "CPU")
    table = numbers_table("Bot", *titles)
    for one in field.order(ratings):
        scores, (best, worst) = field.scores[one], ratings.ranks(one)
        table.add_row(
            plain(field.entrants[one].name),
            f"{best}" if best == worst else f"{best}-{worst}",
            _interval(ratings.estimate(one)),
            str(scores.games),
            _share(scores.points, scores.games),
            *(_share(points, scores.games / SEATS) for points in scores.seats),
            str(scores.faults),
            f"{scores.cpu / max(1, scores.games):.2f}",
        )
    console.print(table)


def _print_matrix(
    console: Console,
    field: Field,
    order: Sequence[int],
    title: str,
    cell: Callable[[int, int], str],
) -> None:
    table = numbers_table(title, *(str(number) for number in range(1, len(order) + 1)))
    for number, one in enumerate(order, 1):
        cells = ["" if one == other else cell(one, other) for other in order]
        table.add_row(plain(f"{number} {field.entrants[one].name}"), *cells)
    console.print(table)


def _of(counts: Sequence[int]) -> str:
    """Return a pair's share of the points."""
    return _share(sum(half * count for half, count in enumerate(counts)) / 2, 2 * sum(counts))


def _share(points: float, games: float) -> str:
    return f"{100 * points / games:.0f} %" if games else "-"

"""Print series of games and lists of bots and games; others' text goes through `plain`."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich import progress as bars
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from arena.matches.referee.referee import Fault
from arena.ratings.paired import Difference
from engine import catalogue
from kit.bots import house_bots
from kit.play.series import Series, Tally
from kit.run import runtimes
from kit.terminal import escape_controls, quantity

SHOWN_OPTIONS = 12
SHOWN_KINGDOMS = 5
LOG_LINES = 20
METERED = {  # what a limit of CPU is for
    "start": "limit for the start",
    "decision": "limit for one decision",
    "game": "time left for the game",
}
SHOWN_EVERY = 0.2  # seconds


def plain(text: object, *, lines: bool = False, style: str = "") -> Text:
    """Return others' text, harmless and without markup."""
    return Text(escape_controls(text, lines=lines), style=style)


Progress = Callable[[float, Callable[[], str]], None]  # takes what is done, and what says how


@contextmanager
def progress(total: float, unit: str = "games") -> Iterator[Progress]:
    """Show a bar in a terminal; yield its setter."""
    if not sys.stderr.isatty():
        yield lambda _done, _score: None
        return
    nouns = unit.removesuffix("s") if total == 1 else unit
    done = bars.TextColumn(f"{{task.completed:.0f}} of {{task.total:.0f}} {nouns},")
    times = (bars.TimeElapsedColumn(), bars.TextColumn("left"), bars.TimeRemainingColumn())
    columns = (
        bars.TextColumn("{task.description}", markup=False),
        bars.BarColumn(20),
        done,
        *times,
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("Starting", total=total)
        due = 0.0

        def update(done: float, score: Callable[[], str]) -> None:
            nonlocal due
            if time.monotonic() >= due:
                shown.update(task, completed=done, description=str(plain(score())))
                due = time.monotonic() + SHOWN_EVERY

        yield update


def print_json(data: Any) -> None:
    print(json.dumps(data))


def score(series: Series) -> str:
    """Return the leader's score in a few words."""
    return f"{series.entrants[series.leader].name} {percent(series.score(series.leader))}"


def percent(share: Difference) -> str:
    value, low, high = (100 * part for part in share)
    return f"{value:.1f} % ({low:.0f}-{high:.0f})"


def print_series(series: Series, *, until_sure: bool = False) -> None:
    console = Console()
    plan = series.plans[0]
    console.print(plain(f"{plan.game}: {quantity(series.count, 'game')} from seed {plan.seed}"))
    if plan.config:
        options = (f"{name} {value_text(value)}" for name, value in plan.config.items())
        console.print(plain(f"Options: {'; '.join(options)}"))
    tallies = series.tallies()
    console.print(_totals(tallies))
    console.print(_by_seat(series, tallies))
    if until_sure:
        if series.is_sure:
            certainty = f"{series.entrants[series.leader].name} is the best."
        else:
            certainty = "It is not sure which is the best. Play more games (--games)."
        console.print(plain(certainty, style="bold"))
    for seed, cards in list(series.kingdoms.items())[:SHOWN_KINGDOMS]:
        console.print(plain(f"Kingdom of seed {seed}: {cards}"))
    if series.faults:
        seed, first = series.faults[0]
        name, count = series.entrants[first.entrant].name, len(series.faults)
        console.print(f"{count} faults. The first:" if count > 1 else "One fault:")
        console.print(fault_panel(first, f"{name}, seed {seed}, game {first.game + 1}"))


def _totals(tallies: Sequence[Tally]) -> Table:
    titles = ("Wins", "Tied", "Points", "Score", "Faults", "Decisions", "CPU each")
    table = numbers_table("Bot", *titles)
    for tally in tallies:
        table.add_row(
            plain(tally.name),
            str(tally.wins),
            str(tally.shared),
            f"{tally.points:g}",
            f"{tally.score / max(1, tally.games):.1f}",
            str(tally.faults),
            str(tally.decisions),
            f"{1000 * tally.cpu / max(1, tally.decisions):.2f} ms",
        )
    return table


def numbers_table(first: str, *titles: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    for title in titles:
        table.add_column(title, justify="right")
    return table


def _by_seat(series: Series, tallies: Sequence[Tally]) -> Table:
    seats = range(series.plans[0].seats)
    table = numbers_table("Share of the points", "All (95 %)", *(f"Seat {n + 1}" for n in seats))
    for number, tally in enumerate(tallies):
        shares = [
            f"{100 * seat.points / seat.games / (len(seats) - 1):.0f} %" if seat.games else ""
            for seat in tally.seats
        ]
        table.add_row(plain(tally.name), percent(series.score(number)), *shares)
    return table


def print_output(series: Series) -> None:
    """Print what bots printed, by game, bot and decision."""
    console = Console(soft_wrap=True)
    for number, (seed, game) in enumerate(series.games, 1):
        for piece in game.output:
            if piece["kind"]:
                moment = f"decision {piece['decision']} ({piece['kind']}), event {piece['event']}"
            else:
                moment = "at the start" if piece["decision"] == 0 else "at the end"
            where = f"Game {number} (seed {seed}), {piece['bot']}, {moment}:"
            console.print(plain(where, style="bold"))
            for note in piece["notes"]:
                console.print(plain(f"  note: {note}", style="italic"))
            if text := piece["text"].rstrip("\n"):
                console.print(plain(text, lines=True))


def fault_panel(fault: Fault, whose: str) -> Panel:
    """Draw what is known of a bot's fault."""
    where = f"decision {fault.number}" if fault.number else "the start"
    parts = [plain(fault.message, lines=True, style="bold")]
    if fault.decision:
        parts.append(plain(_decision_text(fault.decision)))
    if meter := fault.meter:
        limit = METERED[meter["clock"]]
        cost = (
            f"CPU: {meter['cpu']:.3f} s for this question, of at most {meter['limit']:.3f} s "
            f"({limit}), {meter['off_turn']:.3f} s of it out of turn; {fault.cpu:.3f} s in the "
            f"game. Waited for {meter['wall']:.1f} s."
        )
        parts.append(plain(cost))
    if fault.traceback:
        parts.append(plain(fault.traceback.rstrip(), lines=True))
    if fault.log:
        parts.append(log_text(fault.log))
    title = plain(f"{whose}: {fault.verdict} at {where}")
    return Panel(Group(*parts), title=title, title_align="left")


def _decision_text(decision: dict[str, Any]) -> str:
    options = [value_text(option) for option in decision["options"]]
    shown = ", ".join(options[:SHOWN_OPTIONS]) + (", ..." if len(options) > SHOWN_OPTIONS else "")
    source = f" for {decision['source']}" if decision.get("source") else ""
    least, most = decision["least"], decision["most"]
    amount = f"{least}" if least == most else f"{least} to {most}"
    return f"Asked: {decision['kind']}{source}, pick {amount} of: {shown}"


def value_text(value: Any) -> str:
    """Write words as they are, lists of words with commas, and all else as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return json.dumps(value)


def log_text(log: str) -> Text:
    """Return the last lines that a bot printed."""
    lines = log.rstrip().splitlines()[-LOG_LINES:]
    return plain("\n".join(["It printed:", *lines]), lines=True)


def bots_by_game() -> dict[str, list[dict[str, str]]]:
    return {
        game: [
            {"name": bot.name, "description": bot.description, "lacks": runtimes.advice(bot)}
            for bot in house_bots(game).values()
        ]
        for game in catalogue.games()
    }


def print_bots() -> None:
    for game in catalogue.games().values():
        table = Table("Name", "What it does", title=game.title, title_justify="left")
        for bot in house_bots(game.name).values():
            advice = runtimes.advice(bot)
            about = f"{bot.description} Not here: it {advice}." if advice else bot.description
            table.add_row(bot.name, about)
        Console().print(table)


def print_games() -> None:
    console = Console()
    for game in catalogue.games().values():
        seats = ", ".join(map(str, game.seats))
        console.print(Text.assemble((game.name, "bold"), f": {game.description}"))
        console.print(f"Seats: {seats}. Rules: {game.engine}.", markup=False)
        options = Table("Option", "Default", "Meaning", title="--config", title_justify="left")
        for name, option in game.config.items():
            about, choices = option.description, list(map(value_text, option.choices))
            if not all(choice in about for choice in choices):
                about += f"; one of: {', '.join(choices)}"
            options.add_row(name, plain(json.dumps(option.default)), plain(about))
        console.print(options)
        kinds = Table("Kind", "What is asked", title="Decisions", title_justify="left")
        for kind, meaning in game.kinds.items():
            kinds.add_row(kind, plain(meaning))
        console.print(kinds)

"""The command `kingsbench tune`: games find better constants for a bot, and a test tries them."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings.sprt import Model, Verdict
from kit.errors import BadInput, CommandFailed
from kit.files import check_target
from kit.measure.constants import Number, Source, number_text
from kit.measure.duel import SEATS, Duel, check_bounds, fight, mirrored_plans, print_duel
from kit.measure.spsa import Param, Spsa
from kit.play import keeping, report
from kit.play.played import NOT_PLAYED, JsonObject, Task, tasks
from kit.play.report import plain
from kit.play.running import Play, running
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments
from kit.terminal import quantity

CHART = "way.svg"
ROWS, COLUMNS = 7, 60  # of the terminal's chart
WIDTH, HEIGHT, LEFT, TOP, BELOW = 640, 150, 70, 34, 26
CHART_STYLE = (
    "text{font:13px sans-serif;fill:#222}.bound{stroke:#999}.way{stroke:#2563eb;fill:none;"
    "stroke-width:2}.end{fill:#2563eb}@media(prefers-color-scheme:dark){svg{background:#111}"
    "text{fill:#eee}.way{stroke:#7aa2ff}.end{fill:#7aa2ff}}"
)
MOST_NUMBER = 1e15  # floating point has its whole numbers


@dataclass(frozen=True, kw_only=True)
class TuneOptions(SeriesOptions):
    """The command's options; `games` are those of an iteration."""

    bot: str
    params: tuple[str, ...]
    game: str
    iterations: int
    games: int
    bounds: tuple[float, float]
    model: Model
    test_games: int
    to: Path | None
    chart: Path | None


@dataclass
class Tuning:
    """A bot, its numbers' way, and the test of the result."""

    source: Source
    original: Entrant
    spsa: Spsa
    plans: Sequence[Plan]
    folder: Path
    to: Path
    duel: Duel | None = None
    games: int = 0
    jail: JsonObject = field(default_factory=lambda: NOT_PLAYED)

    @property
    def tuned(self) -> bytes:
        return self.source.with_values(self.spsa.values)

    def bot(self, name: str, values: dict[str, Number]) -> Entrant:
        """Write a copy of the bot with these numbers."""
        path = self.folder / f"{name}.py"
        path.write_bytes(self.source.with_values(values))
        return Entrant(name, path)

    def to_json(self) -> dict[str, Any]:
        plan, spsa = self.plans[0], self.spsa
        return {
            "game": plan.game,
            "config": plan.config,
            "seed": plan.seed,
            "bot": self.original.name,
            "params": [
                {
                    "name": param.name,
                    "start": param.start,
                    "low": param.low,
                    "high": param.high,
                    "value": spsa.values[param.name],
                }
                for param in spsa.params
            ],
            "iterations": spsa.done,
            "games": self.games,
            "way": spsa.way,
            "file": str(self.to),
            "duel": self.duel.to_json() if self.duel else None,
            **self.jail,
        }


def tune(options: TuneOptions) -> Verdict:
    """Tune and test the constants, and write the result, also after Ctrl-C. Raises BadInput."""
    check_bounds(options.bounds, options.model)
    (original,) = bot_arguments.entrants([options.bot], options.game)
    source = Source.read(original.path)
    spsa = Spsa(
        read_params(options.params, source), options.iterations, keeping.choose_seed(options)
    )
    if options.test_games % SEATS:
        raise BadInput(f"--test-games {options.test_games}: these games come in pairs")
    plans = mirrored_plans(
        options,
        options.game,
        games=options.games,
        seed=spsa.seed,
        more=options.games * (options.iterations - 1) + options.test_games,  # the test's come last
    )
    to = options.to or Path(f"{original.path.stem}_tuned.py")
    _check_target(to, source, spsa)
    if options.chart:
        check_target(options.chart, "--chart", CHART_STYLE)
    plan = plans[0]
    settings = keeping.settings("tune", plan.game, plan.config, plan.seed)
    settings |= {
        "bots": keeping.bots([original]),
        "params": [[param.name, param.start, param.low, param.high] for param in spsa.params],
        "iterations": options.iterations,
        "games": options.games,
    }
    with tempfile.TemporaryDirectory() as folder:
        tuning = Tuning(source, original, spsa, plans, Path(folder), to)
        try:
            with running(options, settings, [original], matches=len(plans)) as play:
                _walk(tuning, play, options.games // SEATS)
                _test(tuning, play, options)
        finally:
            if spsa.done:
                _finish(tuning, options)
    if not spsa.done:
        raise CommandFailed("interrupted before the first iteration was over")
    return tuning.duel.verdict if tuning.duel else Verdict.OPEN


def read_params(words: Sequence[str], source: Source) -> list[Param]:
    """Read NAME=START:LOW:HIGH; without a start it is the file's. Raises BadInput."""
    params = [_read_param(word, source) for word in words]
    names = [param.name for param in params]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"--param {name} is given twice")
    return params


def _read_param(word: str, source: Source) -> Param:
    name, _equals, text = word.partition("=")
    parts = text.split(":")
    if not name or len(parts) not in (2, 3):
        raise BadInput(f"--param {word}: use NAME=START:LOW:HIGH, such as SILVERS=3:0:8")
    constant = source.constant(name)
    low, high = (_number(part, word) for part in parts[-2:])
    start = _number(parts[0], word) if len(parts) == 3 and parts[0] else constant.value
    if not low < high:
        raise BadInput(f"--param {word}: the lower bound must be below the upper one")
    if number_text(low) == number_text(high):
        raise BadInput(f"--param {word}: with six digits, both bounds are {number_text(low)}")
    if not low <= start <= high:
        raise BadInput(f"--param {word}: the start {start} is not between {low} and {high}")
    whole = all(isinstance(value, int) for value in (constant.value, start, low, high))
    return Param(name, start, low, high, whole)


def _number(text: str, word: str) -> Number:
    value: Number
    try:
        value = int(text)
    except ValueError:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
    if not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise BadInput(f"--param {word}: {text[:40]!r} is not a number up to {MOST_NUMBER:g}")
    return value


def _check_target(path: Path, source: Source, spsa: Spsa) -> None:
    """Only an earlier result may be replaced. Raises BadInput."""
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder {path.parent} for {path.name}")
    if not path.exists():
        return
    old = Source.read(path)
    known = {param.name: param.start for param in spsa.params}
    is_earlier = known.keys() <= old.constants.keys() and (
        old.with_values(known) == source.with_values(known)
    )
    if not is_earlier or path.samefile(source.path):
        raise BadInput(f"{path} already exists and is no earlier result; choose another with --to")


def _walk(tuning: Tuning, play: Play, matches: int) -> None:
    """Play the iterations, of so many matches each, and step after each."""
    spsa = tuning.spsa
    with report.progress(spsa.iterations * matches * SEATS) as progress:
        for number in range(spsa.iterations):
            names = (f"{number + 1}-plus", f"{number + 1}-minus")
            bots = [
                tuning.bot(name, values) for name, values in zip(names, spsa.sides(), strict=True)
            ]
            first = number * matches
            points = 0.0
            for match, _files in play(_tasks(tuning.plans, bots, first, first + matches)):
                points += match.points[0]
                tuning.jail = match.jail
                tuning.games += SEATS
                progress(tuning.games, lambda: _values_text(spsa))
            spsa.step(points / matches - 1)


def _test(tuning: Tuning, play: Play, options: TuneOptions) -> None:
    """Test the result against the original, if it differs."""
    first = options.iterations * (options.games // SEATS)
    if tuning.tuned == tuning.source.with_values({}) or not tuning.plans[first:]:
        return
    bots = [tuning.bot(f"{tuning.original.name} tuned", tuning.spsa.values), tuning.original]
    tuning.duel = Duel(bots, tuning.plans[first:], options.bounds, options.model)
    fight(tuning.duel, play, _tasks(tuning.plans, bots, first, len(tuning.plans)))


def _tasks(plans: Sequence[Plan], bots: Sequence[Entrant], first: int, end: int) -> list[Task]:
    return [replace(task, number=first + task.number) for task in tasks(plans[first:end], bots)]


def _finish(tuning: Tuning, options: TuneOptions) -> None:
    """Write and print the result."""
    charts = [options.chart, options.keep / CHART if options.keep else None]
    try:
        tuning.to.write_bytes(tuning.tuned)
        for path in filter(None, charts):
            path.write_text(chart_svg(tuning.spsa), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{error.filename} cannot be written: {error.strerror}") from error
    if options.as_json:
        report.print_json(tuning.to_json())
    else:
        print_tuned(tuning)


# --- printed ------------------------------------------------------------------------------------
def print_tuned(tuning: Tuning) -> None:
    console = Console(soft_wrap=True)
    spsa = tuning.spsa
    iterations = quantity(spsa.iterations, "iteration")
    done = f"{spsa.done} of {iterations}, {quantity(tuning.games, 'game')}"
    seed = tuning.plans[0].seed
    console.print(plain(f"{tuning.plans[0].game}: {tuning.original.name}, {done} from seed {seed}"))
    for param, way in zip(spsa.params, spsa.ways(), strict=True):
        chart = chart_lines(param, way)
        console.print(plain("\n".join(["", *chart]), lines=True))
    console.print(plain(f"\nWrote {tuning.to}.", lines=True))
    if tuning.duel:
        print_duel(tuning.duel)
    elif tuning.tuned == tuning.source.with_values({}):
        console.print("It is the bot as it was: nothing to test.", style="bold")


def _values_text(spsa: Spsa) -> str:
    return ", ".join(f"{name} {number_text(value)}" for name, value in spsa.values.items())


def chart_lines(param: Param, way: Sequence[float]) -> list[str]:
    """Draw one number's way between its bounds."""
    columns = min(COLUMNS, len(way))
    last, gaps = len(way) - 1, max(1, columns - 1)
    shown = [way[round(column * last / gaps)] for column in range(columns)]
    rows = [round(_share(param, value) * (ROWS - 1)) for value in shown]
    labels = {0: number_text(param.low), ROWS - 1: number_text(param.high)}
    wide = max(map(len, labels.values()))
    title = f"{param.name}: {number_text(param.start)} -> {number_text(param.value(way[-1]))}"
    lines = [
        f"{labels.get(row, ''):>{wide}} |" + "".join("*" if place == row else " " for place in rows)
        for row in reversed(range(ROWS))
    ]
    return [title, *(line.rstrip() for line in lines)]


def _share(param: Param, value: float) -> float:
    return (value - param.low) / (param.high - param.low)


def chart_svg(spsa: Spsa) -> str:
    """Draw all numbers, one below the other."""
    tall = HEIGHT + TOP + BELOW
    panels = [
        f'<g transform="translate(0 {number * tall})">{_panel(param, way)}</g>'
        for number, (param, way) in enumerate(zip(spsa.params, spsa.ways(), strict=True))
    ]
    size = f'width="{WIDTH + LEFT + 20}" height="{tall * len(panels)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        f"<title>{escape(', '.join(param.name for param in spsa.params))}</title>"
        f"<style>{CHART_STYLE}</style>{''.join(panels)}</svg>\n"
    )


def _panel(param: Param, way: Sequence[float]) -> str:
    last = max(1, len(way) - 1)
    points = [
        (LEFT + WIDTH * number / last, TOP + HEIGHT * (1 - _share(param, value)))
        for number, value in enumerate(way)
    ]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    bounds = "".join(
        f'<line class="bound" x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y}" y2="{y}"/>'
        f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{number_text(bound)}</text>'
        for bound, y in ((param.high, TOP), (param.low, TOP + HEIGHT))
    )
    x, y = points[-1]
    title = f"{param.name}: {number_text(param.start)} → {number_text(param.value(way[-1]))}"
    return (
        f'<text x="{LEFT}" y="20">{escape(title)}</text>{bounds}'
        f'<polyline class="way" points="{drawn}"/>'
        f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 18}" text-anchor="end">'
        f"{quantity(len(way) - 1, 'iteration')}</text>"
    )

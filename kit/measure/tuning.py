"""The command `kingsbench tune`."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings.sprt import Model, Verdict
from kit.errors import BadInput, CommandFailed
from kit.files import check_target
from kit.measure import measure_report, way_chart
from kit.measure.constants import Number, Source, written
from kit.measure.duel import SEATS, Duel
from kit.measure.dueling import check_bounds, fight, mirrored
from kit.measure.spsa import Param, Spsa
from kit.play import keeping, report
from kit.play.played import NOT_PLAYED, JsonObject, Task, tasks
from kit.play.running import Play, running
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments

CHART = "way.svg"
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
    """Raises BadInput."""
    check_bounds(options.bounds, options.model)
    (original,) = bot_arguments.entrants([options.bot], options.game)
    source = Source.read(original.path)
    spsa = Spsa(read_params(options.params, source), options.iterations, keeping.seed(options))
    plans = _plans(options, spsa.seed)
    to = options.to or Path(f"{original.path.stem}_tuned.py")
    _check_target(to, source, spsa)
    if options.chart:
        check_target(options.chart, "--chart", way_chart.STYLE)
    with tempfile.TemporaryDirectory() as folder:
        tuning = Tuning(source, original, spsa, plans, Path(folder), to)
        _run(tuning, options)
    if not spsa.done:
        raise CommandFailed("interrupted before the first iteration was over")
    return tuning.duel.verdict if tuning.duel else Verdict.OPEN


def read_params(words: Sequence[str], source: Source) -> list[Param]:
    """Read NAME=START:LOW:HIGH; without a start it is the file's. Raises BadInput."""
    params = [_param(word, source) for word in words]
    names = [param.name for param in params]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"--param {name} is given twice")
    return params


def _param(word: str, source: Source) -> Param:
    name, _equals, text = word.partition("=")
    parts = text.split(":")
    if not name or len(parts) not in (2, 3):
        raise BadInput(f"--param {word}: use NAME=START:LOW:HIGH, such as SILVERS=3:0:8")
    constant = source.constant(name)
    low, high = (_number(part, word) for part in parts[-2:])
    start = _number(parts[0], word) if len(parts) == 3 and parts[0] else constant.value
    if not low < high:
        raise BadInput(f"--param {word}: the lower bound must be below the upper one")
    if written(low) == written(high):
        raise BadInput(f"--param {word}: with six digits, both bounds are {written(low)}")
    if not low <= start <= high:
        raise BadInput(f"--param {word}: the start {start} is not between {low} and {high}")
    whole = all(isinstance(one, int) for one in (constant.value, start, low, high))
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


def _plans(options: TuneOptions, seed: int) -> list[Plan]:
    """Return all deals: those of each iteration, then the test's."""
    if options.test_games % SEATS:
        raise BadInput(f"--test-games {options.test_games}: these games come in pairs")
    return mirrored(
        options,
        options.game,
        games=options.games,
        seed=seed,
        more=options.games * (options.iterations - 1) + options.test_games,
    )


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


def _run(tuning: Tuning, options: TuneOptions) -> None:
    spsa, plan = tuning.spsa, tuning.plans[0]
    settings = keeping.settings("tune", plan.game, plan.config, plan.seed)
    settings |= {
        "bots": keeping.bots([tuning.original]),
        "params": [[param.name, param.start, param.low, param.high] for param in spsa.params],
        "iterations": options.iterations,
        "games": options.games,
    }
    try:
        with running(options, settings, [tuning.original], matches=len(tuning.plans)) as play:
            _walk(tuning, play, options.games // SEATS)
            _test(tuning, play, options)
    finally:
        if spsa.done:
            _finish(tuning, options)


def _walk(tuning: Tuning, play: Play, matches: int) -> None:
    spsa = tuning.spsa
    with report.progress(spsa.iterations * matches * SEATS) as progress:
        for number in range(spsa.iterations):
            names = (f"{number + 1}-plus", f"{number + 1}-minus")
            bots = [tuning.bot(*one) for one in zip(names, spsa.sides(), strict=True)]
            first = number * matches
            points = 0.0
            for match, _files in play(_tasks(tuning.plans, bots, first, first + matches)):
                points += match.points[0]
                tuning.jail = match.jail
                tuning.games += SEATS
                progress(tuning.games, lambda: measure_report.values(spsa))
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
            path.write_text(way_chart.svg(tuning.spsa), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{error.filename} cannot be written: {error.strerror}") from error
    if options.as_json:
        report.print_json(tuning.to_json())
    else:
        measure_report.print_tuned(tuning)

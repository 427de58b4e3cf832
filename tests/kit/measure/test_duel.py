"""Whether one bot is better than another, by a sequential test over mirrored deals."""

import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings import sprt
from arena.ratings.sprt import Model
from kit.measure.duel import EXIT_CODES, Duel, check_bounds, print_duel
from sandbox.limits import Limits
from tests.patience import PROMPT
from tests.tooling.processes import family, heed_ctrl_c

pytestmark = pytest.mark.jail
Run = Callable[..., Result]
SHORT = ("--seed", 1, "--config", "turn_limit=3")
CLEAR = ("--sprt", 0, 100, "--seed", 1, "--config", "turn_limit=8")
COMMAND = [sys.executable, "-m", "kit.command", "duel"]


def test_the_better_one_is_found_and_the_evidence_is_told(run: Run) -> None:
    told = run("duel", "big-money", "random", *CLEAR, "--json")
    assert told.exit_code == EXIT_CODES[sprt.Verdict.BETTER] == 0, told.output
    found = json.loads(told.output)
    counts, games = found["counts"], found["games"]
    assert games == 2 * sum(counts)
    assert found["verdict"] == "better"
    assert found["llr"] == sprt.log_likelihood_ratio(counts, 0, 100) > found["upper"]
    assert found["lower"] == -found["upper"]
    assert (found["elo"][0], found["los"]) == (sprt.elo(counts).value, sprt.los(counts))
    assert found["nelo"][0] == sprt.normalized_elo(counts).value
    words = run("duel", "big-money", "random", *CLEAR).output
    assert "big-money is better than random" in words
    assert f"{games}, in pairs on one deal" in words


def test_the_number_of_processes_changes_nothing(run: Run) -> None:
    alone, several = (
        json.loads(run("duel", "big-money", "random", *CLEAR, "--json", "--jobs", jobs).output)
        for jobs in (1, 2)
    )
    assert alone == several
    series = [
        json.loads(run("play", "random", "random", *SHORT, "--json", "--jobs", jobs).output)
        for jobs in (1, 2)
    ]
    games = [[(game["seed"], game["scores"]) for game in one["games"]] for one in series]
    assert games[0] == games[1]


def test_the_worse_one_and_equal_ones_are_told_by_the_exit_code(run: Run) -> None:
    worse = run("duel", "random", "big-money", *CLEAR)
    assert worse.exit_code == EXIT_CODES[sprt.Verdict.NOT_BETTER] == 1
    assert "random is not 100 Elo better than big-money" in worse.output
    short = run("duel", "random", "random", *CLEAR, "--games", 4)
    assert short.exit_code == EXIT_CODES[sprt.Verdict.OPEN] == 3
    assert "Undecided" in short.output
    assert "random (2)" in short.output


def group_of(process: int) -> list[int]:
    """List the process and its children in its group; jailed ones have their own, and end."""
    found = []
    for one in family(process):
        with suppress(ProcessLookupError):
            found += [one] * (os.getpgid(one) == process)
    return found


def hears_ctrl_c(process: int) -> bool:
    status = Path(f"/proc/{process}/status").read_text()
    masks = re.findall(r"^Sig(?:Blk|Ign):\t(\w+)$", status, re.MULTILINE)
    return not any(int(mask, 16) >> signal.SIGINT - 1 & 1 for mask in masks)


def kept_numbers(path: Path) -> set[int]:
    """Return the numbers of the matches in a file of results, whose first line is no match."""
    lines = path.read_bytes().splitlines(keepends=True)[1:] if path.exists() else []
    return {json.loads(line)["number"] for line in lines if line.endswith(b"\n")}


def test_ctrl_c_ends_a_duel_with_its_result(tmp_path: Path) -> None:
    """A terminal sends it to all processes; only the command hears it."""
    words = ["random", "random", "--sprt", "0", "0.01", "--jobs", "2", "--json"]
    kept = tmp_path / "duel.jsonl"
    words += ["--config", "turn_limit=3", "--results", str(kept)]
    running = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509  # no thread runs here
    )
    # Matches count in their order, and one of two processes may be ahead.
    while not {1, 2, 3} <= kept_numbers(kept):
        assert running.poll() is None
        time.sleep(0.05)
    group = group_of(running.pid)
    assert len(group) > 2
    assert [one for one in group if hears_ctrl_c(one)] == [running.pid]
    os.killpg(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=PROMPT)
    assert (running.returncode, errors) == (3, "")
    told = json.loads(output)
    assert told["verdict"] == "open"
    lines = kept.read_bytes().splitlines()[1:]
    assert 3 <= sum(told["counts"]) <= len(lines)
    assert len({json.loads(line)["number"] for line in lines}) == len(lines)


def test_an_undecided_duel_says_how_many_games_it_takes() -> None:
    """At even points a lead is the same in either unit, scaled."""
    counts = [0, 0, 100, 0, 0]
    settings: list[tuple[Model, float]] = [("logistic", 20), ("logistic", 10), ("normalized", 20)]
    needed = [Duel([], [], (0, high), model, counts).games_needed for model, high in settings]
    assert needed[1] == pytest.approx(4 * needed[0], rel=0.02)
    variance = sprt.mean_of(counts).variance
    assert needed[2] == pytest.approx(needed[0] / (2 * variance) / 4, rel=0.05)


@pytest.mark.parametrize("model", sprt.FURTHEST)
def test_every_table_can_be_evaluated_at_the_furthest_bounds(model: Model) -> None:
    seed = random.randrange(10**9)
    print(f"seed {seed}")
    dice = random.Random(seed)
    furthest = sprt.FURTHEST[model]
    tables = [[0] * cell + [count] + [0] * (4 - cell) for cell in range(5) for count in (1, 9999)]
    tables += [[0] * 5, [2, 3, 5, 4, 3]]
    tables += [[dice.choice((0, 0, 1, 9, 9999)) for _ in range(5)] for _ in range(60)]
    bounds = [(0, furthest), (-furthest, 0), (-furthest, furthest)]
    bounds += [(furthest - 0.02, furthest), (-furthest, 0.02 - furthest), (0, 0.02)]
    entrants = [Entrant("new", Path("new.py")), Entrant("old", Path("old.py"))]
    plans = [Plan("dominion", {}, 2, 2, 1, Limits())]
    for pair in bounds:
        check_bounds(pair, model)
        for counts in tables:
            fought = Duel(entrants, plans, pair, model, counts)
            assert math.isfinite(fought.ratio)
            assert fought.games_needed > 0
            assert json.loads(json.dumps(fought.to_json()))["counts"] == counts
            print_duel(fought)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("random", "random", "--sprt", 10, 0), "the first Elo must be below the second"),
        (("random", "random", "--games", 5), "come in pairs"),
        (("random", "nobody"), "unknown bot 'nobody'"),
        (("random", "random", "--sprt", 0, 10_000), "no results can show this"),
        (("random", "random", "--sprt", "-inf", "inf"), "no results can show this"),
        (("random", "random", "--sprt", 0, 300, "--model", "normalized"), "from -200 to 200"),
        (("random", "random", "--sprt", 0, 1e-9), "more games than can be played"),
        (("random", "random", "--sprt", "nan", 3), "the first Elo must be below the second"),
        (("random", "random", "--games", 10**12), "at most 1,000,000"),
        (("random", "random", "--jobs", 100_000), "is not in the range"),
        (("random", "random", "--config", f"turn_limit={'[' * 9999}"), "turn_limit"),
        (("random", "random", "--config", f'{{"turn_limit":{"[" * 9999}'), "not valid JSON"),
        (("random",), "Missing argument 'OLD'"),
        (("random", "greedy"), "does not play dominion"),
        (("random", "random", "--kingdom", "Moat, Village"), "ten cards, not 2"),
        (("random", "random", "--jobs", 0), "0 is not in the range"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(run: Run, words: tuple[object, ...], why: str) -> None:
    told = run("duel", *words)
    assert told.exit_code == 2
    assert why in told.output

"""Datasets of decisions from kept games; from a platform: tests/website/test_archive.py."""

import errno
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from arena.matches.referee.referee import Entrant, Plan
from engine import catalogue
from engine.record import replay
from kit.bots import house_bots
from kit.dataset import folder, kept
from kit.dataset.folder import Counts
from kit.errors import CommandFailed
from kit.play import keeping
from kit.play.keeping import Kept
from kit.play.played import GameFiles, Played, PlayedGame, PlayedMatch, Task
from sandbox.limits import Limits
from tests.kit.conftest import Run

NAMES = ("random", "big-money")
ENTRANTS = tuple(Entrant(name, house_bots()[name].path) for name in NAMES)
CONFIG = {"turn_limit": 3}
CPU = 0.25


def played(number: int) -> tuple[Task, Played]:
    """A game of default answers, the second bot first."""
    game = catalogue.new("dominion", seats=2, seed=number, config=CONFIG)
    while game.decision is not None:
        game.choose(game.decision.default)
    record, outcome = game.record(), game.outcome
    assert outcome
    shown = {"questions": [{"cpu": CPU}] * (len(record["choices"]) - 1), "frames": []}
    files = GameFiles(json.dumps(record), json.dumps(shown))
    one = PlayedGame([1, 0], [7, number], [1, 2], outcome.reason, [1, 1], [0.0, 0.0], [], [])
    task = Task(number, Plan("dominion", CONFIG, 2, 1, number, Limits()), ENTRANTS)
    return task, Played(PlayedMatch([one], [1.0, 0.0], 0.5, {}), [files])


def keep(path: Path, numbers: range) -> None:
    """Play these matches, and keep them."""
    (path / "games").mkdir(parents=True, exist_ok=True)
    settings = keeping.settings("play", "dominion", CONFIG, 1) | {"bots": keeping.bots(ENTRANTS)}
    with (path / "results.jsonl").open("ab") as file:
        if not file.tell():
            keeping._begin(file, path, settings)
        for number in numbers:
            Kept(path, file, path / "games").add(*played(number))


@pytest.fixture(autouse=True)
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three kept matches, two in a part."""
    monkeypatch.setattr(kept, "MATCHES", 2)
    keep(tmp_path / "kept", range(3))


def rows(path: Path) -> list[dict[str, Any]]:
    files = sorted(path.glob("*.ndjson.gz"))
    return [
        json.loads(line)
        for file in files
        for line in gzip.decompress(file.read_bytes()).splitlines()
    ]


def found_file(path: Path, pattern: str) -> Path:
    """All are read: an open search would be a warning."""
    [found] = path.glob(pattern)
    return found


def test_rows_say_what_was_asked_seen_picked_and_won(run: Run, tmp_path: Path) -> None:
    done = run("dataset", "kept", "--out", "data")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1].startswith("data: ")
    found = rows(tmp_path / "data")
    record = json.loads(found_file(tmp_path / "kept", "games/00003-*.record.json").read_text())
    game, of_last = replay(record | {"choices": []}), [row for row in found if row["points"] != 7]
    last = found[-len(record["choices"]) :]
    assert len(last) == len(record["choices"])
    for number, row in enumerate(last, 1):
        decision = game.decision
        assert decision
        assert row["number"] == number
        assert row["view"] == json.loads(json.dumps(game.view(decision.seat)))
        assert row["decision"] == json.loads(json.dumps(decision.to_json()))
        game.choose(row["picks"])
    assert game.decision is None
    assert {(row["seat"], row["bot"], row["rank"]) for row in found} == {
        (0, "big-money", 1), (1, "random", 2),
    }  # fmt: skip
    assert {row["points"] for row in of_last} == {0, 1, 2}
    assert [row["clock"] for row in last] == [CPU] * (len(last) - 1) + [None]
    card = (tmp_path / "data/README.md").read_text()
    assert all(f"`{name}`" in card for name in found[0])
    assert f"Matches: 3, decisions: {len(found)}." in card


def test_the_same_command_goes_on(run: Run, tmp_path: Path) -> None:
    words = ("dataset", "kept", "--out", "data")
    run(*words)
    first = (tmp_path / "data/matches-000001.ndjson.gz").stat()
    keep(tmp_path / "kept", range(3, 5))
    with (tmp_path / "kept/results.jsonl").open("ab") as file:
        file.write(b'{"key":"being writt')
    assert run(*words).exit_code == 0
    assert (tmp_path / "data/matches-000001.ndjson.gz").stat() == first
    run("dataset", "kept", "--out", "at-once")
    assert rows(tmp_path / "data") == rows(tmp_path / "at-once")
    assert len({row["match"] for row in rows(tmp_path / "data")}) == 5


@pytest.mark.parametrize("is_cut", [True, False])
def test_a_file_that_was_cut_or_removed_is_written_again(
    run: Run, tmp_path: Path, is_cut: bool
) -> None:
    words = ("dataset", "kept", "--out", "data")
    run(*words)
    file = tmp_path / "data/matches-000001.ndjson.gz"
    whole = file.read_bytes()
    file.unlink()
    if is_cut:
        file.write_bytes(whole[:-7])
    again = run(*words)
    assert (again.exit_code, gzip.decompress(file.read_bytes())) == (0, gzip.decompress(whole))


def test_parquet_has_the_same_rows(run: Run, tmp_path: Path) -> None:
    run("dataset", "kept", "--out", "data")
    made = run("dataset", "kept", "--out", "it's", "--format", "parquet")
    assert made.exit_code == 0, made.output
    with duckdb.connect() as database:
        path = str(tmp_path / "it's" / "*.parquet")
        table = database.execute("FROM read_parquet(?)", [path])
        names = [column[0] for column in table.description or ()]
        found = [dict(zip(names, row, strict=True)) for row in table.fetchall()]
    texts = ("config", "decision", "view")
    parsed = [row | {name: json.loads(row[name]) for name in texts} for row in found]
    assert parsed == rows(tmp_path / "data")
    assert not [path for path in (tmp_path / "it's").iterdir() if path.name.startswith(".")]


def test_without_the_extra_parquet_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    refused = run("dataset", "kept", "--out", "data", "--format", "parquet")
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert "pip install kingsbench[data]" in refused.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["kept", "--out", "kept"], "has other files, and no dataset"),
        (["other", "--out", "data"], "other has no kept games: play with --keep other"),
        (["kept", "--out", "data", "--format", "parquet"], "format is ndjson there and parquet"),
        (["kept", "--out", "data", "--since", "2030-01-31"], "leave KEPT or --to and --since out"),
        (["--out", "new"], "which platform?"),
        (["kept", "--out", "kept/results.jsonl/data"], "Not a directory"),
    ],
)
def test_another_place_is_left_alone(run: Run, tmp_path: Path, words: list[str], told: str) -> None:
    run("dataset", "kept", "--out", "data")
    before = sorted(tmp_path.rglob("*"))
    refused = run("dataset", *words)
    assert refused.exit_code == 2
    assert told in refused.output
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("results.jsonl", None, "line 4 is damaged"),
        ("games/*3-*.record.json", "{}", "record.json: neither a replay"),
        ("games/*3-*.record.json", '{"choices": [[99]]}', "record.json: the record has no 'game'"),
        ("games/*3-*.record.json", "cut", "record.json: not valid JSON, or cut"),
        ("games/*3-*.replay.json", "cut", "replay.json is damaged"),
    ],
)
def test_damage_is_named_and_what_is_whole_stays(
    run: Run, tmp_path: Path, file: str, content: str | None, told: str
) -> None:
    path = found_file(tmp_path / "kept", file)
    text = content or path.read_text().replace('"number":3', '"number":"three"')
    path.write_text(text)
    refused = run("dataset", "kept", "--out", "data")
    assert refused.exit_code == 2
    assert told in refused.output
    names = sorted(one.name for one in (tmp_path / "data").iterdir())
    assert names == ["README.md", "dataset.json", "matches-000001.ndjson.gz"]


class Stopping:
    """A source of which the second part cannot be written."""

    def __init__(self, error: BaseException) -> None:
        self.settings: dict[str, Any] = {}
        self.error = error

    def parts(self) -> Iterator[Any]:
        yield Whole("first")
        yield Cut("second", self.error)


class Whole:
    digest = ""

    def __init__(self, name: str) -> None:
        self.name = name

    def write(self, path: Path) -> Counts:
        path.write_bytes(gzip.compress(b"{}\n"))
        return Counts(1, 1)


class Cut(Whole):
    def __init__(self, name: str, error: BaseException) -> None:
        super().__init__(name)
        self.error = error

    def write(self, path: Path) -> Counts:
        path.write_bytes(b"half")
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left"),
        (KeyboardInterrupt(), "Stopped."),
    ],
)
def test_a_full_disk_and_ctrl_c_leave_whole_parts(
    tmp_path: Path, error: BaseException, told: str
) -> None:
    opened = folder.open_folder(tmp_path / "data", "ndjson", "here", {})
    with pytest.raises(CommandFailed, match=told) as stopped:
        opened.write(Stopping(error), lambda _part: None)
    assert "data: 1. The same command goes on from there." in stopped.value.message
    names = sorted(path.name for path in (tmp_path / "data").iterdir())
    assert names == ["README.md", "dataset.json", "first.ndjson.gz"]

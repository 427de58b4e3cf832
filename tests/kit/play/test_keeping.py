"""Results that are kept: the same command goes on from them."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from arena.matches.referee.referee import Entrant
from engine.record import replay
from kit.bots import house_bots
from kit.errors import CommandFailed
from kit.play import series
from kit.play.keeping import Kept, NotKept
from kit.play.played import GameFiles, Played, PlayedMatch, tasks
from kit.play.running import in_order

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
SHORT = ("--config", "turn_limit=3")
BOTS = [Entrant(name, house_bots()[name].path) for name in ("random", "big-money")]
TASKS = tasks(series.plans("dominion", seats=2, games=8, seed=1, config={}), BOTS)


def outcome(number: int) -> Played:
    return Played(PlayedMatch([], [float(number), 0.0], 0.5, {}), [])


class Backwards:
    """Plays three matches at once, of which the last one ends first."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.playing: list[int] = []

    @property
    def has_room(self) -> bool:
        return len(self.playing) < 3

    @property
    def is_busy(self) -> bool:
        return bool(self.playing)

    def send(self, task: object, *, files: bool) -> None:
        self.sent.append(task.number)  # type: ignore[attr-defined]
        self.playing.append(self.sent[-1])

    def receive(self) -> tuple[object, Played]:
        number = self.playing.pop()
        return TASKS[number], outcome(number)


def played(pool: Backwards, kept: Kept, *, shown: bool = False) -> list[float]:
    found = in_order(TASKS, pool, kept, shown=shown)  # type: ignore[arg-type]
    return [match.points[0] for match, _files in found]


def test_matches_count_in_the_order_of_the_plan() -> None:
    pool = Backwards()
    assert played(pool, Kept()) == [0, 1, 2, 3]
    assert pool.sent == [0, 1, 2, 3]


def test_kept_matches_are_not_played_again_but_for_a_wanted_replay() -> None:
    known = {TASKS[n].key: outcome(10 + n).match for n in (0, 2)}
    pool = Backwards()
    assert played(pool, Kept(known=known)) == [10, 1, 12, 3]
    assert pool.sent == [1, 3]
    assert played(pool, Kept(known=known), shown=True) == [0, 1, 12, 3]


def test_a_bot_that_changes_while_it_plays_ends_the_series(bot: Bot) -> None:
    path = bot("mine.py", "one")
    task = replace(TASKS[0], entrants=(Entrant("mine", path), BOTS[0]))

    class Edited(Backwards):
        def receive(self) -> tuple[object, Played]:
            path.write_text("another")
            return task, super().receive()[1]

    with pytest.raises(CommandFailed, match="changed while it played"):
        next(in_order([task], Edited(), Kept()))  # type: ignore[arg-type]


def test_a_key_is_of_the_games_not_of_the_place_in_the_schedule() -> None:
    task = TASKS[1]
    assert replace(task, number=7).key == task.key
    changed = (
        TASKS[2],
        replace(task, plan=replace(task.plan, games=1)),
        replace(task, entrants=task.entrants[::-1]),
    )
    assert len({task.key, *(other.key for other in changed)}) == 4


def test_a_full_disk_is_one_clear_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("ab", buffering=0) as full:
        kept = Kept(tmp_path / "results.jsonl", full)
        with pytest.raises(
            NotKept, match=r"results\.jsonl cannot be written: No space left"
        ) as told:
            kept.add(TASKS[0], outcome(0))
    assert told.value.exit_code == 1
    assert "goes on from there" in told.value.message


def test_a_game_that_cannot_be_shown_is_kept_as_a_record(tmp_path: Path) -> None:
    kept = Kept(games=tmp_path)
    files = [GameFiles("{}", "", "cannot be shown"), GameFiles("[]", "[1]")]
    kept.add(TASKS[2], outcome(2)._replace(files=files))
    names = ["1.record.json", "2.record.json", "2.replay.json"]
    stem = f"00003-{TASKS[2].key[:6]}"
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{stem}-{one}" for one in names]


# --- the commands ---------------------------------------------------------------------------
@pytest.mark.jail
def test_an_interrupted_series_goes_on_and_keeps_every_game(run: Run, tmp_path: Path) -> None:
    words = ("play", "big-money", "random", *SHORT, "--keep", "kept", "--json", "--games")
    first = json.loads(run(*words, 2).output)
    path = tmp_path / "kept" / "results.jsonl"
    path.write_bytes(path.read_bytes() + b'{"key":"cut in the mid')
    more = json.loads(run(*words, 6, "--jobs", 2).output)
    assert more["games"][:2] == first["games"]  # with its CPU to the last digit: not played again
    assert (more["seed"], len(more["games"])) == (first["seed"], 6)
    assert len(path.read_bytes().splitlines()) == 1 + 3
    fresh = run(
        "play", "big-money", "random", *SHORT, "--json", "--games", 6, "--seed", more["seed"]
    )
    scores = [[game["scores"] for game in one["games"]] for one in (more, json.loads(fresh.output))]
    assert scores[0] == scores[1]
    files = sorted(file.name for file in (tmp_path / "kept" / "games").iterdir())
    assert len(files) == 2 * 6
    record, shown = (json.loads((path.parent / "games" / name).read_text()) for name in files[:2])
    outcome = replay(record).outcome
    assert outcome
    assert outcome.scores == first["games"][0]["scores"]
    assert shown["names"] == ["big-money", "random"] or shown["names"] == ["random", "big-money"]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A file of results without matches: of `play random random` on seed 1."""
    path = tmp_path / "old.jsonl"
    settings = {
        "command": "play", "game": "dominion", "rules": "dominion-1", "config": {}, "seed": 1,
        "bots": {"random": "other"},
    }  # fmt: skip
    path.write_text(json.dumps({"kingsbench_results": 1, "settings": settings}) + "\n")
    return path


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["duel", "--sprt", 0, 9], 'command is "play" there and "duel" now'),
        (["play", "--seed", 2], "seed is 1 there and 2 now"),
        (["play", *SHORT], 'config is {} there and {"turn_limit": 3} now'),
        (["play"], "its bots are not these, or have changed since"),
        (["play", "--keep", "folder"], "--keep has a file of results of its own"),
    ],
)
def test_other_settings_are_refused(
    run: Run, results: Path, words: list[object], told: str
) -> None:
    before = results.read_bytes()
    refused = run(words[0], "random", "random", *words[1:], "--results", results.name)
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert told in refused.output
    assert results.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"precious = 1\nmore = 2\n", "has no results of this command"),
        (b"precious = 1", "has no results of this command"),
        (b'{"kingsbench_results": 9, "settings": {}}\n', "of another version"),
        (b'{"kingsbench_results": 1, "settings": {}}\n{"key": 3}\n', "line 2 is damaged"),
    ],
)
def test_another_file_is_left_alone(run: Run, tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    refused = run("play", "random", "random", "--results", path.name)
    assert refused.exit_code == 2
    assert told in refused.output
    assert path.read_bytes() == content


@pytest.mark.parametrize("words", [["--keep", "file/kept"], ["--results", "/dev/full"]])
def test_a_place_that_cannot_be_written_is_said_first(
    run: Run, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "file").touch()
    refused = run("play", "random", "random", *words)
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert words[1] in refused.output

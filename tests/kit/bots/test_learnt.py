"""The house bot `learnt`: how it is trained, what it sees, and where it plays."""

import os
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from bench.train_kingdomino import train, with_weights
from engine import catalogue
from engine.kingdomino.kingdom import Kingdom
from kit.bots import house_bots
from kit.bots.learnt import SIZE, Judge

Run = Callable[..., Result]
BOT = house_bots()["learnt"]
WORDS = ("learnt", "greedy", "--game", "kingdomino", "--games", 2)


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This environment's numpy as a runtime."""
    folder = tmp_path / "runtime"
    for file in distribution("numpy").files or []:
        if file.parts[0] != ".." and "tests" not in file.parts:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(file.locate(), folder / file)
            except OSError:  # another file system
                (folder / file).write_bytes(Path(str(file.locate())).read_bytes())
    monkeypatch.setenv("KINGSBENCH_RUNTIME", str(folder))
    return folder


def test_equal_seeds_make_equal_weights_on_any_number_of_cores() -> None:
    small: dict[str, Any] = {"rounds": 2, "games": 2}
    once = train(seed=3, **small)
    assert once.any()
    assert train(seed=3, jobs=2, **small).tobytes() == once.tobytes()
    assert train(seed=4, **small).tobytes() != once.tobytes()


def test_weights_are_written_into_the_bot() -> None:
    source = BOT.path.read_text(encoding="utf-8")
    net = np.arange(SIZE).astype(np.int8)
    changed = with_weights(source, net)
    found: dict[str, Any] = {}
    exec(changed.split("def decide")[0], found)
    assert np.frombuffer(found["b85decode"](found["WEIGHTS"]), np.int8).tolist() == net.tolist()
    assert changed.count("\n") == source.count("\n")
    assert changed != source


def test_mirrored_and_turned_kingdoms_look_alike() -> None:
    game: Any = catalogue.new("kingdomino", seats=2, seed=1, config={})
    judge = Judge(np.zeros(SIZE), game.state)
    tiles = [(1, 0, "wheat", 1), (2, 0, "mine", 2), (1, 1, "wheat", 0), (1, 2, "swamp", 0)]
    seen = judge.inputs(Kingdom.of(5, tiles))
    for turned in (
        [(-x, y, land, crowns) for x, y, land, crowns in tiles],
        [(y, x, land, crowns) for x, y, land, crowns in tiles],
    ):
        assert judge.inputs(Kingdom.of(5, turned)) == seen
    assert judge.inputs(Kingdom.of(5, tiles[:3])) != seen


def test_without_numpy_the_commands_say_what_it_needs(run: Run) -> None:
    why = "needs numpy: run `kingsbench runtime build python --with numpy`"
    assert "needs numpy" in run("bots", "--house").output
    refused = run("play", *WORDS)
    assert refused.exit_code == 2
    assert f"learnt {why}, then set KINGSBENCH_RUNTIME=python" in refused.output


@pytest.mark.jail
def test_with_numpy_it_plays_in_the_jail(run: Run, runtime: Path) -> None:
    assert BOT.missing(runtime) == []
    assert "needs numpy" not in run("bots", "--house").output
    played = run("play", *WORDS, "--json")
    assert played.exit_code == 0, played.output
    assert '"verdict"' not in played.output

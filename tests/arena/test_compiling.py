"""A compiled engine plays the same games; it is used where it is current, and nowhere else."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from arena.compiling import compile_engine
from engine import compiled
from sandbox.jail import Jailer
from tests.prepared import ROOT
from tests.sandbox.conversations import decide, hello, talking

# Compiling all of them takes half a minute of CPU: see `--storm`.
SOME = ("chance", "dominion/moves/paying", "dominion/state", "dominion/turn", "kingdomino/kingdom")
STORM = os.environ.get("KINGSBENCH_TEST_STORM") == "1"
MODULES, LEVEL, GAMES = (compiled.MODULES, "3", 400) if STORM else (SOME, "0", 40)
PLAY = f"""
import sys
import engine
engine.__path__[:0] = sys.argv[1:]
from engine.dominion import state, turn
from engine.kingdomino import kingdom
from bench.same_games import games_hash
print(*[module.__file__.rpartition(".")[2] for module in (state, turn, kingdom)])
print(games_hash({GAMES}))
"""
IMPORTS = """
from engine.dominion import state
def decide(request):
    print(state.__file__)
    return 0
"""


HEADERS = Path(sysconfig.get_path("include"), "Python.h")
pytestmark = pytest.mark.skipif(
    not HEADERS.exists() or not shutil.which("cc"), reason="needs a C compiler and Python's headers"
)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("compiled") / "build"
    compile_engine(target, MODULES, level=LEVEL)
    return target / "engine"


def played(*path: Path) -> list[str]:
    """Play games in a process of its own; return the kinds of modules, and the games' hash."""
    path_setting = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    output = subprocess.run(
        [sys.executable, "-P", "-c", PLAY, *path],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": path_setting, compiled.SETTING: "0", "PYTHONHASHSEED": "1"},
    )
    return output.stdout.splitlines()


@pytest.mark.long(8)
def test_a_compiled_engine_plays_the_same_games(build: Path) -> None:
    kinds, games = played()
    compiled_kinds, compiled_games = played(build)
    assert (kinds, compiled_kinds) == ("py py py", "so so so")
    assert compiled_games == games


@pytest.mark.jail
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="a jail has Python 3.11")
@pytest.mark.long(3)
def test_bots_in_the_jail_import_the_compiled_engine(build: Path, tmp_path: Path) -> None:
    with talking(Jailer.strongest(engine=build), tmp_path, IMPORTS) as talk:
        talk.ask(hello(), start=True)
        talk.ask(decide())
    place, name = talk.log.strip().rsplit("/", 1)
    assert place.endswith("/engine/dominion")
    assert name.startswith("state.cpython-311")


def test_a_build_of_other_sources_is_never_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "engine"
    shutil.copytree(compiled.SOURCES, sources, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled, "SOURCES", str(sources))
    monkeypatch.setattr(compiled, "BUILDS", str(tmp_path / "builds"))
    monkeypatch.delenv(compiled.SETTING, raising=False)
    assert compiled.current() is None
    package = Path(compiled.folder(), "engine")
    package.mkdir(parents=True)
    assert compiled.current() == str(package)
    monkeypatch.setenv(compiled.SETTING, "0")
    assert compiled.current() is None
    monkeypatch.delenv(compiled.SETTING)
    with (sources / "chance.py").open("a") as file:
        file.write("# changed\n")
    assert compiled.current() is None

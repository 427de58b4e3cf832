"""Runtimes: packages for Python bots beside the standard library."""

from pathlib import Path

import pytest

from sandbox import runtimes, staging
from sandbox.errors import JailUnavailable
from sandbox.jail import Jailer
from tests.sandbox.conversations import answered, decide, hello, talking

pytestmark = pytest.mark.jail
ASKS = """
import sys, tinypack, tinypack.deep
def decide(request):
    print(tinypack.__file__, tinypack.WORD, tinypack.deep.__doc__)
    try:
        open(tinypack.__file__, "a")
    except OSError:
        print("read-only")
    return 0
"""


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A runtime as pip makes it, with one package."""
    folder = tmp_path / "runtime"
    about = folder / "tinypack-1.2.dist-info"
    for path in (folder / "tinypack" / "__pycache__", about, folder / "bin"):
        path.mkdir(parents=True)
    (folder / "tinypack/__init__.py").write_text("WORD = 'first'\n")
    (folder / "tinypack/deep.py").write_text("'deep'\n")
    (folder / "tinypack/__pycache__/evil.cpython-311.pyc").write_bytes(b"")
    (folder / "bin/tiny").write_text("#!/bin/sh\n")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tinypack\nVersion: 1.2\n")
    return folder


def test_a_bot_imports_what_the_runtime_holds(runtime: Path, tmp_path: Path) -> None:
    richer = Jailer.strongest(runtime=runtime)
    with talking(richer, tmp_path, ASKS) as talk:
        talk.ask(hello(), start=True)
        talk.ask(decide())
    place = f"{staging.PACKAGES}/tinypack/__init__.py"
    assert talk.log.splitlines() == [f"{place} first deep", "read-only"]
    assert richer.stamp["runtime"] == "tinypack 1.2"


def test_without_the_runtime_the_import_fails_as_python_says_it(
    jailer: Jailer, tmp_path: Path
) -> None:
    error = answered(jailer, tmp_path, ASKS)
    assert error["message"] == "ModuleNotFoundError: No module named 'tinypack'"
    assert jailer.stamp["runtime"] is None


def test_a_runtime_that_was_built_anew_is_picked_up(runtime: Path) -> None:
    place = f"{staging.PACKAGES}/tinypack/__init__.py".lstrip("/")
    found = []
    for word in ("first", "second"):
        (runtime / "tinypack/__init__.py").write_text(f"WORD = '{word}'\n")
        found.append(staging.jail_root(b"", (runtimes.layer(runtime),)) / place)
    assert [path.read_text() for path in found] == ["WORD = 'first'\n", "WORD = 'second'\n"]


def test_programs_and_foreign_bytecode_stay_outside(runtime: Path) -> None:
    names = {Path(place).name for place in runtimes.layer(runtime).files}
    assert names == {"__init__.py", "deep.py", "METADATA"}


def test_a_runtime_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JailUnavailable, match=r"no Python runtime in .*nowhere; run: ./kingsbench"):
        Jailer.strongest(runtime=tmp_path / "nowhere")

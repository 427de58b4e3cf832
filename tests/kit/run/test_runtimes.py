"""`kingsbench runtime`: builds from wheels, lists, removes, and touches nothing else."""

import hashlib
import shutil
import sys
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import Result

from sandbox import guest_code

pytestmark = pytest.mark.processes
Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a state folder of its own."""
    monkeypatch.setenv("KINGSBENCH_VAR", str(tmp_path / "var"))
    return tmp_path / "var"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Build a wheel without dependencies."""
    about = "tinypack-1.2.dist-info"
    files = {
        "tinypack.py": "WORD = 'here'\n",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: tinypack\nVersion: 1.2\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"])
    path = tmp_path / "tinypack-1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_runtime_is_built_listed_and_removed(run: Run, wheel: Path, var: Path) -> None:
    built = run("runtime", "build", "python", "--with", wheel)
    assert built.exit_code == 0, built.output
    assert "KINGSBENCH_RUNTIME=python" in built.output
    record = (var / "runtimes/python/tinypack-1.2.dist-info/RECORD").read_text()  # pip ends in \r\n
    line = f"  tinypack 1.2  sha256:{hashlib.sha256(record.encode()).hexdigest()}\n"
    assert line in built.output
    assert run("runtime", "list").output == f"python  ({var / 'runtimes/python'})\n{line}"
    assert run("runtime", "remove", "python").exit_code == 0
    assert run("runtime", "list").output == ""
    assert list((var / "runtimes").iterdir()) == []


@pytest.mark.jail
def test_bots_import_from_the_runtime_that_the_environment_names(
    run: Run, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("runtime", "build", "python", "--with", wheel, "--to", tmp_path / "elsewhere")
    source = "import tinypack\ndef decide(request):\n    return request.default\n"
    (tmp_path / "mine.py").write_text(source)
    words = ("play", "mine.py", "random", "--games", 1, "--config", "turn_limit=2")
    assert "No module named 'tinypack'" in run(*words).output
    monkeypatch.setenv("KINGSBENCH_RUNTIME", str(tmp_path / "elsewhere"))
    assert "ModuleNotFoundError" not in run(*words).output


def test_building_again_replaces_what_was_built(run: Run, wheel: Path, var: Path) -> None:
    run("runtime", "build", "python", "--with", wheel, "--name", "mine")
    (var / "runtimes/mine/left.py").touch()
    assert run("runtime", "build", "python", "--with", wheel, "--name", "mine").exit_code == 0
    assert not (var / "runtimes/mine/left.py").exists()


def test_a_build_that_fails_leaves_what_was_there(run: Run, wheel: Path, var: Path) -> None:
    run("runtime", "build", "python", "--with", wheel)
    failed = run("runtime", "build", "python", "--with", wheel.with_name("missing-1.whl"))
    assert failed.exit_code == 2
    assert "cannot be installed" in failed.output
    assert [path.name for path in (var / "runtimes").iterdir()] == ["python"]
    assert (var / "runtimes/python/tinypack.py").exists()


def test_without_uv_pip_builds_it(
    run: Run, wheel: Path, var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("pip") is None:  # a .venv that uv has made: then uv is there
        monkeypatch.setattr(sys, "executable", str(guest_code.PYTHON))
        if not shutil.which("pip3", path="/usr/bin"):
            pytest.skip("NO PIP ON THIS MACHINE, SO NOTHING WAS TESTED")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("runtime", "build", "python", "--with", wheel).exit_code == 0
    assert (var / "runtimes/python/tinypack.py").exists()


def test_a_folder_that_is_no_runtime_is_left_alone(run: Run, wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    result = run("runtime", "build", "python", "--with", wheel, "--to", tmp_path / "precious")
    assert result.exit_code == 2
    assert "already exists and is not a runtime" in result.output
    assert (tmp_path / "precious").exists()


@pytest.mark.parametrize("name", ["..", "../mine", "/etc", "", "a b"])
def test_names_lead_nowhere_else(name: str, run: Run, wheel: Path, var: Path) -> None:
    assert run("runtime", "build", "python", "--with", wheel, "--name", name).exit_code == 2
    assert run("runtime", "remove", name).exit_code == 2
    assert not var.exists()

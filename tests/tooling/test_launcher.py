"""The launcher, run as it is, in a project so small that its .venv needs nothing downloaded."""

import os
import re
import shutil
import signal
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from tests.patience import PATIENCE, PROMPT
from tests.prepared import unpacked_pip
from tests.tooling.processes import heed_ctrl_c, is_alive, within

pytestmark = pytest.mark.processes
ROOT = Path(__file__).resolve().parent.parent.parent
MAKING = "making .venv"
ECHO = "import os, sys\nprint([{name!r}, *sys.argv[1:]], os.getcwd())\n"
PYPROJECT = """[project]
name = "small"
version = "1"
requires-python = ">=3.11"
[project.optional-dependencies]
server = []
[dependency-groups]
dev = []
[tool.uv]
package = false
"""
UV_LOCK = """version = 1
revision = 1
requires-python = ">=3.11"

[[package]]
name = "small"
version = "1"
source = { virtual = "." }

[package.metadata]
provides-extras = ["server"]

[package.metadata.requires-dev]
dev = []
"""
LOCKS = (
    "requirements.lock",
    "requirements-test.lock",
    "requirements-build.lock",
    "requirements-uv.lock",
)
# pip: uv is neither there nor to be had; own uv: pip gets it from the wheel below
TOOLS = ["pip", "own uv", *(["uv"] if shutil.which("uv") else [])]
# In place of uv's 18 MB: says what it was asked for.
UV = """#!/bin/sh
printf '%s\\n' "$*" >>"$UV_PROJECT_ENVIRONMENT/asked-uv"
"""


def search_path(tool: str) -> str:
    """Return PATH, without folders of an installed uv unless it is to be used."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(one for one in folders if tool == "uv" or not Path(one, "uv").exists())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a folder with a space in its name, the launcher, locks, and programs that echo."""
    root = tmp_path / "my clone"
    (root / "kit").mkdir(parents=True)
    (root / "platform").mkdir()
    shutil.copy(ROOT / "kingsbench", root)
    (root / "pyproject.toml").write_text(PYPROJECT)
    (root / "uv.lock").write_text(UV_LOCK)
    for lock in LOCKS:
        (root / lock).write_text("")
    (root / "manage.py").write_text(ECHO.format(name="manage"))
    (root / "kit" / "__init__.py").write_text("")
    (root / "kit" / "command.py").write_text("import shown\n" + ECHO.format(name="kit"))
    (root / "platform" / "shown.py").write_text("")
    (root / "tests").mkdir()
    (root / "tests" / "__init__.py").write_text("")
    (root / "tests" / "run.py").write_text(ECHO.format(name="tests"))
    make_uv(tmp_path / "wheels", root / "requirements-uv.lock")
    return root


def make_uv(folder: Path, lock: Path) -> None:
    """Make a wheel of a small uv, and the lock that names it by its hash."""
    folder.mkdir()
    wheel = folder / "uv-1.0-py3-none-any.whl"
    about = "uv-1.0.dist-info"
    files = {
        "uv-1.0.data/scripts/uv": UV,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: uv\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"])
    with ZipFile(wheel, "w") as archive:
        for name, text in (files | {f"{about}/RECORD": record}).items():
            entry = ZipInfo(name)
            entry.external_attr = (stat.S_IFREG | 0o755) << 16
            archive.writestr(entry, text)
    lock.write_text(f"uv==1.0 --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n")


def wheels(tool: str, launcher: Path) -> dict[str, str]:
    """Return pip's settings: no index, and the wheels only where it is to find uv."""
    found = launcher.resolve().parent.parent / "wheels"
    places = {"PIP_FIND_LINKS": str(found)} if tool == "own uv" else {}
    return {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""} | places


def launch(
    launcher: Path, *words: str, tool: str = TOOLS[-1], folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(launcher), *words],
        cwd=folder or launcher.parent,
        env={
            **os.environ,
            "PATH": search_path(tool),
            "PYTHONPATH": str(unpacked_pip()),
            **wheels(tool, launcher),
            **variables,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("tool", TOOLS)
def test_the_launcher_makes_the_environment_once_and_again_for_another_lock(
    project: Path, tool: str
) -> None:
    first = launch(project / "kingsbench", "play", "a b", "*", tool=tool)
    assert first.stdout == f"['kit', 'play', 'a b', '*'] {project}\n", first.stderr
    lines = first.stderr.splitlines()
    assert MAKING in lines[0]
    ended = r"\d+ s" if tool != "pip" else r"(\d+ s|failed after \d+ s)"
    assert [
        line for line in lines if not re.fullmatch(rf"kingsbench: .+ \.\.\. {ended}", line)
    ] == []
    assert ("failed" in first.stderr) is (tool == "pip")
    assert (project / ".venv" / "asked-uv").exists() is (tool == "own uv")
    second = launch(project / "kingsbench", "up", "--port", "1", tool=tool)
    assert second.stdout == f"['manage', 'up', '--port', '1'] {project}\n"
    assert second.stderr == ""
    for lock in ("uv.lock", "requirements.lock"):
        (project / lock).write_text((project / lock).read_text() + "# changed\n")
    third = launch(project / "kingsbench", "reset", tool=tool)
    assert third.stdout == f"['manage', 'reset'] {project}\n", third.stderr
    assert MAKING in third.stderr


@pytest.mark.parametrize("tool", TOOLS)
def test_the_launcher_works_through_a_symlink_from_another_folder_and_when_raced(
    project: Path, tmp_path: Path, tool: str
) -> None:
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "kb"
    link.symlink_to("../my clone/kingsbench")
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    (elsewhere / "random.py").write_text("raise SystemExit('the wrong random')")
    with ThreadPoolExecutor(3) as pool:
        runs = list(pool.map(lambda _: launch(link, "ask", tool=tool, folder=elsewhere), range(3)))
    assert [run.stdout for run in runs] == [f"['kit', 'ask'] {elsewhere}\n"] * 3
    assert sum(MAKING in run.stderr for run in runs) == 1


def test_uv_is_had_by_hash_and_asked_for_what_is_locked(project: Path) -> None:
    assert launch(project / "kingsbench", "play", tool="own uv").returncode == 0
    (asked,) = (project / ".venv" / "asked-uv").read_text().splitlines()
    assert {"sync", "--frozen", "--no-dev"} <= set(asked.split())


def test_another_uv_than_the_locked_one_is_not_run(project: Path) -> None:
    lock = project / "requirements-uv.lock"
    lock.write_text(f"uv==1.0 --hash=sha256:{sha256(b'another').hexdigest()}\n")
    made = launch(project / "kingsbench", "play", tool="own uv")
    assert made.stdout == f"['kit', 'play'] {project}\n", made.stderr
    assert "making .venv with pip" in made.stderr
    assert not (project / ".venv" / "asked-uv").exists()


APT = """#!/bin/sh
echo "$*" >>"$APT_LOG"
ls -d "{project}/.venv" >>"$APT_LOG" 2>&1
while [ ! -e "{project}/.venv/asked-uv" ]; do sleep 0.1; done
[ "$APT_FAILS" = no ] || {{ echo 'no such package'; exit 100; }}
ln -s /bin/true "{tools}/bwrap"
"""


@pytest.fixture
def apt(project: Path, tmp_path: Path) -> Path:
    """Return a folder of tools without bubblewrap, whose `apt-get` waits until uv was asked."""
    tools = Path(link_tools(tmp_path / "bin"))
    (tools / "bwrap").unlink()
    for name in ("head", "ln", "ls", "mktemp", "sleep", "sudo", "tail", "true"):
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    program = tools / "apt-get"
    program.write_text(APT.format(project=project, tools=tools))
    program.chmod(0o755)
    return tools


@pytest.mark.parametrize("fails", ["no", "yes"])
def test_packages_of_the_system_are_installed_beside_the_environment(
    project: Path, apt: Path, fails: str
) -> None:
    log = project / "apt.log"
    made = launch(
        project / "kingsbench",
        "up",
        tool="own uv",
        PATH=str(apt),
        APT_LOG=str(log),
        APT_FAILS=fails,
    )
    assert made.stdout == f"['manage', 'up'] {project}\n", made.stderr
    assert "install -y --no-install-recommends bubblewrap" in log.read_text()
    ended = r"\d+ s" if fails == "no" else r"failed after \d+ s"
    line = rf"^kingsbench: installing the Debian packages bubblewrap \.\.\. {ended}$"
    assert re.search(line, made.stderr, re.MULTILINE), made.stderr
    assert ("no such package" in made.stderr) is (fails == "yes")
    assert ("without a jail" in made.stderr) is (fails == "yes")


def test_ctrl_c_ends_both(project: Path, apt: Path) -> None:
    log = project / "apt.log"
    (apt / "apt-get").write_text('#!/bin/sh\necho $$ >"$APT_LOG"\nexec sleep 600\n')
    variables = {"PATH": str(apt), "APT_LOG": str(log), **wheels("own uv", project / "kingsbench")}
    launcher = subprocess.Popen(
        [str(project / "kingsbench"), "up"],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509  # no thread runs here
    )
    assert within(PROMPT, lambda: log.exists() and log.read_text().endswith("\n"))
    os.killpg(launcher.pid, signal.SIGINT)
    assert launcher.wait(PROMPT) != 0
    assert within(PROMPT, lambda: not is_alive(int(log.read_text())))


@pytest.mark.parametrize("tool", TOOLS)
def test_a_broken_environment_is_made_anew(project: Path, tool: str) -> None:
    bin_folder = project / ".venv" / "bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "python").write_text("#!/bin/sh\nexit 1\n")
    (bin_folder / "python").chmod(0o755)
    assert (
        launch(project / "kingsbench", "play", tool=tool).stdout == f"['kit', 'play'] {project}\n"
    )


def test_the_version_is_known_without_a_build(project: Path) -> None:
    (project / "kit" / "command.py").write_text(
        "from importlib.metadata import version\nprint(version('kingsbench'))\n"
    )
    assert launch(project / "kingsbench", "--version").stdout == "1\n"


def test_help_names_the_platforms_words_before_the_bot_authors(project: Path) -> None:
    shown = launch(project / "kingsbench").stdout
    assert "./kingsbench up " in shown
    assert shown.splitlines()[-1] == f"['kit', '--help'] {project}"


def test_a_lock_that_pip_refuses_stops_the_launcher_and_leaves_no_stamp(project: Path) -> None:
    (project / "requirements.lock").write_text("django==5.2\n")  # no hash
    failed = launch(project / "kingsbench", "up", tool="pip")
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert "cannot make" in failed.stderr
    assert not (project / ".venv" / "kingsbench-stamp").exists()


@pytest.mark.parametrize("word", ["up", "test"])
def test_python_without_venv_leads_to_the_line_to_run(
    project: Path, tmp_path: Path, word: str
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "ensurepip.py").write_text("raise ImportError\n")
    tools = link_tools(tmp_path / "bin")
    failed = launch(project / "kingsbench", word, PATH=tools, PYTHONPATH=str(broken))
    assert failed.returncode == 1
    assert failed.stderr.count("\n") == 1
    assert "python3.11-venv" in failed.stderr
    assert not (project / ".venv").exists()


def test_an_environment_that_is_made_needs_no_installer(project: Path, tmp_path: Path) -> None:
    assert launch(project / "kingsbench", "play").returncode == 0
    (tmp_path / "ensurepip.py").write_text("raise ImportError\n")
    tools = link_tools(tmp_path / "bin")
    again = launch(project / "kingsbench", "ask", PATH=tools, PYTHONPATH=str(tmp_path))
    assert again.stdout == f"['kit', 'ask'] {project}\n", again.stderr


def link_tools(folder: Path) -> str:
    """Return a PATH with the system tools of the launcher, but no installer."""
    folder.mkdir()
    everyday = (
        "sh",
        "cat",
        "date",
        "dirname",
        "env",
        "readlink",
        "tr",
        "id",
        "sha256sum",
        "flock",
        "rm",
        "mv",
    )
    for name in (*everyday, "python3", "bwrap"):
        found = shutil.which(name, path="/usr/bin:/bin:" + os.environ["PATH"])
        assert found, f"{name} is missing"
        (folder / name).symlink_to(found)
    return str(folder)


@pytest.mark.parametrize(("word", "lost"), [("up", "stranger"), ("test", "skipped")])
def test_what_is_not_vital_is_asked_for_in_one_line(
    project: Path, tmp_path: Path, word: str, lost: str
) -> None:
    tools = Path(link_tools(tmp_path / "bin"))
    (tools / "bwrap").unlink()
    goes_on = launch(project / "kingsbench", word, tool="own uv", PATH=str(tools))
    program = "['tests']" if word == "test" else f"['manage', '{word}']"
    assert goes_on.stdout == f"{program} {project}\n", goes_on.stderr
    line = next(line for line in goes_on.stderr.splitlines() if "bubblewrap" in line)
    assert lost in line
    assert ("redis-server" in line) is (word == "test")


@pytest.mark.parametrize("script", ["kingsbench", ".ci/run"])
def test_the_scripts_are_clean_shell(script: str) -> None:
    assert stat.S_IMODE((ROOT / script).stat().st_mode) & 0o111
    done = subprocess.run(
        ["shellcheck", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout

"""The levels: their requirements, and that none runs strangers' code without a jail."""

import os
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import canary, guest_code, slots, staging
from sandbox.errors import JailUnavailable
from sandbox.jail import Jailer
from tests.hostile.programs import compiled, need, zipped
from tests.patience import PROMPT
from tests.sandbox.conftest import AS_NOBODY, HONEST
from tests.sandbox.conversations import decide, hello, jail_of_bot, talking
from tests.sandbox.scripts import code
from tests.tooling.processes import within

pytestmark = pytest.mark.jail

ALLOW_ALL = struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT, SO NOTHING WAS TESTED")


def as_nobody(house: Path, *before: str, bot: str = "bot.py") -> subprocess.CompletedProcess[str]:
    python = [
        str(guest_code.PYTHON),
        "-B",
        "-c",
        code("play"),
        hello().decode(),
        decide().decode(),
        bot,
    ]
    environment = {"PATH": os.environ["PATH"], "KINGSBENCH_STAGING_DIR": str(house / "stage")}
    return subprocess.run(
        [*AS_NOBODY, *before, *python],
        cwd=house, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_stamp_says_what_ran_the_bots(jailer: Jailer) -> None:
    stamp = jailer.stamp
    assert stamp["level"] in ("required", "rootless")
    assert stamp["kernel"] == os.uname().release
    assert stamp["bubblewrap"][0].isdigit()
    assert len(stamp["filters"]) == 16


@needs_root
def test_each_jail_has_a_uid_of_its_own(jailer: Jailer, tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    with talking(jailer, tmp_path, HONEST) as a, talking(jailer, tmp_path / "two", HONEST) as b:
        for talk in (a, b):
            talk.ask(hello(), start=True)
        owners = [Path(f"/proc/{jail_of_bot(talk).process}").stat().st_uid for talk in (a, b)]
    assert len(set(owners)) == 2
    assert 0 not in owners


@needs_root
def test_an_ordinary_user_plays_rootless(open_house: Path) -> None:
    told = as_nobody(open_house)
    assert told.returncode == 0, told.stderr
    assert '"level": "rootless"' in told.stdout
    assert '"forked": true' in told.stdout
    assert r"{\"id\":1,\"picks\":[0]}" in told.stdout


@needs_root
@pytest.mark.parametrize("language", ["node", "binary"])
def test_an_ordinary_user_plays_programs(language: str, open_house: Path, tmp_path: Path) -> None:
    need(language)
    c = """
    #include <stdio.h>
    int main(void) {
        static char line[1 << 16];
        fgets(line, sizeof line, stdin); puts("{}"); fflush(stdout);
        fgets(line, sizeof line, stdin); puts("{\\"id\\":1}"); fflush(stdout);
        return 0;
    }
    """
    js = """
    let id = 0;
    const lines = require('node:readline').createInterface({ input: process.stdin });
    lines.on('line', () => console.log(id++ ? '{"id":1}' : '{}'));
    """
    files = {"bot.js": js.encode()} if language == "node" else {"bot": compiled(c, tmp_path)}
    told = as_nobody(open_house, bot=zipped(open_house, language, files).name)
    assert told.returncode == 0, told.stderr
    assert '"level": "rootless"' in told.stdout
    assert r"{\"id\":1}" in told.stdout


@needs_root
def test_without_user_namespaces_nothing_runs(open_house: Path) -> None:
    shut = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    told = as_nobody(
        open_house, "unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-c", shut, "sh"
    )
    assert told.returncode == 1
    assert "unavailable: no jail can be made" in told.stderr
    assert "run: sudo sysctl -w user.max_user_namespaces=15000" in told.stderr


@pytest.mark.parametrize("level", ["required", "rootless"])
def test_without_bubblewrap_the_message_is_the_line_to_run(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(JailUnavailable, match="sudo apt-get install -y bubblewrap"):
        Jailer("required" if level == "required" else "rootless")


def test_a_jail_with_holes_is_not_used(jailer: Jailer) -> None:
    weak = replace(jailer.template, outer=ALLOW_ALL, root=staging.jail_root(ALLOW_ALL))
    with pytest.raises(JailUnavailable, match=r"holes.*call ptrace, .*start a process.*TCP socket"):
        canary.prove(weak)


def test_bundled_only_says_that_nothing_is_sandboxed(tmp_path: Path) -> None:
    jailer = Jailer("bundled-only", bundled=tmp_path)
    assert jailer.stamp["level"] == "unsandboxed"
    with talking(jailer, tmp_path, HONEST) as talk:
        talk.ask(hello(), start=True)
        assert talk.ask(decide()) == b'{"id":1,"picks":[0]}'


def test_bundled_only_runs_bundled_bots_alone(tmp_path: Path) -> None:
    bundled, outside = tmp_path / "bundled", tmp_path / "upload.py"
    bundled.mkdir()
    outside.write_text(HONEST)
    (bundled / "link.py").symlink_to(outside)
    (bundled / "bot.zip").write_bytes(b"PK")
    jailer = Jailer("bundled-only", bundled=bundled)
    for path in (outside, bundled / "../upload.py", bundled / "link.py", bundled / "bot.zip"):
        with pytest.raises(JailUnavailable, match="only bundled house bots run"):
            jailer.prepare(path)


def test_bundled_only_needs_the_folder() -> None:
    with pytest.raises(ValueError, match="folder of the bundled bots"):
        Jailer("bundled-only")


def test_no_worker_outlives_its_bots(jailer: Jailer, tmp_path: Path) -> None:
    """A killed worker takes its jails with it, and the next one cleans up.

    Its zygotes are jails as well.
    """
    (tmp_path / "bot.py").write_text(HONEST)
    told = subprocess.run(
        [sys.executable, "-c", code("die_playing"), str(tmp_path / "bot.py"), hello().decode()],
        capture_output=True,
        text=True,
        cwd=guest_code.PROJECT_ROOT,
        check=False,
    )
    *numbers, name = told.stdout.split()
    processes = [Path(f"/proc/{number}") for number in numbers]
    assert within(PROMPT, lambda: not any(process.exists() for process in processes))
    Jailer(jailer.level)
    folders = list(jailer.template.backend.folders()) if jailer.template.backend else []
    for slot in slots.reclaim(
        jailer.template.locks
    ):  # claimed: nobody else can be using the name now
        assert slot.name != name or not any((folder / name).exists() for folder in folders)

"""The built packages, installed into empty environments outside the checkout."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.kit.typed import blocks, commands
from tests.patience import HANGS, PROMPT
from tests.services import free_port

pytestmark = [pytest.mark.processes, pytest.mark.jail, pytest.mark.long(40)]
ROOT = Path(__file__).parents[2]
UV = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
HOMES = (".pyenv/versions/{}*/bin/python{}", ".local/share/uv/python/cpython-{}*/bin/python{}")


def interpreter(version: str) -> str | None:
    """A CPython of this version on this machine, if there is one."""
    usual = [Path(f"/usr/bin/python{version}"), Path(f"/usr/local/bin/python{version}")]
    made = [path for home in HOMES for path in Path.home().glob(home.format(version, version))]
    return next((str(path) for path in [*usual, *made] if path.exists()), None)


PYTHONS = [found for minor in (11, 12, 13) if (found := interpreter(f"3.{minor}"))]


def told(*words: object, folder: Path, code: int = 0) -> str:
    """What a command prints that sees neither the checkout nor its environment."""
    environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": str(folder), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [*map(str, words)], check=False, capture_output=True, text=True, cwd=folder,
        env=environment, timeout=HANGS,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr if code else done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("dist")
    words = [UV, "build", "--quiet", "--python", PYTHONS[0], "--out-dir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, timeout=HANGS)
    return folder


def install(python: str, requirement: str, target: Path) -> Path:
    """Make an empty environment with this in it; return its commands' folder."""
    subprocess.run([UV, "venv", "--quiet", "--python", python, str(target)], check=True)
    python = str(target / "bin" / "python")
    words = [UV, "pip", "install", "--quiet", "--python", python, requirement]
    subprocess.run(words, check=True, timeout=HANGS, cwd=target)
    return target / "bin"


@pytest.mark.parametrize("python", PYTHONS)
def test_the_kit_alone_plays_in_the_jail_without_django(
    built: Path, python: str, tmp_path: Path
) -> None:
    kind = "*.tar.gz" if python == PYTHONS[0] else "*.whl"
    (package,) = built.glob(kind)
    commands = install(python, str(package), tmp_path / "env")
    assert "Django" not in told(UV, "pip", "list", "--python", commands / "python", folder=tmp_path)
    kingsbench = commands / "kingsbench"
    assert "mine.py" in told(kingsbench, "new", "mine.py", folder=tmp_path)
    words = ["play", "mine.py", "random", "--games", "2", "--seed", "1", "--json"]
    result = json.loads(told(kingsbench, *words, folder=tmp_path))
    assert result["jail"] in ("required", "rootless")
    assert [bot["faults"] for bot in result["bots"]] == [0, 0]
    refused = told(commands / "kingsbench-server", "up", folder=tmp_path, code=2)
    assert 'run: pip install "kingsbench[server]"' in refused


@pytest.fixture(scope="module")
def kingsbench(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as `pip install kingsbench` brings it."""
    (wheel,) = built.glob("*.whl")
    return install(PYTHONS[0], str(wheel), tmp_path_factory.mktemp("pip") / "env") / "kingsbench"


@pytest.mark.parametrize("page", ["README", "docs/bots/first-steps", "docs/bots/tutorial"])
def test_what_authors_read_works_from_the_wheel_word_by_word(
    kingsbench: Path, page: str, tmp_path: Path
) -> None:
    """All but the upload, which needs a platform: `tests/kit/test_tutorial.py` has it."""
    text = (ROOT / f"{page}.md").read_text(encoding="utf-8")
    (tmp_path / "question.jsonl").write_text("".join(blocks(text, "json")))
    if page == "README":
        (tmp_path / "my_bot.py").write_text(blocks(text, "python")[0])
        shutil.copy(tmp_path / "my_bot.py", tmp_path / "new.py")
    typed = [words for words in commands(text) if words[0] != "upload"]
    assert len(typed) >= 3
    for words in typed:
        plain = words[: words.index(">")] if ">" in words else words
        # two equal bots never differ: a few games instead of a thousand
        few = ["--games", "4"] if words[0] == "duel" else []
        told(kingsbench, *plain, *few, folder=tmp_path, code=3 if few else 0)
    told(kingsbench, "docs", "tutorial", folder=tmp_path)
    assert "Level" in told(kingsbench, "doctor", folder=tmp_path)


def test_the_platform_serves_its_pages_from_the_wheel(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    commands = install(PYTHONS[-1], f"kingsbench[server] @ file://{wheel}", tmp_path / "env")
    with serving(commands / "kingsbench-server", tmp_path) as site:
        assert 'lang="de"' in page(site, "/", language="de")
        assert "Rangliste" in page(site, "/", language="de")
        assert ">decide</span>" in page(site, "/handbook/bots/tutorial/")
        assert "@import" in page(site, "/static/css/site.css")
    assert (tmp_path / "var" / "secret_key").exists()


@contextmanager
def serving(server: Path, folder: Path) -> Iterator[str]:
    port = free_port()
    environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": str(folder), "LANG": "C.UTF-8"}
    words = [str(server), "up", "--port", str(port)]
    with (folder / "output").open("w") as output:
        running = subprocess.Popen(words, cwd=folder, env=environment, stdout=output, stderr=output)
    try:
        site = f"http://127.0.0.1:{port}"
        await_page(site, running, folder / "output")
        yield site
    finally:
        running.terminate()
        running.wait(PROMPT)


def await_page(site: str, running: subprocess.Popen[bytes], output: Path) -> None:
    deadline = time.monotonic() + HANGS
    while time.monotonic() < deadline:
        assert running.poll() is None, output.read_text()
        try:
            page(site, "/")
        except (URLError, ConnectionError):
            time.sleep(0.3)
        else:
            return
    pytest.fail(output.read_text())


def page(site: str, path: str, language: str = "en") -> str:
    with urlopen(Request(site + path, headers={"Accept-Language": language})) as answer:
        text: str = answer.read().decode()
        return text

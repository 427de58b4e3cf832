"""Bots in other languages: created by `new`, packed by `pack`, played like any other."""

import json
import os
import socket
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from kit.run import packing
from tests.hostile.programs import need

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
NOBODY = 65534  # a user without rights
LANGUAGES = {"mine.js": "node", "mine.c": "binary"}


@pytest.mark.parametrize("name", LANGUAGES)
def test_new_writes_the_sample_and_says_how_to_try_it(name: str, run: Run, tmp_path: Path) -> None:
    told = run("new", name).output
    assert f"./kingsbench pack {name} && ./kingsbench play mine.zip big-money" in told
    assert (tmp_path / name).read_text() == packing.starter_source(Path(name)).read_text()


@pytest.mark.jail
@pytest.mark.parametrize("name", LANGUAGES)
def test_the_sample_plays_every_set_without_fault_and_beats_random(name: str, run: Run) -> None:
    need(LANGUAGES[name])
    run("new", name)
    assert run("pack", name).output == "Wrote mine.zip.\n"
    words = ("--sets", "base,prosperity,hinterlands", "--games", 6, "--seed", 1, "--json")
    played = json.loads(run("play", "mine.zip", "random", *words).output)
    assert played["faults"] == []
    assert played["bots"][0]["wins"] >= 5


@pytest.mark.jail
def test_a_bot_in_another_language_is_asked_like_any_other(run: Run, tmp_path: Path) -> None:
    need("node")
    run("new", "mine.js")
    run("pack", "mine.js")
    decision = {"kind": "buy", "options": ["Copper", "Silver", "Gold"], "least": 0, "most": 1}
    view = {"supply": {"Province": 8}, "seats": [{"cards": {"Smithy": 1}}, {"cards": {}}]}
    (tmp_path / "asked.jsonl").write_text(json.dumps({"decision": decision, "view": view}))
    asked = json.loads(run("ask", "mine.zip", "asked.jsonl", "--json").output)
    assert [answer["values"] for answer in asked["answers"]] == [["Gold"]]
    assert asked["log"] == "dominion, seat 0 of 2\n"


def test_the_source_of_a_binary_is_packed_with_it(run: Run, bot: Bot, tmp_path: Path) -> None:
    need("binary")
    bot("mine.c", "int main(void) { return 0; }\n")
    run("pack", "mine.c")
    with zipfile.ZipFile(tmp_path / "mine.zip") as archive:
        assert set(archive.namelist()) == {"kingsbench.toml", "bot", "bot.c"}


@pytest.mark.parametrize(
    ("name", "told"),
    [("mine.rs", "not a .js or .c file"), ("nowhere.js", "there is no file nowhere.js")],
)
def test_what_cannot_be_packed_is_said(name: str, told: str, run: Run, bot: Bot) -> None:
    bot("mine.rs", "fn main() {}")
    result = run("pack", name)
    assert result.exit_code == 2
    assert told in result.output


def test_a_compilers_complaint_stops_the_packing(run: Run, bot: Bot, tmp_path: Path) -> None:
    need("binary")
    bot("mine.c", "int main(void) { return nothing; }\n")
    result = run("pack", "mine.c")
    assert result.exit_code == 2
    assert "mine.c does not compile; see the output above" in result.output
    assert not (tmp_path / "mine.zip").exists()


def test_without_a_compiler_the_line_to_run_is_shown(
    run: Run, bot: Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot("mine.c", "int main(void) { return 0; }\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt-get install -y gcc libc6-dev" in run("pack", "mine.c").output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot in a folder."""
    made = tmp_path / "mine"
    (made / "plans").mkdir(parents=True)
    (made / "bot.py").write_text("def decide(request):\n    return request.default\n")
    (made / "plans" / "money.py").write_text("GOLD = 6\n")
    return made


def names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_a_folder_is_packed_without_tests_secrets_and_hidden_files(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    for name in (".env", ".git/config", "prod.env", "plans/deploy.key", "test_bot.py", "AGENTS.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("secret")
    (folder / ".git" / "link").symlink_to("/etc/passwd")
    done = run("pack", "mine")
    assert done.exit_code == 0, done.output
    assert names(tmp_path / "mine.zip") == ["bot.py", "plans/money.py"]
    assert b"secret" not in (tmp_path / "mine.zip").read_bytes()
    left = ".env, .git, AGENTS.md, plans/deploy.key, prod.env, test_bot.py"
    assert done.output.splitlines()[-1] == f"Left out: {left}."
    first = (tmp_path / "mine.zip").read_bytes()
    assert "Replaced" in run("pack", "mine").output
    assert (tmp_path / "mine.zip").read_bytes() == first


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("data.txt", "/etc/passwd"),
        ("data.txt", "../secret.txt"),
        ("plans/data.txt", "../bot.py"),
        ("data.txt", "data.txt"),
        ("data.txt", "nowhere"),
        ("plans/all", ".."),
        ("elsewhere", "/etc"),
    ],
)
@pytest.mark.parametrize("command", ["pack", "play", "lint", "upload"])
def test_links_are_refused_by_name(
    name: str, target: str, command: str, run: Run, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (folder / name).symlink_to(target)
    words = {"play": ["random"], "upload": ["--to", "http://127.0.0.1:9", "--token", "kb_x"]}
    refused = run(command, "mine", *words.get(command, []))
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert f"mine/{name} is a link" in refused.output
    assert not list(tmp_path.glob("*.zip"))


def test_a_bot_that_is_a_link_is_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "bot.py").rename(tmp_path / "bot.py")
    (folder / "bot.py").symlink_to(tmp_path / "bot.py")
    assert "mine/bot.py is a link" in run("pack", "mine").output


def test_what_is_no_file_is_refused_by_name(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(folder / "pipe")
    assert "mine/pipe is neither a file nor a folder" in run("pack", "mine").output
    (folder / "pipe").unlink()
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("ear")
        assert "../mine/ear is neither a file nor a folder" in run("pack", "../mine").output


def test_what_is_too_large_is_refused_before_it_is_read(run: Run, folder: Path) -> None:
    with (folder / "data.bin").open("wb") as file:
        file.truncate(1 << 40)
    refused = run("pack", "mine")
    assert refused.exit_code == 2
    assert "the largest file is mine/data.bin (1,048,576.0 MiB)" in refused.output
    (folder / "data.bin").unlink()
    for number in range(500):
        (folder / f"{number}.txt").touch()
    assert "mine has more than 500 files" in run("pack", "mine").output


def test_names_that_no_upload_may_have_are_refused(run: Run, folder: Path) -> None:
    (folder / "café.py").touch()
    assert "this name is not allowed" in run("pack", "mine").output


@pytest.fixture
def without_root(tmp_path: Path) -> Iterator[None]:
    """Give up root's right to read everything, where the tests have it."""
    is_root, mode = os.geteuid() == 0, tmp_path.stat().st_mode
    if is_root:
        tmp_path.chmod(0o755)
        os.seteuid(NOBODY)
    yield
    if is_root:
        os.seteuid(0)
        tmp_path.chmod(mode)


@pytest.mark.parametrize("name", ["plans", "bot.py"])
def test_what_cannot_be_read_is_refused_by_name(
    run: Run, folder: Path, name: str, request: pytest.FixtureRequest
) -> None:
    folder.chmod(0o755)
    (folder / name).chmod(0)
    request.getfixturevalue("without_root")
    assert f"mine/{name} cannot be read" in run("pack", "mine").output


def test_a_file_that_is_no_packed_bot_is_not_replaced(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "mine.zip"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("thesis.txt", "years of work")
    for content in (target.read_bytes(), b"no zip", b""):
        target.write_bytes(content)
        refused = run("pack", "mine")
        assert refused.exit_code == 2
        assert "mine.zip already exists and is no packed bot" in refused.output
        assert target.read_bytes() == content

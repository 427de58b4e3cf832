"""Terminals that cannot show a letter, pipes that close, full disks, and files of other editors."""

import codecs
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kit.command import main
from kit.files import own_file
from kit.hosted import logins
from kit.measure.constants import Source
from tests.kit.hosted.test_answers import answer, served

Run = Callable[..., Result]
NAME = "été 🤖 שלום.py"
QUICK = ("--games", "2", "--seed", "1", "--config", "turn_limit=3")
BODY = "def decide(request):\n    return request.default\n"
MATCH = {
    "id": 1, "finished_at": "2030-01-31T10:00", "created_at": "", "purpose": "ladder",
    "ladder": None, "status": "finished",
    "seats": [{"rank": 1, "bot": {"name": "שלום é"}, "version": 1, "points": 1, "faults": 0}],
}  # fmt: skip


def called(*words: str, charset: str) -> Result:
    """Run the command with a terminal of that encoding, in which nothing is replaced."""
    return CliRunner(charset=charset).invoke(main, words)


@pytest.mark.jail
@pytest.mark.parametrize("charset", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("play", NAME, "big-money", *QUICK), 0),
        (("duel", NAME, "random", *QUICK), 3),
        (("gauntlet", NAME, "random", *QUICK), 0),
        (("tune", NAME, "--param", "N=2:0:9", *QUICK, "--iterations", "1", "--test-games", "0"), 3),
        (("profile", NAME, "random", "--games", "1", "--seed", "1"), 0),
        (("watch", NAME, "random", "--seed", "1", "--config", "turn_limit=3"), 0),
        (("lint", NAME), 0),
        (("games",), 0),
        (("bots", "--house"), 0),
        (("play", f"no {NAME}", "random"), 2),
    ],
)
def test_what_a_terminal_cannot_show_is_replaced(
    words: tuple[str, ...], code: int, charset: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(NAME).write_text(f"N = 2\n{BODY}")
    for columns in ("40", "120"):
        monkeypatch.setenv("COLUMNS", columns)
        done = called(*words, charset=charset)
        assert (done.exit_code, done.exception and str(done.exception)) in (
            (code, None), (code, str(code)),
        )  # fmt: skip
        assert done.output


def test_a_platforms_letters_are_replaced(run: Run) -> None:
    with served(answer({"results": [MATCH], "next": None})) as (url, _heard):
        done = called("matches", "--to", url, charset="cp1252")
    assert done.exit_code == 0, done.output
    assert "???? é v1 1" in done.stdout_bytes.decode("cp1252")


def in_shell(line: str, folder: Path) -> tuple[int, str]:
    """Run a line of the shell in which $kb is the command: its code, and what it complains of."""
    root = Path(__file__).parents[2]
    command = f"{sys.executable} -m kit.command"
    environment = os.environ | {"PYTHONPATH": f"{root}:{root / 'platform'}", "kb": command}
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"], cwd=folder, env=environment, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("words", ["games", "bots --house --json", "--help"])
def test_a_pipe_that_closes_is_no_error(words: str, tmp_path: Path) -> None:
    assert in_shell(f"$kb {words} | true", tmp_path) == (1, "")


@pytest.mark.parametrize("words", ["games", "bots --house --json", "--help", "completion bash"])
def test_a_full_disk_is_said_in_one_line(words: str, tmp_path: Path) -> None:
    code, told = in_shell(f"$kb {words} > /dev/full", tmp_path)
    assert (code, told) == (1, "Error: [Errno 28] No space left on device\n")


def test_a_closed_output_is_no_error(tmp_path: Path) -> None:
    assert in_shell("$kb games >&-", tmp_path) == (0, "")


@pytest.mark.jail
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_files_of_other_editors_are_read(encoding: str, run: Run, tmp_path: Path) -> None:
    question = {"kind": "buy", "options": ["Copper", "Silver"], "least": 0, "most": 1}
    Path("asked.jsonl").write_text(json.dumps({"decision": question}), encoding=encoding)
    assert run("ask", "big-money", "asked.jsonl").exit_code == 0
    run("play", "random", "random", *QUICK, "--replay", "game.json")
    Path("game.json").write_text(Path("game.json").read_text(), encoding=encoding)
    assert run("replay", "game.json").exit_code == 0
    logins.Logins().keep("https://kingsbench.invalid", "kb_secret")
    own_file(logins.FILE).write_text(own_file(logins.FILE).read_text(), encoding=encoding)
    assert logins.read().site == "https://kingsbench.invalid"


@pytest.mark.jail
def test_results_that_an_editor_marked_go_on(run: Run, tmp_path: Path) -> None:
    words = ("play", "random", "random", *QUICK, "--results", "results.jsonl")
    run(*words)
    results = Path("results.jsonl")
    whole = results.read_bytes()
    results.write_bytes(codecs.BOM_UTF8 + whole.replace(b"\n", b"\r\n"))
    again = run(*words[:3], "--games", 4, *QUICK[2:], "--results", "results.jsonl")
    assert again.exit_code == 0, again.output
    assert len(results.read_bytes().splitlines()) == 3
    results.write_text(whole.decode(), encoding="utf-16")
    before = results.read_bytes()
    refused = run(*words)
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert "results.jsonl is not UTF-8 text" in refused.output
    assert results.read_bytes() == before


@pytest.mark.parametrize(
    ("encoding", "first"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("latin-1", "# coding: latin-1\n"),
        ("gbk", "#coding:gbk\n"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_constant_is_set_in_any_encoding_that_python_reads(
    encoding: str, first: str, line_end: str, tmp_path: Path
) -> None:
    letters = "价" if encoding == "gbk" else "é"
    text = f"{first}N = 2; M = '{letters}'; K = 3  # {letters}\n{BODY}".replace("\n", line_end)
    path = tmp_path / "bot.py"
    path.write_bytes(text.encode(encoding))
    source = Source.read(path)
    assert source.with_values({}) == path.read_bytes()
    changed = text.replace("K = 3", "K = 17").replace("N = 2", "N = 55")
    assert source.with_values({"K": 17, "N": 55}) == changed.encode(encoding)


@pytest.mark.jail
def test_a_name_that_is_no_text_is_kept_as_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"bad\xff.py")
    path.write_text(BODY)
    done = run("play", path.name, "random", *QUICK, "--keep", "kept")
    assert done.exit_code == 0, done.output
    assert "bad?" in done.output

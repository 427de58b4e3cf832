"""Repeated uploads: inspected once, staged every time. What the jail says is not trusted."""

import json
from pathlib import Path
from typing import Any

import pytest

from sandbox import run_once, upload
from sandbox.errors import Rejected
from sandbox.guest.upload_rules import REASONS
from sandbox.jail import Jailer

pytestmark = pytest.mark.jail


def a_bot(folder: Path, text: str) -> Path:
    path = folder / "bot.py"
    path.write_text(text)
    return path


def test_the_same_upload_is_inspected_once_and_staged_anew(
    jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = a_bot(tmp_path, "def decide(request):\n    return 0\n")
    with jailer.prepare(path) as first:
        monkeypatch.setattr(run_once, "run", pytest.fail)
        with jailer.prepare(path) as second:
            assert first.folder != second.folder
            assert (second.folder / "bot.py").read_bytes() == path.read_bytes()


def test_what_was_rejected_is_inspected_again(jailer: Jailer, tmp_path: Path) -> None:
    path = a_bot(tmp_path, "def decide(request)\n")
    for _ in range(2):
        with pytest.raises(Rejected, match="line 1"):
            jailer.prepare(path)


def test_a_syntax_error_is_shown_as_python_shows_it(jailer: Jailer, tmp_path: Path) -> None:
    with pytest.raises(Rejected) as rejected:
        jailer.prepare(a_bot(tmp_path, "def decide(request)\n"))
    assert rejected.value.detail.splitlines()[1:] == [
        "    def decide(request)",
        "                       ^",
        "SyntaxError: expected ':'",
    ]


def test_the_longest_unused_is_given_up_first(jailer: Jailer, tmp_path: Path) -> None:
    shelf = upload.UploadCache(most=100)
    texts = [f"NUMBER = {number}\n{'#' * 30}\n" for number in range(3)]
    for text in (texts[0], texts[1], texts[0], texts[2]):
        shelf.unpack(jailer.template, a_bot(tmp_path, text))
    kept = [found.files["bot.py"].decode() for found in shelf._kept.values()]
    assert kept == [texts[0], texts[2]]


# --- a jail that lies -----------------------------------------------------------------------


def judged(verdict: bytes) -> Rejected:
    """Return the worker's verdict on the jail's last frame."""
    with pytest.raises(Rejected) as rejected:
        upload._files(upload.HEAD.pack(0, len(verdict)) + verdict)
    return rejected.value


def test_the_jail_chooses_one_of_our_reasons_and_fills_it_in() -> None:
    told = {"key": "command_file", "params": {"word": "%(x)s\x1b", "rest": 7}, "detail": "a\tb\x1b"}
    rejected = judged(json.dumps(told).encode())
    assert rejected.words == REASONS["command_file"]
    assert str(rejected) == (
        r"kingsbench.toml: the upload has no file %(x)s\x1b; write command = 7"
    )
    assert rejected.detail == r"a" + "\t" + r"b\x1b"


@pytest.mark.parametrize(
    "told",
    [
        {"key": "%(x)s", "params": {}, "detail": ""},
        {"key": "<b>%s", "params": {"x": 1}, "detail": ""},
        {"key": "encrypted", "params": {}, "detail": ""},
        {"key": "encrypted", "params": {"name": {"words": "%(y)s", "params": {}}}, "detail": ""},
        {"key": ["encrypted"], "params": {"name": "x"}, "detail": ""},
        {"words": "%(x)s", "params": {"x": "x"}},
        ["encrypted"],
        {"key": "encrypted", "params": {"name": "x" * (1 << 20)}, "detail": ""},
        "%(x)s %s %",
        None,
    ],
)
def test_all_else_that_the_jail_says_is_plain_text(told: Any) -> None:
    rejected = judged(json.dumps(told).encode())
    assert rejected.words == REASONS["unreadable"]
    assert str(rejected).startswith("the upload cannot be read: ")
    assert len(str(rejected)) < 400


@pytest.mark.parametrize("verdict", [b"\xff\x00%s", b"[" * 100_000, b"9" * 100_000, b"{"])
def test_what_is_no_json_is_plain_text(verdict: bytes) -> None:
    rejected = judged(verdict)
    assert rejected.words == REASONS["unreadable"]
    assert str(rejected).isprintable()
    assert len(str(rejected)) < 400

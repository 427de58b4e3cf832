"""Repeated uploads: inspected once, staged every time."""

from pathlib import Path

import pytest

from sandbox import run_once, upload
from sandbox.errors import Rejected
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

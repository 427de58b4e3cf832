"""`kingsbench dataset` from a platform that lies: files of the dataset's folder alone."""

import gzip
import time
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from kit.hosted import platform
from tests.kit.hosted.conftest import Kit
from tests.kit.hosted.test_answers import Answer, answer, never_end, served
from tests.kit.test_terminal import is_harmless

CONTENT = gzip.compress(b"{}\n")
DIGEST = sha256(CONTENT).hexdigest()
FILE = answer(CONTENT)


def day(**changed: Any) -> dict[str, Any]:
    row = {"day": "2030-01-31", "sha256": DIGEST, "size": len(CONTENT)}
    return row | {"matches": 1, "decisions": 1} | changed


def archive(rows: list[Any], file: Answer) -> Answer:
    def send(request: BaseHTTPRequestHandler) -> None:
        if request.path.startswith("/api/"):
            answer({"results": rows, "next": None})(request)
        else:
            file(request)

    return send


@pytest.mark.parametrize(
    "name",
    [
        "./*.txt", "../evil", "/tmp/evil", "*", "", ".", "..", "2030-01-31/../../evil", "20300131",
        "2030-W05-4", "2030-01-32", "2030-01-31\n", "2030-01-31*", "2030-01-31\0", "C:evil",
        "dataset.json", "\uff12\uff10\uff13\uff10-01-31", 20300131, None, ["2030-01-31"], {"a": 1},
    ],
)  # fmt: skip
def test_a_day_that_is_no_date_writes_and_deletes_nothing(
    name: object, kit: Kit, tmp_path: Path
) -> None:
    listed: list[Any] = [day()]
    with served(archive(listed, FILE)) as (url, heard):
        assert kit("dataset", "--out", "data", "--to", url).exit_code == 0
        for path in (tmp_path / "mine.txt", tmp_path / "data" / "mine.txt"):
            path.write_text("mine")
        before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
        listed.append(day(day=name))
        asked = len(heard)
        for folder in ("data", "new"):
            done = kit("dataset", "--out", folder, "--to", url)
            assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
            assert "did not answer as this version expects" in done.stderr
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert {path: after.get(path) for path in before} == before
    assert set(after) - set(before) == {tmp_path / "new"}
    assert len(heard) == asked + 2, "no file was asked for"


@pytest.mark.parametrize(
    ("changed", "file", "told"),
    [
        ({"sha256": "0" * 64}, FILE, "came damaged"),
        ({"sha256": ["x"]}, FILE, "came damaged"),
        ({"size": 4}, answer(b"x" * (1 << 21)), "it sends more than 1 MiB"),
        ({"size": 4}, answer(b"x" * 9999, 429, Retry_After=500), "Try again in 500 seconds."),
        ({"size": 1 << 20}, never_end, "it sends more than 1 MiB"),
        ({"size": 1 << 40}, FILE, "as this version expects"),
        ({"size": True}, FILE, "as this version expects"),
        ({"matches": 10**4000}, FILE, "as this version expects"),
        ({"decisions": -1}, FILE, "as this version expects"),
        ({"decisions": "many"}, FILE, "as this version expects"),
        ({}, lambda _request: time.sleep(0.6), "no whole answer in 0.3 seconds"),
        ({}, answer(CONTENT, Content_Encoding="gzip"), "packed, without being asked"),
        ({}, answer({"detail": "x"}, 429, Retry_After=99_999), "Try again in 99,999 seconds."),
        ({}, answer(b"", 302, Location="http://127.0.0.1:9/x"), "answers 302"),
        ({}, answer(b"no", 404), "answers 404"),
    ],
)
def test_a_file_that_is_not_as_listed_is_not_kept(
    changed: dict[str, Any],
    file: Answer,
    told: str,
    kit: Kit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "DOWNLOAD_TIMEOUT", 0.3)
    monkeypatch.setattr(platform, "MOST_BYTES", 1 << 20)
    with served(archive([day(**changed)], file)) as (url, _heard):
        done = kit("dataset", "--out", "data", "--to", url)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert told in done.stderr
    assert {path.name for path in (tmp_path / "data").iterdir()} <= {"dataset.json", "README.md"}


@pytest.mark.parametrize(
    "lines",
    [b"no JSON", b'{"match": [1', b"\x1b[2J\n" * 9, b'{"seats": 9999, "view": {}}\n', b"\xff"],
)
def test_a_file_that_has_no_decisions_ends_in_one_line(
    lines: bytes, kit: Kit, tmp_path: Path
) -> None:
    content = gzip.compress(lines)
    row = day(sha256=sha256(content).hexdigest(), size=len(content))
    with served(archive([row], answer(content))) as (url, _heard):
        done = kit("dataset", "--out", "data", "--format", "parquet", "--to", url)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert is_harmless(done.stderr)
    assert not list((tmp_path / "data").glob("*.parquet"))
    assert not list((tmp_path / "data").glob(".*"))

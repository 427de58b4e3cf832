"""Uploads and archives in a real bucket: OpenStack Swift with an S3 interface (python3-swift)."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.arena.processes import ROOT, Platform
from tests.arena.resilience.crew import Line
from tests.patience import PATIENCE, PROMPT
from tests.services import database_of_its_own, free_port, temporary_folder
from tests.tooling.processes import within
from tests.website.scripts import archives, bucket

PYTHON = "/usr/bin/python3"  # Debian's, which has Swift
KEY, SECRET = "tests:tester", "only-for-tests"
TIMEOUT = 1.0


@contextmanager
def swift() -> Iterator[int]:
    """The port of a server of our own; the test is skipped where Swift is missing."""
    look = [PYTHON, "-c", "import swift, eventlet"]
    if subprocess.run(look, capture_output=True, check=False).returncode != 0:
        pytest.skip("Swift is missing: apt-get install python3-swift")
    port = free_port()
    with temporary_folder("swift", None) as folder:
        script = ROOT / "tests" / "tooling" / "swift_server.py"
        process = subprocess.Popen([PYTHON, script, folder, str(port), KEY, SECRET])
        try:
            assert within(PATIENCE, lambda: answers(port))
            yield port
        finally:
            process.kill()
            process.wait()


def answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthcheck", timeout=PROMPT) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def platform_at(var: Path, port: int, **environment: str) -> Platform:
    return Platform(
        var,
        **environment,
        KINGSBENCH_S3_BUCKET="uploads",
        KINGSBENCH_S3_ENDPOINT=f"http://127.0.0.1:{port}",
        KINGSBENCH_S3_TIMEOUT=str(TIMEOUT),
        AWS_ACCESS_KEY_ID=KEY,
        AWS_SECRET_ACCESS_KEY=SECRET,
        AWS_DEFAULT_REGION="us-east-1",
    )


@pytest.mark.services
@pytest.mark.long
def test_uploads_are_kept_in_a_bucket_and_nothing_is_lost_while_it_is_away(tmp_path: Path) -> None:
    with swift() as port, Line(port) as line:
        platform = platform_at(tmp_path / "var", line.port)
        found = platform.call(bucket.store)
        assert found == {
            "kept": ["one", "two"], "names": True, "big": 5 * 1024 * 1024,
            "missing": "FileNotFoundError", "gone": True, "worker": True,
        }  # fmt: skip
        line.stall()  # it takes connections, and answers nothing
        is_away(platform, "BucketAway")
        line.flow()
        platform.call(bucket.drop)
        is_away(platform, "BucketAway")
    is_away(platform, "BucketAway")  # the server is gone


def is_away(platform: Platform, error: str) -> None:
    """Check that the form is refused in time and the match returned without losing a try."""
    found = platform.call(bucket.use_while_away)
    assert "cannot be stored" in found["upload"]
    assert found["read"] == error
    assert found["seconds"] < PROMPT, "two tries of a second each, on however busy a machine"
    assert (found["versions"], found["status"], found["tries"]) == (1, "queued", 0)
    assert found["rests"] is True


@pytest.mark.services
@pytest.mark.long
def test_archives_in_a_bucket_and_on_postgresql_outlive_kills_doubles_and_damage(
    postgres_url: str, tmp_path: Path
) -> None:
    with database_of_its_own(postgres_url) as url, swift() as port, Line(port) as line:
        platform = platform_at(tmp_path / "var", line.port, DATABASE_URL=url)
        platform.call(archives.fill)
        days_are_whole_or_not_there(platform, line)
        packs_are_whole_or_not_there(platform)


def days_are_whole_or_not_there(platform: Platform, line: Line) -> None:
    half = platform.call(archives.day_killed)
    assert (len(half), platform.call(archives.days)) == (1, {}), "an object without a row"
    assert sorted(platform.together(archives.make_day, archives.make_day)) == [False, True]
    assert list(platform.call(archives.days).values()) == [[2, True]]
    assert platform.call(archives.objects) == half, "the killed process wrote the same"
    line.stall()
    assert platform.call(archives.make_day_while_away) == ["BucketAway", 1, [503, 200]]
    line.flow()
    assert platform.call(archives.make_day)
    assert list(platform.call(archives.days).values()) == [[2, True], [1, True]]
    for spoils, seen in ((archives.spoil, "other content"), (archives.lose, 404)):
        platform.call(spoils, half[0])
        assert next(iter(platform.call(archives.days).values())) == seen


def packs_are_whole_or_not_there(platform: Platform) -> None:
    before = platform.call(archives.left_behind)
    platform.call(archives.packs_killed)
    assert platform.call(archives.packs)["emptied"] == 0
    assert sorted(platform.together(archives.make_packs, archives.make_packs)) == [0, 4]
    made = platform.call(archives.packs)
    assert (made["kinds"], made["emptied"]) == (["decisions", "events"], 4)
    assert platform.call(archives.left_behind) == before
    platform.call(archives.spoil, made["names"][0])
    platform.call(archives.lose, made["names"][1])
    assert platform.call(archives.left_behind) == before, "rebuilt from the records"
    assert platform.call(archives.packs)["damaged"] == 2

"""Uploads in a real bucket: OpenStack Swift with its S3 interface (Debian's python3-swift)."""

import json
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
from tests.services import free_port, temporary_folder
from tests.tooling.processes import within

PYTHON = "/usr/bin/python3"  # Debian's, which has Swift
KEY, SECRET = "tests:tester", "only-for-tests"
TIMEOUT = 1.0
PRELUDE = """
import json
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage as bucket
from django.core.files.uploadedfile import SimpleUploadedFile
from arena.actions.errors import NotStored
from arena.worker.play_match import play_match
from arena.actions.bots.submit_bot import submit_bot
from arena.models import Version
from arena.worker.upload_cache import UploadUnavailable, cached_upload
from tests.cast import a_bot, alice, bob
def refused(call):
    began = time.monotonic()
    try:
        call()
    except OSError as error:
        return type(error).__name__, time.monotonic() - began
    return "nothing", 0
"""
ROUND = """
bucket.connection.create_bucket(Bucket="uploads")
name = bucket.save("a/b.py", ContentFile(b"one"))
other = bucket.save("a/b.py", ContentFile(b"two"))
big = bucket.save("big.zip", ContentFile(bytes(5 * 1024 * 1024)))
told = {
    "kept": [bucket.open(one).read().decode() for one in (name, other)],
    "names": name != other,
    "big": len(bucket.open(big).read()),
    "missing": refused(lambda: bucket.open("nowhere.py"))[0],
}
bucket.delete(name)
told["gone"] = not bucket.exists(name)
ladder = a_ladder()
version = submit_bot(
    owner=alice(), name="Alcuin", ladder=ladder,
    upload=SimpleUploadedFile("bot.py", b"def decide(request):\\n    return request.default\\n"),
)
told["worker"] = cached_upload(version).read_bytes() == version.source.open().read()
print(json.dumps(told))
"""
AWAY = """
import shutil
shutil.rmtree(settings.VAR / "sources", ignore_errors=True)
ladder = Ladder.objects.get()
try:
    submit_bot(owner=bob(), name="Bede", ladder=ladder,
               upload=SimpleUploadedFile("bot.py", b"def decide(request): return 0\\n"))
    told = {"upload": "stored"}
except NotStored as error:
    told = {"upload": str(error)}
version = Version.objects.get()
told["read"], told["seconds"] = refused(lambda: version.source.open())
told["versions"] = Version.objects.count()
match = claim_match(worker=claim_name())
play_match(match=match, jailer=None)
match.refresh_from_db()
told |= {"status": match.status, "tries": match.tries, "rests": bool(match.not_before)}
Match.objects.update(not_before=None)
print(json.dumps(told))
"""
DROP = """
for one in bucket.bucket.objects.all():
    one.delete()
bucket.bucket.delete()
"""


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


def platform_at(var: Path, port: int) -> Platform:
    return Platform(
        var,
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
        found = json.loads(platform.do(PRELUDE + ROUND))
        assert found == {
            "kept": ["one", "two"], "names": True, "big": 5 * 1024 * 1024,
            "missing": "FileNotFoundError", "gone": True, "worker": True,
        }  # fmt: skip
        line.stall()  # it takes connections, and answers nothing
        is_away(platform, "BucketAway")
        line.flow()
        platform.do(PRELUDE + DROP)
        is_away(platform, "BucketAway")
    is_away(platform, "BucketAway")  # the server is gone


def is_away(platform: Platform, error: str) -> None:
    """Check that the form is refused in time and the match returned without losing a try."""
    found = json.loads(platform.do(PRELUDE + AWAY))
    assert "cannot be stored" in found["upload"]
    assert found["read"] == error
    assert found["seconds"] < PROMPT, "two tries of a second each, on however busy a machine"
    assert (found["versions"], found["status"], found["tries"]) == (1, "queued", 0)
    assert found["rests"] is True

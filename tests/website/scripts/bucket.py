"""Uploads in a bucket that works, that does not answer, and that is gone."""

import shutil
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from arena.bots.submit_bot import submit_bot
from arena.core.errors import NotStored
from arena.core.hosts import claim_name
from arena.matches.claim_match import claim_match
from arena.models import Ladder, Match, Version
from arena.worker.play_match import play_match
from arena.worker.upload_cache import cached_upload
from tests.cast import a_ladder, alice, bob

BUCKET: Any = default_storage


def store() -> dict[str, Any]:
    """Create the bucket; store, read and delete files, and upload a bot."""
    BUCKET.connection.create_bucket(Bucket="uploads")
    name = BUCKET.save("a/b.py", ContentFile(b"one"))
    other = BUCKET.save("a/b.py", ContentFile(b"two"))
    big = BUCKET.save("big.zip", ContentFile(bytes(5 * 1024 * 1024)))
    told = {
        "kept": [BUCKET.open(one).read().decode() for one in (name, other)],
        "names": name != other,
        "big": len(BUCKET.open(big).read()),
        "missing": _refused(lambda: BUCKET.open("nowhere.py"))[0],
    }
    BUCKET.delete(name)
    told["gone"] = not BUCKET.exists(name)
    source = b"def decide(request):\n    return request.default\n"
    version = submit_bot(
        owner=alice(),
        name="Alcuin",
        ladder=a_ladder(),
        upload=SimpleUploadedFile("bot.py", source),
    )
    told["worker"] = cached_upload(version).read_bytes() == version.source.open().read()
    return told


def use_while_away() -> dict[str, Any]:
    """Upload, read and play without the bucket; return what came of it."""
    shutil.rmtree(settings.VAR / "sources", ignore_errors=True)
    upload = SimpleUploadedFile("bot.py", b"def decide(request): return 0\n")
    told: dict[str, Any] = {"upload": "stored"}
    try:
        submit_bot(owner=bob(), name="Bede", ladder=Ladder.objects.get(), upload=upload)
    except NotStored as error:
        told["upload"] = str(error)
    version = Version.objects.get()
    told["read"], told["seconds"] = _refused(version.source.open)
    told["versions"] = Version.objects.count()
    match = claim_match(worker=claim_name())
    assert match
    play: Any = play_match
    play(match=match, jailer=None)  # its bots are never started
    match.refresh_from_db()
    told |= {"status": match.status, "tries": match.tries, "rests": bool(match.not_before)}
    Match.objects.update(not_before=None)
    return told


def drop() -> None:
    for one in BUCKET.bucket.objects.all():
        one.delete()
    BUCKET.bucket.delete()


def _refused(call: Callable[[], object]) -> tuple[str, float]:
    """Return the name of the error, and after how many seconds it came."""
    began = time.monotonic()
    try:
        call()
    except OSError as error:
        return type(error).__name__, time.monotonic() - began
    return "nothing", 0

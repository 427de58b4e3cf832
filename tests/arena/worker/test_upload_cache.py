"""A worker's copies of uploads: from any storage, checked, private and of limited size."""

import os
import stat
import time
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from pytest_django import Settings

from arena.core.hosts import claim_name
from arena.models import Ladder, Match, Version
from arena.queue.refusals import MARKER, mark_uploads
from arena.worker import upload_cache
from arena.worker.play_match import play_match
from arena.worker.upload_cache import (
    UploadUnavailable,
    cached_upload,
    tidy_upload_cache,
    upload_cache_folder,
)
from sandbox.errors import HostFailure
from sandbox.jail import Jailer
from tests.arena.results.rows import running
from tests.cast import SOURCE, a_bot, a_house_bot, a_ladder, alice, bob, play_with

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def bucket(settings: Settings) -> None:
    """A storage without a file on this machine, as a bucket is."""
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = settings.STORAGES | {"default": memory}


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(config={"kingdom": "First Game", "turn_limit": 2})


@pytest.fixture
def version(ladder: Ladder) -> Version:
    found = a_bot(alice(), "Alcuin", ladder).current
    assert found is not None
    return found


def test_a_storage_without_files_is_enough(version: Version) -> None:
    assert not Path(version.source.path).exists(), "it is in memory alone"
    path = cached_upload(version)
    assert path.read_bytes() == SOURCE
    assert path.parent == upload_cache_folder(of_house=False)
    for folder in (path.parent, path.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    version.source.storage.delete(str(version.source.name))
    assert cached_upload(version) == path, "it is here already"


def test_house_bots_lie_apart(ladder: Ladder, version: Version) -> None:
    house = a_house_bot("Big Money", ladder).current
    assert house is not None
    assert house.sha256 == version.sha256
    assert cached_upload(house).parent == upload_cache_folder(of_house=True)
    assert cached_upload(version).parent == upload_cache_folder(of_house=False)


def test_what_was_changed_in_the_storage_is_refused(version: Version) -> None:
    storage = version.source.storage
    storage.delete(str(version.source.name))
    storage.save(str(version.source.name), ContentFile(b"def decide(request): return 'theirs'\n"))
    with pytest.raises(HostFailure, match="not what was uploaded"):
        cached_upload(version)
    assert not list(upload_cache_folder(of_house=False).glob("*"))


def test_what_was_changed_here_is_fetched_again(version: Version) -> None:
    path = cached_upload(version)
    path.write_bytes(b"broken")
    assert cached_upload(version).read_bytes() == SOURCE


def test_the_longest_unused_go_first_and_none_that_is_in_use(
    ladder: Ladder, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_cache, "MOST_BYTES", 2 * len(SOURCE) + 10)
    made = [version] + [play_with(version.bot, SOURCE + b"# %d" % n, ladder) for n in range(3)]
    paths = [cached_upload(one) for one in made[:3]]
    assert all(path.exists() for path in paths), "each may be staged at this moment"
    now = time.time()
    for path, ago in zip(paths, (1000, 3000, 2000), strict=True):
        os.utime(path, (now - ago, now - ago))
    paths.append(cached_upload(made[3]))
    assert [path.exists() for path in paths] == [True, False, False, True]
    os.utime(paths[0], (now - 90_000, now - 90_000))
    tidy_upload_cache()
    assert [path.exists() for path in paths] == [False, False, False, True]


@pytest.mark.jail
def test_a_match_is_played_from_such_a_storage(ladder: Ladder) -> None:
    bots = [a_bot(owner, name, ladder) for owner, name in ((alice(), "Ada"), (bob(), "Bede"))]
    match = running(ladder, *bots, worker=claim_name())
    play_match(match=match, jailer=Jailer.strongest())
    match.refresh_from_db()
    assert (match.status, match.error) == (Match.Status.FINISHED, "")
    assert len(list(Path(upload_cache_folder(of_house=False)).iterdir())) == 1, "one file, two bots"


def test_a_file_is_not_lost_where_the_storage_is_not_the_platforms(version: Version) -> None:
    mark_uploads()
    storage = version.source.storage
    content = storage.open(str(version.source.name)).read()
    storage.delete(str(version.source.name))
    with pytest.raises(FileNotFoundError):
        cached_upload(version)  # the marker is there, the file is not
    storage.save(str(version.source.name), ContentFile(b"# another platform's\n" + content))
    with pytest.raises(HostFailure, match="not what was uploaded"):
        cached_upload(version)
    for marker in (b"", b"another's\n"):
        storage.delete(MARKER)
        if marker:
            storage.save(MARKER, ContentFile(marker))
        with pytest.raises(UploadUnavailable):
            cached_upload(version)


@pytest.mark.jail
def test_a_match_without_its_uploads_waits_and_loses_no_try(ladder: Ladder) -> None:
    bots = [a_bot(owner, name, ladder) for owner, name in ((alice(), "Ada"), (bob(), "Bede"))]
    match = running(ladder, *bots, worker=claim_name())
    mark_uploads()
    for name in (MARKER, str(bots[0].current.source.name)):  # type: ignore[union-attr]
        bots[0].current.source.storage.delete(name)  # type: ignore[union-attr]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "close", lambda: None)  # the test's transaction is in it
        play_match(match=match, jailer=Jailer.strongest())
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 0)
    assert match.error == "The storage of uploads was unreachable."

"""Uploads in a bucket: listed with their checksums, and copied on request.

The bucket is a folder behind the calls of a storage without paths, as django-storages has it.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.website.backup.places import Place
from tests.website.scripts import folder_storage

pytestmark = pytest.mark.processes


class PlaceWithBucket(Place):
    """A place whose uploads are in this bucket."""

    def __init__(self, var: Path, bucket: Path) -> None:
        super().__init__(var, KINGSBENCH_S3_BUCKET="uploads", BUCKET=str(bucket))
        package = var.parent / "packages" / "storages" / "backends"
        package.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder_storage.__file__, package / "s3.py")
        for folder in (package, package.parent):
            (folder / "__init__.py").touch()
        self._packages = str(package.parent.parent)

    def run(self, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
        """Run it in a fork, where our storage is found first: PYTHONPATH needs an interpreter."""
        first = f"import sys; sys.path.insert(0, {self._packages!r}); "
        return super().run(
            "-c", f"{first}from tests import fork_server as it; it.run({words!r})", **more
        )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Place:
    home = tmp_path_factory.mktemp("bucket")
    place = PlaceWithBucket(home / "var", home / "bucket")
    place.fill(matches=1)
    return place


def test_uploads_of_a_bucket_are_listed_and_not_copied(source: Place, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    done = source.manage("backup", str(backup))
    assert done.returncode == 0, done.stderr
    manifest = json.loads((backup / "manifest.json").read_text())
    assert {name: one["sha256"] for name, one in manifest["listed"].items()} == source.look()[1]
    assert list(manifest["files"]) == ["database.sqlite3"]
    same = PlaceWithBucket(tmp_path / "same", Path(source.environment["BUCKET"]))
    assert same.manage("restore", str(backup)).returncode == 0
    assert same.look() == source.look()
    other = PlaceWithBucket(tmp_path / "other", tmp_path / "empty")
    done = other.manage("restore", str(backup))
    assert (done.returncode, "uploads are missing in the bucket" in done.stderr) == (1, True)


def test_uploads_of_a_bucket_are_copied_where_that_is_asked_for(
    source: Place, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    assert source.manage("backup", str(backup), "--with-uploads").returncode == 0
    other = PlaceWithBucket(tmp_path / "other", tmp_path / "empty")
    done = other.manage("restore", str(backup))
    assert done.returncode == 0, done.stderr
    assert other.look() == source.look()
    plain = Place(tmp_path / "plain")
    assert plain.manage("restore", str(backup)).returncode == 0
    assert plain.look() == source.look()


def test_what_a_bucket_has_lost_is_told(source: Place, tmp_path: Path) -> None:
    bucket = Path(shutil.copytree(source.environment["BUCKET"], tmp_path / "bucket"))
    next(bucket.rglob("*.py")).unlink()
    Path(shutil.copytree(source.var, tmp_path / "var"))
    place = PlaceWithBucket(tmp_path / "var", bucket)
    done = place.manage("backup", str(tmp_path / "backup"))
    assert (done.returncode, "(missing)" in done.stderr) == (1, True)

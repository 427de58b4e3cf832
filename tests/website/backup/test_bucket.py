"""Uploads in a bucket: listed with their checksums, and copied on request.

The bucket is a folder behind the calls of a storage without paths, as django-storages has it.
"""

import json
import shutil
from pathlib import Path

import pytest

from tests.website.backup.places import Place
from tests.website.scripts import folder_storage

pytestmark = pytest.mark.processes


def with_bucket(var: Path, bucket: Path) -> Place:
    """A place whose uploads are in this bucket."""
    package = var.parent / "packages" / "storages" / "backends"
    package.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder_storage.__file__, package / "s3.py")
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    place = Place(var, KINGSBENCH_S3_BUCKET="uploads", BUCKET=str(bucket))
    place.environment["PYTHONPATH"] += f":{package.parent.parent}"
    return place


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Place:
    home = tmp_path_factory.mktemp("bucket")
    place = with_bucket(home / "var", home / "bucket")
    place.fill(matches=1)
    return place


def test_uploads_of_a_bucket_are_listed_and_not_copied(source: Place, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    done = source.manage("backup", str(backup))
    assert done.returncode == 0, done.stderr
    manifest = json.loads((backup / "manifest.json").read_text())
    assert {name: one["sha256"] for name, one in manifest["listed"].items()} == source.look()[1]
    assert list(manifest["files"]) == ["database.sqlite3"]
    same = with_bucket(tmp_path / "same", Path(source.environment["BUCKET"]))
    assert same.manage("restore", str(backup)).returncode == 0
    assert same.look() == source.look()
    other = with_bucket(tmp_path / "other", tmp_path / "empty")
    done = other.manage("restore", str(backup))
    assert (done.returncode, "uploads are missing in the bucket" in done.stderr) == (1, True)


def test_uploads_of_a_bucket_are_copied_where_that_is_asked_for(
    source: Place, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    assert source.manage("backup", str(backup), "--with-uploads").returncode == 0
    other = with_bucket(tmp_path / "other", tmp_path / "empty")
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
    place = with_bucket(tmp_path / "var", bucket)
    done = place.manage("backup", str(tmp_path / "backup"))
    assert (done.returncode, "(missing)" in done.stderr) == (1, True)

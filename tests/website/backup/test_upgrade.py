"""From the release before to this one: restored, migrated, seeded, played on, backed up, restored.

`release_0.2.0.tar.xz` is a backup that the release itself made; `make_release_backup.sh` says how.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.apps import apps

from tests.website.backup.places import Place
from tests.website.scripts import upgrades

RELEASE = "release_0.2.0"
OURS = ("accounts", "arena", "notices")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    shutil.unpack_archive(Path(__file__).with_name(f"{RELEASE}.tar.xz"), tmp_path)
    return tmp_path / RELEASE


def managed(place: Place, *words: str) -> str:
    done = place.manage(*words)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.mark.long
def test_a_platform_of_the_release_before_is_upgraded_plays_and_is_restored(
    release: Path, tmp_path: Path
) -> None:
    site, copy = Place(tmp_path / "site"), Place(tmp_path / "copy")
    managed(site, "restore", str(release))
    managed(site, "seed", "--no-password")
    assert site.call(upgrades.changed_house_bots) > 5, "the house bots are not those of before"
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    managed(site, "backup", first)
    managed(copy, "restore", first)
    assert copy.call(upgrades.look) == site.call(upgrades.look)
    assert site.call(upgrades.play) > 10
    managed(site, "backup", second)
    copy.clear()
    managed(copy, "restore", second)
    assert copy.call(upgrades.look) == site.call(upgrades.look)
    assert site.call(upgrades.look)["allowed"]


def test_the_release_before_can_insert_into_every_table_that_it_knows(release: Path) -> None:
    """While workers and web servers of before finish their work, `migrate` has run already."""
    missing = []
    with closing(sqlite3.connect(release / "database.sqlite3")) as before:
        for model in apps.get_models():
            table = model._meta.db_table
            known = {row[1] for row in before.execute(f"PRAGMA table_info({table})")}
            for field in model._meta.concrete_fields if model._meta.app_label in OURS else ():
                is_new = known and field.column not in known
                if is_new and not (field.null or field.has_db_default() or field.generated):
                    missing.append(f"{table}.{field.column}")
    assert missing == [], "give them a db_default, in a migration"


def test_a_worker_of_the_release_before_is_seen_as_one(release: Path, tmp_path: Path) -> None:
    site = Place(tmp_path / "site")
    managed(site, "restore", str(release))
    site.call(upgrades.insert_as_before)
    with closing(sqlite3.connect(tmp_path / "site" / "kingsbench.sqlite3")) as rows:
        found = rows.execute("SELECT version, uploads_problem FROM arena_worker").fetchall()
    assert found == [("", '""')]

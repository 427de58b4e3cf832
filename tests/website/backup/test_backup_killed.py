"""A backup or restore killed midway does no harm and can be repeated."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena import calls
from tests.arena.resilience.chaos import sized
from tests.website.backup.places import Place, an_empty_place
from tests.website.scripts import backups, killed
from website.backup.errors import BackupError
from website.backup.manifest import Manifest

pytestmark = pytest.mark.services
POINTS = sized(10, 4)


def killed_at(place: Place, at: int, command: str, folder: Path, places: list[Path]) -> int:
    """Run the command and kill it at this point; return the points passed, 0 when killed."""
    names = [str(one) for one in places]
    done = place.run("-c", calls.code(killed.run, command, str(folder), at=at, places=names))
    if at and done.returncode == -9:
        return 0
    assert done.returncode == 0, done.stderr
    return int(calls.result(done.stdout))


def points(most: int) -> list[int]:
    """Some of them, from the first to the last."""
    return sorted({1 + (most - 1) * number // (POINTS - 1) for number in range(POINTS)})


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def source(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    with an_empty_place(request.param, tmp_path_factory.mktemp("source") / "var") as place:
        place.fill(matches=3)
        yield place


@pytest.mark.long
def test_a_killed_backup_is_no_backup_and_the_platform_is_unharmed(
    source: Place, tmp_path: Path
) -> None:
    before = source.look()
    whole = killed_at(source, 0, "backup", tmp_path / "whole", [tmp_path / "whole"])
    assert whole > 2 * POINTS
    kills = 0
    for at in points(whole):
        folder = tmp_path / f"killed {at}"
        if killed_at(source, at, "backup", folder, [folder]):
            continue  # its last step was done
        kills += 1
        if (folder / "manifest.json").exists():  # the rename was the last thing but a flush
            assert json.loads((folder / "manifest.json").read_text())["rows"]["arena_match"] == 3
            continue
        if not folder.exists():
            continue
        with pytest.raises(BackupError, match="is not a complete backup"):
            Manifest.read(folder)
    assert kills >= POINTS - 1
    assert source.look() == before


@pytest.mark.long
def test_a_killed_restore_goes_on_when_it_is_run_again(source: Place, tmp_path: Path) -> None:
    before = source.look()
    kind = "postgresql" if "DATABASE_URL" in source.environment else "sqlite"
    backup = tmp_path / "backup"
    assert source.manage("backup", str(backup)).returncode == 0
    kept = shutil.copytree(backup, tmp_path / "kept")
    with an_empty_place(kind, tmp_path / "var") as place:
        whole = killed_at(place, 0, "restore", backup, [place.var, backup])
        assert whole > POINTS
        for at in points(whole):
            place.clear()
            ended = killed_at(place, at, "restore", backup, [place.var, backup])
            if not ended:
                place.call(backups.restore, str(backup))
            assert place.look() == before
    assert sorted(path.name for path in backup.rglob("*")) == sorted(
        path.name for path in kept.rglob("*")
    )

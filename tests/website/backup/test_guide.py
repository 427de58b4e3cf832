"""The operator's guide on backups, followed word by word."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.processes import ROOT
from tests.patience import HANGS
from tests.website.backup.places import Place, an_empty_place

pytestmark = pytest.mark.services
GUIDE, COMPOSE = (
    (ROOT / "docs" / "operators" / page).read_text("utf-8")
    for page in ("data.md", "many-machines.md")
)
CHAPTER = GUIDE[GUIDE.index("## Backup\n") : GUIDE.index("## Storage\n")]
BACKUP, EMBEDDED, SERVER = re.findall(r"```sh\n(.*?)```", CHAPTER, re.DOTALL)
UP = "KINGSBENCH_VAR=/srv/restored ./kingsbench up\n"


def follow(lines: str, place: Place, **names: object) -> None:
    """Run these lines in a shell, with this test's paths and URLs instead of the guide's."""
    lines = lines.replace(".venv/bin/python", sys.executable)
    for shown, ours in names.items():
        lines = lines.replace(SHOWN[shown], str(ours))
    done = subprocess.run(
        ["sh", "-ec", lines], env=place.environment, cwd=ROOT, capture_output=True, text=True,
        check=False, timeout=HANGS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


SHOWN = {
    "backup": "backups/2030-01-31",
    "var": "/srv/restored",
    "url": "postgresql://kingsbench:secret@db/restored",
}


def test_a_platform_on_one_machine_is_backed_up_and_restored(tmp_path: Path) -> None:
    source, target = Place(tmp_path / "source"), Place(tmp_path / "target")
    source.fill(matches=1)
    follow(BACKUP, source, backup=tmp_path / "b")
    assert EMBEDDED.endswith(UP)  # what `up` does is tested elsewhere
    follow(EMBEDDED.removesuffix(UP), source, backup=tmp_path / "b", var=target.var)
    assert target.look() == source.look()


@pytest.mark.skipif(shutil.which("psql") is None, reason="needs psql: apt-get install postgresql")
def test_a_platform_with_postgresql_is_backed_up_and_restored(tmp_path: Path) -> None:
    with (
        an_empty_place("postgresql", tmp_path / "source") as source,
        an_empty_place("postgresql", tmp_path / "target") as target,
    ):
        source.fill(matches=1)
        follow(BACKUP, source, backup=tmp_path / "b")
        url = target.environment["DATABASE_URL"]
        follow(SERVER, source, backup=tmp_path / "b", var=target.var, url=url)
        assert target.look() == source.look()


def test_the_lines_for_compose_name_services_and_folders_that_there_are() -> None:
    compose = (ROOT / "docker" / "compose.yml").read_text("utf-8")
    image = (ROOT / "docker" / "Dockerfile").read_text("utf-8")
    lines = re.findall(r"python manage\.py (?:backup|restore) \S*/backups/\S+", COMPOSE)
    assert lines == [
        'python manage.py backup "/backups/$(date', "python manage.py restore /backups/2030-01-31"
    ]  # fmt: skip
    assert COMPOSE.count("--volume /srv/backups:/backups prepare") == 2
    prepare = compose[compose.index("  prepare:\n") : compose.index("  rights:\n")]
    assert '"uploads:/state/media"' in prepare
    assert "DATABASE_URL" in prepare
    server = re.findall(r"image: postgres:(\d+)", compose)
    assert set(server) == {re.findall(r"postgresql-client-(\d+)", image)[0]}

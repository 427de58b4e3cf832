"""Fixtures of the sandbox's tests; one jailer per process, since canaries are slow."""

import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import pytest

from sandbox import guest_code, staging_folder
from sandbox.jail import Jailer
from tests.sandbox.conversations import strongest

HONEST = "def decide(request): return 0"
NOBODY = 65534
AS_NOBODY = (
    "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--bounding-set=-all",
    "--",
)  # fmt: skip


@pytest.fixture(scope="session")
def jailer() -> Jailer:
    """The strongest jail of this machine."""
    return strongest()


@pytest.fixture(scope="module")
def open_house() -> Iterator[Path]:
    """Copy what a jail needs to where every user may read, with a staging folder for nobody.

    It is in memory, as staging must be, and not in `tmp_path`, whose parent pytest closes to other
    users.
    """
    with TemporaryDirectory(prefix="kingsbench-house-", dir=staging_folder.base_folder()) as name:
        house = Path(name)
        house.chmod(0o755)
        for package in ("sandbox", "engine", "kit"):
            shutil.copytree(guest_code.PROJECT_ROOT / package, house / package)
        found = find_spec("pyseccomp")
        assert found is not None
        assert found.origin is not None
        shutil.copy(found.origin, house)
        (house / "bot.py").write_text(HONEST)
        (house / "stage").mkdir()
        os.chown(house / "stage", NOBODY, NOBODY)
        yield house


@pytest.fixture
def on_disk() -> Iterator[Path]:
    """A folder outside memory that all may enter."""
    for place in (
        Path(gettempdir()),
        Path("/var/tmp"),
        Path("~").expanduser(),
        guest_code.PROJECT_ROOT,
    ):
        with suppress(OSError), TemporaryDirectory(prefix="kingsbench-disk-", dir=place) as name:
            if staging_folder.file_system(place) != staging_folder.MEMORY:
                Path(name).chmod(0o755)
                yield Path(name)
                return
    pytest.skip("NO FOLDER ON A DISK HERE, SO NOTHING WAS TESTED")


@pytest.fixture
def zipped(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Pack sources by name into a zip; return its path."""

    def pack(files: dict[str, str]) -> Path:
        path = tmp_path / "bot.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, source in files.items():
                archive.writestr(name, source)
        return path

    return pack

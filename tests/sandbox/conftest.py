"""One jailer for all tests of a process: its canaries need not sing for each."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.jail import Jailer
from tests.sandbox.talks import strongest


@pytest.fixture(scope="session")
def jailer() -> Jailer:
    """The strongest jail of this machine."""
    return strongest()


@pytest.fixture
def zipped(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Packs sources by name into a zip, and gives its path."""

    def pack(files: dict[str, str]) -> Path:
        path = tmp_path / "bot.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, source in files.items():
                archive.writestr(name, source)
        return path

    return pack

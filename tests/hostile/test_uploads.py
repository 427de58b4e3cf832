"""Uploads that attack the unpacker or the compiler are refused with a message for their owner."""

from pathlib import Path

import pytest

from sandbox.errors import Rejected
from sandbox.jail import Jailer
from tests.hostile.archives import ARCHIVES, BOT, pack

pytestmark = pytest.mark.jail


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_rejected(name: str, jailer: Jailer, tmp_path: Path) -> None:
    make, told = ARCHIVES[name]
    path = tmp_path / "bot.zip"
    path.write_bytes(make())
    with pytest.raises(Rejected, match=told) as caught:
        jailer.prepare(path)
    assert str(caught.value).isprintable()
    assert [found.name for found in tmp_path.iterdir()] == ["bot.zip"]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"def decide(request)\n    return 0", r"bot.py, line 1: expected ':'"),
        (b"x = 1\n\nx = = 2", "bot.py, line 3: invalid syntax"),
        (b"x = 'never closed", "bot.py, line 1: unterminated string"),
        (b"\xff\xfe\x00garbage", "bot.py"),
        (b"x = 1\0", "null bytes"),
        (b"(" * 5000, "bot.py"),
        (b"-" * 300_000 + b"1", "bot.py|too much"),
        (b"x = " + b"9" * 1_000_000, "bot.py|too much"),
        (b"#" * (5 << 20), "larger than 4 MiB"),
    ],
)
def test_what_does_not_compile_is_rejected_with_its_line(
    source: bytes, told: str, jailer: Jailer, tmp_path: Path
) -> None:
    path = tmp_path / "bot.py"
    path.write_bytes(source)
    with pytest.raises(Rejected, match=told):
        jailer.prepare(path)


def test_an_upload_is_compiled_and_not_run(jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("while True: pass\n" + BOT)
    with jailer.prepare(path) as prepared:
        assert [found.name for found in prepared.folder.iterdir()] == ["bot.py"]


def test_litter_and_bytecode_are_left_out(jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    litter = ("__pycache__/bot.cpython-311.pyc", "__MACOSX/bot.py", "a/.DS_Store", "bot.pyc")
    path.write_bytes(pack(*((name, b"x") for name in litter)))
    with jailer.prepare(path) as prepared:
        assert [found.name for found in prepared.folder.rglob("*")] == ["bot.py"]


def test_a_staged_bot_is_removed_with_its_preparation(jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    with jailer.prepare(path) as prepared:
        assert prepared.folder.stat().st_mode & 0o777 == 0o755
    assert not prepared.folder.exists()

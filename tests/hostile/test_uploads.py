"""Uploads that attack the unpacker or the compiler are refused with a message for their owner."""

from pathlib import Path

import pytest

from sandbox.conversation import Conversation
from sandbox.errors import Rejected
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests.hostile.archives import ARCHIVES, BOT, HARMLESS, pack
from tests.hostile.play import is_plain, watched
from tests.sandbox.conversations import decide, hello

pytestmark = pytest.mark.jail


def test_there_are_many_archives() -> None:
    assert len(ARCHIVES) >= 60


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_rejected(name: str, jailer: Jailer, tmp_path: Path) -> None:
    make, told = ARCHIVES[name]
    path = tmp_path / "bot.zip"
    path.write_bytes(make())
    with pytest.raises(Rejected, match=told) as caught:
        jailer.prepare(path)
    assert str(caught.value).isprintable()
    assert is_plain(caught.value.detail)
    assert [found.name for found in tmp_path.iterdir()] == ["bot.zip"]


@pytest.mark.parametrize("name", HARMLESS)
def test_an_odd_archive_does_no_harm(name: str, jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    path.write_bytes(HARMLESS[name]())
    with jailer.prepare(path) as prepared, Conversation(jailer, prepared, Limits()) as talk:
        staged = [found for found in prepared.folder.rglob("*") if found.is_file()]
        assert {found.stat().st_mode & 0o7777 for found in staged} == {0o644}
        with watched(talk):
            talk.ask(hello(), start=True)
            assert talk.ask(decide(1)) == b'{"id":1,"picks":[0]}'
            talk.close()
        assert "ESCAPED" not in talk.log


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
        (b"x = " + b"a." * 300_000 + b"a", "bot.py|too much"),
        (b"x = " + b"1 if x else " * 50_000 + b"1", "bot.py|too much"),
        (b"x = " + b"[" * 150 + b"]" * 150 + b"\n" + b"f" + b"(f" * 2000 + b")" * 2000, "bot.py"),
        (b"x = " + b"9" * 1_000_000, "bot.py|too much"),
        (b"# coding: nonesuch\n", "bot.py"),
        (b"# coding: rot13\nqrs", "bot.py"),
        (b"# coding: zlib\nx\x9c\x03\x00", "bot.py"),
        (b"# coding: utf-8\nx = '\xe9'\n", "bot.py"),
        (b"x = '\x1b]0;owned\x07\xe2\x80\xae' = 2", "bot.py, line 1"),
        (b"#" * ((5 << 20) + 1), "larger than 5 MiB"),
        (b"#" * ((1 << 20) + 1), "larger than 1 MiB"),
    ],
    ids=lambda given: repr(given[:24]),
)
def test_what_does_not_compile_is_rejected_with_its_line(
    source: bytes, told: str, jailer: Jailer, tmp_path: Path
) -> None:
    path = tmp_path / "bot.py"
    path.write_bytes(source)
    with pytest.raises(Rejected, match=told) as caught:
        jailer.prepare(path)
    assert str(caught.value).isprintable()
    assert is_plain(caught.value.detail)


def test_an_upload_is_compiled_and_not_run(jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("while True: pass\n" + BOT)
    with jailer.prepare(path) as prepared:
        assert [found.name for found in prepared.folder.iterdir()] == ["bot.py"]


def test_constants_that_would_fill_the_memory_are_not_worked_out(
    jailer: Jailer, tmp_path: Path
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        f"{BOT}def f():\n    return 9**9**9, 'x' * 10**10, (0,) * 10**10, 1 << 10**10\n"
    )
    with jailer.prepare(path) as prepared:
        assert (prepared.folder / "bot.py").read_bytes() == path.read_bytes()


def test_a_module_of_many_warnings_does_not_keep_the_worker_waiting(
    jailer: Jailer, tmp_path: Path
) -> None:
    """They fill the log's pipe, on which its writer would block until it is read."""
    path = tmp_path / "bot.py"
    path.write_text(BOT + "".join(f"assert (1, 'number {n}')\n" for n in range(3000)))
    with jailer.prepare(path) as prepared:
        assert (prepared.folder / "bot.py").exists()


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

"""Uploads are inspected, never run: bad ones are rejected with a remedy."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable

import pytest
from django.core.files.base import ContentFile
from pytest_django import Settings

from arena.bots.submit_bot import inspect_upload
from arena.bots.upload_rules import FILES, PYTHON_BYTES, entry_count
from arena.core.errors import BadUpload

INSTEAD = [
    "bot/__init__.py", "bot/__init__.cpython-311-x86_64-linux-gnu.so", "bot.so", "bot.abi3.so",
    "bot.cpython-311-x86_64-linux-gnu.so",
]  # fmt: skip
SOURCE = "def decide(request):\n    return request.default\n"


def refused(content: bytes, name: str) -> str:
    with pytest.raises(BadUpload) as caught:
        inspect_upload(upload=ContentFile(content, name=name))
    return caught.value.message


def zipped(*members: tuple[str | zipfile.ZipInfo, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def test_a_module_is_taken_as_it_is() -> None:
    upload = inspect_upload(upload=ContentFile(SOURCE.encode(), name="my bot.py"))
    assert (upload.filename, upload.content) == ("my bot.py", SOURCE.encode())


def test_a_package_with_bot_py_is_taken() -> None:
    content = zipped(("bot.py", SOURCE), ("lib/", ""), ("lib/tools.py", "x = 1\n"))
    assert inspect_upload(upload=ContentFile(content, name="b.ZIP")).content == content


def test_a_bot_in_another_language_has_a_manifest_instead(settings: Settings) -> None:
    settings.BOT_LANGUAGES = ["python", "node"]
    content = zipped(("kingsbench.toml", "not even read here"), ("bot.js", "process.exit()"))
    assert inspect_upload(upload=ContentFile(content, name="bot.zip")).content == content


def test_where_only_python_is_accepted_a_zip_without_bot_py_is_refused(settings: Settings) -> None:
    manifest = ("kingsbench.toml", 'language = "node"\ncommand = ["node", "bot.js"]')
    settings.BOT_LANGUAGES = ["python"]
    words = refused(zipped(manifest, ("bot.js", "process.exit()")), "bot.zip")
    assert words == "The zip has no bot.py, and this platform accepts only Python bots."
    python = zipped(("kingsbench.toml", 'language = "python"'), ("bot.py", SOURCE))
    assert inspect_upload(upload=ContentFile(python, name="bot.zip")).content == python


def test_code_that_would_fail_or_harm_is_not_even_compiled() -> None:
    for source in ("def decide(:", "import os; os.abort()", "while True: pass"):
        inspect_upload(upload=ContentFile(source.encode(), name="bot.py"))


@pytest.mark.parametrize("name", ["bot.txt", "bot", "bot.py.exe", "bot.tar.gz", ".py", ""])
def test_other_kinds_of_files_are_refused(name: str) -> None:
    assert ".zip file with bot.py" in refused(SOURCE.encode(), name or "nothing")


@pytest.mark.parametrize("content", [b"", b" \n\t\n"])
@pytest.mark.parametrize("name", ["bot.py", "bot.zip"])
def test_an_empty_file_is_refused(content: bytes, name: str) -> None:
    assert "empty" in refused(content, name)


def test_a_file_over_the_limit_is_refused_without_reading_it_all() -> None:
    assert "larger than 1024 KiB" in refused(b"#" * (PYTHON_BYTES + 1), "bot.py")
    assert "larger than 5120 KiB" in refused(b"PK" * 10 * 1024 * 1024, "bot.zip")


def test_what_is_no_text_is_refused_with_its_line() -> None:
    assert "Line 3 is not UTF-8" in refused(b"a = 1\nb = 2\nc = '\xff'\n", "bot.py")
    assert "NUL" in refused(b"a = 1\0\n", "bot.py")


def test_the_uploaders_folders_are_not_kept() -> None:
    upload = inspect_upload(upload=ContentFile(SOURCE.encode(), name="C:\\bots\\my.py"))
    assert upload.filename == "my.py"


def linked() -> bytes:
    link = zipfile.ZipInfo("data")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    return zipped(("bot.py", SOURCE), (link, "/etc/passwd"))


def device() -> bytes:
    node = zipfile.ZipInfo("zero")
    node.external_attr = (stat.S_IFCHR | 0o666) << 16
    return zipped(("bot.py", SOURCE), (node, ""))


def encrypted() -> bytes:
    content = bytearray(zipped(("bot.py", SOURCE)))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(magic) + offset] |= 1
    return bytes(content)


def overlapping() -> bytes:
    """Two members that claim the same packed bytes: a small bomb (Fifield, 2019)."""
    content = bytearray(zipped(("bot.py", SOURCE * 40), ("more.py", SOURCE)))
    second = content.rindex(b"PK\x01\x02")
    content[second + 20 : second + 24] = len(content).to_bytes(4, "little")
    return bytes(content)


def large() -> bytes:
    """Return a zip with too much content, moderately compressed."""
    noise = b"".join(number.to_bytes(4, "big") for number in range(5000)) * 210
    return zipped(("bot.py", SOURCE), *((f"{number}.txt", noise) for number in range(5)))


def many(*, zip64: bool, count: int | None) -> bytes:
    """Return a zip with one file too many, and `count` in its end record."""
    content = bytearray(zipped(*((f"f{n}.py", "") for n in range(FILES)), ("bot.py", SOURCE)))
    end = content.rindex(b"PK\5\6")
    if count is not None:
        content[end + 8 : end + 12] = 2 * count.to_bytes(2, "little")
    if not zip64:
        return bytes(content)
    size, start = struct.unpack_from("<LL", content, end + 12)
    told = (44, 45, 45, 0, 0, count or FILES + 1, count or FILES + 1, size, start)
    larger = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", *told)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    content[end + 8 : end + 20] = b"\xff" * 12
    return bytes(content[:end]) + larger + locator + bytes(content[end:])


@pytest.mark.parametrize("zip64", [False, True])
@pytest.mark.parametrize("count", [None, 1])
def test_entries_are_counted_before_any_is_read(
    zip64: bool, count: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end record's count is not trusted: zipfile goes by the directory's size."""
    content = many(zip64=zip64, count=count)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert len(archive.infolist()) == FILES + 1
    assert entry_count(content) == FILES + 1
    monkeypatch.delattr(zipfile, "ZipFile")
    assert f"contains {FILES + 1} files; the limit is {FILES}" in refused(content, "bot.zip")


@pytest.mark.parametrize("count", [60_000, 2**40])
def test_what_the_end_record_says_is_enough_to_refuse(count: int) -> None:
    """Even if the directory is missing."""
    content = bytearray(zipped(("bot.py", SOURCE)))
    end = content.rindex(b"PK\5\6")
    if count < 1 << 16:
        content[end + 10 : end + 12] = count.to_bytes(2, "little")
        assert f"contains {count} files" in refused(bytes(content), "bot.zip")
        return
    told = (44, 45, 45, 0, 0, count, count, 0, 0)
    larger = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", *told)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    content[end:end] = larger + locator
    assert f"contains {count} files" in refused(bytes(content), "bot.zip")


@pytest.mark.parametrize("comment", [b"", b"a comment", b"PK\5\6 in a comment of some length" * 2])
def test_entries_are_counted_where_the_reader_finds_them(comment: bytes) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("bot.py", SOURCE)
        archive.writestr("inner.zip", zipped(("a.py", "x"), ("b.py", "y")))
        archive.comment = comment
    content = buffer.getvalue()
    assert entry_count(content) == 2 or b"PK" in comment
    assert entry_count(b"no zip") == entry_count(b"") == 0


@pytest.mark.parametrize("name", INSTEAD)
def test_what_python_would_load_as_the_bot_is_refused(name: str, settings: Settings) -> None:
    settings.BOT_LANGUAGES = ["python", "binary"]
    words = refused(zipped(("bot.py", SOURCE), (name, "x = 1\n")), "bot.zip")
    assert f"would load {name} instead of bot.py" in words
    manifest = ("kingsbench.toml", 'language = "binary"\ncommand = ["./bot"]')
    binary = zipped(manifest, (name, "x"), ("bot", "x"))
    assert inspect_upload(upload=ContentFile(binary, name="bot.zip")).content == binary


@pytest.mark.parametrize("name", ["bot.json", "bots.so", "lib/bot.so", "bot_tools/__init__.py"])
def test_what_is_only_called_much_like_it_is_taken(name: str) -> None:
    content = zipped(("bot.py", SOURCE), (name, "x = 1\n"))
    assert inspect_upload(upload=ContentFile(content, name="bot.zip")).content == content


def twice() -> bytes:
    return zipped(("bot.py", SOURCE), ("Lib.py", "x"), ("lib.PY", "y"))


@pytest.mark.parametrize(
    ("archive", "words"),
    [
        (lambda: b"PK\x03\x04 not really", "cannot be read"),
        (lambda: zipped(("bot.py", SOURCE))[:-30], "cannot be read"),
        (lambda: zipped(("main.py", SOURCE)), "no bot.py at the top level"),
        (lambda: zipped(("mybot/bot.py", SOURCE)), "not their folder"),
        (linked, "link or a device"),
        (device, "link or a device"),
        (encrypted, "is encrypted"),
        (overlapping, "overlap"),
        (twice, "'lib.py' twice"),
        (
            lambda: zipped(("bot.py", SOURCE), ("zeros", b"\0" * (15 << 20))),
            "suspicious compression ratio",
        ),
        (large, "Unpacked"),
        (
            lambda: zipped(*((f"f{n}.py", "") for n in range(FILES)), ("bot.py", SOURCE)),
            "the limit is 500",
        ),
    ],
)
def test_a_bad_archive_is_refused_with_the_reason(archive: Callable[[], bytes], words: str) -> None:
    assert words in refused(archive(), "bot.zip")


@pytest.mark.parametrize(
    "name",
    [
        "../bot2.py",
        "a/../../b.py",
        "/etc/cron.d/x",
        "a\\b.py",
        "C:x.py",
        "./a.py",
        "a//b.py",
        "a\nb.py",
        "x" * 250,
        "/".join("abcdefghij"),
    ],
)
def test_a_name_that_could_leave_its_folder_is_refused(name: str) -> None:
    assert "could escape its folder" in refused(zipped(("bot.py", SOURCE), (name, "x")), "bot.zip")

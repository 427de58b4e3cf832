"""Uploads are looked at, never run: every bad one is refused with what to do."""

import io
import stat
import zipfile
from collections.abc import Callable

import pytest
from django.core.files.base import ContentFile

from arena.actions.errors import BadUpload
from arena.actions.inspect_upload import MOST_FILES, MOST_PYTHON, inspect_upload

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


def test_a_bot_in_another_language_has_a_manifest_instead() -> None:
    content = zipped(("kingsbench.toml", "not even read here"), ("bot.js", "process.exit()"))
    assert inspect_upload(upload=ContentFile(content, name="bot.zip")).content == content


def test_code_that_would_fail_or_harm_is_not_even_compiled() -> None:
    for source in ("def decide(:", "import os; os.abort()", "while True: pass"):
        inspect_upload(upload=ContentFile(source.encode(), name="bot.py"))


@pytest.mark.parametrize("name", ["bot.txt", "bot", "bot.py.exe", "bot.tar.gz", ".py", ""])
def test_other_kinds_of_files_are_refused(name: str) -> None:
    assert ".zip that holds bot.py" in refused(SOURCE.encode(), name or "nothing")


@pytest.mark.parametrize("content", [b"", b" \n\t\n"])
@pytest.mark.parametrize("name", ["bot.py", "bot.zip"])
def test_an_empty_file_is_refused(content: bytes, name: str) -> None:
    assert "empty" in refused(content, name)


def test_a_file_over_the_limit_is_refused_without_reading_it_all() -> None:
    assert "larger than 1024 KiB" in refused(b"#" * (MOST_PYTHON + 1), "bot.py")
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


def twice() -> bytes:
    return zipped(("bot.py", SOURCE), ("Lib.py", "x"), ("lib.PY", "y"))


@pytest.mark.parametrize(
    ("archive", "words"),
    [
        (lambda: b"PK\x03\x04 not really", "cannot be read"),
        (lambda: zipped(("bot.py", SOURCE))[:-30], "cannot be read"),
        (lambda: zipped(("main.py", SOURCE)), "no bot.py at its top"),
        (lambda: zipped(("mybot/bot.py", SOURCE)), "not their folder"),
        (linked, "link or a device"),
        (device, "link or a device"),
        (encrypted, "is encrypted"),
        (overlapping, "overlap"),
        (twice, "'lib.py' twice"),
        (lambda: zipped(("bot.py", SOURCE), ("zeros", b"\0" * (30 << 20))), "Unpacked"),
        (
            lambda: zipped(*((f"f{n}.py", "") for n in range(MOST_FILES)), ("bot.py", SOURCE)),
            "at most 200",
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
    assert "could leave its folder" in refused(zipped(("bot.py", SOURCE), (name, "x")), "bot.zip")

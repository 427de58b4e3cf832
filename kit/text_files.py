"""Text files of people, whose editors may mark them or write UTF-16."""

import codecs
from pathlib import Path

MARKS = (  # UTF-32's first: it begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def encoding_of(content: bytes) -> str:
    """Return what a byte order mark says, else UTF-8."""
    return next((name for mark, name in MARKS if content.startswith(mark)), "utf-8")


def read_text(path: Path) -> str:
    """Raises OSError, UnicodeDecodeError."""
    content = path.read_bytes()
    return content.decode(encoding_of(content))

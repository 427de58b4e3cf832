"""Files of people: texts they edited, results they may not lose, and what is kept for them."""

import codecs
import os
from pathlib import Path

from kit.errors import BadInput

MARKS = (  # UTF-32's first: it begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
HEAD = 1 << 16  # bytes in which a file's mark stands


def encoding_of(content: bytes) -> str:
    """Return what a byte order mark says, else UTF-8."""
    return next((name for mark, name in MARKS if content.startswith(mark)), "utf-8")


def read_text(path: Path) -> str:
    """Read a text file, whose editor may have marked it or written UTF-16.

    Raises OSError, UnicodeDecodeError.
    """
    content = path.read_bytes()
    return content.decode(encoding_of(content))


def check_target(path: Path, option: str, mark: str) -> None:
    """Refuse to replace a file without this mark, which an earlier result has. Raises BadInput."""
    if not path.resolve().parent.is_dir():
        raise BadInput(f"{option} {path}: there is no folder {path.resolve().parent}")
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInput(f"{option} {path}: cannot be read: {error.strerror}") from error
    if head and mark.encode() not in head:
        raise BadInput(
            f"{option} {path}: it already exists and is no earlier result; choose another name"
        )


def own_file(name: str) -> Path:
    """Return where the command keeps a file of this name for this person."""
    place = os.environ.get("XDG_CONFIG_HOME")
    base = Path(place) if place else Path.home() / ".config"
    return base / "kingsbench" / name

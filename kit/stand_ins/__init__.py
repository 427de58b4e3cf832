"""Modules that stand in for an author's bot.py, which is `own_bot` beside them, in the jail."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BOT, OWN = "bot.py", "own_bot.py"
PROFILE, LINT = "@profile ", "@lint "  # before what they print
MANIFEST = "kingsbench.toml"
FOLDER = Path(__file__).parent


def stand_in(name: str, bot: Path, folder: Path) -> Path:
    """Zip the bot's files with that module as bot.py. The bot has passed the jail's inspection."""
    target = folder / f"{bot.stem}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(FOLDER / f"{name}.py", BOT)
        for file, content in _files(bot):
            archive.writestr(OWN if file == BOT else file, content)
    return target


def is_python(bot: Path) -> bool:
    """Return whether it runs in Python's guest; other languages have a manifest that names them."""
    files = dict(_files(bot))
    return BOT in files and b"command" not in files.get(MANIFEST, b"")


def own_name(file: str) -> str:
    """Return the author's name of a file in the jail."""
    return BOT if file == OWN else file


def _files(bot: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files as the jail unpacks them: an only top folder around the bot is left out."""
    if not zipfile.is_zipfile(bot):
        yield BOT, bot.read_bytes()
        return
    with zipfile.ZipFile(bot) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        top = next((name.removesuffix(BOT) for name in names if name.count("/") == 1
                    and name.endswith(f"/{BOT}")), "")  # fmt: skip
        top = "" if BOT in names or not all(name.startswith(top) for name in names) else top
        for name in names:
            if "__pycache__/" not in name:
                yield name.removeprefix(top), archive.read(name)


def find_report(log: str, mark: str) -> Any:
    """Return the last whole line that the module printed with this mark, as JSON, or None."""
    for line in reversed(log.splitlines()):
        if line.startswith(mark):
            try:
                return json.loads(line.removeprefix(mark))
            except ValueError:
                continue
    return None

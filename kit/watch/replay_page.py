"""A replay as one page that needs no server: the site's viewer with all that it loads inside.

`manage.py save_viewer` writes the page's frame and the boards' words into kit/viewer/.
"""

from __future__ import annotations

import html
import json
import os
import re
import sys
import tempfile
import webbrowser
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from kit.errors import BadInput
from kit.files import check_target
from kit.terminal import escape_controls
from kit.viewer import PAGE, words_file
from kit.watch.replays import Replay

STYLES = ("css/site.css", "css/board.css", "css/viewer.css")
ENTRY = "js/replay/saved.js"
IMPORTED_STYLE = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
IMPORTED_MODULE = re.compile(r'((?:\bfrom|\bimport)\s+)"(\.{1,2}/[^"]+)"')
MARK = " · Kingsbench</title>"  # in the head of each page
PART = re.compile(r"%\((\w+)\)s")


def page(replay: Replay) -> str:
    """Return the whole page. Raises BadInput where the viewer is not installed."""
    found = find_spec("website")  # whose static files are read; nothing of the site is imported
    folders = list(found.submodule_search_locations or ()) if found else []
    static = Path(folders[0]) / "static" if folders else None
    if static is None or not static.is_dir():
        raise BadInput("the viewer of the site is not installed here; leave out --browser, --html")
    told = json.loads(words_file(replay.game).read_text(encoding="utf-8"))
    board = told["board"]
    title = html.escape(escape_controls(" · ".join(replay.names)))
    parts = {
        "title": title,
        "style": "\n".join(_style(static, PurePosixPath(name)) for name in STYLES),
        "modules": _script({"imports": _modules(static, [ENTRY, board])}),
        "words": _script(told | {"board": _import_name(board)}),
        "replay": _script(replay.data),
        "entry": _import_name(ENTRY),
    }
    frame = PAGE.read_text(encoding="utf-8")
    return PART.sub(lambda part: parts[part[1]], frame)


def write(replay: Replay, path: Path) -> None:
    """Write the page to a file. Raises BadInput, also for a file that is no such page."""
    check_target(path, "--html", MARK)
    text = page(replay)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def write_temporary(replay: Replay) -> Path:
    """Write the page to a temporary file. Raises BadInput."""
    try:
        number, name = tempfile.mkstemp(prefix="kingsbench-replay-", suffix=".html")
    except OSError as error:
        raise BadInput(f"no temporary file can be made: {error.strerror}") from error
    os.close(number)
    write(replay, Path(name))
    return Path(name)


def open_page(path: Path) -> bool:
    """Open it where there is a screen; return whether that was tried."""
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform == "linux" and not has_screen and not os.environ.get("BROWSER"):
        return False
    return webbrowser.open(path.resolve().as_uri())


def _style(static: Path, name: PurePosixPath) -> str:
    """Return a style sheet with those that it imports in it."""

    def imported(found: re.Match[str]) -> str:
        text = _style(static, _beside(name, found[1]))
        return f"@layer {found[2]} {{\n{text}\n}}" if found[2] else text

    return IMPORTED_STYLE.sub(imported, (static / name).read_text(encoding="utf-8"))


def _beside(name: PurePosixPath, target: str) -> PurePosixPath:
    return PurePosixPath(os.path.normpath(name.parent / target))


def _modules(static: Path, names: list[str]) -> dict[str, str]:
    """Inline imports as data under a name of their own: files cannot import files."""
    modules: dict[str, str] = {}
    left = [PurePosixPath(name) for name in names]
    while left:
        name = left.pop()
        if _import_name(name) in modules:
            continue
        text = (static / name).read_text(encoding="utf-8")
        wanted = [_beside(name, match[2]) for match in IMPORTED_MODULE.finditer(text)]
        left += wanted
        named = iter(wanted)
        text = IMPORTED_MODULE.sub(lambda match: f'{match[1]}"{_import_name(next(named))}"', text)  # noqa: B023
        modules[_import_name(name)] = (
            f"data:text/javascript;base64,{b64encode(text.encode()).decode()}"
        )
    return modules


def _import_name(name: str | PurePosixPath) -> str:
    return f"kingsbench/{name}"


def _script(data: Any) -> str:
    """Return JSON that cannot end its script element."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")

"""Folders whose bots may run without a jail, as the user has said once for each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from kit.errors import BadInput
from kit.files import own_file
from kit.program import PROGRAM
from kit.terminal import escape_controls

FILE = "trusted_folders.json"
OPTION = "kingsbench.trust"  # in the command's context
QUESTION = (
    "No jail works here, so the bots in {folder} would run with your rights: they could read and "
    "change your files. Do you trust all bots in this folder and below it?"
)
REFUSAL = (
    "no jail works here, so the bots in {folder} would run with your rights: they could read and "
    "change your files. If you trust all bots in this folder and below it, {remedy}; it is "
    "remembered. To get a jail: {problem}"
)


def trust_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--trust`, which `require` reads."""

    def note(context: click.Context, _option: click.Parameter, value: bool) -> None:
        context.meta[OPTION] = value

    text = "Where no jail works, run these bots with your rights; their folders are remembered."
    return click.option(
        "--trust", is_flag=True, expose_value=False, is_eager=True, callback=note, help=text
    )(command)


def require(folders: Iterable[Path], problem: object) -> None:
    """Ask about each folder that is not trusted yet, or obey `--trust`. Raises BadInput.

    `problem` says why there is no jail.
    """
    context = click.get_current_context(silent=True)
    is_given = bool(context and context.meta.get(OPTION))
    for folder in sorted({folder.resolve() for folder in folders}):
        if any(folder.is_relative_to(trusted) for trusted in _read_trusted()):
            continue
        if not is_given:
            can_ask = context and sys.stdin.isatty() and sys.stderr.isatty()
            question = escape_controls(QUESTION.format(folder=folder))
            if not (can_ask and click.confirm(question, err=True)):
                remedy = "add --trust" if context else f"run: {PROGRAM} lint BOT --trust"
                raise BadInput(REFUSAL.format(folder=folder, remedy=remedy, problem=problem))
        path = own_file(FILE)
        with suppress(OSError):  # it is asked again
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            trusted = [*_read_trusted(), str(folder)]
            path.write_text(json.dumps(trusted, indent=1), encoding="utf-8")


def _read_trusted() -> list[str]:
    """Return the folders that are trusted: none, where the file cannot be read."""
    with suppress(OSError, ValueError):
        folders = json.loads(own_file(FILE).read_text(encoding="utf-8"))
        if isinstance(folders, list):
            return [text for text in folders if isinstance(text, str) and Path(text).is_absolute()]
    return []

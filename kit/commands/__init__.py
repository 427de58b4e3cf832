"""Commands of the kit: a file each, imported when it is asked for."""

import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

from kit.errors import CommandFailed


class Commands(click.Group):
    """Finds the files; reports what the machine refuses, such as a full disk, in one line."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted([*super().list_commands(context), *_files()])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in _files():
            command: click.Command = import_module(f"{__name__}.{name}").command
            return command
        return super().get_command(context, name)

    def main(self, *args: Any, **options: Any) -> Any:
        """Show what the terminal cannot encode as "?", so that no result is lost."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            try:
                return super().main(*args, **options)
            finally:
                if sys.stdout:
                    sys.stdout.flush()
        except OSError as error:
            # Python would write what is left again when it ends, and complain.
            with suppress(OSError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, sys.stdout.fileno())
                os.close(nowhere)
            if not isinstance(error, BrokenPipeError):  # as of `| head`
                CommandFailed(str(error)).show()
            sys.exit(1)


def _files() -> list[str]:
    return [module.name for module in iter_modules(__path__)]

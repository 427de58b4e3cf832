"""Commands of the kit: a file each, imported when it is asked for."""

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

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CommandFailed(str(error)) from error


def _files() -> list[str]:
    return [module.name for module in iter_modules(__path__)]

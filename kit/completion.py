"""Completion of words in the shell."""

import click
from click.shell_completion import CompletionItem, get_completion_class

from kit.program import VARIABLE


def script(command: click.Command, shell: str) -> str:
    """Return the script that a shell reads."""
    kind = get_completion_class(shell)
    assert kind  # noqa: S101  # the command takes known shells only
    return kind(command, {}, "kingsbench", VARIABLE).source()


def complete_bot(
    _context: click.Context, _parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """House bots, else files."""
    from kit.bots import TITLES  # noqa: PLC0415  # loads the engine

    found = [CompletionItem(name) for name in TITLES if name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]

"""What all commands share: the program's name, examples, bundles of options, completion."""

from collections.abc import Callable
from typing import Any, Final

import click
from click.shell_completion import CompletionItem, get_completion_class

from sandbox.guest_code import PROJECT_ROOT

IS_CHECKOUT: Final = (PROJECT_ROOT / "manage.py").is_file()
PROGRAM: Final = "./kingsbench" if IS_CHECKOUT else "kingsbench"
VARIABLE: Final = "_KINGSBENCH_COMPLETE"  # by which shells ask for completions
INDENT: Final = "  "
Command = Callable[..., Any]


def examples(*lines: str) -> str:
    """End a command's help; a test runs each line."""
    return "\n".join(["\b", "Examples:", *(f"{INDENT}{PROGRAM} {line}" for line in lines)])


def read_examples(help_end: str | None) -> list[str]:
    """Return the lines that `examples` was given."""
    start = f"{INDENT}{PROGRAM} "
    lines = (help_end or "").splitlines()
    return [line.removeprefix(start) for line in lines if line.startswith(start)]


def bundle(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Make one decorator of several options, which the help lists in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def completion_script(command: click.Command, shell: str) -> str:
    """Return the script that a shell reads."""
    kind = get_completion_class(shell)
    assert kind  # noqa: S101  # the command takes known shells only
    return kind(command, {}, "kingsbench", VARIABLE).source()


def complete_bot(
    _context: click.Context, _parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Complete the name of a house bot; where none begins so, let the shell complete a file's."""
    from kit.bots import TITLES  # noqa: PLC0415  # loads the engine

    names = [CompletionItem(name) for name in TITLES if name.startswith(begun)]
    return names or [CompletionItem(begun, type="file")]

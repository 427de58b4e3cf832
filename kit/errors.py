"""Errors of the command line."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

import click

from kit.terminal import escape_controls
from sandbox.errors import HostFailure, JailUnavailable


class CommandFailed(click.ClickException):
    """Ends a command; may quote bots, files or platforms."""

    def format_message(self) -> str:
        """Escape for the terminal."""
        return escape_controls(self.message, lines=True)


class BadInput(CommandFailed):
    """Exit code 2, as for any wrong usage."""

    exit_code = 2


def suggestion(word: str, known: Iterable[str]) -> str:
    """ " Did you mean 'x'?" if a known word is close, else ""."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" Did you mean {close[0]!r}?" if close else ""


class Commands(click.Group):
    """Report what the machine refuses, such as a full disk, in one line."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CommandFailed(str(error)) from error


@contextmanager
def report_host_failures() -> Iterator[None]:
    """Report a failing machine (exit code 1)."""
    try:
        yield
    except JailUnavailable as unavailable:
        raise CommandFailed(f"no jail works here: {unavailable}") from unavailable
    except HostFailure as failure:
        text = f"host failure, no bot is to blame: {failure}"
        raise CommandFailed(text) from failure

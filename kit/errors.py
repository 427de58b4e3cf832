"""How the command line says what is wrong: one line that says what to do."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

import click

from kit.terminal import harmless
from sandbox.errors import HostFailure, JailUnavailable


class Problem(click.ClickException):
    """What ends a command. Its message may name what bots, files or platforms say."""

    def format_message(self) -> str:
        """The message, harmless to a terminal."""
        return harmless(self.message, lines=True)


class BadInput(Problem):
    """Something on the command line cannot be used; exit code 2, as for any wrong usage."""

    exit_code = 2


def suggestion(word: str, known: Iterable[str]) -> str:
    """ " Did you mean 'x'?" where something known is close to the word, else nothing."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" Did you mean {close[0]!r}?" if close else ""


@contextmanager
def nobody_to_blame() -> Iterator[None]:
    """Where the machine fails, say so, and that no bot is to blame; exit code 1."""
    try:
        yield
    except JailUnavailable as unavailable:
        raise Problem(f"no jail works here: {unavailable}") from unavailable
    except HostFailure as failure:
        text = f"the machine failed, no bot is to blame: {failure}"
        raise Problem(text) from failure

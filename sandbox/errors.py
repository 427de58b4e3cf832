"""Errors of the machine, the upload or the running bot."""

from collections.abc import Mapping
from typing import Any


def gettext_noop(words: str) -> str:
    """Mark the words for translation."""
    return words


class ForPeople(Exception):
    """Its message: `words` with `%(name)s` for each of `params`, which may be such errors."""

    def __init__(self, words: str, params: Mapping[str, Any]) -> None:
        super().__init__(words % params if params else words)
        self.words, self.params = words, params


class HostFailure(ForPeople):
    """The worker, jail or machine failed: nobody's fault, play again."""

    def __init__(self, words: str, /, **params: Any) -> None:
        super().__init__(words, params)


class JailUnavailable(HostFailure):
    """This machine cannot jail strangers' code; the message says what to run."""


class OwnersError(ForPeople):
    """Its message is for a bot's owner."""

    def __init__(self, words: str, params: Mapping[str, Any], detail: str) -> None:
        super().__init__(words, params)
        self.detail = detail


class Rejected(OwnersError):
    """The upload is no bot; the message is one line."""

    def __init__(self, words: str, detail: str = "", /, **params: Any) -> None:
        super().__init__(words, params, detail)


class BotFault(OwnersError):
    """A bot broke a rule or a limit.

    `verdict`: crash, protocol, timeout, memory or output; `cpu`: seconds. The message is one
    printable line.
    """

    def __init__(
        self,
        verdict: str,
        words: str,
        params: Mapping[str, Any],
        detail: str = "",
        cpu: float = 0.0,
    ) -> None:
        super().__init__(words, params, detail)
        self.verdict, self.cpu = verdict, cpu

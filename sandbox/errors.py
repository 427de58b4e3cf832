"""Errors of the machine, the upload or the running bot."""


class HostFailure(Exception):
    """The worker, jail or machine failed: nobody's fault, play again."""


class JailUnavailable(HostFailure):
    """This machine cannot jail strangers' code; the message says what to run."""


class Rejected(Exception):
    """The upload is no bot; `message` (one line) and `detail` are for its owner."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class BotFault(Exception):
    """A bot broke a rule or a limit.

    `verdict`: crash, protocol, timeout, memory or output; `message`: one printable line for the
    owner; `cpu`: seconds.
    """

    def __init__(self, verdict: str, message: str, *, detail: str = "", cpu: float = 0.0) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message
        self.detail = detail
        self.cpu = cpu

"""Who is to blame: the machine, the upload, or the running bot."""


class HostFailure(Exception):
    """The worker, the jail or the machine failed. Nobody's fault: play the game again."""


class JailUnavailable(HostFailure):
    """This machine cannot run strangers' code safely. The message says what to run."""


class Rejected(Exception):
    """The upload cannot be a bot. The message, one line, and the `detail` are for its owner."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class Breach(Exception):
    """The bot broke a rule or a limit, and its game is over.

    `verdict` is one of crash, protocol, timeout, memory, output; `message` is one printable line
    for the owner; `detail` says more (exit code, signal); `cpu` is what it used, in seconds.
    """

    def __init__(self, verdict: str, message: str, *, detail: str = "", cpu: float = 0.0) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message
        self.detail = detail
        self.cpu = cpu

import time
from collections.abc import Callable


def ask_seldom(ask: Callable[[], str], *, seconds: float) -> Callable[[], str]:
    """Return the same question for a problem, asked at most so often while there is none ("")."""
    asked_at = float("-inf")

    def answer() -> str:
        nonlocal asked_at
        if time.monotonic() - asked_at < seconds:
            return ""
        problem = ask()
        asked_at = float("-inf") if problem else time.monotonic()
        return problem

    return answer

"""Fails at its fourth decision."""

from typing import Any

asked = 0


def decide(request: Any) -> Any:
    global asked
    asked += 1
    if asked > 3:
        raise RuntimeError("boom")
    return request.default

"""Counts its decisions, and prints them with the seconds left."""

from typing import Any

asked = 0


def finish(_outcome: Any) -> None:
    print("over")


def decide(request: Any) -> Any:
    global asked
    asked += 1
    print(asked, request.clock["left"])
    return request.default

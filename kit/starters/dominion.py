"""A first bot: it buys money, and Provinces when it can.

Try it: ./kingsbench play this_file.py big-money

Guide: docs/bot-authors.md. Your log has what you print.
"""

from typing import Any


def start(setup: Any) -> None:
    """Optional; called before each game."""
    print(f"{setup.game}, seat {setup.seat} of {setup.seats}")


def decide(request: Any) -> Any:
    """Called for every decision; return an option, an index, or a list."""
    if request.kind == "play_action":
        return request.options[-1]  # options stand by cost: the most expensive Action
    if request.kind == "play_treasures":
        return list(range(request.most))  # all of them
    if request.kind == "buy":
        return buy(request)
    if request.kind == "gain":
        return request.options[-1]
    if request.kind == "react":
        return request.options[0]
    return request.default  # always legal: the first options, as few as allowed


def buy(request: Any) -> list[str]:
    """The first of these on offer, or nothing."""
    for card in ("Province", "Gold", "Smithy", "Silver"):
        if card in request.options:
            return [card]
    return []

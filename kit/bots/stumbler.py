"""Stumbler: Big Money with a bug that shows now and then, to see what becomes of such a bot."""

import random
from typing import Any

LIMP = 60  # of some 20 turns a game has: about one game in three goes wrong
trip: list[int] = []


def start(setup: Any) -> None:
    """Draw the turn on which to stumble; most games are over before."""
    trip.append(random.randint(1, LIMP))
    print(f"seat {setup.seat}: careful on turn {trip[0]}")


def decide(request: Any) -> Any:
    """Money and Provinces, until the turn that was drawn."""
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        return buy(request)
    return request.default


def buy(request: Any) -> list[str]:
    """The best that can be bought, looked up in a list that is too short on the wrong turn."""
    wanted = ["Colony", "Province", "Platinum", "Gold", "Silver"]
    if request.view["turn"] == trip[0]:
        print("which card was it?", wanted[len(wanted)])
    return [card for card in wanted if card in request.options][:1]

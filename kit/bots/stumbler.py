"""Stumbler: Big Money with a bug."""

import random

from kit.sdk import Answer, Request, Setup

LIMP = 60  # games last some 20 turns, so about one in three crashes
trip: list[int] = []


def start(setup: Setup) -> None:
    """Draw the turn of the crash; most games end first."""
    trip.append(random.randint(1, LIMP))
    print(f"seat {setup.seat}: careful on turn {trip[0]}")


def decide(request: Request) -> Answer:
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        return buy(request)
    return request.default


def buy(request: Request) -> list[str]:
    """On that turn, look past the list's end."""
    wanted = ["Colony", "Province", "Platinum", "Gold", "Silver"]
    if request.view["turn"] == trip[0]:
        print("which card was it?", wanted[len(wanted)])
    return [card for card in wanted if card in request.options][:1]

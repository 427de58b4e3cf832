"""Slowpoke: Big Money that sometimes thinks too long."""

import random
import time

from kit.sdk import Answer, Request

PONDER = 0.02  # seconds of CPU for a purchase
LOST = 1 / 60  # chance that a purchase exceeds the clock


def decide(request: Request) -> Answer:
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        ponder(request.clock["decision"] * 2 if random.random() < LOST else PONDER)
        wanted = ("Colony", "Province", "Platinum", "Gold", "Silver")
        return [card for card in wanted if card in request.options][:1]
    return request.default


def ponder(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

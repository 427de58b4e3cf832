"""Slowpoke: Big Money that ponders every purchase, and sometimes one of them for too long."""

import random
import time
from typing import Any

PONDER = 0.02  # seconds of CPU for a purchase
LOST = 1 / 60  # how likely a purchase is never settled: its clock runs out


def decide(request: Any) -> Any:
    """Money and Provinces, after due consideration."""
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        ponder(request.clock["decision"] * 2 if random.random() < LOST else PONDER)
        wanted = ("Colony", "Province", "Platinum", "Gold", "Silver")
        return [card for card in wanted if card in request.options][:1]
    return request.default


def ponder(seconds: float) -> None:
    """Use up so much CPU."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

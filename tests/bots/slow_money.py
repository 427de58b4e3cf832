"""Buys Provinces, Gold and Silver slowly: on some turns more so than a page waits between polls."""

import time
from typing import Any

LONG_TURNS = (3, 7, 11)


def decide(request: Any) -> Any:
    if request.kind != "buy":
        time.sleep(0.1)
        treasures = list(range(len(request.options)))
        return treasures if request.kind == "play_treasures" else request.default
    time.sleep(4 if request.view["turn"] in LONG_TURNS else 0.1)
    return [card for card in ("Province", "Gold", "Silver") if card in request.options][:1]

"""Sleeps where less is on the clock than in the game: when its decisions are repeated."""

import time
from typing import Any


def decide(request: Any) -> Any:
    if request.clock["left"] < 9:
        time.sleep(0.5)
    return request.default

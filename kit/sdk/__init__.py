"""The kit's part that bots import. It loads the engine only when needed."""

import importlib
from typing import TYPE_CHECKING, Any

from kit.sdk.request import Request, Setup

if TYPE_CHECKING:
    from kit.sdk.answers import Answer, coins, count, default_answer, my_cards, points, supply

__all__ = [
    "Answer", "Request", "Setup", "coins", "count", "default_answer", "my_cards", "points",
    "supply",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # every bot's start would pay for what not every bot uses
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("kit.sdk.answers"), name)

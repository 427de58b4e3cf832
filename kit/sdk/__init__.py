"""All of the kit that bots can import. It loads the engine only when a function needs it."""

from kit.sdk.answers import Answer, coins, count, default_answer, my_cards, points
from kit.sdk.request import Request, Setup

__all__ = ["Answer", "Request", "Setup", "coins", "count", "default_answer", "my_cards", "points"]

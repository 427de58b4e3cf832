"""Zones of the board."""

from collections import Counter

from engine.game import Decision
from website.games.contract import Position

FROM_SUPPLY = {"buy", "gain", "name"}
ZONES = ("hand", "set_aside", "in_play")


def is_from_supply(decision: Decision) -> bool:
    """Are the options piles? Thief's gains are several, from the trash."""
    return decision.kind in FROM_SUPPLY and decision.most == 1


def zone(decision: Decision, view: Position) -> str | None:
    """Return `supply`, `market`, or the zone of whose cards they are that has all options."""
    market = view.get("black_market", {}).get("shown")
    if market and set(decision.options) <= set(market):
        return "market"
    if is_from_supply(decision):
        return "supply"
    names = Counter(value for value in decision.options if isinstance(value, str))
    own = view["seats"][decision.seat if decision.of is None else decision.of]
    if not names:
        return None
    return next((zone for zone in ZONES if not names - Counter(own[zone] or ())), None)

"""Colony Money: Platinum and Colonies outrun Provinces."""

from kit.sdk import Answer, Request, default_answer, my_cards, supply
from kit.sdk.plans import curses, draws, strongest, use

PROVINCES, DUCHIES, ESTATES = 6, 4, 2  # Colonies left, from which these are worth a turn
DRAWS = 1 / 10  # share of the own cards; more would meet in one hand


def decide(request: Request) -> Answer:
    if request.kind in ("buy", "gain", "name"):
        return default_answer(request, buy_order(request))
    if request.kind == "play_action":
        return default_answer(request, sorted(request.options, key=use, reverse=True))
    return default_answer(request)


def buy_order(request: Request) -> list[str]:
    """List what to buy or gain now, best first."""
    piles, mine = supply(request), my_cards(request)
    left = piles.get("Colony", piles["Province"])
    draw = strongest(1, piles, curses) or strongest(1, piles, draws)
    few = sum(mine.get(card, 0) for card in draw) < DRAWS * sum(mine.values())
    return [
        "Colony",
        *["Province"] * ("Colony" not in piles or left <= PROVINCES),
        *["Duchy"] * (left <= DUCHIES),
        *["Estate"] * (left <= ESTATES),
        *["Platinum"] * ("Colony" in piles),
        "Gold",
        *(draw if few else []),
        "Silver",
    ]

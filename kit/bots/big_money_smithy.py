"""Big Money with a Smithy or another card that draws."""

from kit.sdk import Answer, Request, default_answer, my_cards, points

DRAWS = (  # best first
    "Smithy", "Embassy", "Margrave", "Rabble", "Council Room", "Witch", "Vault",
    "Jack of All Trades", "Library", "Oracle", "Watchtower", "Moat", "Adventurer",
)  # fmt: skip


def decide(request: Request) -> Answer:
    if request.kind in ("buy", "gain", "name"):
        return default_answer(request, buy_order(request))
    if request.kind == "play_action":
        return default_answer(request, DRAWS)
    return default_answer(request)


def buy_order(request: Request) -> list[str]:
    """More draws than one card in eleven would clash."""
    mine = my_cards(request)
    wanted = [*points(request), "Platinum", "Gold"]
    draws = [card for card in DRAWS if card in request.view["supply"]][:1]
    if sum(mine.get(card, 0) for card in draws) < sum(mine.values()) / 11:
        wanted += draws
    return [*wanted, "Silver"]

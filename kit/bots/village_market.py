"""Village Market: an engine of villages, draws and money."""

from engine.dominion import CARDS
from kit.sdk import Answer, Request, default_answer, my_cards, points

RUNS = 10  # coins from Actions and better treasures before the first Province


def gives(card: str, *what: str) -> int:
    """Count a card's plain +Cards, +Actions or +Coins."""
    pluses = [f"plus_{one}" for one in what]
    return sum(step.args[0] for step in CARDS[card].play if step.verb.name in pluses)


def decide(request: Request) -> Answer:
    if request.kind in ("buy", "gain", "name"):
        return default_answer(request, buy_order(request))
    if request.kind == "play_action":
        return default_answer(request, actions(request))
    return default_answer(request)


def buy_order(request: Request) -> list[str]:
    """Return the engine until it runs, then points."""
    mine = my_cards(request)
    coins = sum(gives(card, "coins") * count for card, count in mine.items() if card != "Copper")
    wanted = points(request)
    if coins < RUNS and "Duchy" not in wanted:
        wanted = []
    turned_up = request.view.get("black_market", {}).get("shown", ())
    supply = sorted([*request.view["supply"], *turned_up], key=lambda card: CARDS[card].order)
    return [*wanted, "Platinum", *parts(supply, mine)]


def parts(supply: list[str], mine: dict[str, int]) -> list[str]:
    """Return a village for each card that ends a chain."""
    kingdom = [card for card in reversed(supply) if CARDS[card].is_action]
    villages = [card for card in kingdom if gives(card, "actions") > 1]
    good = [card for card in kingdom if gives(card, "cards", "coins") > 1]
    chain = [card for card in good if gives(card, "actions")]
    ends = [card for card in good if not gives(card, "actions") and CARDS[card].cost > 3]
    chains, links, loose = (sum(mine.get(c, 0) for c in own) for own in (chain, villages, ends))

    wanted = ["Gold"] if mine.get("Gold", 0) <= chains + 1 else []
    wanted += [*chain, "Gold"]
    if loose <= links:
        wanted += sorted((card for card in ends if mine.get(card, 0) < 2), key=mine.__contains__)
    if loose > links:
        wanted += villages
    if mine.get("Silver", 0) < 3:
        wanted.append("Silver")
    return [*wanted, *(villages if loose == links else []), "Silver"]


def actions(request: Request) -> list[str]:
    """First more Actions, then draws."""

    def use(card: str) -> tuple[int, int, int]:
        return gives(card, "actions"), gives(card, "cards"), gives(card, "coins")

    return sorted(request.options, key=use, reverse=True)

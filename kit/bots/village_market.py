"""Village, Smithy, Market: a deck of Actions that draws itself and buys twice a turn."""

from typing import Any

DEAD = ("Curse", "Estate", "Duchy", "Province", "Colony")  # in a hand they do nothing


def decide(request: Any) -> Any:
    """Answer with options by name, with indices, or with `request.default`."""
    if request.kind == "play_action":
        return first(actions(request.view), request)
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        return first(wishes(request), request)
    if request.kind == "gain":
        return first([*wishes(request), *reversed(request.options)], request)
    if request.kind in ("discard", "trash", "put_back"):
        return least_missed(request)
    return request.default


def actions(view: dict[str, Any]) -> list[str]:
    """Villages before what ends the chain; with Actions to spare, draw first to find more."""
    order = ["Smithy", "Market", "Village"] if view["actions"] > 1 else ["Village", "Market"]
    return [*order, "Smithy", "Militia"]


def wishes(request: Any) -> list[str]:
    """What to buy, best first: the engine until it runs, then points."""
    mine = request.view["seats"][request.seat]["cards"]
    left = request.view["supply"]["Province"]
    runs = mine.get("Gold", 0) + mine.get("Market", 0) >= 3
    wanted = ["Colony", "Province"] if runs or left <= 5 else []
    if left <= 4:
        wanted.append("Duchy")
    if left <= 2:
        wanted.append("Estate")
    return wanted + parts(mine)


def parts(mine: dict[str, int]) -> list[str]:
    """The parts that the engine lacks: a Village for each card that would end the chain."""
    villages, smithies, markets = (mine.get(c, 0) for c in ("Village", "Smithy", "Market"))
    ends = smithies + mine.get("Militia", 0)
    wanted = ["Gold"] if mine.get("Gold", 0) <= markets + 1 else []
    wanted += ["Market", "Gold"]
    if smithies < min(2, 1 + villages):
        wanted.append("Smithy")
    if ends - smithies < 2:
        wanted.append("Militia")
    if villages < ends:
        wanted.append("Village")
    if mine.get("Silver", 0) < 3:
        wanted.append("Silver")
    return [*wanted, "Village" if villages <= ends else "Silver"]


def first(wanted: list[str], request: Any) -> Any:
    """The first wish that can be had; else nothing, or the default where something must be."""
    return [card for card in wanted if card in request.options][:1] or request.default


def least_missed(request: Any) -> list[int]:
    """As few cards as possible: dead ones first (but to trash, Curses only), then the cheapest."""
    costs = request.view["costs"]
    dead = ("Curse",) if request.kind == "trash" else DEAD

    def loss(index: int) -> tuple[bool, int]:
        card = request.options[index]
        return card not in dead, costs.get(card, 0)

    return sorted(range(len(request.options)), key=loss)[: request.least]

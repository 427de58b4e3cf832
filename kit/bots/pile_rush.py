"""Pile Rush: Villages and Workshops that breed, to empty three cheap piles while others save up."""

from typing import Any

DEAD = ("Curse", "Estate", "Duchy", "Province", "Colony")  # in a hand they do nothing
CHEAP = ("Woodcutter", "Cellar", "Moat")
PAIRS, GROWN = 6, 14  # the rush begins with so many pairs, or in this round


def decide(request: Any) -> Any:
    """Answer with options by name, with indices, or with `request.default`."""
    if request.kind == "play_action":
        return first(["Village", "Militia", "Workshop", "Woodcutter", "Moat"], request)
    if request.kind == "react":
        return first(["Moat"], request)
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        return first(wishes(request), request)
    if request.kind == "gain":
        return first([*wishes(request), *reversed(request.options)], request)
    if request.kind in ("discard", "trash", "put_back"):
        return least_missed(request)
    return request.default


def wishes(request: Any) -> list[str]:
    """What to get, best first: the breeding pairs and two Militias, then points and empty piles."""
    view = request.view
    mine = view["seats"][request.seat]["cards"]
    villages, workshops = mine.get("Village", 0), mine.get("Workshop", 0)
    if min(villages, workshops) >= PAIRS or view["turn"] >= GROWN:
        return ["Province", "Duchy", "Gardens", "Estate", "Village", "Workshop", *CHEAP]
    pair = ["Workshop", "Village"] if workshops <= villages + 1 else ["Village", "Workshop"]
    if workshops and mine.get("Militia", 0) < 2:
        return ["Province", "Militia", *pair]
    return ["Province", *pair]


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

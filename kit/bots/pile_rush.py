"""Pile Rush: empties three cheap piles before the Provinces matter, with Estates to be ahead."""

from typing import Any

DEAD = ("Curse", "Estate", "Duchy", "Province", "Colony")  # in a hand they do nothing


def decide(request: Any) -> Any:
    """Answer with options by name, with indices, or with `request.default`."""
    if request.kind == "play_action":
        return first(["Village", "Market", "Woodcutter", "Workshop"], request.options)
    if request.kind == "react":
        return first(["Moat"], request.options)
    if request.kind == "play_treasures":
        return list(range(len(request.options)))
    if request.kind == "buy":
        return first(wishes(request), request.options)
    if request.kind == "gain":
        return first(wishes(request), request.options) or request.options[-1]
    if request.kind in ("discard", "trash", "put_back"):
        return least_missed(request)
    return request.default


def wishes(request: Any) -> list[str]:
    """What to get, best first: ways to get more, then whatever is closest to running out."""
    view = request.view
    mine, supply = view["seats"][request.seat]["cards"], view["supply"]
    wanted = ["Province"]
    if supply["Estate"] < 8 or mine.get("Workshop", 0) >= 4:
        wanted += ["Duchy", "Estate"]
    wanted += ["Workshop", "Woodcutter", "Estate", "Duchy"]
    return wanted


def first(wanted: list[str], options: list[str]) -> list[str]:
    """The first wish that can be had, or nothing."""
    return [card for card in wanted if card in options][:1]


def least_missed(request: Any) -> list[int]:
    """As few cards as possible: dead ones first (but to trash, Curses only), then the cheapest."""
    costs = request.view["costs"]
    dead = ("Curse",) if request.kind == "trash" else DEAD

    def loss(index: int) -> tuple[bool, int]:
        card = request.options[index]
        return card not in dead, costs.get(card, 0)

    return sorted(range(len(request.options)), key=loss)[: request.least]

"""Militia: money, and attacks that leave the others three cards; a Moat where they strike back."""

from typing import Any

DEAD = ("Curse", "Estate", "Duchy", "Province", "Colony")  # in a hand they do nothing


def decide(request: Any) -> Any:
    """Answer with options by name, with indices, or with `request.default`."""
    if request.kind == "play_action":
        return first(["Militia", "Moat"], request)
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
    """What to buy, best first: two Militias soon, and one Moat if another seat owns a Militia."""
    seats = request.view["seats"]
    mine = seats[request.seat]["cards"]
    left = request.view["supply"]["Province"]
    wanted = ["Colony", "Province"]
    if left <= 4:
        wanted.append("Duchy")
    if left <= 2:
        wanted.append("Estate")
    wanted += ["Platinum", "Gold"]
    if mine.get("Militia", 0) < (1 if sum(mine.values()) < 16 else 2):
        wanted.append("Militia")
    wanted.append("Silver")
    attacked = any("Militia" in seat["cards"] for seat in seats if seat is not seats[request.seat])
    if attacked and "Moat" not in mine:
        wanted.append("Moat")
    return wanted


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

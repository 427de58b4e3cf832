"""Big Money: Provinces, Gold and Silver, and not one Action."""

from typing import Any

DEAD = ("Curse", "Estate", "Duchy", "Province", "Colony")  # in a hand they do nothing


def decide(request: Any) -> Any:
    """Answer with options by name, with indices, or with `request.default`."""
    if request.kind == "play_treasures":
        return list(range(request.most))
    if request.kind == "buy":
        return first(wishes(request.view), request)
    if request.kind == "gain":
        return first([*wishes(request.view), *reversed(request.options)], request)
    if request.kind in ("discard", "trash", "put_back"):
        return least_missed(request)
    return request.default


def wishes(view: dict[str, Any]) -> list[str]:
    """What to buy, best first; points come before money once the Provinces run low."""
    left = view["supply"]["Province"]
    wanted = ["Colony", "Province"]
    if left <= 4:
        wanted.append("Duchy")
    if left <= 2:
        wanted.append("Estate")
    return [*wanted, "Platinum", "Gold", "Silver"]


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

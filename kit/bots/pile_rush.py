"""Pile Rush: money first, then empty the small piles."""

from collections.abc import Callable, Sequence
from typing import Any

RUSH = 10  # first round of the rush
BREEDS = (  # gain or buy more than one card a turn
    "Workshop", "Nomad Camp", "Worker's Village", "Woodcutter", "Festival", "Market",
    "Council Room", "Grand Market", "Goons", "Margrave",
)  # fmt: skip
GREEN = ("Colony", "Province", "Duchy", "Silk Road", "Gardens", "Tunnel", "Estate")


def buy_order(request: Any) -> list[str]:
    """Money, then points and low piles."""
    supply, costs = request.view["supply"], request.view["costs"]
    mine = request.view["seats"][request.seat]["cards"]
    if request.view["turn"] < RUSH:
        breeds = [card for card in BREEDS if card in supply][:1]
        missing = [card for card in breeds if card not in mine]
        return ["Colony", "Platinum", "Gold", *missing, "Silver"]
    cheap = [card for card in supply if costs[card] < 5 and card not in HARM]
    return [*GREEN, *sorted(cheap, key=lambda card: (supply[card], costs[card]))]


def actions(request: Any) -> Sequence[str]:
    """Villages, then the dearest."""
    return ["Village", "Worker's Village", "Festival", *reversed(request.options)]


# --- The rules: answers to a card's questions, the same in all house bots. ------------------

BLANK = (
    "Curse", "Estate", "Duchy", "Province", "Colony", "Tunnel", "Gardens", "Silk Road", "Farmland",
)  # fmt: skip
TREASURES = (
    "Copper", "Silver", "Gold", "Platinum", "Fool's Gold", "Loan", "Quarry", "Talisman", "Cache",
    "Contraband", "Ill-Gotten Gains", "Royal Seal", "Venture", "Hoard", "Bank",
)  # fmt: skip
HARM = ("Curse", "Copper")  # never worth gaining
DULL = (*BLANK, "Copper")  # or drawing


def decide(request: Any) -> Any:
    """Answer with options, indices or `request.default`."""
    rule = RULES.get(request.kind)
    return rule(request) if rule else request.default


def first(wanted: Sequence[str], request: Any) -> Any:
    return [card for card in wanted if card in request.options][:1] or request.default


def points(view: dict[str, Any]) -> list[str]:
    """Victory cards to buy now."""
    supply, seats = view["supply"], len(view["seats"])
    left = min(supply["Province"], supply.get("Colony", 99))
    empty = sum(not count for count in supply.values())
    hurry = empty >= (2 if seats < 5 else 3) or view["turn"] > 35
    wanted = ["Colony"]
    if "Colony" not in supply or hurry or left <= seats + 4:
        wanted.append("Province")
    if hurry or left <= seats + 2:
        wanted.append("Duchy")
    if hurry or left <= seats:
        wanted.append("Estate")
    return wanted


def worst(request: Any, bad: Sequence[str]) -> list[int]:
    """Bad cards, then the cheapest (options stand by cost)."""
    places = sorted(range(len(request.options)), key=lambda at: request.options[at] not in bad)
    count = sum(card in bad for card in request.options)
    return places[: min(max(count, request.least), request.most)]


def best(request: Any) -> Any:
    if request.most > 1:
        return list(range(request.most))
    return [card for card in request.options if card not in DULL][-1:] or request.default


def junk(request: Any) -> list[str]:
    mine = request.view["seats"][request.seat]["cards"]
    rich = sum(mine.get(card, 0) for card in TREASURES) - mine.get("Copper", 0) > 2
    early = "Duchy" not in points(request.view)
    return ["Curse", *["Estate"] * early, *["Copper"] * rich]


def discard(request: Any) -> list[int]:
    """Blanks, and Actions that can no longer be played."""
    if request.source == "Stables":
        return worst(request, ("Copper", "Silver"))
    if request.view["current"] != request.seat or request.view["actions"]:
        return worst(request, BLANK)
    return worst(request, [card for card in request.options if card not in TREASURES])


def trash(request: Any) -> Any:
    robbing = request.source in ("Thief", "Noble Brigand")
    return request.options[-1] if robbing else worst(request, junk(request))


def gain(request: Any) -> Any:
    """A wish, else the dearest; everything stolen."""
    if request.source == "Thief":
        return [at for at, card in enumerate(request.options) if card not in HARM]
    if not request.least:
        return first(buy_order(request), request)
    dearest = [card for card in reversed(request.options) if card not in HARM]
    return first([*buy_order(request), *dearest, "Copper"], request)


def react(request: Any) -> Any:
    """Welcome cards need no Trader or Watchtower."""
    unfit = [] if request.about in HARM else ["Trader"]
    if request.about in BLANK and request.about not in HARM:
        unfit.append("Watchtower")
    return [card for card in request.options if card not in unfit][:1] or request.default


def choose(request: Any) -> Any:
    """Bad cards go from me, and stay with others."""
    about = [request.about] if isinstance(request.about, str) else request.about or []
    bad = sum(card in DULL for card in about) * 2 > len(about)
    mine = any(request.view["seats"][request.seat]["set_aside"])
    if "put back" in request.options:
        return "discard" if mine == bad else "put back"
    if "trash" in request.options:
        return [way for way in request.options if (way == "trash") == bad]
    return request.default


def confirm(request: Any) -> str:
    hand = request.view["seats"][request.seat]["hand"]
    return "yes" if sum(card in BLANK for card in hand) >= 2 else "no"


RULES: dict[str, Callable[[Any], Any]] = {
    "play_action": lambda request: first(actions(request), request),
    "play_treasures": lambda request: list(range(request.most)),
    "buy": lambda request: first(buy_order(request), request),
    "discard": discard,
    "trash": trash,
    "gain": gain,
    "put_back": lambda request: worst(request, BLANK) if request.least else best(request),
    "reveal": best,
    "set_aside": lambda request: request.default if request.view["actions"] else best(request),
    "take": lambda request: list(range(request.most)),
    "order": lambda request: worst(request, BLANK)[::-1],
    "react": react,
    "choose": choose,
    "confirm": confirm,
    "name": lambda request: first(buy_order(request), request),
}

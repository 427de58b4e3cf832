"""Answers and look-ups that most bots need."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from kit.sdk.request import Request

Answer = int | str | Sequence[int | str]  # an index, an option, or a list of them
Rule = Callable[[Request, Sequence[str] | None], Answer]

# Dominion's cards
BLANK = (
    "Curse", "Estate", "Duchy", "Province", "Colony", "Tunnel", "Gardens", "Silk Road", "Farmland",
    "Duke", "Fairgrounds", "Vineyard",
)  # fmt: skip
TREASURES = (
    "Copper", "Silver", "Gold", "Platinum", "Fool's Gold", "Loan", "Quarry", "Talisman", "Cache",
    "Contraband", "Ill-Gotten Gains", "Royal Seal", "Venture", "Hoard", "Bank", "Masterpiece",
    "Harem", "Horn of Plenty", "Diadem", "Potion", "Philosopher's Stone",
)  # fmt: skip
HARM = ("Curse", "Copper")  # never worth gaining
PLENTY = 3  # cards on a mat or tokens that are worth using
DULL = (*BLANK, "Copper")  # or drawing


def default_answer(request: Request, wanted: Sequence[str] | None = None) -> Answer:
    """Return a sensible answer to any decision of any game.

    `wanted`: Dominion's cards to buy, gain, name or play, best first.
    """
    rule = RULES.get(request.kind)
    return rule(request.as_asked(), wanted) if rule else request.default


# --- Dominion -----------------------------------------------------------------------------------


def my_cards(request: Request) -> dict[str, int]:
    """Own cards anywhere, by name."""
    if request.game is not None:  # in a search, a view would take most of the time
        game: Any = request.game
        return Counter([card.name for card in game.state.players[request.seat].owned()])
    cards: dict[str, int] = request.view["seats"][request.seat]["cards"]
    return cards


def supply(request: Request) -> dict[str, int]:
    """Cards left in each pile, by name."""
    if request.game is not None:
        game: Any = request.game
        return {card.name: left for card, left in game.state.supply.items()}
    piles: dict[str, int] = request.view["supply"]
    return piles


def count(request: Request, card: str) -> int:
    """Count the copies of a card that this seat owns."""
    return my_cards(request).get(card, 0)


def coins(request: Request) -> int:
    """Coins of the current seat."""
    left: int = request.view["coins"]
    return left


def first(wanted: Sequence[str], request: Request) -> Answer:
    return [card for card in wanted if card in request.options][:1] or request.default


def points(request: Request) -> list[str]:
    """Victory cards to buy now, best first."""
    piles, seats = supply(request), len(request.view["seats"])
    left = min(piles["Province"], piles.get("Colony", 99))
    empty = sum(not count for count in piles.values())
    hurry = empty >= (2 if seats < 5 else 3) or request.view["turn"] > 35
    wanted = ["Colony"]
    if "Colony" not in piles or hurry or left <= seats + 4:
        wanted.append("Province")
    if hurry or left <= seats + 2:
        wanted.append("Duchy")
    if hurry or left <= seats:
        wanted.append("Estate")
    return wanted


def _money(request: Request) -> list[str]:
    return [*points(request), "Platinum", "Gold", "Silver"]


def _me(request: Request) -> dict[str, Any]:
    # who plays the turn, also where another seat decides (Possession)
    seat = request.seat if request.of is None else request.of
    me: dict[str, Any] = request.view["seats"][seat]
    return me


def _hand(request: Request) -> list[str]:
    hand: list[str] = _me(request)["hand"]
    return hand


def _on_turn(request: Request) -> bool:
    seat = request.seat if request.of is None else request.of
    return bool(request.view["current"] == seat)


def _of_another(request: Request) -> bool:
    # what another seat has revealed
    mine, options = _me(request), Counter(request.options)
    rows = [seat["set_aside"] for seat in request.view["seats"] if seat is not mine]
    return any(
        row and Counter([card for card in row if card in options]) == options for row in rows
    )


def _worst(request: Request, bad: Sequence[str]) -> list[int]:
    # options stand by cost
    worst = {card: place for place, card in reversed(list(enumerate(bad)))}
    options = request.options
    places = sorted(range(len(options)), key=lambda place: worst.get(options[place], len(bad)))
    count = sum(card in bad for card in request.options)
    return places[: min(max(count, request.least), request.most)]


def _best(request: Request) -> Answer:
    if request.most > 1:
        return list(range(request.most))
    return [card for card in request.options if card not in DULL][-1:] or request.default


def _junk(request: Request) -> list[str]:
    mine = my_cards(request)
    rich = sum(mine.get(card, 0) for card in TREASURES) - mine.get("Copper", 0) > 2
    early = "Duchy" not in points(request)
    return ["Curse", *["Estate"] * early, *["Copper"] * rich]


def _play_action(request: Request, wanted: Sequence[str] | None) -> Answer:
    return first(request.options[::-1] if wanted is None else wanted, request)


def _buy(request: Request, wanted: Sequence[str] | None) -> Answer:
    cards = _money(request) if wanted is None else wanted
    if request.source is None:
        return first(cards, request)
    # before the Buy phase: nothing, if the supply has something better for these coins
    piles, costs, have = supply(request), request.view["costs"], coins(request)
    for card in cards:
        if card in request.options:
            return [card]
        if piles.get(card) and costs[card] <= have:
            break
    return request.default


def _all(request: Request, _wanted: object) -> list[int]:
    return list(range(request.most))


def _discard(request: Request, _wanted: object) -> list[int]:
    # blanks, and Actions that can no longer be played
    if _of_another(request):
        return [len(request.options) - 1]
    if (request.least, request.most) == (0, 1) and set(request.options) <= set(TREASURES):
        return _worst(request, ("Copper", "Silver"))  # the price of something better
    if not _on_turn(request) or request.view["actions"]:
        return _worst(request, BLANK)
    return _worst(request, [*BLANK, *[card for card in request.options if card not in TREASURES]])


def _trash(request: Request, _wanted: object) -> Answer:
    if _of_another(request):
        return [len(request.options) - 1]
    return _worst(request, _junk(request))


def _gain(request: Request, wanted: Sequence[str] | None) -> Answer:
    if request.most > 1:
        return [place for place, card in enumerate(request.options) if card not in HARM]
    if request.about is not None:  # in its place, for the one who lost it
        good = ("Province", "Colony", *points(request))
        bad = ["Curse", *[card for card in BLANK if card not in good], "Copper"]
        return first([*bad, *[card for card in request.options if card not in good]], request)
    cards = _money(request) if wanted is None else wanted
    if not request.least:
        return first(
            [*cards, *[card for card in request.options[::-1] if card not in DULL]], request
        )
    prizes = [card for card in request.options[::-1] if card not in supply(request)]
    dearest = [card for card in reversed(request.options) if card not in HARM]
    return first([*prizes, *cards, *dearest, "Copper"], request)


def _put_back(request: Request, _wanted: object) -> Answer:
    if not request.least:
        return _best(request)
    if not Counter(request.options) - Counter(_hand(request)):  # cards of the hand
        return _worst(request, BLANK)
    return list(range(len(request.options)))[-request.least :]  # to be drawn soon


def _reveal(request: Request, _wanted: object) -> Answer:
    if request.least:  # what others get a copy of
        return _worst(request, _junk(request))
    if request.most > 1:
        return list(range(request.most))
    return [card for card in request.options if card not in HARM][-1:]


def _set_aside(request: Request, _wanted: object) -> Answer:
    if request.least:
        return _worst(request, BLANK)
    return request.default if request.view["actions"] else _best(request)


def _order(request: Request, _wanted: object) -> list[int]:
    return _worst(request, BLANK)[::-1]


def _react(request: Request, _wanted: object) -> Answer:
    # welcome cards need no Trader or Watchtower
    unfit = [] if request.about in HARM else ["Trader"]
    if request.about in BLANK and request.about not in HARM:
        unfit.append("Watchtower")
    return [card for card in request.options if card not in unfit][:1] or request.default


def _choose(request: Request, _wanted: object) -> Answer:
    # bad cards go from me, and stay with others
    about = [request.about] if isinstance(request.about, str) else request.about or []
    bad = sum(card in DULL for card in about) * 2 > len(about)
    if "put back" in request.options:
        return "discard" if any(_me(request)["set_aside"]) == bad else "put back"
    if "trash" in request.options:
        return [way for way in request.options if (way == "trash") == bad]
    if "they gain a copy" in request.options:
        return "they gain a copy" if bad else "you gain a copy"
    return _mode(request)


def _mode(request: Request) -> Answer:
    if request.most > 1:
        return request.default
    harmless = [way for way in request.options if "other player" not in way]
    if request.of is not None and 0 < len(harmless) < len(request.options):
        return harmless[:1]  # attacks of the possessed would hit this seat
    own, hand = _me(request), _hand(request)
    kept = len(own.get("mats", {}).get(request.source, ()))
    if kept + own.get("tokens", {}).get(request.source, 0) >= PLENTY:
        return len(request.options) - 1
    if "+2 Actions" in request.options and set(hand).difference(TREASURES, BLANK):
        return request.default if request.view["actions"] else "+2 Actions"
    if "trash 2 cards" in request.options and sum(card in _junk(request) for card in hand) > 1:
        return "trash 2 cards"
    return request.default


def _name(request: Request, wanted: Sequence[str] | None) -> Answer:
    # what is in the own deck: to find it, or to be rid of it; else what others may not want to buy
    mine, then = Counter(my_cards(request)), _then(str(request.source))
    if then:
        left = mine - Counter(_hand(request))
        bad = _junk(request) if then.startswith("trash") else [*HARM, *BLANK]
        cards = left if then.startswith("take") else bad
        return first(sorted(cards, key=lambda card: -left[card]), request)
    if not _on_turn(request):
        return _buy(request, wanted)
    own = {*_money(request), *(wanted or ()), *mine, *BLANK}
    return first([card for card in request.options[::-1] if card not in own], request)


@cache
def _then(source: str) -> str:
    """Find what a card does with the named one: its step after `name_card`, or empty."""
    from engine.dominion import CARDS  # noqa: PLC0415  # see Request.imagine

    steps = CARDS[source].play if source in CARDS else ()
    following = [step.args[0] for step in steps if step.verb.name == "name_card"]
    return following[0].verb.name if following else ""


def _amount(request: Request, _wanted: object) -> int:
    # coins that would be lost, junk to give back, coin tokens up to the next price worth it
    most = len(request.options) - 1
    if request.about == "coins":
        return 0 if request.view["buys"] else most
    if request.about != "coin tokens":
        return most if request.about in _junk(request) else 0
    if request.source is not None:
        return most
    have = coins(request)
    prices = [price - have for price in (8, 6, 3) if price - have <= most]
    return max(0, prices[0]) if prices else 0


def _pass(request: Request, _wanted: object) -> list[int]:
    return _worst(request, [*_junk(request), *DULL])


def _confirm(request: Request, _wanted: object) -> str:
    hand = _hand(request)
    return "yes" if sum(card in BLANK for card in hand) >= 2 else "no"


# --- Kingdomino ---------------------------------------------------------------------------------


def _place(request: Request, _wanted: object) -> int:
    # where the kingdom then scores most
    from engine.kingdomino.dominoes import DOMINOES  # noqa: PLC0415  # see Request.imagine
    from engine.kingdomino.kingdom import Kingdom, Where  # noqa: PLC0415

    mine = request.view["seats"][request.seat]
    kingdom, domino = Kingdom.of(7, mine["tiles"]), DOMINOES[mine["domino"]]  # both sizes fit
    wheres = [Where(place) for place in request.options if place is not None]
    scores = [kingdom.place(domino, where).points for where in wheres]
    return scores.index(max(scores))


def _pick(request: Request, _wanted: object) -> int:
    # most crowns; of equals the lowest, which moves first
    rows = [*request.view["row"], *request.view["next_row"]]
    crowns = {row["number"]: sum(half[1] for half in row["halves"]) for row in rows}
    offered = [crowns[number] for number in request.options]
    return offered.index(max(offered))


RULES: dict[str, Rule] = {
    "play_action": _play_action,
    "play_treasures": _all,
    "buy": _buy,
    "discard": _discard,
    "trash": _trash,
    "gain": _gain,
    "put_back": _put_back,
    "reveal": _reveal,
    "set_aside": _set_aside,
    "take": _all,
    "order": _order,
    "react": _react,
    "choose": _choose,
    "confirm": _confirm,
    "name": _name,
    "amount": _amount,
    "pass": _pass,
    "place": _place,
    "pick": _pick,
}

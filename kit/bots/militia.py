"""Militia: money and attacks; a Moat against attackers."""

from engine.dominion import CARDS
from kit.sdk import Answer, Request, default_answer, my_cards, points

ATTACKS = (  # best first
    "Militia", "Witch", "Mountebank", "Goons", "Margrave", "Rabble", "Noble Brigand", "Bureaucrat",
    "Thief", "Oracle", "Spy",
)  # fmt: skip
PEACEFUL = ("Monument", "Mandarin", "Nomad Camp", "Woodcutter", "Chancellor", "Duchess")
PLAYED = (*ATTACKS, *PEACEFUL, "Moat")


def decide(request: Request) -> Answer:
    if request.kind in ("buy", "gain", "name"):
        return default_answer(request, buy_order(request))
    if request.kind == "play_action":
        return default_answer(request, [*PLAYED, *request.options])
    return default_answer(request)


def buy_order(request: Request) -> list[str]:
    """Two attacks soon, a Moat if needed."""
    mine = my_cards(request)
    wanted = [*points(request), "Platinum", "Gold"]
    arms = weapons(list(request.view["supply"]))[:1]
    if sum(mine.get(card, 0) for card in arms) < (1 if sum(mine.values()) < 16 else 2):
        wanted += arms
    wanted.append("Silver")
    decks = [seat["cards"] for seat in request.view["seats"]]
    others = decks[: request.seat] + decks[request.seat + 1 :]
    if "Moat" not in mine and any(CARDS[card].is_attack for cards in others for card in cards):
        wanted.append("Moat")
    return wanted


def weapons(supply: list[str]) -> list[str]:
    """List the attacks that it knows, other attacks, dear ones first, then peaceful cards."""
    attacks = [card for card in reversed(supply) if CARDS[card].is_attack]
    known = [card for card in ATTACKS if card in attacks]
    unknown = [card for card in attacks if card not in known]
    return [*known, *unknown, *[card for card in PEACEFUL if card in supply]]

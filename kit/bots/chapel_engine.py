"""Chapel Engine: trashes weak cards; the few that are left come every turn."""

from collections.abc import Callable
from functools import cache

from engine.dominion import CARDS
from engine.dominion.steps import steps_in
from kit.sdk import Answer, Request, default_answer, my_cards, supply
from kit.sdk.plans import ALL, BuyPlan, chains, curses, draws, hand, splits, strongest, use

MONEY = "Platinum", "Gold", "Silver", "Copper"
KEPT = 6  # coins that the own Treasures must still be worth
FEW = 2  # cards to trash that are worth an Action
RICH = 12  # coins of the own cards before the first Province
LATE = 4  # Provinces or Colonies left, from which Estates stay


def decide(request: Request) -> Answer:
    piles = tuple(supply(request))
    if request.kind == "trash" and request.source == chapel(piles):
        return junk(request, request.options)[: request.most] or request.default
    if request.kind == "play_action":
        return play(request, chapel(piles))
    return plan(piles)(request)


def play(request: Request, trasher: str) -> Answer:
    # trash before all that would be the turn's last Action
    useful = len(junk(request, hand(request))) >= FEW
    if trasher in request.options and useful and not any(map(splits, request.options)):
        return trasher
    others = [card for card in request.options if card != trasher]
    return default_answer(request, sorted(others, key=order, reverse=True))


def order(card: str) -> tuple[int, ...]:
    return use(card)[:3]


def junk(request: Request, cards: list[str]) -> list[int]:
    """List the cards worth trashing, by place, worst first."""
    piles, mine = supply(request), my_cards(request)
    left = min(piles["Province"], piles.get("Colony", ALL))
    spare = sum(use(card).coins * mine.get(card, 0) for card in MONEY) - KEPT
    coppers = [at for at, card in enumerate(cards) if card == "Copper"][: max(0, spare)]
    bad = ("Curse", *["Estate"] * (left > LATE))
    return [at for at, card in enumerate(cards) if card in bad] + coppers


@cache
def chapel(piles: tuple[str, ...]) -> str:
    """Find the card that trashes most of a hand at once."""
    counts = {card: trashes(card) for card in piles}
    best = max(piles, key=lambda card: (counts[card], -CARDS[card].cost))
    return best if counts[best] else ""


def trashes(card: str) -> int:
    steps = steps_in(CARDS[card].play)
    return sum(step.args[0] for step in steps if step.verb.name == "trash_up_to")


@cache
def plan(piles: tuple[str, ...]) -> BuyPlan:
    # money first: without Coppers there is little else to buy with
    def each(most: int, fits: Callable[[str], bool]) -> list[tuple[str, int]]:
        return [(card, most) for card in strongest(1, piles, fits)]

    trasher = [(card, 1) for card in (chapel(piles),) if card]
    money = [("Silver", 2), ("Platinum", ALL), ("Gold", ALL)]
    parts = [*each(2, curses), *each(4, chains), *each(1, draws)]
    return BuyPlan((*trasher, *money, *parts, ("Silver", ALL)), rich=RICH)

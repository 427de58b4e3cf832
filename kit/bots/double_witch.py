"""Double Witch: Big Money plus two cards that hand out Curses."""

from functools import cache

from kit.sdk import Answer, Request, supply
from kit.sdk.plans import BuyPlan, curses, draws, money, strongest


def decide(request: Request) -> Answer:
    return plan(tuple(supply(request)))(request)


@cache
def plan(piles: tuple[str, ...]) -> BuyPlan:
    # a Curse costs a point and, whenever it is drawn, a card that would have paid
    best = strongest(1, piles, curses) or strongest(1, piles, draws)
    return money(*((card, 2) for card in best))

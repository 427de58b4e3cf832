"""Step 4: any kingdom. The bot reads what its cards do."""

from collections.abc import Iterable

from engine.dominion import CARDS
from kit.sdk import Answer, Request, supply
from kit.sdk.plans import ALL, BuyPlan, use

plans: list[BuyPlan] = []  # the one of this game


def decide(request: Request) -> Answer:
    if not plans:
        plans.append(plan_for(list(supply(request))))
    return plans[0](request)  # a plan answers every kind of decision


def plan_for(piles: list[str]) -> BuyPlan:
    """What to own, and how many of it; most wanted first."""
    actions = [card for card in piles if CARDS[card].is_action]
    ends = [card for card in actions if not use(card).actions]  # no Action can follow them
    draw = best(card for card in ends if use(card).cards > 1)
    return plan(("Platinum", ALL), ("Gold", ALL), (draw, 2), ("Silver", ALL))


def plan(*steps: tuple[str, int]) -> BuyPlan:
    """Rich: one Gold before Provinces."""
    return BuyPlan(tuple(step for step in steps if step[0]), rich=10)


def best(cards: Iterable[str]) -> str:
    """The strongest, or an empty name."""
    return max(cards, key=lambda card: use(card)[1:], default="")

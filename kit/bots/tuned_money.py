"""Tuned Money: Big Money with the Action that does best in imagined games."""

import time

from engine.dominion import CARDS
from kit.sdk import Answer, Request, supply
from kit.sdk.plans import BuyPlan, money
from kit.sdk.search import Race

wants = ["view", "state"]

COPIES = 1, 2, 4  # of an Action; more would meet in one hand
DECISION, GAME = 0.8, 0.15  # shares of the clock that the race may take

races: list[Race[BuyPlan]] = []  # of this game


def start(_setup: object) -> None:
    races.clear()


def decide(request: Request) -> Answer:
    if not races:
        races.append(Race(plans(supply(request))))
        run(races[0], request)
    return races[0].best(request)


def plans(piles: dict[str, int]) -> list[BuyPlan]:
    actions = [card for card in piles if CARDS[card].is_action]
    return [money(), *(money((card, count)) for card in actions for count in COPIES)]


def run(race: Race[BuyPlan], request: Request) -> None:
    # against plain money; the better half goes on with new deals
    clock = request.clock
    until = time.process_time() + min(DECISION * clock["decision"], GAME * clock["left"])
    table = request.imagine(0)
    race.run(table, request.seat, money(), more=lambda _deals: time.process_time() < until)

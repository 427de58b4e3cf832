"""Rollout: imagined games race plans at first, and then improve the best one's purchases."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, product, starmap
from math import tanh

from engine.dominion import CARDS
from engine.game import Game
from kit.sdk import Request, supply
from kit.sdk.plans import (
    ALL,
    BuyPlan,
    attacks,
    chains,
    curses,
    draws,
    ends,
    money,
    provinces,
    splits,
    strongest,
    use,
)
from kit.sdk.search import Race, lead, search, seated, single_answers

wants = ["view", "state"]

SEARCHED = ("buy", "gain")
# shares of a decision's clock: the rest is for slow moments of the machine
RACING = 0.5
MONEY = 0.4
ENGINE = 0.06  # it buys several times a turn
RESERVE = 0.5  # CPU seconds of the game's clock that searches leave
PARENTS = 4  # plans that are left of the first race

CLEANS = re.compile("[Tt]rash|return|reveal this|Curse")  # a hand, or what others do to it

races: list[Race[BuyPlan]] = []  # of this game


def start(_setup: object) -> None:
    races.clear()


def decide(request: Request) -> list[int]:
    table, left = request.imagine(0), supply(request)
    asked, piles = Request.from_game(table), tuple(left)
    race, others = race_of(piles), usual(piles)
    if request.kind not in SEARCHED:
        return request.picks(race.best(asked))
    share = RACING if race.is_open else ENGINE if race.best.rich else MONEY
    until, worth = time.process_time() + seconds(request, share), by_lead(2 * provinces(left) + 1)

    def more(_deals: int) -> bool:
        return time.process_time() < until

    if race.is_open:
        for _ in range(2):  # the first race may end
            race_of(piles).run(table, request.seat, others, more=more, worth=worth)
        return request.picks(race_of(piles).best(asked))
    plan = seated(race.best, request.seat, others)
    return search(request, plan, candidates(asked), more=more, worth=worth)


def race_of(piles: tuple[str, ...]) -> Race[BuyPlan]:
    """Return the open race; when the first ends, its best plans race with what they make."""
    if not races:
        races.append(Race(plans(piles), PARENTS))
    if len(races) == 1 and not races[0].is_open:
        races.append(Race(crossed(races[0].plans)))
    return races[-1]


def seconds(request: Request, share: float) -> float:
    """As much of the clock as the turns to come leave."""
    turns = provinces(supply(request)) + 3
    clock = max(0.0, request.clock["left"] - RESERVE)
    return min(share * request.clock["decision"], clock / (4 if share == RACING else turns))


def candidates(request: Request) -> list[list[int]]:
    # without what is hardly ever worth its turn
    every = single_answers(request)
    cards = [CARDS[card] for card in request.options]
    dear = max(card.cost for card in cards)
    early = provinces(supply(request)) > 4
    dull = {"Curse", "Copper", *(["Estate"] if early else [])}
    return [
        answer
        for answer in every
        if (not early if not answer else cards[answer[0]].name not in dull)
        and (not answer or cards[answer[0]].cost >= min(dear, 6) - 3)
    ]


# --- Plans that race ---------------------------------------------------------------------------


def plans(piles: tuple[str, ...]) -> list[BuyPlan]:
    """Return the usual one, money with other Actions, and engines of all that fits together."""

    def best(count: int, fits: Callable[[str], bool]) -> list[str]:
        return [*strongest(count, piles, fits), ""]  # or none

    if givers := strongest(ALL, piles, junks):  # an engine drowns in Curses
        return [usual(piles), *cursing(givers, piles)]
    draw, chain = best(1, draws), best(1, chains)
    attack, trasher = best(2, attacks), best(2, lambda card: ends(card) and use(card).trashes)
    found = [
        usual(piles),
        *starmap(money_with, product(attack, chain, draw)),
        *starmap(engine, product(strongest(1, piles, splits), trasher, attack, chain, draw)),
    ]
    return list(dict.fromkeys(found))


@cache
def usual(piles: tuple[str, ...]) -> BuyPlan:
    """Money with Curses for others or the card that draws most: what all are thought to play."""
    best = strongest(1, piles, junks) or strongest(1, piles, draws)
    return money(*((card, 2) for card in best))


def junks(card: str) -> bool:
    return attacks(card) and curses(card)


def cursing(givers: list[str], piles: tuple[str, ...]) -> list[BuyPlan]:
    """Curses for others before Gold: a Gold pays no less later. Some other Actions may help."""
    best = givers[0]
    helpers = [card for card in piles if card != best and helps(card)]
    first: list[tuple[tuple[str, int], ...]] = [
        *[((giver, most),) for giver in givers for most in (1, 2, 3)],
        *[((best, 2), (card, 1)) for card in helpers],
    ]
    return [BuyPlan((*steps, *money().steps)) for steps in first]


def helps(card: str) -> bool:
    """Whether it takes no turn from a card that curses, or repays that."""
    if not CARDS[card].is_action or CARDS[card].potion:
        return False
    return use(card).actions > 0 or bool(CLEANS.search(CARDS[card].text_in("en")))


def crossed(plans: list[BuyPlan]) -> list[BuyPlan]:
    """Return these plans, each two in one, and each with one more of its last Action."""
    if any(plan.rich for plan in plans):
        return plans  # an engine has all that fits together
    found = [*plans, *starmap(joined, combinations(plans, 2)), *map(with_one_more, plans)]
    return list(dict.fromkeys(found))


def joined(plan: BuyPlan, other: BuyPlan) -> BuyPlan:
    own, at = dict(plan.steps), after_actions(plan)
    new = [step for step in other.steps if step[0] not in own]
    return replace(plan, steps=(*plan.steps[:at], *new, *plan.steps[at:]))


def with_one_more(plan: BuyPlan) -> BuyPlan:
    at = after_actions(plan)
    more = [(card, min(most + 1, ALL)) for card, most in plan.steps[:at][-1:]]
    return replace(plan, steps=(*plan.steps[:at][:-1], *more, *plan.steps[at:]))


def after_actions(plan: BuyPlan) -> int:
    actions = [at for at, (card, _) in enumerate(plan.steps) if CARDS[card].is_action]
    return max(actions, default=-1) + 1


def money_with(attack: str, chain: str, draw: str) -> BuyPlan:
    return money(*named((attack, 1), (chain, ALL), (attack, 2), (draw, 1)))


def engine(village: str, trasher: str, attack: str, chain: str, draw: str) -> BuyPlan:
    """Villages for all that ends a turn; Provinces once the deck can pay two."""
    parts = (trasher, 1), (attack, 1), (village, 2), (chain, 4), (draw, 2), (village, 5)
    more = (draw, 4), (village, 8), ("Platinum", ALL), ("Gold", ALL), (draw, 9), ("Silver", 4)
    return BuyPlan(named(*parts, *more), rich=16, duchies=3, estates=1)


def named(*steps: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple([step for step in steps if step[0]])


def by_lead(width: float) -> Callable[[Game, int], float]:
    """Value points of a lead up to about this one: early a lead tells more than who won by luck."""

    def worth(game: Game, seat: int) -> float:
        ranks = game.outcome.ranks if game.outcome else [1] * game.seats
        won = 1 / ranks.count(1) if ranks[seat] == 1 else 0
        return tanh((lead(game, seat) + won - 0.5) / width)

    return worth

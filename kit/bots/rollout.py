"""Rollout: imagined games race plans at first, and then improve the best one's purchases."""

import time
from collections.abc import Callable
from functools import cache
from itertools import product, starmap
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
    splits,
    strongest,
    use,
)
from kit.sdk.search import Race, lead, search, seated, single_answers

wants = ["view", "state"]

SEARCHED = ("buy", "gain")
# shares of a decision's clock: the rest is for slow moments of the machine
RACING = 0.5
MONEY = 0.25
ENGINE = 0.06  # it buys several times a turn
RESERVE = 0.5  # CPU seconds of the game's clock that searches leave
NARROW = 8.0  # points of a lead beyond which more of them hardly matter

races: list[Race[BuyPlan]] = []  # of this game


def start(_setup: object) -> None:
    races.clear()


def decide(request: Request) -> list[int]:
    table, piles = request.imagine(0), tuple(supply(request))
    asked = Request.from_game(table)
    if not races:
        races.append(Race(plans(piles)))
    race, others = races[0], usual(piles)
    if request.kind not in SEARCHED:
        return request.picks(race.best(asked))
    share = RACING if race.is_open else ENGINE if race.best.rich else MONEY
    until = time.process_time() + seconds(request, share)

    def more(_deals: int) -> bool:
        return time.process_time() < until

    if race.is_open:
        race.run(table, request.seat, others, more=more, worth=worth)
        return request.picks(race.best(asked))
    plan = seated(race.best, request.seat, others)
    return search(request, plan, candidates(asked), more=more, worth=worth)


def seconds(request: Request, share: float) -> float:
    """As much of the clock as the turns to come leave."""
    piles = supply(request)
    turns = 2 * min(piles["Province"], piles.get("Colony", ALL)) + 4
    left = max(0.0, request.clock["left"] - RESERVE)
    return min(share * request.clock["decision"], left / (4 if share == RACING else turns))


def candidates(request: Request) -> list[list[int]]:
    # without what is hardly ever worth its turn
    every = single_answers(request)
    cards = [CARDS[card] for card in request.options]
    dear = max(card.cost for card in cards)
    early = supply(request)["Province"] > 4
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

    if curse := strongest(1, piles, junks):  # an engine drowns in Curses
        return [usual(piles), *cursing(curse[0], piles)]
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


def cursing(curse: str, piles: tuple[str, ...]) -> list[BuyPlan]:
    """Curses for others before Gold: a Gold pays no less later. Each other Action may help."""
    others = [card for card in piles if CARDS[card].is_action and card != curse]
    first: list[tuple[tuple[str, int], ...]] = [((curse, most),) for most in (1, 2, 3)]
    first += [((curse, 2), (card, most)) for card in others for most in (1, 2)]
    return [BuyPlan((*steps, *money().steps)) for steps in first]


def money_with(attack: str, chain: str, draw: str) -> BuyPlan:
    return money(*named((attack, 1), (chain, ALL), (attack, 2), (draw, 1)))


def engine(village: str, trasher: str, attack: str, chain: str, draw: str) -> BuyPlan:
    """Villages for all that ends a turn; Provinces once the deck can pay two."""
    parts = (trasher, 1), (attack, 1), (village, 2), (chain, 4), (draw, 2), (village, 5)
    more = (draw, 4), (village, 8), ("Platinum", ALL), ("Gold", ALL), (draw, 9), ("Silver", 4)
    return BuyPlan(named(*parts, *more), rich=16, duchies=3, estates=1)


def named(*steps: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple([step for step in steps if step[0]])


def worth(game: Game, seat: int) -> float:
    # what counts is winning; by how much is a steadier measure of a few games
    ranks = game.outcome.ranks if game.outcome else [1] * game.seats
    won = 1 / ranks.count(1) if ranks[seat] == 1 else 0
    return 2 * won + tanh(lead(game, seat) / NARROW) / 2

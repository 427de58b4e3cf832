"""Rollout: Big Money with draws, improved by imagined games."""

import time
from functools import cache
from math import tanh

from engine.dominion import CARDS
from engine.game import Game
from kit.sdk import Answer, Request, default_answer, my_cards, supply
from kit.sdk.search import lead, search, single_answers

wants = ["view", "state"]

SEARCHED = ("play_action", "buy", "gain")
PONDER = 0.25  # of a decision's clock: the rest is for slow moments of the machine
RESERVE = 0.5  # CPU seconds of the game's clock that searches leave
DENSITY = 11  # own cards for each that draws: more would collide
NARROW = 8.0  # points of a lead beyond which more of them hardly matter

GREEN = {"Province": 6, "Duchy": 4, "Estate": 2}  # from so many Provinces or Colonies left


def decide(request: Request) -> list[int]:
    if request.kind not in SEARCHED:
        return request.picks(default_answer(request))
    until = time.process_time() + seconds(request)

    def more(_deals: int) -> bool:
        return time.process_time() < until

    return search(request, plan, candidates(request), more=more, worth=worth)


def seconds(request: Request) -> float:
    """A fair share of the clock."""
    clock = max(0.0, request.clock["left"] - RESERVE)
    piles = [left for card, left in supply(request).items() if card in ("Province", "Colony")]
    return min(PONDER * request.clock["decision"], clock / (2 * min(piles) + 4))


def candidates(request: Request) -> list[list[int]]:
    # without what is hardly ever worth its turn
    every = single_answers(request)
    if request.kind == "play_action":
        return every
    cards = [CARDS[card] for card in request.options]
    dear = max(card.cost for card in cards)
    early = request.view["supply"]["Province"] > 4
    dull = {"Curse", "Copper", *(["Estate"] if early else [])}
    return [
        answer
        for answer in every
        if (not early if not answer else cards[answer[0]].name not in dull)
        and (not answer or cards[answer[0]].cost >= min(dear, 6) - 3)
    ]


# --- The plan that games are played on by ----------------------------------------------------


def plan(request: Request) -> Answer:
    if request.kind == "buy":
        return buy(request)
    if request.kind == "play_action":
        return [max(request.options, key=use)]
    return default_answer(request)


def buy(request: Request) -> list[str]:
    options, piles = request.options, supply(request)
    left = min(piles["Province"], piles.get("Colony", 99))
    hurry = list(piles.values()).count(0) >= 2
    late = [card for card, most in GREEN.items() if left <= most or hurry]
    if "Colony" not in piles:
        late.insert(0, "Province")
    for card in ("Colony", *late, "Platinum", "Gold"):
        if card in options:
            return [card]
    draw = best_draw(tuple(piles))
    if draw in options:
        mine = my_cards(request)
        if mine.get(draw, 0) < sum(mine.values()) / DENSITY:
            return [draw]
    return ["Silver"] if "Silver" in options else []


@cache
def best_draw(piles: tuple[str, ...]) -> str:
    """The terminal Action that draws most."""
    draws = [card for card in piles if use(card)[0] == 0 and use(card)[1] > 1]
    return max(draws, key=lambda card: use(card)[1:], default="")


@cache
def use(card: str) -> tuple[int, int, int, int]:
    """+Actions, +Cards, +Coins and cost: what to play first."""
    pluses = {step.verb.name: step.args[0] for step in CARDS[card].play if step.args}
    actions, cards, coins = (
        pluses.get(f"plus_{what}", 0) for what in ("actions", "cards", "coins")
    )
    return actions, cards, coins, CARDS[card].cost


def worth(game: Game, seat: int) -> float:
    # what counts is winning; by how much is a steadier measure of a few games
    ranks = game.outcome.ranks if game.outcome else [1] * game.seats
    won = 1 / ranks.count(1) if ranks[seat] == 1 else 0
    return 2 * won + tanh(lead(game, seat) / NARROW) / 2

"""Dominion by a shopping list: what to own, and how whatever is owned is played."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kit.sdk.answers import Answer, default_answer, first, my_cards, supply
from kit.sdk.request import Request

if TYPE_CHECKING:
    from engine.dominion.card import Card

ALL = 99  # as many as there are
LATE = 5  # Provinces or Colonies left, from which Gold is traded for them
PROVINCE = 6  # its points
DEARER = 2  # coins between Gold and a Province
CURSES = re.compile("gains? (1|a) Curse")


class Use(NamedTuple):
    """The gain from playing a card, by its text."""

    actions: int
    cards: int
    coins: int
    cost: int
    trashes: bool  # cards of the hand, whatever they are
    raises: int  # coins by which a card may be dearer that is gained for the trashed one

    def rank(self, actions: int, *, hurts: bool) -> tuple[int, ...]:
        """Rank plays: draws too, while others can be played after them; harm before coins."""
        draws = self.cards if actions > 1 else 0
        return self.actions, draws, hurts, self.trashes, self.coins, self.cards, self.cost


@cache
def use(name: str) -> Use:
    """Read a card's text."""
    from engine.dominion.steps import steps_in  # noqa: PLC0415  # see Request.imagine

    card = _card(name)
    steps = {step.verb.name: step.args for step in card.play}
    actions, cards, coins = (
        steps.get(f"plus_{what}", (0,))[0] for what in ("actions", "cards", "coins")
    )
    trashes = steps.get("trash_from_hand", (None,))[0] == "" or "trash_up_to" in steps
    gains = [step.args[0] for step in steps_in(card.play) if step.verb.name == "gain_up_to_more"]
    return Use(actions, cards, coins, card.cost, trashes, max(gains, default=0))


# --- What a card is good for --------------------------------------------------------------------


def strongest(count: int, piles: Iterable[str], fits: Callable[[str], bool]) -> list[str]:
    """List the plays that fit, by what they draw, then pay."""
    fitting = sorted(filter(fits, piles), key=lambda card: use(card)[1:], reverse=True)
    return fitting[:count]


def ends(card: str) -> bool:
    # no Action can follow it by itself
    return _card(card).is_action and not use(card).actions


def draws(card: str) -> bool:
    return ends(card) and use(card).cards > 1


def chains(card: str) -> bool:
    return use(card).actions > 0 and use(card).cards + use(card).coins > 1


def splits(card: str) -> bool:
    return use(card).actions > 1


def attacks(card: str) -> bool:
    return ends(card) and _card(card).is_attack


@cache
def curses(card: str) -> bool:
    return _card(card).is_attack and bool(CURSES.search(_card(card).text_in("en")))


def _card(name: str) -> "Card":
    from engine.dominion import CARDS  # noqa: PLC0415  # see Request.imagine

    return CARDS[name]


# --- Shopping lists -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyPlan:
    """Cards and how many to own of them, most wanted first; called, it answers any request.

    Provinces come once all own cards are worth `rich` coins or only `duchies` are left, when
    Duchies come too; Estates come with the last `estates`.
    """

    steps: tuple[tuple[str, int], ...]
    rich: int = 0
    duchies: int = 4
    estates: int = 2

    def __call__(self, request: Request) -> Answer:
        if request.kind in ("buy", "gain", "name"):
            return default_answer(request, self.buy_order(request))
        if request.kind == "play_action":
            return self._play(request)
        source = request.source if request.kind == "trash" and request.least else None
        if source and use(source).trashes:
            return first(self._trades(request, source), request)
        return default_answer(request)

    def buy_order(self, request: Request) -> list[str]:
        """List what to buy or gain now, best first."""
        mine, piles = my_cards(request), supply(request)
        left = provinces(piles)
        hurry = list(piles.values()).count(0) >= 2
        wanted = [card for card, most in self.steps if mine.get(card, 0) < most]
        if left <= self.estates or hurry:
            wanted.insert(0, "Estate")
        if left <= self.duchies or hurry:
            wanted.insert(0, "Duchy")
        if left == 1 and _would_lose(request):
            return wanted
        if (
            left <= self.duchies
            or not self.rich
            or sum([use(card).coins * count for card, count in mine.items()]) >= self.rich
        ):
            wanted.insert(0, "Province")
        return ["Colony", *wanted]

    def _play(self, request: Request) -> Answer:
        useful = [
            card for card in request.options if not use(card).trashes or self._trades(request, card)
        ]
        if not useful:
            return request.default
        game: Any = request.game
        actions = request.view["actions"] if game is None else game.state.actions
        harm = supply(request)["Curse"] > 0
        return [max(useful, key=lambda card: use(card).rank(actions, hurts=harm and curses(card)))]

    def _trades(self, request: Request, trasher: str) -> list[str]:
        """List the cards of the hand that a card had best trash, best first."""
        left, held = provinces(supply(request)), hand(request)
        late = left <= LATE and use(trasher).raises >= DEARER
        cards = ["Gold"] * late + ["Curse"] + ["Estate"] * (left > self.estates)
        return [card for card in cards if card in held]


def money(*actions: tuple[str, int]) -> BuyPlan:
    """Big Money with so many of some Actions."""
    return BuyPlan((("Platinum", ALL), ("Gold", ALL), *actions, ("Silver", ALL)))


def provinces(piles: dict[str, int]) -> int:
    """Provinces left, or Colonies if they are fewer."""
    return min(piles["Province"], piles.get("Colony", ALL))


def hand(request: Request) -> list[str]:
    """Names of the cards in the own hand."""
    if request.game is not None:
        game: Any = request.game
        return [card.name for card in game.state.players[request.seat].hand]
    held: list[str] = request.view["seats"][request.seat]["hand"]
    return held


def _would_lose(request: Request) -> bool:
    """Whether the last Province ends the game with too few points."""
    if request.game is None:
        return False
    points = list(request.game.scores)
    return points.pop(request.seat) + PROVINCE < max(points)

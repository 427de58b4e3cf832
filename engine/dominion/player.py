"""One seat's cards as plain data; a deck's top card stands last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.dominion import codec
from engine.dominion.card import Card
from engine.dominion.codec import Entry
from engine.plain_data import AS_IT_IS, LIST, SHARED, PlainData, part, plain_data

ALL = -1  # the mask of a card that everybody has seen


@plain_data
class Player(PlainData):
    """One seat's cards. Zones that hide something are known through `knowledge`."""

    hand: list[Card] = part(LIST, position=codec.IN_WORDS)
    deck: list[Card] = part(LIST, position=codec.TOP_FIRST)
    discard: list[Card] = part(LIST, position=codec.IN_WORDS)
    in_play: list[Card] = part(LIST, known=codec.CARDS, position=codec.IN_WORDS)
    # revealed or looked at, with who sees it
    set_aside: list[tuple[Card, int]] = part(LIST)
    # for the topmost cards of the deck, top last: who has seen them
    deck_seen_by: list[int] = part(LIST)
    # cards in hand that everybody has seen go there
    hand_shown: list[Card] = part(LIST)
    # other seats that see the whole hand
    hand_open_to: int = part(default=0, known=AS_IT_IS)
    # cards in the discard pile that only the owner has seen
    discard_hidden: list[Card] = part(LIST)
    # set aside for longer: the mat's name, the card, who sees it
    mats: tuple[tuple[str, Card, int], ...] = part(default=())
    # done when the next turn of this seat starts
    next_turn: tuple[Entry, ...] = part(default=(), known=codec.STEPS)
    # gained by this seat in its last turn
    gained: tuple[Card, ...] = part(default=(), known=codec.TUPLE, position=codec.TUPLE_IN_WORDS)
    vp: int = part(default=0, known=AS_IT_IS, position=AS_IT_IS)
    tokens: dict[str, int] = part(SHARED, known=codec.TOKENS, position=codec.COUNTS)
    turns: int = part(default=0, known=AS_IT_IS)
    shuffles: int = part(default=0)

    def top_seen_by_all(self, count: int) -> list[Card]:
        """Return the cards among the deck's top `count` seen by everybody."""
        depth = min(count, len(self.deck_seen_by))
        start, known = len(self.deck) - depth, len(self.deck_seen_by) - depth
        pairs = zip(self.deck[start:], self.deck_seen_by[known:], strict=True)
        return [card for card, who in pairs if who == ALL]

    def uncover(self) -> None:
        """Note that the top of the discard pile lies open."""
        if self.discard_hidden:
            below = Counter(self.discard[:-1])
            self.discard_hidden = list((Counter(self.discard_hidden) & below).elements())

    def owned(self) -> list[Card]:
        """Return every card this seat owns."""
        cards = [*self.hand, *self.deck, *self.discard, *self.in_play]
        if self.set_aside:
            cards += [card for card, _ in self.set_aside]
        if self.mats:
            cards += [card for _, card, _ in self.mats]
        return cards

    def on_mat(self, name: str) -> list[Card]:
        return [card for mat, card, _ in self.mats if mat == name]

    def tidy(self, gone: Sequence[Card]) -> None:
        """Discard these cards from play."""
        self.discard += gone
        self.in_play = without(self.in_play, gone)


def without(cards: Sequence[Card], taken: Sequence[Card]) -> list[Card]:
    """These cards in their order, less the last copies of those taken."""
    if len(cards) == len(taken):
        return []
    left = list(cards)
    left.reverse()
    for card in taken:
        left.remove(card)
    left.reverse()
    return left

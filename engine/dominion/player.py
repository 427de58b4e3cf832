"""One seat's cards as plain data; a deck's top card stands last."""

from __future__ import annotations

from collections import Counter

from engine.dominion import codec
from engine.dominion.card import Card
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
    # cards in the discard pile that only the owner has seen
    discard_hidden: list[Card] = part(LIST)
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
        """Every card this seat owns."""
        aside = [card for card, _ in self.set_aside]
        return self.hand + self.deck + self.discard + self.in_play + aside

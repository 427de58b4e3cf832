"""A card: a name, a cost, its types, and tuples of steps named for the moments printed on cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from engine.dominion.scoring import Worth
from engine.dominion.steps import Step, Verb
from engine.game import BadConfig

CARDS: dict[str, Card] = {}
by_order = attrgetter("order")  # the sort key of options: printed cost, then name
EXPANSIONS = ("basic", "base", "prosperity", "hinterlands")
GERMAN_TYPES = {
    "Action": "Aktion",
    "Attack": "Angriff",
    "Curse": "Fluch",
    "Reaction": "Reaktion",
    "Treasure": "Geld",
    "Victory": "Punkte",
}


class Reaction(NamedTuple):
    """What a card in hand may do when something happens (`moment`, see engine.dominion.moments)."""

    moment: str
    step: Step

    def text(self, language: str) -> str:
        """The whole sentence, occasion first."""
        occasion = MOMENT_TEXTS[self.moment][language]
        return f"{occasion} {self.step.text(language)}".strip()


MOMENT_TEXTS = {
    "attack": {
        "en": "When another player plays an Attack card, you may reveal this from your hand:",
        "de": "Spielt ein Mitspieler einen Angriff aus, darfst du diese Karte aus der Hand zeigen:",
    },
    "gain": {
        "en": "When you gain a card, you may reveal this from your hand:",
        "de": "Nimmst du eine Karte, darfst du diese Karte aus der Hand zeigen:",
    },
}
FIELD_TEXTS = {
    "play": {"en": "", "de": ""},
    "while_in_play": {"en": "While this is in play:", "de": "Solange diese Karte ausliegt:"},
    "when_bought": {"en": "When you buy this:", "de": "Wenn du diese Karte kaufst:"},
    "when_gained": {"en": "When you gain this:", "de": "Wenn du diese Karte nimmst:"},
}


@dataclass(frozen=True, eq=False)
class Card:
    """One kind of card. There is one object a name, shared by all games; piles hold it many times.

    `cost` is in coins, `pile` the number of copies (None: as many as Victory cards have).
    """

    name: str
    german: str
    cost: int
    types: str
    expansion: str
    play: tuple[Step, ...] = ()
    when_bought: tuple[Step, ...] = ()
    when_gained: tuple[Step, ...] = ()
    while_in_play: tuple[Step, ...] = ()
    reaction: Reaction | None = None
    worth: Worth | None = None
    pile: int | None = 10

    def __post_init__(self) -> None:
        if self.name in CARDS:
            raise ValueError(f"two cards are called {self.name!r}")
        CARDS[self.name] = self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return named, (self.name,)

    def __repr__(self) -> str:
        return self.name

    @cached_property
    def order(self) -> tuple[int, str]:
        """Options stand by printed cost, then name."""
        return self.cost, self.name

    @cached_property
    def is_action(self) -> bool:
        return "Action" in self.types.split()

    @cached_property
    def is_treasure(self) -> bool:
        return "Treasure" in self.types.split()

    @cached_property
    def is_victory(self) -> bool:
        return "Victory" in self.types.split()

    @cached_property
    def is_attack(self) -> bool:
        return "Attack" in self.types.split()

    @cached_property
    def coins(self) -> int | None:
        """What a treasure gives that does nothing else; None where there is more to do."""
        if len(self.play) == 1 and self.play[0].verb.name == "plus_coins":
            return int(self.play[0].args[0])
        return None

    @property
    def text(self) -> str:
        """What the card does, in English, rendered from its steps."""
        return self.text_in("en")

    def text_in(self, language: str) -> str:
        """The card's text in "en" or "de", one sentence a step."""
        lines = [
            f"{opening[language]} {step.text(language)}".strip()
            for field, opening in FIELD_TEXTS.items()
            for step in getattr(self, field)
        ]
        if self.worth:
            lines.append(self.worth.text(language))
        if self.reaction:
            lines.append(self.reaction.text(language))
        return "\n".join(lines)

    def types_in(self, language: str) -> str:
        """The types as printed: "Action - Attack", "Aktion - Angriff"."""
        words = self.types.split()
        return " - ".join(words if language == "en" else [GERMAN_TYPES[word] for word in words])


def named(name: str) -> Card:
    """The card of that English name; BadConfig names one that does not exist."""
    try:
        return CARDS[name]
    except (KeyError, TypeError):
        raise BadConfig(f"unknown card {name!r}") from None


def of_expansion(expansion: str) -> list[Card]:
    """The cards of one expansion, by cost, then name."""
    return sorted((c for c in CARDS.values() if c.expansion == expansion), key=by_order)


def names(cards: Iterable[Card]) -> list[str]:
    """The cards' names, in the same order."""
    return [card.name for card in cards]


def uses(card: Card, verb: Verb[...]) -> bool:
    """Whether a verb stands among what the card does while it is in play."""
    return any(step.verb is verb for step in card.while_in_play)

"""A card: a name, a cost, its types, and tuples of steps named for what triggers them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property, reduce
from itertools import takewhile
from operator import attrgetter, or_
from typing import NamedTuple

from engine.dominion.scoring import Worth
from engine.dominion.steps import WORDS, Step, Trait, steps_in
from engine.game import BadConfig
from engine.messages import gettext_noop as _

CARDS: dict[str, Card] = {}
by_order = attrgetter("order")  # the sort key of options: printed cost, then name
# Each is a module of `cards`; the Prizes are in that of Cornucopia.
EXPANSIONS = (
    "basic", "base", "prosperity", "hinterlands", "intrigue", "seaside", "alchemy", "cornucopia",
    "prizes", "guilds", "promo",
)  # fmt: skip
NOT_WITH = {
    "en": "You cannot buy this while you have a {} in play.",
    "de": "Du kannst diese Karte nicht kaufen, solange bei dir {} ausliegt.",
}
GERMAN_TYPES = {
    "Action": "Aktion",
    "Attack": "Angriff",
    "Curse": "Fluch",
    "Duration": "Dauer",
    "Prize": "Preis",
    "Reaction": "Reaktion",
    "Treasure": "Geld",
    "Victory": "Punkte",
}


class Which(NamedTuple):
    """The cards that a sentence speaks of; empty: any card."""

    kind: str = ""  # of this type
    no: str = ""  # not of this type
    name: str = ""
    most: int | None = None  # costing at most so much

    def fits(self, card: Card, cost: int) -> bool:
        if self.name and card.name != self.name:
            return False
        if self.most is not None and (cost > self.most or card.potion):
            return False
        return self.kind in card.types and not (self.no and self.no in card.types)

    def text(self, language: str) -> str:
        if self.name:
            card = CARDS[self.name]
            return f"a {card.name}" if language == "en" else f"die Karte {card.german}"
        kind, other = WORDS["kind"][self.kind][language], WORDS["kind"][self.no][language]
        if language == "en":
            limit = "" if self.most is None else f" costing up to {self.most}"
            return f"{kind}{limit} that is not {other}" if self.no else kind + limit
        clauses = [] if self.most is None else [f"höchstens {self.most} kostet"]
        clauses += [f"k{other} ist"] if self.no else []
        return f"{kind}, die {' und '.join(clauses)}," if clauses else kind


class Response(NamedTuple):
    """A step done at a `trigger`, for cards that `only` fits.

    A `reaction` is shown from the hand, with `again` more than once an occasion; responses in
    `while_in_play` and `while_in_supply` happen by themselves.
    """

    trigger: str
    step: Step
    only: Which = Which()
    again: bool = False

    def text(self, language: str, *, revealed: bool = False) -> str:
        """Return the whole sentence; `revealed`: as the text of a Reaction."""
        occasion = (REACTIONS if revealed else RESPONSES)[self.trigger][language]
        which = self.only.text(language)
        return f"{occasion.format(which=which)} {self.step.text(language)}".strip()


class Return(NamedTuple):
    """When a card is discarded from play it, or one of type `other`, may go onto the deck."""

    unless_bought: str = ""  # only if no card of this type was bought in the turn
    along: str = ""  # only while a card of this name lies in play as well
    other: str = ""

    def text(self, language: str) -> str:
        condition = ""
        if self.unless_bought:
            kind = WORDS["kind"][self.unless_bought][language]
            condition = RETURN_UNLESS[language].format(kind)
        if self.along:
            condition = RETURN_ALONG[language].format(WORDS["indefinite"][self.along][language])
        kind = WORDS["kind"][self.other][language]
        card = RETURN_OTHER[language].format(kind) if self.other else RETURN_THIS[language]
        return RETURNS[language].format(condition=condition, card=card)


RETURNS = {
    "en": "When you discard this from play{condition}: you may put {card} onto your deck.",
    "de": (
        "Legst du diese Karte aus dem Spiel ab{condition}: du darfst {card} auf deinen"
        " Nachziehstapel legen."
    ),
}
RETURN_UNLESS = {
    "en": " and have not bought {} this turn",
    "de": " und hast in diesem Zug k{} gekauft",
}
RETURN_ALONG = {"en": " and have {} in play", "de": " und hast 1 {} ausliegen"}
RETURN_THIS = {"en": "this", "de": "sie"}
RETURN_OTHER = {"en": "{} that you have in play", "de": "{}, die bei dir ausliegt,"}


REACTIONS = {
    "attack": {
        "en": "When another player plays an Attack card, you may reveal this from your hand:",
        "de": "Spielt ein Mitspieler einen Angriff aus, darfst du diese Karte aus der Hand zeigen:",
    },
    "would_gain": {
        "en": "When you would gain a card, you may reveal this from your hand:",
        "de": "Würdest du eine Karte nehmen, darfst du diese Karte aus der Hand zeigen:",
    },
    "gain": {
        "en": "When you gain {which}, you may reveal this from your hand:",
        "de": "Nimmst du {which}, darfst du diese Karte aus der Hand zeigen:",
    },
    "other_gains": {
        "en": "When another player gains {which}, you may trash this from your hand:",
        "de": "Nimmt ein Mitspieler {which}, darfst du diese Karte aus der Hand entsorgen:",
    },
    "discard": {
        "en": "When you discard this other than in Clean-up, you may reveal it:",
        "de": "Legst du diese Karte außerhalb der Aufräumphase ab, darfst du sie zeigen:",
    },
}
RESPONSES = {
    "gain": {"en": "When you gain {which}:", "de": "Wenn du {which} nimmst:"},
    "buy": {"en": "When you buy {which}:", "de": "Wenn du {which} kaufst:"},
    "leave_supply": {
        "en": "When {which} is the first of its pile to be gained:",
        "de": "Wenn {which} als erste ihres Stapels genommen wird:",
    },
    "start": {"en": "Each player begins with:", "de": "Jeder Spieler beginnt mit:"},
}
FIELD_TEXTS = {
    "play": {"en": "", "de": ""},
    "while_in_play": {"en": "While this is in play:", "de": "Solange diese Karte ausliegt:"},
    "while_in_supply": {"en": "In games with this card:", "de": "In Spielen mit dieser Karte:"},
    "when_bought": {"en": "When you buy this:", "de": "Wenn du diese Karte kaufst:"},
    "when_overpaid": {
        "en": "When you buy this, you may pay more for it:",
        "de": "Wenn du diese Karte kaufst, darfst du mehr dafür bezahlen:",
    },
    "when_gained": {"en": "When you gain this:", "de": "Wenn du diese Karte nimmst:"},
}


@dataclass(frozen=True, eq=False)
class Card:
    """One kind of card, one object a name.

    `pile` is the number of copies (None: as many as Victory cards have), `discount` a rule for the
    own cost in coins, `potion` the Potions in its price; with a `not_with` card in play it may not
    be bought. `many` is what was overpaid.
    """

    name: str
    german: str
    cost: int
    types: str
    expansion: str
    play: tuple[Step, ...] = ()
    when_bought: tuple[Step, ...] = ()
    when_overpaid: tuple[Step, ...] = ()
    when_gained: tuple[Step, ...] = ()
    while_in_play: tuple[Step | Response, ...] = ()
    while_in_supply: tuple[Response, ...] = ()
    reaction: Response | None = None
    when_discarded: Return | None = None
    discount: Step | None = None
    not_with: str = ""
    worth: Worth | None = None
    potion: int = 0
    pile: int | None = 10
    # They follow from the others; plain attributes are read faster than properties.
    order: str = field(init=False)  # the sort key of options; texts are compared faster than pairs
    is_action: bool = field(init=False)
    is_treasure: bool = field(init=False)
    is_attack: bool = field(init=False)
    coins: int | None = field(init=False)  # of a treasure that does nothing else

    def __post_init__(self) -> None:
        types = self.types.split()
        only = self.play[0] if len(self.play) == 1 else None
        vars(self).update(
            order=f"{self.cost:02} {self.name}",
            is_action="Action" in types,
            is_treasure="Treasure" in types,
            is_attack="Attack" in types,
            coins=int(only.args[0]) if only and only.has(Trait.COINS) else None,
        )
        if self.name in CARDS:
            raise ValueError(f"two cards are called {self.name!r}")
        CARDS[self.name] = self
        WORDS["card"][self.name] = {"en": self.name, "de": self.german}
        article = "an" if self.name[0] in "AEIO" else "a"
        WORDS["indefinite"][self.name] = {"en": f"{article} {self.name}", "de": self.german}

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card_named, (self.name,)

    def __repr__(self) -> str:
        return self.name

    @cached_property
    def is_victory(self) -> bool:
        return "Victory" in self.types.split()

    @cached_property
    def is_prize(self) -> bool:
        return "Prize" in self.types.split()

    @cached_property
    def is_duration(self) -> bool:
        return "Duration" in self.types.split()

    @cached_property
    def at_once(self) -> tuple[Step, ...]:
        """The first steps of playing it that neither ask nor trigger anything."""
        return tuple(takewhile(lambda step: step.has(Trait.AT_ONCE), self.play))

    @cached_property
    def afterwards(self) -> tuple[Step, ...]:
        return self.play[len(self.at_once) :]

    @cached_property
    def reductions(self) -> tuple[tuple[int, str], ...]:
        """(amount, type): how much less cards cost while it is in play."""
        steps = (part.step if isinstance(part, Response) else part for part in self.while_in_play)
        return tuple([step.args for step in steps if step.has(Trait.LOWERS_COSTS)])

    @cached_property
    def delayed(self) -> tuple[Step, ...]:
        """Steps delayed until Clean-up."""
        return tuple([step.args[0] for step in self.play if step.has(Trait.DELAYS)])

    @cached_property
    def later(self) -> tuple[Step, ...]:
        """Steps delayed until the next turn starts."""
        return tuple(
            [late for step in self._steps if step.has(Trait.LATER) for late in step.args[0]]
        )

    @cached_property
    def forbids(self) -> bool:
        return any(step.has(Trait.FORBIDS) for step in self.play)

    @cached_property
    def traits(self) -> Trait:
        """The traits of all its steps, of those in other steps too."""
        return reduce(or_, [step.verb.traits for step in self._steps], Trait.NONE)

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        parts = tuple([getattr(self, field.name) for field in fields(self)])
        return tuple(steps_in(parts))

    @property
    def text(self) -> str:
        """The card's text in English."""
        return self.text_in("en")

    def text_in(self, language: str) -> str:
        """Return the card's text in "en" or "de", one sentence a line."""
        lines = [
            f"{opening[language]} {part.text(language)}".strip()
            for field, opening in FIELD_TEXTS.items()
            for part in getattr(self, field)
        ]
        if self.discount:
            lines.append(self.discount.text(language))
        if self.not_with:
            lines.append(NOT_WITH[language].format(CARDS[self.not_with].name_in(language)))
        if self.when_discarded:
            lines.append(self.when_discarded.text(language))
        if self.worth:
            lines.append(self.worth.text(language))
        if self.reaction:
            lines.append(self.reaction.text(language, revealed=True))
        return "\n".join([line[:1].upper() + line[1:] for line in lines])

    def name_in(self, language: str) -> str:
        return self.name if language == "en" else self.german

    def types_in(self, language: str) -> str:
        """Return the types as printed: "Action - Attack", "Aktion - Angriff"."""
        words = self.types.split()
        return " - ".join(words if language == "en" else [GERMAN_TYPES[word] for word in words])


def card_named(name: str) -> Card:
    """Return the card of that English name; BadConfig if there is none."""
    try:
        return CARDS[name]
    except (KeyError, TypeError):
        raise BadConfig(_("unknown card %(name)r"), name=name) from None


def of_expansion(expansion: str) -> list[Card]:
    """Return the cards of one expansion, by cost, then name."""
    return sorted((c for c in CARDS.values() if c.expansion == expansion), key=by_order)


def names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]

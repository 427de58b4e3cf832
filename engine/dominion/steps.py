"""Cards are made of steps, and unfinished work is a stack of them.

Calling a *verb* makes a *step*: the verb and its arguments. The game runs a step in a *frame*: who
does it, because of which card. Both are immutable data, so a half-played card copies, pickles and
travels as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Flag, auto
from functools import lru_cache, partial
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, cast

if TYPE_CHECKING:
    from engine.dominion.card import Card
    from engine.dominion.state import State

P = ParamSpec("P")
VERBS: dict[str, Verb[...]] = {}
OR = {"en": "; or ", "de": "; oder "}
# How sentences name the plain words that steps carry: WORDS[what it is][the word][language].
WORDS: dict[str, dict[str, dict[str, str]]] = {
    "kind": {
        "": {"en": "a card", "de": "eine Karte"},
        "Action": {"en": "an Action card", "de": "eine Aktionskarte"},
        "Treasure": {"en": "a Treasure", "de": "eine Geldkarte"},
        "Victory": {"en": "a Victory card", "de": "eine Punktekarte"},
    },
    "kinds": {
        "": {"en": "cards", "de": "Karten"},
        "Action": {"en": "Action cards", "de": "Aktionskarten"},
        "Treasure": {"en": "Treasures", "de": "Geldkarten"},
        "Victory": {"en": "Victory cards", "de": "Punktekarten"},
        "different": {"en": "differently named cards", "de": "Karten mit verschiedenen Namen"},
    },
    "no": {
        "": {"en": "", "de": ""},
        "Victory": {"en": " that is not a Victory card", "de": " und keine Punktekarte ist"},
    },
    "an action": {  # by how many must be chosen at least
        "0": {
            "en": "You may choose an Action card in your hand.",
            "de": "Du darfst eine Aktionskarte aus deiner Hand wählen.",
        },
        "1": {
            "en": "Choose an Action card in your hand.",
            "de": "Wähle eine Aktionskarte aus deiner Hand.",
        },
    },
    "how many": {"1": {"en": "one", "de": "eins"}, "2": {"en": "two", "de": "zwei"}},
    "more or less": {"1": {"en": "more", "de": "mehr"}, "-1": {"en": "less", "de": "weniger"}},
    "card": {},  # filled by the cards themselves
    "indefinite": {},
    "word": {"Action": {"en": "Action", "de": "Aktion"}},
    "to": {
        "discard": {"en": "", "de": ""},
        "hand": {"en": " to your hand", "de": " auf die Hand"},
        "deck": {"en": " onto your deck", "de": " auf deinen Nachziehstapel"},
    },
    "to of others": {
        "discard": {"en": "", "de": ""},
        "hand": {"en": " to the hand", "de": " auf die Hand"},
        "deck": {"en": " onto the deck", "de": " auf den Nachziehstapel"},
    },
}


def verb_named(name: str) -> Verb[...]:
    return VERBS[name]


class Frame(NamedTuple):
    """The situation in which a step is done, public to all.

    `by` played the card `source` (None: the turn itself), placing number `play`; `it` are the cards
    of the sentence before, `many` their number where they stay hidden.
    """

    seat: int
    by: int
    source: Card | None = None
    play: int = 0
    it: tuple[Any, ...] = ()
    many: int = 0


# What `Frame(...)` does, without a call in Python.
new_frame: Callable[[tuple[Any, ...]], Frame] = partial(tuple.__new__, Frame)


class Step(NamedTuple):
    """A verb and its arguments."""

    verb: Verb[...]
    args: tuple[Any, ...] = ()

    def has(self, trait: Trait) -> bool:
        return trait in self.verb.traits

    def text(self, language: str = "en", *, others: bool = False) -> str:
        """Return the step's sentence; `others`: as said of each other player."""
        return self.verb.sentence(self.args, language, others)


Mode = tuple[Step, ...]  # what is done where it is chosen
MODES: dict[str, Mode] = {}  # by the option that bots are sent


class Trait(Flag):
    """Properties of a verb that the engine reads."""

    NONE = 0
    AT_ONCE = auto()  # it neither asks nor can be responded to
    COINS = auto()  # its argument is coins
    LOWERS_COSTS = auto()  # read in `while_in_play`: amount, type of the cheaper cards
    FORBIDS = auto()  # its card keeps names that cannot be bought in `State.tokens`
    DELAYS = auto()  # its argument is done at Clean-up
    COIN_TOKENS = auto()  # it gives coin tokens
    CLEARS_TABLE = auto()  # cards in play of the type that it names go before they could respond
    LATER = auto()  # its argument is done when the next turn of its seat starts
    SHIELDS = auto()  # Attacks of others do not affect the owner while its card lies in play
    OPEN_MAT = auto()  # its card keeps cards on a mat that all may see
    CLOSED_MAT = auto()  # its card keeps cards on a mat that only the owner may see
    KEEPS = auto()  # at Clean-up, it lets an Action in play go onto the deck
    BY_TOKENS = auto()  # it does nothing for a pile without a token of its card
    REMEMBERS_GAINS = auto()  # it asks for what a seat gained on its last turn
    OWN_TOKENS = auto()  # its card gives tokens of its own to a seat
    PRIZES = auto()  # games with its card have Prizes
    MARKET = auto()  # games with its card have a Black Market deck
    GAINS_FROM_PILE = auto()  # for games with its card: nothing happens if that has no pile
    BANE = auto()  # games with its card have a Bane
    POSSESSES = auto()  # it makes a seat decide for another in an extra turn
    POTIONS = auto()  # it gives Potions, with which cards are paid
    EXTRA_TURNS = auto()  # it makes a seat take an extra turn


def parameters_of(do: Callable[..., None]) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Return a verb's parameters after state and frame, and the defaults of the last of them."""
    code = getattr(do, "__code__", None)
    if code is not None:
        return code.co_varnames[2 : code.co_argcount], do.__defaults__ or ()
    parameters = list(signature(do).parameters.values())[2:]  # a compiled one has no code
    defaults = tuple(
        [parameter.default for parameter in parameters if parameter.default is not parameter.empty]
    )
    return tuple([parameter.name for parameter in parameters]), defaults


class Verb(Generic[P]):
    """A named function over the game; calling it makes a Step."""

    def __init__(
        self,
        do: Callable[Concatenate[State, Frame, P], None],
        texts: dict[str, str],
        traits: Trait = Trait.NONE,
    ) -> None:
        self.name = do.__name__
        self.do = cast("Callable[..., None]", do)
        self.parameters, self.defaults = parameters_of(do)
        self.texts = texts
        self.traits = traits
        self.__doc__ = do.__doc__
        self._plain = Step(self)
        if self.name in VERBS:
            raise ValueError(f"two verbs are called {self.name!r}: verbs are known by their names")
        VERBS[self.name] = self

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Step:
        if not self.parameters:
            return self._plain
        missing = self.parameters[len(args) :]
        if not missing:
            return Step(self, args)
        first_default = len(self.parameters) - len(self.defaults)
        rest = [
            kwargs[name] if name in kwargs else self.defaults[len(args) + index - first_default]
            for index, name in enumerate(missing)
        ]
        return Step(self, (*args, *rest))

    def __reduce__(self) -> tuple[Callable[[str], Verb[...]], tuple[str]]:
        return verb_named, (self.name,)

    def __repr__(self) -> str:
        return self.name

    def sentence(self, args: tuple[Any, ...], language: str, others: bool) -> str:
        template = self.texts.get(f"{language}_others", "") if others else ""
        words = {
            name: _Word(arg, language) for name, arg in zip(self.parameters, args, strict=True)
        }
        return (template or self.texts.get(language, "")).format(**words).strip()


@lru_cache(maxsize=1024)
def phrase(steps: tuple[Step, ...], language: str = "en") -> str:
    """Several steps in few words: "+2 Cards, +1 Action"."""
    texts = [step.text(language).rstrip(".") for step in steps]
    return ", ".join([text[:1].lower() + text[1:] for text in texts])


def steps_in(value: Any) -> Iterator[Step]:
    """Return all steps in tuples, in arguments of other steps too."""
    if isinstance(value, Step):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from steps_in(part)


def mode(*steps: Step) -> Mode:
    """Register steps that may be chosen, so that `MODES` can translate them."""
    MODES[phrase(steps)] = steps
    return steps


class PlainVerb(Verb[[]]):
    """A verb without parameters: it always makes the same step."""

    def __init__(
        self, do: Callable[[State, Frame], None], texts: dict[str, str], traits: Trait
    ) -> None:
        super().__init__(do, texts, traits)
        self.step = Step(self)

    def __call__(self) -> Step:
        return self.step


class _Word:
    def __init__(self, value: Any, language: str) -> None:
        self.value = value
        self.language = language

    def __format__(self, form: str) -> str:
        if isinstance(self.value, Step):
            return self.value.text(self.language, others=form == "others")
        if form == "or":
            return OR[self.language].join([phrase(mode, self.language) for mode in self.value])
        if isinstance(self.value, tuple):
            return phrase(self.value, self.language)
        if "|" in form and isinstance(self.value, int):
            single, several = form.split("|")
            return f"{self.value} {single if self.value == 1 else several}"
        if form:
            return WORDS[form][str(self.value)][self.language]
        return "" if self.value is None else str(self.value)


def verb(
    english: str = "",
    german: str = "",
    *,
    english_others: str = "",
    german_others: str = "",
    traits: Trait = Trait.NONE,
) -> Callable[[Callable[Concatenate[State, Frame, P], None]], Verb[P]]:
    """Make a verb of a function; without a sentence it is machinery."""
    texts = {
        "en": english,
        "de": german,
        "en_others": english_others,
        "de_others": german_others,
    }

    def make(do: Callable[Concatenate[State, Frame, P], None]) -> Verb[P]:
        if parameters_of(do)[0]:
            return Verb(do, texts, traits)
        plain = PlainVerb(cast("Callable[[State, Frame], None]", do), texts, traits)
        return cast("Verb[P]", plain)

    return make

"""What Kingdomino's things are called, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.kingdomino import words
from engine.kingdomino.setup import DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL, VARIANTS
from website.cards.faces import reader

Words = str | Promise


class Variant(NamedTuple):
    """A variant by the name that a configuration takes, its title, and its rule in a line."""

    key: str
    title: Words
    rule: Words


WORDS: Mapping[str, tuple[Words, Words]] = {
    DYNASTY: (_("Dynasty"), _("Three games in a row; their points are added.")),
    HARMONY: (_("Harmony"), _("5 points for a kingdom without empty squares.")),
    MIDDLE_KINGDOM: (
        _("Middle Kingdom"),
        _("10 points for a castle in the middle of its kingdom."),
    ),
    MIGHTY_DUEL: (
        _("The Mighty Duel"),
        _("For two seats, with all 48 dominoes and kingdoms of 7 by 7 squares."),
    ),
}


def variants(chosen: Sequence[str] = VARIANTS) -> list[Variant]:
    """These variants, in the order of the rulebook; one that is not known has no words."""
    return [Variant(key, *WORDS[key]) for key in VARIANTS if key in chosen]


def half(terrain: str, crowns: int) -> str:
    """ "wheat", "wheat with 1 crown", "mine with 2 crowns"."""
    return words.half(terrain, crowns, reader())


def land(terrain: str) -> str:
    """A terrain."""
    return words.half(terrain, 0, reader())

"""Kingdomino's variants in words."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from engine.kingdomino.setup import DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL, VARIANTS
from website.games.sentences import Text


class Variant(NamedTuple):
    """A variant: its name in a configuration, title and rule."""

    key: str
    title: Text
    rule: Text


WORDS: Mapping[str, tuple[Text, Text]] = {
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
    """Return the known ones of these, in the rulebook's order."""
    return [Variant(key, *WORDS[key]) for key in VARIANTS if key in chosen]

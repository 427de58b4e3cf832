"""Kingdomino's texts and its variants. SENTENCES have {placeholders}; PLURALS depend on {n}."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from engine.kingdomino import words
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.setup import DYNASTY, HARMONY, MIDDLE_KINGDOM, MIGHTY_DUEL, VARIANTS
from website.games.contract import Forms, Text
from website.site.language import reader_language

SENTENCES: Mapping[str, Text] = {
    "round_n": _("Round {n}"),
    "dynasty_game_n": _("Game {n}"),
    "draft": _("First draft"),
    "row": _("This row"),
    "next_row": _("Next row"),
    "bag": _("{n} in the bag"),
    "domino": _("Domino {n}"),
    "king_of": _("king of {name}"),
    "kingdom_of": _("The kingdom of {name}"),
    "area": _("{land}: {squares} squares, {crowns} crowns, {points} points"),
    "bonus": _("{title} +{n}"),
    "harmony": _("Harmony"),
    "middle_kingdom": _("Middle Kingdom"),
    "earlier_games": _("Earlier games"),
    "text_round": _("Round {n}, {name}"),
    "castle_alone": _("only the castle"),
    "put_away": _("Discard it"),
    "place": _("{left} at {x}, {y}; {right} {beside}"),
    "beside 1,0": _("to its right"),
    "beside -1,0": _("to its left"),
    "beside 0,1": _("above it"),
    "beside 0,-1": _("below it"),
}
PLACES: Mapping[str, Text] = {  # of a domino in its row
    "1": _("the lowest of the row"),
    "2": _("the second of the row"),
    "3": _("the third of the row"),
    "4": _("the fourth of the row"),
}
PLURALS: Mapping[str, Forms] = {
    "land_crowns": (_("{land} with {n} crown"), _("{land} with {n} crowns")),
}
PROMPTS: Mapping[str, Text] = {
    "place": _("Place your domino"),
    "pick": _("Pick a domino for the next round"),
}


def half(terrain: str, crowns: int) -> str:
    """ "wheat", "wheat with 1 crown", "mine with 2 crowns"."""
    return words.half(terrain, crowns, reader_language())


def land(terrain: str) -> str:
    return half(terrain, 0)


def halves(number: int) -> tuple[str, str]:
    """Return both halves of a domino in words."""
    left, right = DOMINOES[number].halves
    return half(str(left[0]), int(left[1])), half(str(right[0]), int(right[1]))


def domino(number: int) -> str:
    """ "13: wheat · forest with 1 crown"."""
    return f"{number}: " + " · ".join(halves(number))


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

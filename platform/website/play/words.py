"""What is asked of a person, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.dominion.card import CARDS
from engine.dominion.words import options
from engine.game import Decision
from engine.kingdomino.dominoes import DOMINOES
from website.cards.faces import reader
from website.dominoes.words import half

Words = str | Promise
DIRECTIONS: Mapping[tuple[int, int], Words] = {
    (1, 0): _("to its right"),
    (-1, 0): _("to its left"),
    (0, 1): _("above it"),
    (0, -1): _("below it"),
}
PROMPTS: Mapping[str, Words] = {
    "play_action": _("Play an Action?"),
    "play_treasures": _("Play treasures?"),
    "buy": _("Buy a card?"),
    "discard": _("Discard cards"),
    "trash": _("Trash cards"),
    "gain": _("Gain a card"),
    "put_back": _("Put cards back onto the deck"),
    "reveal": _("Reveal cards"),
    "set_aside": _("Set this card aside?"),
    "take": _("Take cards into your hand"),
    "order": _("In which order do they go back? The first ends on top."),
    "react": _("Reveal a Reaction?"),
    "choose": _("Choose"),
    "confirm": _("Yes or no?"),
    "name": _("Name a card"),
    "place": _("Place your domino"),
    "pick": _("Pick a domino for the next round"),
}
NONE: Mapping[str, Words] = {
    "play_action": _("No Action, go to the Buy phase"),
    "play_treasures": _("Play none"),
    "buy": _("Buy nothing"),
    "discard": _("Discard nothing"),
    "trash": _("Trash nothing"),
    "react": _("Reveal none"),
    "set_aside": _("Keep it"),
}


def card(name: str) -> str:
    """A card as readers know it; what is none as it is."""
    return CARDS[name].name_in(reader()) if name in CARDS else name


def prompt(decision: Decision) -> str:
    """What is asked, and by which card."""
    words = str(PROMPTS.get(decision.kind, decision.kind))
    return f"{card(decision.source)}: {words}" if decision.source else words


def about(decision: Decision) -> str:
    """The cards that it is about; empty where there are none."""
    about = decision.about
    if about is None:
        return ""
    return ", ".join(card(name) for name in ([about] if isinstance(about, str) else about))


def amount(decision: Decision) -> str:
    """How many are to be picked."""
    least, most = decision.least, decision.most
    if least == most:
        words = ngettext("Pick %(most)d.", "Pick %(most)d of them.", most)
    elif least:
        words = gettext("Pick %(least)d to %(most)d of them.")
    else:
        words = ngettext("Pick %(most)d or none.", "Pick up to %(most)d, or none.", most)
    return words % {"least": least, "most": most}


def none(decision: Decision) -> str:
    """What it is called to pick nothing."""
    return str(NONE.get(decision.kind, gettext("None")))


def option(decision: Decision, value: Any, view: Mapping[str, Any]) -> str:
    """One of the options."""
    if decision.kind == "pick":
        return domino(value)
    if decision.kind == "place":
        return place(value, view["seats"][decision.seat]["domino"])
    return options(reader()).get(value) or card(str(value))


def domino(number: int) -> str:
    """ "13: wheat · forest with 1 crown"."""
    left, right = _halves(number)
    return f"{number}: {left} · {right}"


def _halves(number: int) -> tuple[str, str]:
    left, right = DOMINOES[number].halves
    return half(str(left[0]), int(left[1])), half(str(right[0]), int(right[1]))


def place(where: Sequence[int] | None, number: int) -> str:
    """Where the two halves of a domino go, seen from the castle; None puts it away."""
    if where is None:
        return gettext("Discard it")
    x, y, *step = where
    left, right = _halves(number)
    words = gettext("%(left)s at %(x)d, %(y)d; %(right)s %(beside)s")
    beside = DIRECTIONS[step[0], step[1]]
    return words % {"left": left, "x": x, "y": y, "right": right, "beside": beside}

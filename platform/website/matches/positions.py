"""Positions in words: labels and texts, line by line. static/js/replay/text.js says the same."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.dominion.card import CARDS
from website.cards.faces import reader
from website.dominoes.words import land
from website.matches.words import DOMINION

Position = dict[str, Any]


class Row(NamedTuple):
    """One line of a position."""

    label: str
    text: str


def described(
    game: str, position: Position, names: Sequence[str], scores: Sequence[int] | None = None
) -> list[Row]:
    """A position of that game, or one seat's view of it; a game without words of its own has none.

    `scores` by seat are shown where they are known.
    """
    describe = DESCRIBED.get(game)
    return list(describe(position, names, scores or [None] * len(names))) if describe else []


def _dominion(
    position: Position, names: Sequence[str], scores: Sequence[int | None]
) -> Iterator[Row]:
    turn = _("Turn %(n)d: %(name)s") % {
        "n": position["turn"],
        "name": names[position["current"]],
    }
    phase = DOMINION[f"phase {position['phase']}"]
    counters = _("Actions %(actions)d, Buys %(buys)d, Coins %(coins)d") % position
    yield Row(turn, f"{phase}. {counters}")
    piles = (f"{left} {_card(name)}" for name, left in position["supply"].items())
    yield Row(_("Supply"), ", ".join(piles))
    yield Row(_("Trash"), _cards(position["trash"]))
    for name, on in position["tokens"].items():
        yield Row(_("On %(card)s") % {"card": _card(name)}, _cards(on))
    for name, seat, score in zip(names, position["seats"], scores, strict=True):
        words = _("turns %(turns)d") if score is None else _("points %(score)d, turns %(turns)d")
        yield Row(name, words % {"score": score, **seat})
        hidden = [None] * seat["hand_size"]
        yield Row(_("Hand"), _cards(hidden if seat["hand"] is None else seat["hand"]))
        yield Row(_("In play"), _cards(seat["in_play"]))
        if seat["set_aside"]:
            yield Row(_("Set aside"), _cards(seat["set_aside"]))
        top = seat["discard_top"]
        words = _("deck %(deck)d, discard %(discard)d") % {
            "deck": seat["deck_size"],
            "discard": seat["discard_size"],
        }
        yield Row(_("Piles"), words + (f" ({_card(top)})" if top else ""))


def _kingdomino(
    position: Position, names: Sequence[str], _scores: Sequence[int | None]
) -> Iterator[Row]:
    turn = _("Round %(n)d, %(name)s") % {
        "n": position["round"],
        "name": names[position["current"]],
    }
    yield Row(turn, _("%(n)d in the bag") % {"n": position["bag_size"]})
    yield Row(_("This row"), _row(position["row"], names))
    yield Row(_("Next row"), _row(position["next_row"], names))
    for name, seat in zip(names, position["seats"], strict=True):
        tiles = (
            f"{x},{y} {land(terrain)}{'+' * crowns}" for x, y, terrain, crowns in seat["tiles"]
        )
        points = _("points %(score)d") % seat
        yield Row(name, f"{points}. {'; '.join(tiles) or _('only the castle')}")


def _row(row: Iterable[dict[str, Any]], names: Sequence[str]) -> str:
    return "; ".join(_domino(one, names) for one in row) or _("nothing")


def _domino(one: dict[str, Any], names: Sequence[str]) -> str:
    halves = ", ".join(f"{land(terrain)}{'+' * crowns}" for terrain, crowns in one["halves"])
    king = "" if one["king"] is None else f" ({names[one['king']]})"
    return f"{one['number']} {halves}{king}"


def _cards(names: Iterable[str | None]) -> str:
    counted = Counter(names).items()
    return ", ".join(f"{n} {_card(name)}" if n > 1 else _card(name) for name, n in counted) or _(
        "nothing"
    )


def _card(name: str | None) -> str:
    """A card as readers know it; None is one that whoever looks has not seen."""
    if name is None:
        return _("hidden")
    card = CARDS.get(name)
    return card.name_in(reader()) if card else name


DESCRIBED = {"dominion": _dominion, "kingdomino": _kingdomino}

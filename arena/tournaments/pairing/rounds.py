"""What all formats share: rounds, lots, the snake, and the word for what cannot be."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arena.tournaments.standings.results import Entrant
from engine import chance
from engine.sentences import Told
from engine.sentences import gettext_noop as _


class CannotPair(Told, ValueError):
    """The tournament cannot be paired so; the message tells the organiser why and what to do."""


class Round(NamedTuple):
    """One round, numbered from 1.

    `tables`: who meets, each in the order of the seats, the highest table first. `byes`: who has no
    opponent.
    """

    number: int
    tables: tuple[tuple[Entrant, ...], ...]
    byes: tuple[Entrant, ...] = ()


def field(
    entrants: Sequence[Entrant], withdrawn: Collection[Entrant] = (), *, least: int = 2
) -> list[Entrant]:
    """Those who are still in. Raises CannotPair where one is in twice or too few are left."""
    if len(set(entrants)) != len(entrants):
        raise CannotPair(_("An entrant is in the list twice. Take out the double."))
    active = [entrant for entrant in entrants if entrant not in withdrawn]
    if len(active) < least:
        raise CannotPair(
            _("%(here)d of %(least)d entrants that are needed at least are there. Admit more."),
            here=len(active),
            least=least,
        )
    return active


def drawn(entrants: Sequence[Entrant], seed: int, *purpose: int | str) -> list[Entrant]:
    """The entrants in an order drawn by lot."""
    order = list(entrants)
    chance.shuffle(order, seed, "lots", *purpose)
    return order


def snake(entrants: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """Deal the entrants, best first, to groups of these sizes: there and back again.

    The groups come out as strong as each other. `sizes` must hold them all.
    """
    groups: list[list[Entrant]] = [[] for _size in sizes]
    waiting = list(reversed(entrants))
    while waiting:
        for group, size in zip(groups, sizes, strict=True):
            if waiting and len(group) < size:
                group.append(waiting.pop())
        groups, sizes = groups[::-1], sizes[::-1]
    return sorted(groups, key=lambda group: entrants.index(group[0]))

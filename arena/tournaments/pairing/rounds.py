from collections.abc import Collection, Sequence
from typing import NamedTuple

from arena.tournaments.standings.results import Entrant
from engine import chance
from engine.messages import UserError
from engine.messages import gettext_noop as _


class CannotPair(UserError, ValueError):
    """Impossible; the message tells organisers what to do."""


class Round(NamedTuple):
    """Numbered from 1; `tables` in seat order, highest first."""

    number: int
    tables: tuple[tuple[Entrant, ...], ...]
    byes: tuple[Entrant, ...] = ()


def field(
    entrants: Sequence[Entrant], withdrawn: Collection[Entrant] = (), *, least: int = 2
) -> list[Entrant]:
    """Return those still in. Raises CannotPair for duplicates or too few."""
    if len(set(entrants)) != len(entrants):
        raise CannotPair(_("An entrant is listed twice. Remove one of the two."))
    active = [entrant for entrant in entrants if entrant not in withdrawn]
    if len(active) < least:
        raise CannotPair(
            _("At least %(least)d entrants are needed. Present: %(here)d. Admit more."),
            here=len(active),
            least=least,
        )
    return active


def by_lot(entrants: Sequence[Entrant], seed: int, *purpose: int | str) -> list[Entrant]:
    order = list(entrants)
    chance.shuffle(order, seed, "lots", *purpose)
    return order


def snake(entrants: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """Deal back and forth to even groups of these sizes."""
    groups: list[list[Entrant]] = [[] for _size in sizes]
    waiting = list(reversed(entrants))
    while waiting:
        for group, size in zip(groups, sizes, strict=True):
            if waiting and len(group) < size:
                group.append(waiting.pop())
        groups, sizes = groups[::-1], sizes[::-1]
    return sorted(groups, key=lambda group: entrants.index(group[0]))

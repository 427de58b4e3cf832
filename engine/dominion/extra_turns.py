"""Extra turns, and whose turn comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.dominion.state import State

HAND_SIZE = 5


class TurnOrder(NamedTuple):
    """The order of turns where some are extra."""

    extra: str = ""  # the card that brought this turn; none: it is an ordinary one
    ordinary: int = -1  # the seat of the last ordinary turn
    before: int = -1  # the seat of the turn before this one
    # extra turns after this one: seat, card, who decides in it
    coming: tuple[tuple[int, str, int | None], ...] = ()
    in_a_row: int = 0  # extra turns since the last ordinary one, this one included
    hand_size: int = HAND_SIZE  # cards to be drawn when this turn ends
    possessor: int | None = None  # the seat that decides for the one whose turn it is


ORDINARY = TurnOrder()


def announce(state: State, seat: int, card: str) -> bool:
    """Let the seat take an extra turn after this one, unless it would be its third in a row."""
    order = state.turn_order
    if order.before == seat or (seat, card, None) in order.coming:
        return False
    state.turn_order = order._replace(coming=((seat, card, None), *order.coming))
    return True


def announce_possessed(state: State, seat: int, card: str, possessor: int) -> None:
    """Let the seat take an extra turn after all others, in which the possessor decides."""
    order = state.turn_order
    state.turn_order = order._replace(coming=(*order.coming, (seat, card, possessor)))


def pass_on(state: State, seat: int) -> int:
    """End the turn of `seat`, which may be an extra one; return whose turn is next."""
    order, seats = state.turn_order, state.table.seats
    if not order.extra:
        state.players[seat].turns += 1
    ordinary = order.ordinary if order.extra else seat
    if order.coming:
        (following, card, possessor), *rest = order.coming
        state.turn_order = TurnOrder(
            card, ordinary, seat, tuple(rest), order.in_a_row + 1, possessor=possessor
        )
    else:
        following = (ordinary + 1) % seats
        state.turn_order = TurnOrder(before=seat)
    return following

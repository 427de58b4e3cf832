"""Cards that stay in play until their later half is done, and what multiplied them."""

from __future__ import annotations

from operator import itemgetter

from engine.dominion.card import Card
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, verb


@verb(
    "At the start of your next turn: {steps}.",
    "Zu Beginn deines nächsten Zuges: {steps}.",
    traits=Trait.AT_ONCE | Trait.LATER,
)
def at_next_turn(state: State, at: Frame, steps: tuple[Step, ...]) -> None:
    player, later = state.players[at.seat], at._replace(it=(), many=0)
    player.next_turn = (*player.next_turn, *[(step, later) for step in steps])
    if at.source:
        state.write("next_turn", at.seat, (at.source,), placing=at.play)


def next_turn(*steps: Step) -> Step:
    """Delay these steps until the next turn starts; the card stays in play until then."""
    return at_next_turn(steps)


def due_cards(state: State, seat: int) -> list[Card]:
    """Return the cards in play whose later half is still due."""
    return list(_placings_due(state, seat).values())


def _placings_due(state: State, seat: int) -> dict[int, Card]:
    entries = state.players[seat].next_turn
    return {
        frame.play: frame.source
        for _, frame in entries
        if frame.source and frame.source.is_duration
    }


def staying(state: State, seat: int) -> list[Card]:
    """Return the cards that stay in play at the end of this turn.

    A card that played another several times stays with it; where the other did the same in turn,
    only if that stays because of two cards or more.
    """
    stay = _placings_due(state, seat)
    kept: dict[int, int] = {}  # for each card that multiplied: how many of its cards stay
    for play, card in sorted(
        {link[:2] for link in state.multiplied}, key=itemgetter(0), reverse=True
    ):
        others = [placing for first, _, placing in state.multiplied if first == play]
        staying_ones = [placing for placing in others if placing in stay]
        kept[play] = len(staying_ones)
        if any(kept.get(placing, 2) >= 2 for placing in staying_ones):
            stay[play] = card
    return list(stay.values())

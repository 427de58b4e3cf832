"""Turns in which another seat decides: the possessor sees what the possessed seat sees."""

from __future__ import annotations

from engine.dominion.extra_turns import announce_possessed
from engine.dominion.moves.mats import leave_mat
from engine.dominion.player import ALL
from engine.dominion.state import State
from engine.dominion.steps import Frame, Trait, verb


@verb(
    "The player to your left takes an extra turn after this one. In it you see what they see and"
    " decide for them; cards that they would gain you gain instead; their cards that are trashed"
    " are set aside and go to their discard pile at the end of the turn.",
    "Dein linker Nachbar hat nach diesem Zug einen Extrazug. Darin siehst du, was er sieht, und"
    " entscheidest für ihn; Karten, die er nehmen würde, nimmst du; seine entsorgten Karten werden"
    " beiseite gelegt und kommen am Ende des Zuges auf seinen Ablagestapel.",
    traits=Trait.EXTRA_TURNS | Trait.POSSESSES | Trait.OPEN_MAT,
)
def possess_neighbour(state: State, at: Frame) -> None:
    if at.source:
        announce_possessed(state, state.others(at.seat)[0], at.source.name, at.seat)


def open_to_possessor(state: State) -> None:
    """Show the possessor the hand and the mats of the seat whose turn begins."""
    player, mask = state.players[state.current], state.eyes(state.current)
    player.hand_open_to |= 1 << (state.turn_order.possessor or 0)
    player.mats = tuple([(mat, card, who | mask) for mat, card, who in player.mats])


def return_trashed(state: State, seat: int) -> None:
    """Put what was trashed in this turn into the discard pile of its owner."""
    player, mat = state.players[seat], state.turn_order.extra
    cards = player.on_mat(mat)
    if cards:
        leave_mat(player, mat, cards)
        player.discard += cards
        state.write_from("mat", "discard", seat, cards, ALL, about=mat, top=cards[-1].name)

"""The turn: Action phase, Buy phase, Clean-up, and whether the game has ended.

Source: rules/dominion-base.de.txt, "Zugablauf" and "Spielende".
"""

from __future__ import annotations

from engine.dominion import scoring
from engine.dominion.card import by_order
from engine.dominion.extra_turns import ORDINARY, pass_on
from engine.dominion.moves.discarding import returns_from_play
from engine.dominion.moves.durations import staying
from engine.dominion.moves.paying import may_spend_tokens, pay_for
from engine.dominion.moves.possession import open_to_possessor, return_trashed
from engine.dominion.moves.triggers import (
    ask_treasures,
    in_chosen_order,
    in_turn,
    play_from_hand,
    treasures_chosen,
)
from engine.dominion.player import ALL, without
from engine.dominion.state import State
from engine.dominion.steps import Frame, Trait, verb
from engine.game import JsonObject, Outcome


@verb()
def turn(state: State, at: Frame) -> None:
    state.begin_turn(at.seat)
    state.left_play = state.unaffected = state.gained_where = state.multiplied = ()
    state.played_this_turn = []
    player = state.players[at.seat]
    if player.gained:
        player.gained = ()
    if state.log is not None:
        event: JsonObject = {"turn": player.turns + 1}
        if state.turn_order.extra:
            event["extra"] = state.turn_order.extra
        if state.turn_order.possessor is not None:
            event["by"] = state.turn_order.possessor
        state.log.append(("turn", at.seat, (), ALL, event))
    if state.turn_order.possessor is not None:
        open_to_possessor(state)
    phases = PHASES if player.tokens or state.table.tokens else PLAIN_PHASES
    for phase in phases:
        state.stack.append((phase, at))
    if player.next_turn:
        state.stack += reversed(player.next_turn)
        player.next_turn = ()


@verb()
def action_phase(state: State, at: Frame) -> None:
    """Ask which Action to play."""
    if not state.actions:
        return
    playable = [card for card in state.players[at.seat].hand if card.is_action]
    if playable:
        if len(playable) > 1:
            playable = sorted(set(playable), key=by_order)
        state.ask(at, "play_action", playable, PLAY_CHOSEN, least=0)


@verb()
def play_chosen_action(state: State, at: Frame) -> None:
    if at.it:
        state.actions -= 1
        state.push(at, action_phase())
        play_from_hand(state, at.seat, at.it[0])


@verb()
def treasure_phase(state: State, at: Frame) -> None:
    """Ask which treasures to play, in which order."""
    state.phase = "buy"
    ask_treasures(state, at, PLAYED)


@verb()
def buy(state: State, at: Frame) -> None:
    """Ask which card to buy."""
    if state.buys:
        piles, options = state.buyable()
        state.ask(at, "buy", piles, BUY_CHOSEN, options=options, least=0)


@verb()
def buy_chosen(state: State, at: Frame) -> None:
    """Pay for the card, gain it, ask again."""
    if not at.it:
        return
    state.buys -= 1
    if state.buys:
        state.push(at, buy())
    pay_for(state, at, at.it[0])


@verb()
def clean_up(state: State, at: Frame) -> None:
    """Discard hand and table, draw a new hand, end the game or pass the turn on."""
    state.phase = "clean-up"
    waiting = state.at_clean_up
    if state.table.returns:
        waiting = tuple([entry for entry in waiting if not entry[0].has(Trait.KEEPS)])
    if waiting:
        state.at_clean_up = tuple([entry for entry in state.at_clean_up if entry not in waiting])
        effects = [
            (frame.source, in_turn(frame.source, (step,)))
            for step, frame in waiting
            if frame.source
        ]
        state.push(at, in_chosen_order(tuple(effects)), clean_up())
    elif state.table.returns:
        state.push(at, returns_from_play(), end_turn())
    else:
        end_turn.do(state, at)


@verb()
def end_turn(state: State, at: Frame) -> None:
    seat = at.seat
    discard_hand_and_table(state, seat)
    state.draw(seat, state.turn_order.hand_size)
    if state.table.extra_turns:
        return_trashed(state, seat)
        following = pass_on(state, seat)
    else:
        state.players[seat].turns += 1
        following = (seat + 1) % state.table.seats
    reason = ending(state, following)
    if reason:
        finish(state, reason)
    else:
        state.stack.append((TURN, Frame(following, following)))


def discard_hand_and_table(state: State, seat: int) -> None:
    player = state.players[seat]
    stays = staying(state, seat) if state.table.durations else []
    if player.hand:
        state.discard_hand(seat, covered=len(player.in_play) > len(stays))
    if player.in_play:
        gone = without(player.in_play, stays) if stays else player.in_play
        if state.log is not None:
            state.log.append(("clean_up", seat, tuple(gone), ALL, None))
        player.discard += gone
        player.in_play = stays


# Steps of the turn, made once
TURN, PLAY_CHOSEN, BUY_CHOSEN = turn(), play_chosen_action(), buy_chosen()
PLAYED = treasures_chosen(treasure_phase())
# As they lie on the stack, the last first
PHASES = clean_up(), buy(), may_spend_tokens(), treasure_phase(), action_phase()
PLAIN_PHASES = clean_up(), buy(), treasure_phase(), action_phase()  # in games without tokens


def ending(state: State, following: int) -> str | None:
    """Return why the game ends after this turn, or None."""
    if state.empty:
        for card in state.table.ends_when_empty:
            if not state.supply[card]:
                return f"{card.name} pile empty"
        if state.empty >= state.table.piles_to_end:
            return f"{state.empty} piles empty"
    order = state.turn_order
    taken = order.in_a_row - 1 if order.extra else state.players[following].turns
    return "turn limit" if taken >= state.table.turn_limit else None


def finish(state: State, reason: str) -> None:
    """Score the game; of equals, fewer turns win."""
    scores = [scoring.points(player) for player in state.players]
    ranks = scoring.ranks(scores, [player.turns for player in state.players])
    state.outcome = Outcome(scores, ranks, reason)
    state.turn_order = ORDINARY
    state.tell_counters()
    state.phase = "over"
    state.write("end", state.current, scores=scores[:], ranks=ranks[:], reason=reason)

"""The turn: Action phase, Buy phase, Clean-up, and whether the game has ended.

Source: rules/dominion-base.de.txt, "Zugablauf" and "Spielende".
"""

from __future__ import annotations

from engine.dominion import scoring
from engine.dominion.card import by_order
from engine.dominion.paying import may_overpay, may_spend_tokens
from engine.dominion.player import ALL, Player
from engine.dominion.state import State
from engine.dominion.steps import Frame, verb
from engine.dominion.triggers import bought, play_from_hand, play_treasures
from engine.game import Outcome

HAND_SIZE = 5


@verb()
def turn(state: State, at: Frame) -> None:
    state.begin_turn(at.seat)
    state.left_play = state.unaffected = state.gained_where = ()
    state.played_this_turn = []
    if state.log is not None:
        state.write("turn", at.seat, turn=state.players[at.seat].turns + 1)
    state.push(at, *PHASES)


@verb()
def action_phase(state: State, at: Frame) -> None:
    """Ask which Action to play."""
    if not state.actions:
        return
    playable = [card for card in state.players[at.seat].hand if card.is_action]
    if playable:
        if len(playable) > 1:
            playable = sorted(set(playable), key=by_order)
        state.ask(at, "play_action", playable, play_chosen_action(), least=0)


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
    held = state.in_hand(at.seat, "Treasure")
    if held:
        state.ask(
            at,
            "play_treasures",
            held,
            play_chosen_treasures(),
            least=0,
            most=len(held),
            ordered=True,
        )


@verb()
def play_chosen_treasures(state: State, at: Frame) -> None:
    if at.it:
        state.push(at, treasure_phase())
        play_treasures(state, at, at.it)


@verb()
def buy(state: State, at: Frame) -> None:
    """Ask which card to buy."""
    if state.buys:
        piles, options = state.buyable()
        state.ask(at, "buy", piles, buy_chosen(), options=options, least=0)


@verb()
def buy_chosen(state: State, at: Frame) -> None:
    """Pay for the card, gain it, ask again."""
    if not at.it:
        return
    card = at.it[0]
    state.buys -= 1
    state.coins -= state.cost(card)
    if state.buys:
        state.push(at, buy())
    if card.when_overpaid and state.coins:
        state.push(at._replace(source=card), may_overpay())
    else:
        bought(state, at, card)


@verb()
def clean_up(state: State, at: Frame) -> None:
    """Discard hand and table, draw five, end the game or pass the turn on."""
    state.phase = "clean-up"
    if state.at_clean_up:
        state.stack += [(clean_up(), at), *reversed(state.at_clean_up)]
        state.at_clean_up = ()
        return
    player = state.players[at.seat]
    if player.hand:
        state.discard_hand(at.seat)
    if player.in_play:
        if state.log is not None:
            state.log.append(("clean_up", at.seat, tuple(player.in_play), ALL, None))
        tidy(player)
    state.draw(at.seat, HAND_SIZE)
    player.turns += 1
    following = (at.seat + 1) % state.table.seats
    reason = ending(state, following)
    if reason:
        finish(state, reason)
    else:
        state.push(Frame(following, following), turn())


def tidy(player: Player) -> None:
    player.discard += player.in_play
    player.in_play.clear()


PHASES = action_phase(), treasure_phase(), may_spend_tokens(), buy(), clean_up()


def ending(state: State, following: int) -> str | None:
    """Return why the game ends after this turn, or None."""
    for card in state.table.ends_when_empty:
        if not state.supply[card]:
            return f"{card.name} pile empty"
    if state.empty >= state.table.piles_to_end:
        return f"{state.empty} piles empty"
    if state.players[following].turns >= state.table.turn_limit:
        return "turn limit"
    return None


def finish(state: State, reason: str) -> None:
    """Score the game; of equals, fewer turns win."""
    scores = [scoring.points(player) for player in state.players]
    ranks = scoring.ranks(scores, [player.turns for player in state.players])
    state.outcome = Outcome(scores, ranks, reason)
    state.tell_counters()
    state.phase = "over"
    state.write("end", state.current, scores=scores[:], ranks=ranks[:], reason=reason)

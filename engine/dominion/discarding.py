"""Cards that go onto the deck when they would be discarded from play."""

from __future__ import annotations

from engine.dominion.card import Card, by_order
from engine.dominion.durations import staying
from engine.dominion.player import ALL, without
from engine.dominion.state import BOUGHT, State
from engine.dominion.steps import Frame, verb


def discardable(state: State, seat: int) -> list[Card]:
    """The cards in play that do not stay there, by cost, then name."""
    in_play = state.players[seat].in_play
    if state.table.durations:
        in_play = without(in_play, staying(state, seat))
    return sorted(in_play, key=by_order)


def put_from_play_on_deck(state: State, seat: int, card: Card) -> None:
    state.players[seat].in_play.remove(card)
    state.put_on_deck(seat, card, ALL)
    state.write_from("in_play", "put_back", seat, (card,))


def returns_itself(state: State, card: Card) -> bool:
    rule = card.when_discarded
    return rule is not None and not state.this_turn.get(BOUGHT.format(rule.unless_bought))


@verb()
def may_return(state: State, at: Frame) -> None:
    """Ask for cards to put onto the deck, one after the other, in any order.

    Cards return by themselves, or because of the entries left in `State.at_clean_up`.
    """
    found = discardable(state, at.seat)
    able = [
        card
        for card in dict.fromkeys(found)
        if returns_itself(state, card) or (state.at_clean_up and card.is_action)
    ]
    source = able[0] if len(able) == 1 and not state.at_clean_up else None
    state.ask(at._replace(source=source), "put_back", able, returned_from_play(), least=0)


@verb()
def returned_from_play(state: State, at: Frame) -> None:
    if not at.it:
        state.at_clean_up = ()
        return
    card = at.it[0]
    if not returns_itself(state, card):
        state.at_clean_up = state.at_clean_up[1:]
    put_from_play_on_deck(state, at.seat, card)
    state.push(at._replace(it=()), may_return())

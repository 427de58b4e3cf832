"""Cards that go onto the deck when they would be discarded from play."""

from __future__ import annotations

from engine.dominion.card import Card, by_order
from engine.dominion.moves.durations import staying
from engine.dominion.player import ALL, without
from engine.dominion.state import BOUGHT, State
from engine.dominion.steps import Frame, verb


def discardable(state: State, seat: int) -> list[Card]:
    """Return the cards in play that do not stay there, by cost, then name."""
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
    if rule is None or rule.other:
        return False
    in_play = [other.name for other in state.players[state.current].in_play]
    if rule.along and rule.along not in in_play:
        return False
    return not state.this_turn.get(BOUGHT.format(rule.unless_bought))


@verb()
def returns_from_play(state: State, at: Frame) -> None:
    """Ask for cards to put onto the deck, one after the other, in any order."""
    others = [
        card.when_discarded.other for card in discardable(state, at.seat) if card.when_discarded
    ]
    state.push(at, may_return(tuple([kind for kind in others if kind])))


@verb()
def may_return(state: State, at: Frame, others: tuple[str, ...]) -> None:
    """Ask for the next of them.

    Cards return by themselves, because of the entries left in `State.at_clean_up`, or because
    another is discarded that lets one of the types `others` return.
    """
    able = [
        card
        for card in dict.fromkeys(discardable(state, at.seat))
        if returns_itself(state, card)
        or (state.at_clean_up and card.is_action)
        or any(kind in card.types for kind in others)
    ]
    alone = len(able) == 1 and returns_itself(state, able[0])
    source = able[0] if alone and not state.at_clean_up else None
    state.ask(at._replace(source=source), "put_back", able, returned_from_play(others), least=0)


@verb()
def returned_from_play(state: State, at: Frame, others: tuple[str, ...]) -> None:
    if not at.it:
        state.at_clean_up = ()
        return
    card = at.it[0]
    if not returns_itself(state, card):
        allowed = next((kind for kind in others if kind in card.types), None)
        if allowed is None:
            state.at_clean_up = state.at_clean_up[1:]
        else:
            place = others.index(allowed)
            others = others[:place] + others[place + 1 :]
    put_from_play_on_deck(state, at.seat, card)
    state.push(at._replace(it=()), may_return(others))

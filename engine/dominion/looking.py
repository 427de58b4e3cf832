"""The vocabulary of cards that look at, reveal or name cards."""

from __future__ import annotations

from engine.dominion.card import Card
from engine.dominion.moves.reveal import (
    discard_aside,
    look_at_top,
    looked_at,
    return_aside,
    reveal_top,
    take_aside,
    trash_aside,
)
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, mode, verb
from engine.dominion.verbs import ask_modes, ask_order


@verb(
    "Look at the top card of your deck; discard it or put it back.",
    "Sieh dir die oberste Karte deines Nachziehstapels an; lege sie ab oder zurück.",
    english_others="looks at the top card of their deck and discards it or puts it back.",
    german_others="sieht sich die oberste Karte seines Nachziehstapels an und legt sie ab oder"
    " zurück.",
)
def judge_own_top(state: State, at: Frame) -> None:
    if look_at_top(state, at.seat, 1):
        state.push(at, judge_aside(at.seat))


@verb(
    english_others="reveals {count:card|cards} from the top of the deck; you choose:"
    " discarded, or put back as their owner likes.",
    german_others="deckt {count:Karte|Karten} von seinem Nachziehstapel auf; du wählst:"
    " abgelegt, oder zurückgelegt, wie er mag.",
)
def judge_top_of_deck(state: State, at: Frame, count: int) -> None:
    if reveal_top(state, at.seat, count):
        state.push(at, judge_aside(at.by))


@verb()
def judge_aside(state: State, at: Frame, judge: int) -> None:
    """Ask the seat `judge` about the cards that this seat has set aside."""
    ask_modes(state, at, DISCARD_OR_PUT_BACK, judge=judge, about=looked_at(state, at.seat))


@verb("discard", "ablegen")
def discard_revealed(state: State, at: Frame) -> None:
    discard_aside(state, at.seat, looked_at(state, at.seat))


@verb("put back", "zurücklegen")
def put_revealed_back(state: State, at: Frame) -> None:
    state.push(at, put_back_in_order())


DISCARD_OR_PUT_BACK = mode(discard_revealed()), mode(put_revealed_back())


@verb()
def put_back_in_order(state: State, at: Frame) -> None:
    ask_order(state, at, looked_at(state, at.seat), returned())


@verb()
def returned(state: State, at: Frame) -> None:
    return_aside(state, at.seat, at.it)


@verb(
    "Reveal the top {count:card|cards} of your deck. The player to your left chooses one of them;"
    " discard it and take the others into your hand.",
    "Decke die obersten {count:Karte|Karten} deines Nachziehstapels auf. Dein linker Nachbar wählt"
    " eine davon; lege sie ab und nimm die anderen auf die Hand.",
)
def reveal_and_lose_one(state: State, at: Frame, count: int) -> None:
    if reveal_top(state, at.seat, count):
        state.push(at, choose_the_lost())


@verb()
def choose_the_lost(state: State, at: Frame) -> None:
    left = at._replace(seat=state.others(at.seat)[0])
    state.ask(left, "discard", looked_at(state, at.seat), one_is_lost(at.seat))


@verb()
def one_is_lost(state: State, at: Frame, owner: int) -> None:
    others = looked_at(state, owner)
    others.remove(at.it[0])
    take_aside(state, owner, others)
    discard_aside(state, owner, at.it)


@verb("Name a card. {then}", "Nenne eine Karte. {then}")
def name_card(state: State, at: Frame, then: Step) -> None:
    state.ask(at, "name", state.table.cards, card_named(then))


@verb()
def card_named(state: State, at: Frame, then: Step) -> None:
    state.write("name", at.seat, at.it)
    state.push(at, then)


# --- robbing --------------------------------------------------------------------------------


def rob(state: State, at: Frame, then: Step) -> None:
    """Each other player loses a Treasure of two; `it` of the step `then` are those trashed."""
    victims = [seat for seat in state.others(at.seat) if (at.play, seat) not in state.unaffected]
    state.push(at, rob_next(tuple(victims), (), then))


@verb()
def rob_next(
    state: State, at: Frame, victims: tuple[int, ...], loot: tuple[Card, ...], then: Step
) -> None:
    if not victims:
        state.push(at._replace(it=loot), then)
        return
    reveal_top(state, victims[0], 2)
    state.push(at, trash_a_treasure(victims, loot, then))


@verb()
def trash_a_treasure(
    state: State, at: Frame, victims: tuple[int, ...], loot: tuple[Card, ...], then: Step
) -> None:
    treasures = [card for card in looked_at(state, victims[0]) if card.is_treasure]
    state.ask(at, "trash", treasures, robbed(victims, loot, then))


@verb()
def robbed(
    state: State, at: Frame, victims: tuple[int, ...], loot: tuple[Card, ...], then: Step
) -> None:
    state.push(at._replace(it=()), rob_next(victims[1:], (*loot, *at.it), then))
    trash_aside(state, victims[0], at.it)
    discard_aside(state, victims[0], looked_at(state, victims[0]))

"""Seaside, 2009."""

from functools import partial

from engine.dominion.card import Card, Response
from engine.dominion.durations import next_turn
from engine.dominion.mats import put_on_mat, take_from_mat
from engine.dominion.paying import ask_amount
from engine.dominion.reveal import (
    discard_aside,
    look_at_bottom,
    look_at_top,
    looked_at,
    raise_bottom,
    return_aside,
    trash_aside,
)
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, verb
from engine.dominion.triggers import gain, show_in_hand
from engine.dominion.verbs import (
    ask_gain,
    choose,
    discard_cards,
    each_opponent,
    gain_named,
    plus_actions,
    plus_cards,
    plus_coins,
    trash_this,
)

action = partial(Card, types="Action", expansion="seaside")
attack = partial(Card, types="Action Attack", expansion="seaside")
duration = partial(Card, types="Action Duration", expansion="seaside")


@verb(
    "Put a token of this card onto a pile of the supply.",
    "Lege einen Marker dieser Karte auf einen Vorratsstapel.",
)
def put_token_on_pile(state: State, at: Frame) -> None:
    state.ask(at, "name", state.table.piles, token_put())


@verb()
def token_put(state: State, at: Frame) -> None:
    if at.source:
        pile, mat = at.it[0].name, at.source.name
        tokens = state.tokens.get(mat, {})
        state.set_tokens(mat, {**tokens, pile: tokens.get(pile, 0) + 1})
        state.write("token_on_pile", at.seat, at.it, about=mat)


@verb(
    "gain 1 {name:card} for each token of this card on its pile.",
    "nimm 1 {name:card} für jeden Marker dieser Karte auf dem Stapel der gekauften.",
    traits=Trait.BY_TOKENS,
)
def gain_for_tokens(state: State, at: Frame, name: str) -> None:
    tokens = state.tokens.get(at.source.name, {}) if at.source else {}
    state.push(at, gain_named(name, tokens[at.it[0].name]))


EMBARGO = action(
    "Embargo",
    "Embargo",
    2,
    play=(plus_coins(2), trash_this(), put_token_on_pile()),
    while_in_supply=(Response("buy", gain_for_tokens("Curse")),),
)


@verb(
    "Set a card from your hand aside, face down. {then}",
    "Lege eine Handkarte verdeckt beiseite. {then}",
    traits=Trait.CLOSED_MAT,
)
def set_aside_for_later(state: State, at: Frame, then: Step) -> None:
    state.ask(at, "set_aside", state.in_hand(at.seat), aside_for_later(then))


@verb()
def aside_for_later(state: State, at: Frame, then: Step) -> None:
    if at.it:
        state.push(at._replace(it=()), then)
        state.leave_hand(at.seat, at.it, openly=False)
        put_on_mat(state, at, at.it, "hand")


@verb("take it into your hand", "nimm sie auf die Hand")
def take_all_from_mat(state: State, at: Frame) -> None:
    if at.source:
        mat = at.source.name
        take_from_mat(state, at.seat, mat, state.players[at.seat].on_mat(mat))


HAVEN = duration(
    "Haven",
    "Hafen",
    2,
    play=(plus_cards(1), plus_actions(1), set_aside_for_later(next_turn(take_all_from_mat()))),
)


@verb(
    "Attacks of other players do not affect you.",
    "Angriffe der Mitspieler betreffen dich nicht.",
    traits=Trait.SHIELDS,
)
def be_shielded(state: State, at: Frame) -> None:
    """Read where an Attack is played."""


LIGHTHOUSE = duration(
    "Lighthouse",
    "Leuchtturm",
    2,
    play=(plus_actions(1), plus_coins(1), next_turn(plus_coins(1))),
    while_in_play=(be_shielded(),),
)


@verb(
    "put the top card of your deck onto the mat",
    "die oberste Karte deines Nachziehstapels auf das Tableau legen",
    traits=Trait.CLOSED_MAT,
)
def put_top_on_mat(state: State, at: Frame) -> None:
    put_on_mat(state, at, state.take_from_deck(at.seat, 1), "deck")


@verb("take the cards on the mat into your hand", "die Karten vom Tableau auf die Hand nehmen")
def take_mat(state: State, at: Frame) -> None:
    state.push(at, take_all_from_mat())


NATIVE_VILLAGE = action(
    "Native Village",
    "Eingeborenendorf",
    2,
    play=(plus_actions(2), choose(1, (put_top_on_mat(),), (take_mat(),))),
)


@verb(
    "Look at the bottom card of your deck; you may put it on top.",
    "Sieh dir die unterste Karte deines Nachziehstapels an; du darfst sie obenauf legen.",
)
def may_raise_bottom(state: State, at: Frame) -> None:
    if look_at_bottom(state, at.seat):
        state.push(at, ask_to_raise())


@verb()
def ask_to_raise(state: State, at: Frame) -> None:
    bottom = state.players[at.seat].deck[0]
    state.ask(at, "put_back", (bottom,), bottom_raised(), least=0, about=bottom.name)


@verb()
def bottom_raised(state: State, at: Frame) -> None:
    if at.it:
        raise_bottom(state, at.seat)


PEARL_DIVER = action(
    "Pearl Diver", "Perlentaucher", 2, play=(plus_cards(1), plus_actions(1), may_raise_bottom())
)


@verb(
    "Reveal a card from your hand and return up to {most} copies of it from there to its pile. Each"
    " other player gains a copy of it.",
    "Zeige eine Handkarte und lege bis zu {most} davon aus der Hand auf ihren Stapel zurück. Jeder"
    " Mitspieler nimmt eine davon.",
)
def reveal_to_return(state: State, at: Frame, most: int) -> None:
    state.ask(at, "reveal", state.in_hand(at.seat), revealed_to_return(most))


@verb()
def revealed_to_return(state: State, at: Frame, most: int) -> None:
    if at.it:
        show_in_hand(state, at.seat, at.it[0])
        state.write_from("hand", "reveal", at.seat, at.it)
        if at.it[0] in state.supply:
            state.push(at, return_copies(most), each_opponent(gain_that()))


@verb()
def return_copies(state: State, at: Frame, most: int) -> None:
    card = at.it[0]
    held = state.players[at.seat].hand.count(card)
    ask_amount(state, at, min(most, held), copies_returned(card), card.name)


@verb()
def copies_returned(state: State, at: Frame, card: Card) -> None:
    state.return_to_pile(at.seat, card, at.it[0])


@verb(english_others="gains one.", german_others="nimmt eine.")
def gain_that(state: State, at: Frame) -> None:
    gain(state, at, at.it[0])


AMBASSADOR = attack("Ambassador", "Botschafter", 3, play=(reveal_to_return(2),))

FISHING_VILLAGE = duration(
    "Fishing Village",
    "Fischerdorf",
    3,
    play=(plus_actions(2), plus_coins(1), next_turn(plus_actions(1), plus_coins(1))),
)


@verb(
    "Look at the top 3 cards of your deck: trash one, discard one, put one back.",
    "Sieh dir die obersten 3 Karten deines Nachziehstapels an: entsorge eine, lege eine ab und eine"
    " zurück.",
)
def sort_out_top(state: State, at: Frame) -> None:
    look_at_top(state, at.seat, 3)
    state.push(at, trash_one_aside(), discard_one_aside(), put_rest_back())


@verb()
def trash_one_aside(state: State, at: Frame) -> None:
    state.ask(at, "trash", looked_at(state, at.seat), one_aside_trashed())


@verb()
def one_aside_trashed(state: State, at: Frame) -> None:
    trash_aside(state, at.seat, at.it)


@verb()
def discard_one_aside(state: State, at: Frame) -> None:
    state.ask(at, "discard", looked_at(state, at.seat), one_aside_discarded())


@verb()
def one_aside_discarded(state: State, at: Frame) -> None:
    discard_aside(state, at.seat, at.it)


@verb()
def put_rest_back(state: State, at: Frame) -> None:
    return_aside(state, at.seat, looked_at(state, at.seat))


LOOKOUT = action("Lookout", "Ausguck", 3, play=(plus_actions(1), sort_out_top()))


@verb(
    "Gain a copy of a card costing up to {cost} that the player to your right gained on the last"
    " turn.",
    "Nimm eine Karte, die höchstens {cost} kostet und die dein rechter Nachbar in seinem letzten"
    " Zug genommen hat.",
    traits=Trait.REMEMBERS_GAINS,
)
def gain_as_neighbour(state: State, at: Frame, cost: int) -> None:
    gained = state.players[state.others(at.seat)[-1]].gained
    ask_gain(state, at, [card for card in state.affordable(cost) if card in gained])


SMUGGLERS = action("Smugglers", "Schmuggler", 3, play=(gain_as_neighbour(6),))

WAREHOUSE = action(
    "Warehouse", "Lagerhaus", 3, play=(plus_cards(3), plus_actions(1), discard_cards(3))
)

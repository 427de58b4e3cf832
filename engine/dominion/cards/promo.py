"""The promotional cards, in their first printings."""

from functools import partial

from engine.dominion.card import Card, by_order
from engine.dominion.cards.hinterlands import keep_action
from engine.dominion.looking import (
    reveal_and_lose_one,
)
from engine.dominion.moves.black_market import put_under, turn_up
from engine.dominion.moves.paying import pay_for
from engine.dominion.moves.triggers import ask_treasures, treasures_chosen
from engine.dominion.state import State
from engine.dominion.steps import Frame, Trait, verb
from engine.dominion.verbs import (
    ask_order,
    at_clean_up,
    choose,
    each_opponent,
    gain_exactly_more,
    gain_named,
    plus_actions,
    plus_cards,
    plus_coins,
    trash_them,
)

action = partial(Card, types="Action", expansion="promo")


@verb(
    "Turn up the top {count:card|cards} of the Black Market deck (kingdom cards that are not in the"
    " supply). You may play Treasures from your hand, then you may buy one of those cards. Put the"
    " others under that deck in any order.",
    "Decke die obersten {count:Karte|Karten} des Schwarzmarktstapels auf (Königreichkarten, die"
    " nicht im Vorrat sind). Du darfst Geldkarten aus deiner Hand ausspielen und danach eine dieser"
    " Karten kaufen. Lege die übrigen in beliebiger Reihenfolge unter den Stapel.",
    traits=Trait.MARKET,
)
def hold_market(state: State, at: Frame, count: int) -> None:
    if turn_up(state, at.seat, count):
        state.push(at, may_play_treasures(), may_buy_turned_up(), put_rest_under())


@verb()
def may_play_treasures(state: State, at: Frame) -> None:
    ask_treasures(state, at, treasures_chosen(may_play_treasures()))


@verb()
def may_buy_turned_up(state: State, at: Frame) -> None:
    able = [
        card
        for card in state.permitted(state.on_offer)
        if state.cost(card) <= state.coins and card.potion <= state.potions
    ]
    state.ask(at, "buy", sorted(able, key=by_order), turned_up_bought(), least=0)


@verb()
def turned_up_bought(state: State, at: Frame) -> None:
    if at.it:
        pay_for(state, at, at.it[0], "market")


@verb()
def put_rest_under(state: State, at: Frame) -> None:
    ask_order(state, at, sorted(state.on_offer, key=by_order), are_put_under())


@verb()
def are_put_under(state: State, at: Frame) -> None:
    put_under(state, at.seat, at.it)


BLACK_MARKET = action("Black Market", "Schwarzmarkt", 3, play=(plus_coins(2), hold_market(3)))

ENVOY = action("Envoy", "Gesandter", 4, play=(reveal_and_lose_one(5),))


@verb(
    "if you have at most {others} other Action in play, you may put this onto your deck.",
    "wenn bei dir höchstens {others} weitere Aktion ausliegt, darfst du diese Karte auf deinen"
    " Nachziehstapel legen.",
)
def may_keep_this(state: State, at: Frame, others: int) -> None:
    in_play = [card for card in state.players[at.seat].in_play if card.is_action]
    if at.source and at.source in in_play and len(in_play) <= others + 1:
        state.ask(at, "put_back", (at.source,), keep_action(), least=0)


WALLED_VILLAGE = action(
    "Walled Village",
    "Befestigtes Dorf",
    4,
    play=(plus_cards(1), plus_actions(2), at_clean_up(may_keep_this(1))),
)


@verb(
    "you may trash a card from your hand and gain one costing exactly {more} more",
    "du darfst eine Handkarte entsorgen und eine nehmen, die genau {more} mehr kostet",
    english_others="may trash a card from the hand and gain one costing exactly {more} more",
    german_others="darf eine Handkarte entsorgen und eine nehmen, die genau {more} mehr kostet",
)
def may_remake(state: State, at: Frame, more: int) -> None:
    hand = state.in_hand(at.seat)
    state.ask(at, "trash", hand, trash_them(gain_exactly_more(more)), least=0)


GOVERNOR = action(
    "Governor",
    "Gouverneur",
    5,
    play=(
        plus_actions(1),
        choose(
            1,
            (plus_cards(3), each_opponent(plus_cards(1))),
            (gain_named("Gold"), each_opponent(gain_named("Silver"))),
            (may_remake(2), each_opponent(may_remake(1))),
        ),
    ),
)

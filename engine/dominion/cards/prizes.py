"""The five Prizes of Cornucopia: one of each, beside the supply."""

from functools import partial

from engine.dominion.card import Card, by_order
from engine.dominion.state import State
from engine.dominion.steps import Frame, verb
from engine.dominion.verbs import (
    cards_cost_less,
    choose,
    discard_deck,
    discard_down_to,
    each_opponent,
    gain_named,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
)

prize = partial(Card, cost=0, types="Action Prize", expansion="prizes", pile=1)

BAG_OF_GOLD = prize(
    "Bag of Gold", "Ein Sack voll Gold", play=(plus_actions(1), gain_named("Gold", to="deck"))
)


@verb(
    "+{amount:Coin|Coins} for each Action you have left.",
    "+{amount:Geld|Geld} für jede Aktion, die dir noch zusteht.",
)
def plus_coins_for_actions_left(state: State, at: Frame, amount: int) -> None:
    state.coins += amount * state.actions


DIADEM = prize(
    "Diadem",
    "Diadem",
    types="Treasure Prize",
    play=(plus_coins(2), plus_coins_for_actions_left(1)),
)


@verb(
    english_others="gains 1 {name:card}, then discards down to {size:card|cards} in hand.",
    german_others="nimmt 1 {name:card} und legt dann Handkarten ab, bis er {size:Karte|Karten} auf"
    " der Hand hat.",
)
def gain_then_discard_down_to(state: State, at: Frame, name: str, size: int) -> None:
    state.push(at, gain_named(name), discard_down_to(size))


FOLLOWERS = prize(
    "Followers",
    "Gefolge",
    types="Action Attack Prize",
    play=(
        plus_cards(2),
        gain_named("Estate"),
        each_opponent(gain_then_discard_down_to("Curse", 3)),
    ),
)

PRINCESS = prize(
    "Princess", "Prinzessin", play=(plus_buys(1),), while_in_play=(cards_cost_less(2),)
)

TRUSTY_STEED = prize(
    "Trusty Steed",
    "Streitross",
    play=(
        choose(
            2,
            (plus_cards(2),),
            (plus_actions(2),),
            (plus_coins(2),),
            (gain_named("Silver", 4), discard_deck()),
        ),
    ),
)

PRIZES = tuple(sorted([BAG_OF_GOLD, DIADEM, FOLLOWERS, PRINCESS, TRUSTY_STEED], key=by_order))

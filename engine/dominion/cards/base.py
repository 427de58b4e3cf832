"""Dominion, the base game of 2008. Source: rules/dominion-base.de.txt."""

from functools import partial

from engine.dominion.card import Card, Reaction
from engine.dominion.verbs import (
    be_unaffected,
    discard_any,
    discard_down_to,
    each_opponent,
    gain_up_to,
    gain_up_to_more,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_cards_for_each,
    plus_coins,
    trash_from_hand,
)

action = partial(Card, types="Action", expansion="base")
attack = partial(Card, types="Action Attack", expansion="base")

CELLAR = action(
    "Cellar",
    "Keller",
    2,
    play=(plus_actions(1), discard_any(then=plus_cards_for_each(1))),
)

MOAT = Card(
    "Moat",
    "Burggraben",
    2,
    "Action Reaction",
    "base",
    play=(plus_cards(2),),
    reaction=Reaction("attack", be_unaffected()),
)

VILLAGE = action("Village", "Dorf", 3, play=(plus_cards(1), plus_actions(2)))

WOODCUTTER = action("Woodcutter", "Holzfäller", 3, play=(plus_buys(1), plus_coins(2)))

WORKSHOP = action("Workshop", "Werkstatt", 3, play=(gain_up_to(4),))

MILITIA = attack(
    "Militia",
    "Miliz",
    4,
    play=(plus_coins(2), each_opponent(discard_down_to(3))),
)

REMODEL = action("Remodel", "Umbau", 4, play=(trash_from_hand(then=gain_up_to_more(2)),))

SMITHY = action("Smithy", "Schmiede", 4, play=(plus_cards(3),))

MARKET = action(
    "Market",
    "Markt",
    5,
    play=(plus_cards(1), plus_actions(1), plus_buys(1), plus_coins(1)),
)

MINE = action(
    "Mine",
    "Mine",
    5,
    play=(trash_from_hand("Treasure", then=gain_up_to_more(3, "Treasure", "hand")),),
)

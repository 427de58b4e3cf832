"""The promotional cards, in their first printings."""

from functools import partial

from engine.dominion.card import Card
from engine.dominion.cards.hinterlands import keep_action
from engine.dominion.looking import (
    reveal_and_lose_one,
)
from engine.dominion.state import State
from engine.dominion.steps import Frame, verb
from engine.dominion.verbs import (
    at_clean_up,
    choose,
    each_opponent,
    gain_exactly_more,
    gain_named,
    plus_actions,
    plus_cards,
    trash_them,
)

action = partial(Card, types="Action", expansion="promo")

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

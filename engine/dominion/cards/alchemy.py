"""Alchemy, 2010."""

from functools import partial

from engine.dominion.card import Card, Return, by_order
from engine.dominion.looking import judge_top_of_deck, put_back_in_order
from engine.dominion.moves.mats import leave_mat, put_on_mat
from engine.dominion.moves.possession import possess_neighbour
from engine.dominion.moves.reveal import (
    discard_aside,
    leave_aside,
    looked_at,
    reveal_top,
    reveal_until,
    take_aside,
)
from engine.dominion.moves.triggers import play_card
from engine.dominion.scoring import Worth
from engine.dominion.state import State
from engine.dominion.steps import Frame, Trait, verb
from engine.dominion.verbs import (
    ask_gain,
    each_opponent,
    each_player,
    gain_named,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    trash_from_hand,
)

action = partial(Card, types="Action", expansion="alchemy")
attack = partial(Card, types="Action Attack", expansion="alchemy")


@verb(
    "For an Action card gain 1 {action:card}, for a Treasure 1 {treasure:card}, for a Victory card"
    " 1 {victory:card}.",
    "Für eine Aktionskarte nimm 1 {action:card}, für eine Geldkarte 1 {treasure:card}, für eine"
    " Punktekarte 1 {victory:card}.",
)
def gain_for_types(state: State, at: Frame, action: str, treasure: str, victory: str) -> None:
    trashed = at.it[0]
    brings = (
        (trashed.is_action, action), (trashed.is_treasure, treasure), (trashed.is_victory, victory)
    )  # fmt: skip
    state.push(at._replace(it=()), *[gain_named(name) for fits, name in brings if fits])


TRANSMUTE = action(
    "Transmute",
    "Verwandlung",
    0,
    play=(trash_from_hand(then=gain_for_types("Duchy", "Transmute", "Gold")),),
    potion=1,
)

VINEYARD = Card(
    "Vineyard",
    "Weinberg",
    0,
    "Victory",
    "alchemy",
    worth=Worth(1, per=3, of="Action"),
    potion=1,
    pile=None,
)

HERBALIST = action(
    "Herbalist",
    "Kräuterkundiger",
    2,
    play=(plus_buys(1), plus_coins(1)),
    when_discarded=Return(other="Treasure"),
)


@verb(
    "Reveal the top {count:card|cards} of your deck. Take each {one:card} and each {other:card} of"
    " them into your hand, put the rest back in any order.",
    "Decke die obersten {count:Karte|Karten} deines Nachziehstapels auf. Nimm alle {one:card} und"
    " {other:card} davon auf die Hand, lege den Rest in beliebiger Reihenfolge zurück.",
)
def reveal_for_two_names(state: State, at: Frame, count: int, one: str, other: str) -> None:
    revealed = reveal_top(state, at.seat, count)
    state.push(at, put_back_in_order())
    take_aside(state, at.seat, [card for card in revealed if card.name in (one, other)])


APOTHECARY = action(
    "Apothecary",
    "Apotheker",
    2,
    play=(plus_cards(1), plus_actions(1), reveal_for_two_names(4, "Copper", "Potion")),
    potion=1,
)


@verb(
    "Then reveal cards from your deck until one comes that is not an Action card. Take all of these"
    " into your hand.",
    "Decke dann Karten vom Nachziehstapel auf, bis eine kommt, die keine Aktionskarte ist. Nimm"
    " diese Karten alle auf die Hand.",
)
def dig_through_actions(state: State, at: Frame) -> None:
    reveal_until(state, at.seat, lambda card: not card.is_action)
    take_aside(state, at.seat, looked_at(state, at.seat))


SCRYING_POOL = attack(
    "Scrying Pool",
    "Vision",
    2,
    play=(plus_actions(1), each_player(judge_top_of_deck(1)), dig_through_actions()),
    potion=1,
)


@verb(
    "You may gain {kind:kind} costing up to {cost}.",
    "Du darfst {kind:kind} nehmen, die höchstens {cost} kostet.",
)
def may_gain_up_to(state: State, at: Frame, cost: int, kind: str) -> None:
    ask_gain(state, at, [card for card in state.affordable(cost) if kind in card.types], least=0)


UNIVERSITY = action(
    "University",
    "Universität",
    2,
    play=(plus_actions(2), may_gain_up_to(5, "Action")),
    potion=1,
)

ALCHEMIST = action(
    "Alchemist",
    "Alchemist",
    3,
    play=(plus_cards(2), plus_actions(1)),
    when_discarded=Return(along="Potion"),
    potion=1,
)

FAMILIAR = attack(
    "Familiar",
    "Vertrauter",
    3,
    play=(plus_cards(1), plus_actions(1), each_opponent(gain_named("Curse"))),
    potion=1,
)


@verb(
    "+1 Coin for every {count} cards in your deck and discard pile together.",
    "+1 Geld für je {count} Karten in deinem Nachzieh- und Ablagestapel zusammen.",
    traits=Trait.AT_ONCE,
)
def plus_coins_for_piles(state: State, at: Frame, count: int) -> None:
    player = state.players[at.seat]
    state.coins += (len(player.deck) + len(player.discard)) // count


PHILOSOPHERS_STONE = Card(
    "Philosopher's Stone",
    "Stein der Weisen",
    3,
    "Treasure",
    "alchemy",
    play=(plus_coins_for_piles(5),),
    potion=1,
)


@verb(
    "Reveal cards from your deck until {count} Action cards other than {but:card} have come."
    " Discard the others, then play these in either order.",
    "Decke Karten vom Nachziehstapel auf, bis {count} Aktionskarten außer {but:card} gekommen sind."
    " Lege die anderen ab und spiele dann diese in beliebiger Reihenfolge aus.",
    traits=Trait.OPEN_MAT,
)
def dig_and_play(state: State, at: Frame, count: int, but: str) -> None:
    actions: list[Card] = []
    while len(actions) < count:
        card = reveal_until(state, at.seat, lambda card: card.is_action and card.name != but)
        if not card:
            break
        actions += card
    leave_aside(state.players[at.seat], actions)
    put_on_mat(state, at, actions, "set_aside")
    state.push(at._replace(it=tuple(sorted(actions, key=by_order))), play_first_of())
    discard_aside(state, at.seat, looked_at(state, at.seat))


@verb()
def play_first_of(state: State, at: Frame) -> None:
    """Ask which of the cards that wait on the mat is played first."""
    state.ask(at, "choose", at.it, then_the_rest(at.it))


@verb()
def then_the_rest(state: State, at: Frame, waiting: tuple[Card, ...]) -> None:
    if not at.it or not at.source:
        return
    card, rest = at.it[0], list(waiting)
    rest.remove(card)
    state.push(at._replace(it=tuple(rest)), play_first_of())
    mat = at.source.name
    leave_mat(state.players[at.seat], mat, (card,))
    play_card(state, at.seat, card, origin="mat", mat=mat)


GOLEM = action("Golem", "Golem", 4, play=(dig_and_play(2, "Golem"),), potion=1)


@verb(
    "+{amount:Card|Cards} for each coin of its cost, and +{more:Card|Cards} if it costs a Potion.",
    "+{amount:Karte|Karten} für jedes Geld, das sie kostet, und +{more:Karte|Karten}, wenn sie"
    " einen Trank kostet.",
)
def plus_cards_for_cost(state: State, at: Frame, amount: int, more: int) -> None:
    card = at.it[0]
    state.draw(at.seat, amount * state.cost(card) + more * card.potion)


APPRENTICE = action(
    "Apprentice",
    "Lehrling",
    5,
    play=(plus_actions(1), trash_from_hand(then=plus_cards_for_cost(1, 2))),
)

POSSESSION = action("Possession", "Besessenheit", 6, play=(possess_neighbour(),), potion=1)

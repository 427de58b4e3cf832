"""Seaside, 2009."""

from functools import partial

from engine.dominion.card import Card, Response, Return, card_named
from engine.dominion.extra_turns import announce
from engine.dominion.looking import judge_aside, rob
from engine.dominion.moves.durations import next_turn
from engine.dominion.moves.mats import put_on_mat, take_from_mat
from engine.dominion.moves.paying import ask_amount
from engine.dominion.moves.reveal import (
    discard_aside,
    look_at_bottom,
    look_at_top,
    looked_at,
    put_in_order,
    raise_bottom,
    return_aside,
    reveal_hand,
    reveal_top,
    trash_aside,
)
from engine.dominion.moves.triggers import gain, offer_discard_reactions, show_in_hand
from engine.dominion.scoring import Worth
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, verb
from engine.dominion.verbs import (
    ask_gain,
    choose,
    discard_cards,
    each_opponent,
    gain_named,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    trash_from_hand,
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

CARAVAN = duration(
    "Caravan", "Karawane", 4, play=(plus_cards(1), plus_actions(1), next_turn(plus_cards(1)))
)


@verb(
    english_others="discards 1 {name:card} or shows a hand without.",
    german_others="legt 1 {name:card} ab oder zeigt die Hand.",
)
def discard_named_or_show(state: State, at: Frame, name: str) -> None:
    held = [card for card in state.in_hand(at.seat) if card.name == name]
    if held:
        state.discard_from_hand(at.seat, held[:1])
        offer_discard_reactions(state, at.seat, held[:1])
    else:
        reveal_hand(state, at.seat)


CUTPURSE = attack(
    "Cutpurse",
    "Beutelschneider",
    4,
    play=(plus_coins(2), each_opponent(discard_named_or_show("Copper"))),
)


@verb(
    "Set this and a card from your hand aside for the rest of the game.",
    "Lege diese Karte und eine Handkarte für den Rest des Spiels beiseite.",
    traits=Trait.OPEN_MAT,
)
def set_aside_for_good(state: State, at: Frame) -> None:
    if at.source and at.play not in state.left_play:
        state.left_play = (*state.left_play, at.play)
        state.players[at.seat].in_play.remove(at.source)
        put_on_mat(state, at, (at.source,), "in_play")
    state.push(at, choose_for_mat())


@verb()
def choose_for_mat(state: State, at: Frame) -> None:
    state.ask(at, "set_aside", state.in_hand(at.seat), chosen_for_mat())


@verb()
def chosen_for_mat(state: State, at: Frame) -> None:
    state.leave_hand(at.seat, at.it, openly=True)
    put_on_mat(state, at, at.it, "hand")


ISLAND = action(
    "Island",
    "Insel",
    4,
    types="Action Victory",
    play=(set_aside_for_good(),),
    worth=Worth(2),
    pile=None,
)


@verb(
    "Look at the top {count:card|cards} of your deck; discard them or put them back in any order.",
    "Sieh dir die obersten {count:Karte|Karten} deines Nachziehstapels an; lege sie ab oder in"
    " beliebiger Reihenfolge zurück.",
)
def judge_own_cards(state: State, at: Frame, count: int) -> None:
    if look_at_top(state, at.seat, count):
        state.push(at, judge_aside(at.seat))


NAVIGATOR = action("Navigator", "Navigator", 4, play=(plus_coins(2), judge_own_cards(5)))


@verb()
def token_for_loot(state: State, at: Frame) -> None:
    if at.it and at.source:
        state.take_tokens(at.seat, at.source.name, 1)


@verb(
    "trash a Treasure of the top 2 cards of each other player's deck, discard the rest; +1 token if"
    " any was trashed",
    "von den obersten 2 Karten des Nachziehstapels jedes Mitspielers eine Geldkarte entsorgen, den"
    " Rest legt er ab; +1 Marker, wenn eine entsorgt wurde",
    traits=Trait.OWN_TOKENS,
)
def sink_treasures(state: State, at: Frame) -> None:
    rob(state, at, token_for_loot())


@verb("+1 Coin for each of your tokens", "+1 Geld für jeden deiner Marker")
def plus_coins_for_own_tokens(state: State, at: Frame) -> None:
    if at.source:
        state.coins += state.players[at.seat].tokens.get(at.source.name, 0)


PIRATE_SHIP = attack(
    "Pirate Ship",
    "Piratenschiff",
    4,
    play=(choose(1, (sink_treasures(),), (plus_coins_for_own_tokens(),)),),
)


@verb("+1 Coin for each coin it costs.", "+1 Geld je Geld ihrer Kosten.")
def plus_coins_for_cost(state: State, at: Frame) -> None:
    state.coins += state.cost(at.it[0])


SALVAGER = action(
    "Salvager",
    "Müllverwerter",
    4,
    play=(plus_buys(1), trash_from_hand(then=plus_coins_for_cost())),
)


@verb(
    english_others="discards the top card of the deck and {then:others}",
    german_others="legt die oberste Karte des Nachziehstapels ab und {then:others}",
)
def discard_top(state: State, at: Frame, then: Step) -> None:
    state.push(at, then)
    discard_aside(state, at.seat, reveal_top(state, at.seat, 1))


SEA_HAG = attack(
    "Sea Hag",
    "Seehexe",
    4,
    play=(each_opponent(discard_top(gain_named("Curse", to="deck"))),),
)


@verb(
    "Trash this and another {name:card} from your hand. If you trashed both: {then}",
    "Entsorge diese Karte und 1 weitere {name:card} aus deiner Hand. Waren es zwei: {then}",
)
def trash_pair(state: State, at: Frame, name: str, then: Step) -> None:
    other = [card for card in state.in_hand(at.seat) if card.name == name][:1]
    if other and at.play not in state.left_play:
        state.push(at, then)
    state.trash_from_hand(at.seat, other)
    state.push(at, trash_this())


TREASURE_MAP = action(
    "Treasure Map",
    "Schatzkarte",
    4,
    play=(trash_pair("Treasure Map", gain_named("Gold", 4, "deck")),),
)

BAZAAR = action("Bazaar", "Bazar", 5, play=(plus_cards(1), plus_actions(2), plus_coins(1)))


@verb(
    "You may reveal 1 {shown:card} from your hand: gain 1 {best:card} to your hand. Otherwise"
    " gain 1 {other:card} to your hand.",
    "Du darfst 1 {shown:card} aus deiner Hand zeigen: nimm 1 {best:card} auf die Hand. Sonst nimm"
    " 1 {other:card} auf die Hand.",
)
def may_reveal_for_better(state: State, at: Frame, shown: str, best: str, other: str) -> None:
    held = [card for card in state.in_hand(at.seat) if card.name == shown]
    state.ask(at, "reveal", held, revealed_for_better(best, other), least=0)


@verb()
def revealed_for_better(state: State, at: Frame, best: str, other: str) -> None:
    if at.it:
        show_in_hand(state, at.seat, at.it[0])
        state.write_from("hand", "reveal", at.seat, at.it)
    gain(state, at, card_named(best if at.it else other), "hand")


EXPLORER = action(
    "Explorer", "Entdecker", 5, play=(may_reveal_for_better("Province", "Gold", "Silver"),)
)


@verb(
    english_others="puts cards from the hand onto the deck until {size:card is|cards are} left"
    " there.",
    german_others="legt Handkarten auf den Nachziehstapel, bis er {size:Karte|Karten} auf der Hand"
    " hat.",
)
def put_back_down_to(state: State, at: Frame, size: int) -> None:
    hand = state.in_hand(at.seat)
    surplus = len(hand) - size
    if surplus > 0:
        state.ask(
            at, "put_back", hand, surplus_back(), least=surplus, most=surplus, ordered=surplus > 1
        )


@verb()
def surplus_back(state: State, at: Frame) -> None:
    state.leave_hand(at.seat, at.it, openly=False)
    put_in_order(state, at.seat, at.it, [state.eyes(at.seat)] * len(at.it), "hand")


GHOST_SHIP = attack(
    "Ghost Ship", "Geisterschiff", 5, play=(plus_cards(2), each_opponent(put_back_down_to(3)))
)

MERCHANT_SHIP = duration(
    "Merchant Ship", "Handelsschiff", 5, play=(plus_coins(2), next_turn(plus_coins(2)))
)


@verb(
    "At the end of this turn you draw only {hand:card|cards}; you take an extra turn after it,"
    " unless the turn before was yours as well.",
    "Am Ende dieses Zuges ziehst du nur {hand:Karte|Karten} nach; danach hast du einen Extrazug,"
    " wenn nicht schon der Zug davor deiner war.",
    traits=Trait.EXTRA_TURNS,
)
def take_extra_turn(state: State, at: Frame, hand: int) -> None:
    state.turn_order = state.turn_order._replace(hand_size=hand)
    if at.source and announce(state, at.seat, at.source.name):
        state.push(at, next_turn(extra_turn_begins()))


@verb()
def extra_turn_begins(state: State, at: Frame) -> None:
    """Keep the card in play until now."""


OUTPOST = duration("Outpost", "Außenposten", 5, play=(take_extra_turn(3),))


@verb(
    "Discard your hand. If you discarded anything: {then}",
    "Lege deine Hand ab. Hast du etwas abgelegt: {then}",
)
def discard_hand_for(state: State, at: Frame, then: Step) -> None:
    hand = state.in_hand(at.seat)
    if hand:
        state.push(at, then)
        state.discard_from_hand(at.seat, hand)
        offer_discard_reactions(state, at.seat, hand)


TACTICIAN = duration(
    "Tactician",
    "Taktiker",
    5,
    play=(discard_hand_for(next_turn(plus_cards(5), plus_buys(1), plus_actions(1))),),
)

TREASURY = action(
    "Treasury",
    "Schatzkammer",
    5,
    play=(plus_cards(1), plus_actions(1), plus_coins(1)),
    when_discarded=Return(unless_bought="Victory"),
)

WHARF = duration(
    "Wharf",
    "Werft",
    5,
    play=(plus_cards(2), plus_buys(1), next_turn(plus_cards(2), plus_buys(1))),
)

"""Prosperity, 2010. Source: rules/dominion-prosperity.de.txt."""

from functools import partial

from engine.dominion.card import Card, Response, Which
from engine.dominion.looking import (
    discard_revealed,
    put_back_in_order,
)
from engine.dominion.moves.reveal import (
    discard_aside,
    look_through_discard,
    reveal_top,
    trash_aside,
)
from engine.dominion.moves.triggers import (
    gain,
    move_gained,
    offer_discard_reactions,
    show_in_hand,
    where_landed,
)
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, mode, verb
from engine.dominion.verbs import (
    ask_gain,
    ask_modes,
    cards_cost_less,
    costing,
    discard_any,
    discard_cards,
    discard_down_to,
    draw_up_to,
    each_opponent,
    forbid_named,
    gain_named,
    gain_up_to_more,
    may_trash_a_card,
    play_found,
    play_several_times,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    plus_coins_for_each,
    plus_vp,
    trash_from_hand,
)

action = partial(Card, types="Action", expansion="prosperity")
attack = partial(Card, types="Action Attack", expansion="prosperity")
treasure = partial(Card, types="Treasure", expansion="prosperity")


def reveal_until_treasure(state: State, seat: int) -> list[Card]:
    """Reveal from the deck until a Treasure comes or no card is left; that Treasure, if any."""
    while card := reveal_top(state, seat, 1):
        if card[0].is_treasure:
            return card
    return []


@verb(
    "Reveal cards from your deck until a Treasure comes. Discard or trash it; discard the others.",
    "Decke Karten vom Nachziehstapel auf, bis eine Geldkarte kommt. Lege sie ab oder entsorge sie;"
    " lege die anderen ab.",
)
def dig_to_judge_treasure(state: State, at: Frame) -> None:
    treasure = reveal_until_treasure(state, at.seat)
    state.push(at, discard_revealed())
    if treasure:
        state.push(at._replace(it=tuple(treasure)), judge_treasure())


@verb()
def judge_treasure(state: State, at: Frame) -> None:
    ask_modes(state, at, DISCARD_OR_TRASH, about=at.it)


@verb("discard", "ablegen")
def discard_found(state: State, at: Frame) -> None:
    discard_aside(state, at.seat, at.it)


@verb("trash", "entsorgen")
def trash_found(state: State, at: Frame) -> None:
    trash_aside(state, at.seat, at.it)


DISCARD_OR_TRASH = mode(discard_found()), mode(trash_found())

LOAN = treasure("Loan", "Lohn", 3, play=(plus_coins(1), dig_to_judge_treasure()))


@verb(
    "+1 Coin for each token on the mat of this card.",
    "+1 Geld für jeden Marker auf dem Tableau dieser Karte.",
)
def plus_coins_for_tokens(state: State, at: Frame) -> None:
    if at.source:
        state.coins += len(state.tokens.get(at.source.name, ()))


@verb(
    "the token of its pile moves to the mat of this card.",
    "kommt der Marker ihres Stapels auf das Tableau dieser Karte.",
)
def move_token_of_pile(state: State, at: Frame) -> None:
    if at.source:
        mat = state.tokens.get(at.source.name, [])
        if at.it[0].name not in mat:
            state.set_tokens(at.source.name, [*mat, at.it[0].name])
            state.write("pile_token", at.seat, at.it, about=at.source.name)


TRADE_ROUTE = action(
    "Trade Route",
    "Handelsroute",
    3,
    play=(plus_buys(1), plus_coins_for_tokens(), trash_from_hand()),
    while_in_supply=(Response("leave_supply", move_token_of_pile(), Which("Victory")),),
)


@verb("trash it or put it onto your deck.", "entsorge sie oder lege sie auf den Nachziehstapel.")
def trash_gained_or_put_on_deck(state: State, at: Frame) -> None:
    ask_modes(state, at, TRASH_OR_PUT_ON_DECK, about=at.it)


@verb("trash", "entsorgen")
def trash_gained(state: State, at: Frame) -> None:
    move_gained(state, at, "trash")


@verb("put on deck", "auf den Nachziehstapel legen")
def put_on_deck(state: State, at: Frame) -> None:
    move_gained(state, at, "deck")


TRASH_OR_PUT_ON_DECK = mode(trash_gained()), mode(put_on_deck())

WATCHTOWER = Card(
    "Watchtower",
    "Wachturm",
    3,
    "Action Reaction",
    "prosperity",
    play=(draw_up_to(6),),
    reaction=Response("gain", trash_gained_or_put_on_deck()),
)


@verb("+1 VP for every {coins} Coins it costs.", "+1 SP für je {coins} Geld, die sie kostet.")
def plus_vp_for_cost(state: State, at: Frame, coins: int) -> None:
    tokens = state.cost(at.it[0]) // coins
    if tokens:
        state.push(at, plus_vp(tokens))


BISHOP = action(
    "Bishop",
    "Bischof",
    4,
    play=(
        plus_coins(1),
        plus_vp(1),
        trash_from_hand(then=plus_vp_for_cost(2)),
        each_opponent(may_trash_a_card()),
    ),
)

MONUMENT = action("Monument", "Denkmal", 4, play=(plus_coins(2), plus_vp(1)))

QUARRY = treasure(
    "Quarry", "Steinbruch", 4, play=(plus_coins(1),), while_in_play=(cards_cost_less(2, "Action"),)
)


@verb("gain another copy of it.", "nimm eine weitere davon.")
def gain_copy(state: State, at: Frame) -> None:
    gain(state, at, at.it[0])


TALISMAN = treasure(
    "Talisman",
    "Talisman",
    4,
    play=(plus_coins(1),),
    while_in_play=(Response("buy", gain_copy(), Which(no="Victory", most=4)),),
)

WORKERS_VILLAGE = action(
    "Worker's Village", "Arbeiterdorf", 4, play=(plus_cards(1), plus_actions(2), plus_buys(1))
)


@verb(
    "If {piles:pile|piles} or more of the supply ran out: {steps}.",
    "Wenn {piles:Vorratsstapel|Vorratsstapel} oder mehr leer sind: {steps}.",
)
def if_piles_are_empty(state: State, at: Frame, piles: int, steps: tuple[Step, ...]) -> None:
    if state.empty >= piles:
        state.push(at, *steps)


CITY = action(
    "City",
    "Stadt",
    5,
    play=(
        plus_cards(1),
        plus_actions(2),
        if_piles_are_empty(1, (plus_cards(1),)),
        if_piles_are_empty(2, (plus_coins(1), plus_buys(1))),
    ),
)

CONTRABAND = treasure(
    "Contraband", "Schmuggelware", 5, play=(plus_coins(3), plus_buys(1), forbid_named())
)


@verb(
    "Look through your discard pile, show any number of {name:card} in it and take them into your"
    " hand.",
    "Sieh deinen Ablagestapel durch, zeige beliebig viele {name:card} daraus und nimm sie auf die"
    " Hand.",
)
def take_from_discard(state: State, at: Frame, name: str) -> None:
    discards = [card for card in look_through_discard(state, at.seat) if card.name == name]
    state.ask(at, "take", discards, taken_from_discard(), least=0, most=len(discards))


@verb()
def taken_from_discard(state: State, at: Frame) -> None:
    if not at.it:
        return
    player = state.players[at.seat]
    for card in at.it:
        player.discard.remove(card)
    player.uncover()
    player.hand += at.it
    player.hand_shown += at.it
    state.write_from("discard", "take", at.seat, at.it)


COUNTING_HOUSE = action("Counting House", "Leihhaus", 5, play=(take_from_discard("Copper"),))


@verb(
    "You may reveal {kind:kind} from your hand: gain another copy of it.",
    "Du darfst {kind:kind} aus deiner Hand zeigen: nimm eine weitere davon.",
)
def may_reveal_to_copy(state: State, at: Frame, kind: str) -> None:
    state.ask(at, "reveal", state.in_hand(at.seat, kind), revealed_to_copy(), least=0)


@verb()
def revealed_to_copy(state: State, at: Frame) -> None:
    if at.it:
        show_in_hand(state, at.seat, at.it[0])
        state.write_from("hand", "reveal", at.seat, at.it)
        gain(state, at, at.it[0])


@verb(
    "trash all {kind:kinds} you have in play.",
    "entsorge alle {kind:kinds}, die bei dir ausliegen.",
    traits=Trait.CLEARS_TABLE,
)
def trash_in_play(state: State, at: Frame, kind: str) -> None:
    player = state.players[at.seat]
    gone = [card for card in player.in_play if kind in card.types]
    if gone:
        player.in_play = [card for card in player.in_play if kind not in card.types]
        state.put_into_trash(at.seat, gone)
        state.write_from("in_play", "trash", at.seat, gone)


MINT = action(
    "Mint",
    "Münzer",
    5,
    play=(may_reveal_to_copy("Treasure"),),
    when_bought=(trash_in_play("Treasure"),),
)


@verb(
    english_others="discards a Curse or gains a Curse and a Copper.",
    german_others="legt einen Fluch ab oder nimmt einen Fluch und ein Kupfer.",
)
def discard_or_be_cursed(state: State, at: Frame) -> None:
    held = [card for card in state.in_hand(at.seat) if card.name == "Curse"]
    state.ask(at, "discard", held, curse_discarded(), least=0)


@verb()
def curse_discarded(state: State, at: Frame) -> None:
    if at.it:
        state.discard_from_hand(at.seat, at.it)
        offer_discard_reactions(state, at.seat, at.it)
    else:
        state.push(at, gain_named("Curse"), gain_named("Copper"))


MOUNTEBANK = attack(
    "Mountebank", "Quacksalber", 5, play=(plus_coins(2), each_opponent(discard_or_be_cursed()))
)


@verb(
    english_others="reveals the top 3 cards of the deck, discards the Actions and Treasures and"
    " puts the rest back in any order.",
    german_others="deckt die obersten 3 Karten des Nachziehstapels auf, legt Aktions- und"
    " Geldkarten ab und den Rest in beliebiger Reihenfolge zurück.",
)
def lose_useful_of_top(state: State, at: Frame) -> None:
    revealed = reveal_top(state, at.seat, 3)
    state.push(at, put_back_in_order())
    discard_aside(state, at.seat, [c for c in revealed if c.is_action or c.is_treasure])


RABBLE = attack("Rabble", "Gesindel", 5, play=(plus_cards(3), each_opponent(lose_useful_of_top())))


@verb("you may put it onto your deck.", "darfst du sie auf deinen Nachziehstapel legen.")
def may_put_gained_on_deck(state: State, at: Frame) -> None:
    if where_landed(state, at) in ("discard", "hand"):
        about = at.it[0].name
        state.ask(at, "put_back", at.it, put_picked_on_deck(), least=0, about=about)


@verb()
def put_picked_on_deck(state: State, at: Frame) -> None:
    if at.it:
        move_gained(state, at, "deck")


ROYAL_SEAL = treasure(
    "Royal Seal",
    "Königliches Siegel",
    5,
    play=(plus_coins(2),),
    while_in_play=(Response("gain", may_put_gained_on_deck()),),
)


@verb(
    english_others="may discard 2 cards; who did draws a card.",
    german_others="darf 2 Handkarten ablegen; wer das tat, zieht eine Karte nach.",
)
def may_discard_two(state: State, at: Frame) -> None:
    if state.players[at.seat].hand:
        state.ask(at, "confirm", (True, False), two_discarded(), options=("yes", "no"))


@verb()
def two_discarded(state: State, at: Frame) -> None:
    if at.it[0]:
        state.push(at, discard_cards(2, then=draw_if_many(2)))


@verb()
def draw_if_many(state: State, at: Frame, needed: int) -> None:
    if at.many >= needed:
        state.draw(at.seat, 1)


VAULT = action(
    "Vault",
    "Gewölbe",
    5,
    play=(
        plus_cards(2),
        discard_any(then=plus_coins_for_each(1)),
        each_opponent(may_discard_two()),
    ),
)


@verb(
    "Reveal cards from your deck until a Treasure comes. Discard the others and play it.",
    "Decke Karten vom Nachziehstapel auf, bis eine Geldkarte kommt. Lege die anderen ab und spiele"
    " sie aus.",
)
def dig_to_play_treasure(state: State, at: Frame) -> None:
    treasure = reveal_until_treasure(state, at.seat)
    others = [card for card, _ in state.players[at.seat].set_aside]
    if treasure:
        others.pop()
        state.push(at._replace(it=tuple(treasure)), play_found())
    discard_aside(state, at.seat, others)


VENTURE = treasure("Venture", "Abenteuer", 5, play=(plus_coins(1), dig_to_play_treasure()))

GOONS = attack(
    "Goons",
    "Halsabschneider",
    6,
    play=(plus_buys(1), plus_coins(2), each_opponent(discard_down_to(3))),
    while_in_play=(Response("buy", plus_vp(1)),),
)

GRAND_MARKET = action(
    "Grand Market",
    "Großer Markt",
    6,
    play=(plus_cards(1), plus_actions(1), plus_buys(1), plus_coins(2)),
    not_with="Copper",
)

HOARD = treasure(
    "Hoard",
    "Hort",
    6,
    play=(plus_coins(2),),
    while_in_play=(Response("buy", gain_named("Gold"), Which("Victory")),),
)


@verb(
    "+1 Coin for each Treasure you have in play (this one too).",
    "+1 Geld für jede Geldkarte, die bei dir ausliegt (auch diese).",
)
def plus_coins_for_treasures_in_play(state: State, at: Frame) -> None:
    state.coins += len([card for card in state.players[at.seat].in_play if card.is_treasure])


BANK = treasure("Bank", "Bank", 7, play=(plus_coins_for_treasures_in_play(),))

EXPAND = action("Expand", "Ausbau", 7, play=(trash_from_hand(then=gain_up_to_more(3)),))


@verb(
    "Trash any number of cards from your hand. {then}", "Entsorge beliebig viele Handkarten. {then}"
)
def trash_any(state: State, at: Frame, then: Step) -> None:
    hand = state.in_hand(at.seat)
    state.ask(at, "trash", hand, trashed_any(then), least=0, most=len(hand))


@verb()
def trashed_any(state: State, at: Frame, then: Step) -> None:
    state.push(at, then)
    state.trash_from_hand(at.seat, at.it)


@verb(
    "Gain a card costing exactly as much as they do together.",
    "Nimm eine Karte, die genau so viel kostet wie sie zusammen.",
)
def gain_for_total(state: State, at: Frame) -> None:
    ask_gain(state, at, costing(state, sum([state.cost(card) for card in at.it])))


FORGE = action("Forge", "Kunstschmiede", 7, play=(trash_any(then=gain_for_total()),))

KINGS_COURT = action("King's Court", "Königshof", 7, play=(play_several_times(3, least=0),))


@verb(
    "In the Buy phase this costs {amount} less for each of your {kind:kinds} in play.",
    "In der Kaufphase kostet diese Karte {amount} weniger für jede deiner {kind:kinds} im Spiel.",
)
def costs_less_for_each(state: State, at: Frame, amount: int, kind: str) -> None:
    """Read by `State.cost` in Buy phases."""


PEDDLER = action(
    "Peddler",
    "Hausierer",
    8,
    play=(plus_cards(1), plus_actions(1), plus_coins(1)),
    discount=costs_less_for_each(2, "Action"),
)

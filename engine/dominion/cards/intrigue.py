"""Intrigue, 2009. Rules: the booklet of the first edition."""

from functools import partial

from engine.dominion.card import Card, Response, card_named
from engine.dominion.looking import (
    discard_revealed,
    name_card,
    put_back_in_order,
)
from engine.dominion.moves.mats import leave_mat, put_on_mat
from engine.dominion.moves.reveal import (
    discard_aside,
    looked_at,
    return_aside,
    reveal_hand,
    reveal_top,
    take_aside,
    trash_aside,
)
from engine.dominion.moves.triggers import gain, gain_and, offer_discard_reactions
from engine.dominion.scoring import Worth
from engine.dominion.state import MORE_COINS, State
from engine.dominion.steps import Frame, Step, Trait, verb
from engine.dominion.verbs import (
    ask_gain,
    choose,
    cost_less_this_turn,
    costing,
    discard_any,
    discard_cards,
    each_opponent,
    gain_exactly_more,
    gain_named,
    may_trash_a_card,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    plus_coins_for_each,
    put_cards_back,
    trash_cards,
    trash_from_hand,
    trash_this,
)

action = partial(Card, types="Action", expansion="intrigue")
attack = partial(Card, types="Action Attack", expansion="intrigue")
victory = partial(Card, expansion="intrigue", pile=None)

COURTYARD = action("Courtyard", "Burghof", 2, play=(plus_cards(3), put_cards_back(1)))

PAWN = action(
    "Pawn",
    "Handlanger",
    2,
    play=(choose(2, (plus_cards(1),), (plus_actions(1),), (plus_buys(1),), (plus_coins(1),)),),
)


@verb(
    "+{draw:Card|Cards}, then put {back:card|cards} from your hand onto your deck.",
    "+{draw:Karte|Karten}, dann lege {back:Handkarte|Handkarten} auf deinen Nachziehstapel.",
)
def draw_and_put_back(state: State, at: Frame, draw: int, back: int) -> None:
    state.push(at, put_cards_back(back))
    state.draw(at.seat, draw)


SECRET_CHAMBER = action(
    "Secret Chamber",
    "Geheimkammer",
    2,
    types="Action Reaction",
    play=(discard_any(then=plus_coins_for_each(1)),),
    reaction=Response("attack", draw_and_put_back(2, 2)),
)

GREAT_HALL = victory(
    "Great Hall",
    "Große Halle",
    3,
    "Action Victory",
    play=(plus_cards(1), plus_actions(1)),
    worth=Worth(1),
)


@verb(
    "All players at the same time pass a card from their hand to the left.",
    "Alle Spieler geben gleichzeitig eine Handkarte nach links weiter.",
    traits=Trait.CLOSED_MAT,
)
def pass_left(state: State, at: Frame) -> None:
    state.push(at, pass_all())
    for seat in reversed((at.seat, *state.others(at.seat))):
        state.push(at._replace(seat=seat), choose_to_pass())


@verb()
def choose_to_pass(state: State, at: Frame) -> None:
    state.ask(at, "pass", state.in_hand(at.seat), chosen_to_pass())


@verb()
def chosen_to_pass(state: State, at: Frame) -> None:
    """Set the card aside, face down, until all have chosen."""
    if at.it:
        state.leave_hand(at.seat, at.it, openly=False)
        put_on_mat(state, at, at.it, "hand")


@verb()
def pass_all(state: State, at: Frame) -> None:
    """Pass openly: each seat's cards are public, so a third one would notice."""
    mat = at.source.name if at.source else ""
    for seat in (at.seat, *state.others(at.seat)):
        player = state.players[seat]
        for card in player.on_mat(mat):
            leave_mat(player, mat, (card,))
            state.put_into(state.others(seat)[0], card, "hand")
            state.write_from("mat", "pass", seat, (card,), about=mat)


MASQUERADE = action(
    "Masquerade", "Maskerade", 3, play=(plus_cards(2), pass_left(), may_trash_a_card())
)


@verb(
    "Reveal your hand. If there is no {kind:word} card in it: +{amount:Card|Cards}.",
    "Zeige deine Hand. Ist darin keine Karte vom Typ {kind:word}: +{amount:Karte|Karten}.",
)
def draw_without(state: State, at: Frame, kind: str, amount: int) -> None:
    reveal_hand(state, at.seat)
    if not state.in_hand(at.seat, kind):
        state.draw(at.seat, amount)


SHANTY_TOWN = action(
    "Shanty Town", "Armenviertel", 3, play=(plus_actions(2), draw_without("Action", 2))
)

STEWARD = action(
    "Steward",
    "Verwalter",
    3,
    play=(choose(1, (plus_cards(2),), (plus_coins(2),), (trash_cards(2),)),),
)


@verb(
    english_others="trashes the top card of the deck and gains a card of the same cost that you"
    " choose.",
    german_others="entsorgt die oberste Karte seines Nachziehstapels und nimmt eine gleich teure"
    " Karte deiner Wahl.",
)
def swap_top(state: State, at: Frame) -> None:
    cards = reveal_top(state, at.seat, 1)
    if cards:
        state.push(at._replace(it=tuple(cards)), choose_swap())
        trash_aside(state, at.seat, cards)


@verb()
def choose_swap(state: State, at: Frame) -> None:
    piles = costing(state, state.cost(at.it[0]), at.it[0].potion)
    state.ask(at._replace(seat=at.by), "gain", piles, swapped(at), about=at.it[0].name)


@verb()
def swapped(state: State, at: Frame, victim: Frame) -> None:
    if at.it:
        gain(state, victim, at.it[0])


SWINDLER = attack("Swindler", "Trickser", 3, play=(plus_coins(2), each_opponent(swap_top())))


@verb(
    "Reveal the top card of your deck. If it is the named one, take it into your hand.",
    "Decke die oberste Karte deines Nachziehstapels auf. Ist es die genannte, nimm sie auf die"
    " Hand.",
)
def take_top_if_named(state: State, at: Frame) -> None:
    cards = reveal_top(state, at.seat, 1)
    if cards == [*at.it]:
        take_aside(state, at.seat, cards)
    else:
        return_aside(state, at.seat, cards)


WISHING_WELL = action(
    "Wishing Well",
    "Wunschbrunnen",
    3,
    play=(plus_cards(1), plus_actions(1), name_card(take_top_if_named())),
)


@verb(
    "You may discard {name:indefinite}: +{coins:Coin|Coins}. If you do not, gain one.",
    "Du darfst 1 {name:card} ablegen: +{coins:Geld|Geld}. Tust du das nicht, nimm 1 {name:card}.",
)
def discard_or_gain(state: State, at: Frame, name: str, coins: int) -> None:
    held = [card for card in state.in_hand(at.seat) if card.name == name]
    state.ask(at, "discard", held, discarded_or_gain(name, coins), least=0)


@verb()
def discarded_or_gain(state: State, at: Frame, name: str, coins: int) -> None:
    if at.it:
        state.coins += coins
        state.discard_from_hand(at.seat, at.it)
        offer_discard_reactions(state, at.seat, at.it)
    else:
        gain(state, at, card_named(name))


BARON = action("Baron", "Baron", 4, play=(plus_buys(1), discard_or_gain("Estate", 4)))

BRIDGE = action("Bridge", "Brücke", 4, play=(plus_buys(1), plus_coins(1), cost_less_this_turn(1)))


@verb(
    "If you have played {count} or more Actions this turn (this one too): {steps}.",
    "Wenn du in diesem Zug mindestens {count} Aktionen ausgespielt hast (auch diese): {steps}.",
)
def if_actions_played(state: State, at: Frame, count: int, steps: tuple[Step, ...]) -> None:
    if sum([card.is_action for card in state.played_this_turn]) >= count:
        state.push(at, *steps)


CONSPIRATOR = action(
    "Conspirator",
    "Verschwörer",
    4,
    play=(plus_coins(2), if_actions_played(3, (plus_cards(1), plus_actions(1)))),
)


@verb(
    "Each {name:card} gives {amount:Coin|Coins} more this turn.",
    "Jedes {name:card} gibt in diesem Zug {amount:Geld|Geld} mehr.",
)
def more_coins_this_turn(state: State, at: Frame, name: str, amount: int) -> None:
    state.count_this_turn(MORE_COINS.format(name), amount)


COPPERSMITH = action("Coppersmith", "Kupferschmied", 4, play=(more_coins_this_turn("Copper", 1),))

FOR_TYPES = {"Action": plus_actions(1), "Treasure": plus_coins(1), "Victory": plus_cards(1)}


def for_types(card: Card, bonus: dict[str, Step]) -> list[Step]:
    """Return the steps of all types that the card has."""
    return [step for kind, step in bonus.items() if kind in card.types.split()]


@verb(
    "Gain a card costing up to {cost}. If it is an Action card: +1 Action; a Treasure: +1 Coin;"
    " a Victory card: +1 Card.",
    "Nimm eine Karte, die höchstens {cost} kostet. Für eine Aktionskarte: +1 Aktion; Geldkarte:"
    " +1 Geld; Punktekarte: +1 Karte.",
)
def gain_for_bonus(state: State, at: Frame, cost: int) -> None:
    state.ask(at, "gain", state.affordable(cost), gained_for_bonus())


@verb()
def gained_for_bonus(state: State, at: Frame) -> None:
    if at.it:
        if state.possessor_of(at.seat) is None:
            gain_and(state, at, at.it[0], bonus_for_types())
        else:  # another seat gains it
            gain(state, at, at.it[0])


@verb()
def bonus_for_types(state: State, at: Frame) -> None:
    state.push(at, *for_types(at.it[0], FOR_TYPES))


IRONWORKS = action("Ironworks", "Eisenhütte", 4, play=(gain_for_bonus(4),))


@verb(
    "You may trash this. If you do: {then}",
    "Du darfst diese Karte entsorgen. Wenn du das tust: {then}",
)
def may_trash_this(state: State, at: Frame, then: Step) -> None:
    if at.source and at.play not in state.left_play:
        state.ask(at, "trash", (at.source,), this_trashed(then), least=0)


@verb()
def this_trashed(state: State, at: Frame, then: Step) -> None:
    if at.it:
        state.push(at, trash_this(then))


MINING_VILLAGE = action(
    "Mining Village",
    "Bergwerk",
    4,
    play=(plus_cards(1), plus_actions(2), may_trash_this(plus_coins(2))),
)


@verb(
    "Reveal the top {count:card|cards} of your deck. Take the {kind:kinds} into your hand, put the"
    " rest back in any order.",
    "Decke die obersten {count:Karte|Karten} deines Nachziehstapels auf. Nimm die {kind:kinds} auf"
    " die Hand, lege den Rest in beliebiger Reihenfolge zurück.",
)
def take_of_top(state: State, at: Frame, count: int, kind: str) -> None:
    revealed = reveal_top(state, at.seat, count)
    state.push(at, put_back_in_order())
    take_aside(state, at.seat, [card for card in revealed if kind in card.types])


SCOUT = action("Scout", "Späher", 4, play=(plus_actions(1), take_of_top(4, "Victory")))

DUKE = victory("Duke", "Herzog", 5, "Victory", worth=Worth(1, per=1, name="Duchy"))


@verb(
    "discard your hand, +{draw:Card|Cards}; each other player with {least} or more cards in hand"
    " does the same.",
    "lege deine Hand ab, +{draw:Karte|Karten}; jeder Mitspieler mit mindestens {least} Handkarten"
    " tut dasselbe.",
)
def renew_hands(state: State, at: Frame, draw: int, least: int) -> None:
    state.push(at, renew_hand(draw, 0), each_opponent(renew_hand(draw, least)))


@verb()
def renew_hand(state: State, at: Frame, draw: int, least: int) -> None:
    hand = state.in_hand(at.seat)
    if len(hand) >= least:
        state.push(at, plus_cards(draw))
        state.discard_from_hand(at.seat, hand)
        offer_discard_reactions(state, at.seat, hand)


MINION = attack(
    "Minion",
    "Lakai",
    5,
    play=(plus_actions(1), choose(1, (plus_coins(2),), (renew_hands(4, 5),))),
)


@verb(
    english_others="reveals cards from the deck until one costs {least} or more. It is trashed, and"
    " its owner may gain a card costing at least {less} less; the others are discarded.",
    german_others="deckt Karten von seinem Nachziehstapel auf, bis eine mindestens {least} kostet."
    " Sie wird entsorgt; er darf eine Karte nehmen, die mindestens {less} weniger kostet, und legt"
    " die anderen ab.",
)
def sabotage(state: State, at: Frame, least: int, less: int) -> None:
    state.push(at, discard_revealed())
    while top := reveal_top(state, at.seat, 1):
        if state.cost(top[0]) >= least:
            state.push(at._replace(it=tuple(top)), may_gain_cheaper(less))
            trash_aside(state, at.seat, top)
            return


@verb()
def may_gain_cheaper(state: State, at: Frame, less: int) -> None:
    piles = state.affordable(state.cost(at.it[0]) - less, at.it[0].potion)
    ask_gain(state, at, piles, least=0)


SABOTEUR = attack("Saboteur", "Saboteur", 5, play=(each_opponent(sabotage(3, 2)),))

TORTURER = attack(
    "Torturer",
    "Kerkermeister",
    5,
    play=(
        plus_cards(3),
        each_opponent(choose(1, (discard_cards(2),), (gain_named("Curse", to="hand"),))),
    ),
)


@verb("If you trashed {count}: {then}", "Wenn es {count} waren: {then}")
def if_many(state: State, at: Frame, count: int, then: Step) -> None:
    if at.many == count:
        state.push(at, then)


TRADING_POST = action(
    "Trading Post",
    "Handelsposten",
    5,
    play=(trash_cards(2, then=if_many(2, gain_named("Silver", to="hand"))),),
)

FOR_NAMES = {"Action": plus_actions(2), "Treasure": plus_coins(2), "Victory": plus_cards(2)}


@verb(
    "The player to your left reveals the top {count:card|cards} of the deck and discards them. For"
    " each differently named one, if it is an Action card: +2 Actions; a Treasure: +2 Coins;"
    " a Victory card: +2 Cards.",
    "Dein linker Nachbar deckt die obersten {count:Karte|Karten} seines Nachziehstapels auf und"
    " legt sie ab. Für jeden Namen einmal, für eine Aktionskarte: +2 Aktionen; Geldkarte: +2 Geld;"
    " Punktekarte: +2 Karten.",
)
def take_tribute(state: State, at: Frame, count: int) -> None:
    left = state.others(at.seat)[0]
    revealed = reveal_top(state, left, count)
    for card in dict.fromkeys(revealed):
        state.push(at, *for_types(card, FOR_NAMES))
    discard_aside(state, left, looked_at(state, left))


TRIBUTE = action("Tribute", "Tribut", 5, play=(take_tribute(2),))

UPGRADE = action(
    "Upgrade",
    "Anbau",
    5,
    play=(plus_cards(1), plus_actions(1), trash_from_hand(then=gain_exactly_more(1))),
)

HAREM = victory("Harem", "Harem", 6, "Treasure Victory", play=(plus_coins(2),), worth=Worth(2))

NOBLES = victory(
    "Nobles",
    "Adelige",
    6,
    "Action Victory",
    play=(choose(1, (plus_cards(3),), (plus_actions(2),)),),
    worth=Worth(2),
)

"""Guilds, 2013. Rules: the booklet of the first edition."""

from functools import partial

from engine.dominion.card import Card, Response, card_named
from engine.dominion.looking import (
    DISCARD_OR_PUT_BACK,
    name_card,
    put_back_in_order,
    returned,
    reveal_and_lose_one,
)
from engine.dominion.moves.paying import COIN, ask_amount, coin_tokens, plus_coin_tokens
from engine.dominion.moves.reveal import (
    discard_aside,
    look_at_top,
    look_through_discard,
    looked_at,
    put_in_order,
    reveal_hand,
    reveal_top,
    take_aside,
    trash_aside,
)
from engine.dominion.moves.triggers import gain, is_there, offer_discard_reactions
from engine.dominion.player import ALL
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, mode, verb
from engine.dominion.verbs import (
    ask_gain,
    ask_modes,
    costing,
    each_opponent,
    gain_cheaper,
    gain_named,
    gain_up_to_more,
    may_discard,
    may_trash_from_hand,
    play_found,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    several_times,
    trash_from_hand,
)

action = partial(Card, types="Action", expansion="guilds")
attack = partial(Card, types="Action Attack", expansion="guilds")


@verb("For each coin more: {step}", "Für jedes Geld mehr: {step}")
def for_each_overpaid(state: State, at: Frame, step: Step) -> None:
    state.push(at, *[step] * at.many)


CANDLESTICK_MAKER = action(
    "Candlestick Maker",
    "Leuchtenmacher",
    2,
    play=(plus_actions(1), plus_buys(1), plus_coin_tokens(1)),
)


@verb(
    "Gain {count} {kind:kinds}, each costing exactly as much as you paid more.",
    "Nimm {count} {kind:kinds}, die jede genau so viel kosten, wie du mehr bezahlt hast.",
)
def gain_for_overpaid(state: State, at: Frame, count: int, kind: str) -> None:
    state.push(at, *[gain_costing_overpaid(kind)] * count)


@verb()
def gain_costing_overpaid(state: State, at: Frame, kind: str) -> None:
    piles = costing(state, at.many, sum(at.it[1:]))
    ask_gain(state, at, [card for card in piles if kind in card.types])


STONEMASON = action(
    "Stonemason",
    "Steinmetz",
    2,
    play=(trash_from_hand(then=several_times(2, gain_cheaper())),),
    when_overpaid=(gain_for_overpaid(2, "Action"),),
)


@verb(
    "Reveal the top {count:card|cards} of your deck. Trash the named ones, put the rest back in any"
    " order.",
    "Decke die obersten {count:Karte|Karten} deines Nachziehstapels auf. Entsorge die genannten,"
    " lege den Rest in beliebiger Reihenfolge zurück.",
)
def trash_named_of_top(state: State, at: Frame, count: int) -> None:
    revealed = reveal_top(state, at.seat, count)
    state.push(at, put_back_in_order())
    trash_aside(state, at.seat, [card for card in revealed if card in at.it])


@verb("trash", "entsorgen")
def trash_revealed(state: State, at: Frame) -> None:
    trash_aside(state, at.seat, looked_at(state, at.seat))


TRASH_DISCARD_OR_PUT_BACK = mode(trash_revealed()), *DISCARD_OR_PUT_BACK


@verb(
    "Look at the top card of your deck; trash it, discard it or put it back.",
    "Sieh dir die oberste Karte deines Nachziehstapels an; entsorge sie, lege sie ab oder zurück.",
)
def treat_own_top(state: State, at: Frame) -> None:
    if look_at_top(state, at.seat, 1):
        state.push(at, treat_looked_at())


@verb()
def treat_looked_at(state: State, at: Frame) -> None:
    ask_modes(state, at, TRASH_DISCARD_OR_PUT_BACK, about=looked_at(state, at.seat))


DOCTOR = action(
    "Doctor",
    "Arzt",
    3,
    play=(name_card(trash_named_of_top(3)),),
    when_overpaid=(for_each_overpaid(treat_own_top()),),
)

MASTERPIECE = Card(
    "Masterpiece",
    "Meisterstück",
    3,
    "Treasure",
    "guilds",
    play=(plus_coins(1),),
    when_overpaid=(for_each_overpaid(gain_named("Silver")),),
)

ADVISOR = action("Advisor", "Berater", 4, play=(plus_actions(1), reveal_and_lose_one(3)))


@verb(
    "Reveal the top card of your deck. Play it if it is {kind:kind}.",
    "Decke die oberste Karte deines Nachziehstapels auf. Spiele sie aus, wenn es {kind:kind} ist.",
)
def play_top_if(state: State, at: Frame, kind: str) -> None:
    top = tuple(reveal_top(state, at.seat, 1))
    if top:
        plays = kind in top[0].types.split()
        state.push(at._replace(it=top), play_found() if plays else returned())


@verb(
    "For each coin more put a card from your discard pile onto your deck.",
    "Lege für jedes Geld mehr eine Karte von deinem Ablagestapel auf deinen Nachziehstapel.",
)
def put_discards_on_deck(state: State, at: Frame) -> None:
    pile = look_through_discard(state, at.seat)
    count, ordered = at.many, at.many > 1
    state.ask(at, "put_back", pile, discards_on_deck(), least=count, most=count, ordered=ordered)


@verb()
def discards_on_deck(state: State, at: Frame) -> None:
    """Move them unseen: nobody else knows which cards are left in the pile."""
    if not at.it:
        return
    player = state.players[at.seat]
    takes_all = len(at.it) == len(player.discard) and not player.discard_hidden
    for card in at.it:
        if player.discard[-1] is card:
            player.discard.pop()
        else:
            player.discard.remove(card)
    player.discard_hidden = player.discard[:-1]
    mask = ALL if takes_all else state.eyes(at.seat)
    put_in_order(state, at.seat, at.it, (mask,) * len(at.it), "discard")


HERALD = action(
    "Herald",
    "Herold",
    4,
    play=(plus_cards(1), plus_actions(1), play_top_if("Action")),
    when_overpaid=(put_discards_on_deck(),),
)

PLAZA = action(
    "Plaza",
    "Platz",
    4,
    play=(plus_cards(1), plus_actions(2), may_discard("Treasure", (plus_coin_tokens(1),))),
)


@verb(
    english_others="with {least} or more cards in hand discards a copy of it or shows a hand"
    " without.",
    german_others="mit mindestens {least} Handkarten legt eine gleiche ab oder zeigt die Hand.",
)
def discard_copy(state: State, at: Frame, least: int) -> None:
    hand = state.players[at.seat].hand
    card = at.it[0]
    if len(hand) < least:
        return
    if card in hand:
        state.discard_from_hand(at.seat, (card,))
        offer_discard_reactions(state, at.seat, (card,))
    else:
        reveal_hand(state, at.seat)


@verb("{first} {then}", "{first} {then}")
def first_then(state: State, at: Frame, first: Step, then: Step) -> None:
    state.push(at, first, then)


TAXMAN = attack(
    "Taxman",
    "Steuereintreiber",
    4,
    play=(
        may_trash_from_hand(
            "Treasure",
            first_then(each_opponent(discard_copy(5)), gain_up_to_more(3, "Treasure", "deck")),
        ),
    ),
)

BAKER = action(
    "Baker",
    "Bäcker",
    5,
    play=(plus_cards(1), plus_actions(1), plus_coin_tokens(1)),
    while_in_supply=(Response("start", plus_coin_tokens(1)),),
)


@verb(
    "Pay any number of coin tokens: gain a card costing up to that much more than it.",
    "Zahle beliebig viele Geldmarker: nimm eine Karte, die höchstens so viel mehr kostet als sie.",
)
def pay_tokens_for_dearer(state: State, at: Frame) -> None:
    ask_amount(state, at, coin_tokens(state, at.seat), tokens_paid(at), "coin tokens")


@verb()
def tokens_paid(state: State, at: Frame, occasion: Frame) -> None:
    amount = at.it[0]
    if amount:
        state.take_tokens(at.seat, COIN, -amount)
    state.push(occasion, gain_up_to_more(amount))


BUTCHER = action(
    "Butcher",
    "Metzger",
    5,
    play=(plus_coin_tokens(2), may_trash_from_hand(then=pay_tokens_for_dearer())),
)


@verb(
    "Reveal cards from your deck until {count} others have come. Take those into your hand, discard"
    " the rest.",
    "Decke Karten vom Nachziehstapel auf, bis {count} andere aufgedeckt sind. Nimm diese auf die"
    " Hand, lege den Rest ab.",
)
def dig_for_others(state: State, at: Frame, count: int) -> None:
    while count:
        card = reveal_top(state, at.seat, 1)
        if not card:
            break
        count -= card[0] not in at.it
    revealed = looked_at(state, at.seat)
    take_aside(state, at.seat, [card for card in revealed if card not in at.it])
    discard_aside(state, at.seat, looked_at(state, at.seat))


JOURNEYMAN = action("Journeyman", "Wandergeselle", 5, play=(name_card(dig_for_others(3)),))

MERCHANT_GUILD = action(
    "Merchant Guild",
    "Kaufmannsgilde",
    5,
    play=(plus_buys(1), plus_coins(1)),
    while_in_play=(Response("buy", plus_coin_tokens(1)),),
)


@verb(
    "Each other player gains a Curse. Then each who did draws a card.",
    "Jeder Mitspieler nimmt einen Fluch. Danach zieht jeder, der einen nahm, eine Karte.",
)
def curse_then_draw(state: State, at: Frame) -> None:
    victims = [seat for seat in state.others(at.seat) if (at.play, seat) not in state.unaffected]
    state.push(at, curse_next(tuple(victims), ()))


@verb()
def curse_next(state: State, at: Frame, victims: tuple[int, ...], cursed: tuple[int, ...]) -> None:
    if victims and is_there(state, card_named("Curse"), "supply"):
        state.push(at, curse_counted(victims, cursed, state.play_count + 1))
        gain(state, at._replace(seat=victims[0]), card_named("Curse"))
    else:
        for seat in reversed(cursed):
            state.push(at._replace(seat=seat), plus_cards(1))


@verb()
def curse_counted(
    state: State, at: Frame, victims: tuple[int, ...], cursed: tuple[int, ...], number: int
) -> None:
    """Count a victim unless it took another card instead."""
    if (number, victims[0]) not in state.unaffected:
        cursed = (*cursed, victims[0])
    state.push(at, curse_next(victims[1:], cursed))


SOOTHSAYER = attack("Soothsayer", "Hellseherin", 5, play=(gain_named("Gold"), curse_then_draw()))

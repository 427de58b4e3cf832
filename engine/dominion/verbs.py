"""The vocabulary of the cards; a verb of one card alone stands above that card."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominion.card import Card, by_order, card_named
from engine.dominion.moves.reveal import (
    leave_aside,
    put_in_order,
)
from engine.dominion.moves.triggers import (
    gain,
    move_gained,
    offer_discard_reactions,
    play_card,
    play_from_hand,
)
from engine.dominion.state import LESS, State
from engine.dominion.steps import Frame, Mode, Step, Trait, mode, phrase, verb

# --- pluses ---------------------------------------------------------------------------------


@verb("+{amount:Card|Cards}.", "+{amount:Karte|Karten}.", traits=Trait.AT_ONCE)
def plus_cards(state: State, at: Frame, amount: int) -> None:
    state.draw(at.seat, amount)


@verb("+{amount:Action|Actions}.", "+{amount:Aktion|Aktionen}.", traits=Trait.AT_ONCE)
def plus_actions(state: State, at: Frame, amount: int) -> None:
    state.actions += amount


@verb("+{amount:Buy|Buys}.", "+{amount:Kauf|Käufe}.", traits=Trait.AT_ONCE)
def plus_buys(state: State, at: Frame, amount: int) -> None:
    state.buys += amount


@verb("+{amount:Coin|Coins}.", "+{amount:Geld|Geld}.", traits=Trait.AT_ONCE | Trait.COINS)
def plus_coins(state: State, at: Frame, amount: int) -> None:
    state.coins += amount


@verb("+{amount:Potion|Potions}.", "+{amount:Trank|Tränke}.", traits=Trait.AT_ONCE | Trait.POTIONS)
def plus_potions(state: State, at: Frame, amount: int) -> None:
    state.take_potions(amount)


@verb("+{amount} VP.", "+{amount} SP.")
def plus_vp(state: State, at: Frame, amount: int) -> None:
    state.players[at.seat].vp += amount
    state.write("tokens", at.seat, vp=amount)


@verb("+{amount:Card|Cards} for each of them.", "+{amount:Karte|Karten} für jede davon.")
def plus_cards_for_each(state: State, at: Frame, amount: int) -> None:
    state.draw(at.seat, amount * at.many)


@verb("+{amount:Coin|Coins} for each of them.", "+{amount:Geld|Geld} für jede davon.")
def plus_coins_for_each(state: State, at: Frame, amount: int) -> None:
    state.coins += amount * at.many


@verb(
    "Draw until you have {size:card|cards} in hand.",
    "Ziehe nach, bis du {size:Karte|Karten} auf der Hand hast.",
)
def draw_up_to(state: State, at: Frame, size: int) -> None:
    state.draw(at.seat, max(0, size - len(state.players[at.seat].hand)))


# --- who ------------------------------------------------------------------------------------


@verb("Each other player {step:others}", "Jeder Mitspieler {step:others}")
def each_opponent(state: State, at: Frame, step: Step) -> None:
    for seat in reversed(state.others(at.seat)):
        if (at.play, seat) not in state.unaffected:
            state.push(at._replace(seat=seat), step)


@verb("Each player (you too) {step:others}", "Jeder Spieler (auch du) {step:others}")
def each_player(state: State, at: Frame, step: Step) -> None:
    state.push(at, step, each_opponent(step))


@verb(
    "Each player, from the left and you last, {step:others}",
    "Jeder Spieler, von links an und du zuletzt, {step:others}",
)
def each_player_from_left(state: State, at: Frame, step: Step) -> None:
    state.push(at, each_opponent(step), step)


@verb("you are unaffected by it.", "du bist von ihm nicht betroffen.")
def be_unaffected(state: State, at: Frame) -> None:
    state.unaffected = (*state.unaffected, (at.play, at.seat))


# --- playing --------------------------------------------------------------------------------


@verb(
    "{least:an action} Play it {times} times.",
    "{least:an action} Spiele sie {times}-mal aus.",
)
def play_several_times(state: State, at: Frame, times: int, least: int) -> None:
    actions = sorted(set(state.in_hand(at.seat, "Action")), key=by_order)
    state.ask(at, "play_action", actions, play_chosen(times), least=least)


@verb()
def play_chosen(state: State, at: Frame, times: int) -> None:
    if not at.it:
        return
    if times > 1 and at.source and state.table.durations:
        link = (at.play, at.source, state.play_count + 1)
        state.multiplied = (*state.multiplied, link)
    play_from_hand(state, at.seat, at.it[0], times)


@verb()
def play_found(state: State, at: Frame) -> None:
    """Play a card that was found and is set aside."""
    leave_aside(state.players[at.seat], at.it)
    play_card(state, at.seat, at.it[0], origin="set_aside")


@verb("Do this {times} times: {step}", "Tue {times}-mal: {step}")
def several_times(state: State, at: Frame, times: int, step: Step) -> None:
    state.push(at, *[step] * times)


# --- discarding -----------------------------------------------------------------------------


@verb("Discard any number of cards. {then}", "Lege beliebig viele Handkarten ab. {then}")
def discard_any(state: State, at: Frame, then: Step | None = None) -> None:
    hand = state.in_hand(at.seat)
    state.ask(at, "discard", hand, discard_them(then), least=0, most=len(hand))


@verb(
    "Discard {count:card|cards}. {then}",
    "Lege {count:Handkarte|Handkarten} ab. {then}",
)
def discard_cards(state: State, at: Frame, count: int, then: Step | None = None) -> None:
    state.ask(at, "discard", state.in_hand(at.seat), discard_them(then), least=count, most=count)


@verb(
    "Discard down to {size:card|cards} in hand.",
    "Lege Handkarten ab, bis du {size:Karte|Karten} auf der Hand hast.",
    english_others="discards down to {size:card|cards} in hand.",
    german_others="legt Handkarten ab, bis er {size:Karte|Karten} auf der Hand hat.",
)
def discard_down_to(state: State, at: Frame, size: int) -> None:
    hand = state.in_hand(at.seat)
    surplus = max(0, len(hand) - size)
    if surplus:
        state.ask(at, "discard", hand, discard_them(), least=surplus, most=surplus)


@verb("{then}", "{then}")
def discard_them(state: State, at: Frame, then: Step | None = None) -> None:
    if then:
        state.push(at._replace(it=(), many=len(at.it)), then)
    state.discard_from_hand(at.seat, at.it)
    offer_discard_reactions(state, at.seat, at.it)


@verb(
    "You may discard {kind:kind}. If you do: {then}.",
    "Du darfst {kind:kind} aus deiner Hand ablegen. Wenn du das tust: {then}.",
)
def may_discard(state: State, at: Frame, kind: str, then: tuple[Step, ...]) -> None:
    state.ask(at, "discard", state.in_hand(at.seat, kind), may_have_discarded(then), least=0)


@verb()
def may_have_discarded(state: State, at: Frame, then: tuple[Step, ...]) -> None:
    if at.it:
        state.push(at._replace(it=()), *then)
        state.discard_from_hand(at.seat, at.it)
        offer_discard_reactions(state, at.seat, at.it)


@verb(
    "Put {count:card|cards} from your hand onto your deck.",
    "Lege {count:Handkarte|Handkarten} auf deinen Nachziehstapel.",
)
def put_cards_back(state: State, at: Frame, count: int) -> None:
    hand = state.in_hand(at.seat)
    then, ordered = hand_cards_back(), count > 1
    state.ask(at, "put_back", hand, then, least=count, most=count, ordered=ordered)


@verb()
def hand_cards_back(state: State, at: Frame) -> None:
    if at.it:
        state.leave_hand(at.seat, at.it, openly=False)
        put_in_order(state, at.seat, at.it, (state.eyes(at.seat),) * len(at.it), "hand")


@verb("discard your deck", "den Nachziehstapel auf den Ablagestapel legen")
def discard_deck(state: State, at: Frame) -> None:
    player = state.players[at.seat]
    state.write("discard_deck", at.seat, player.deck, 0)
    player.discard += reversed(player.deck)
    player.discard_hidden += player.deck
    player.deck.clear()
    player.deck_seen_by.clear()
    player.uncover()


# --- trashing -------------------------------------------------------------------------------


@verb("Trash {kind:kind} from your hand. {then}", "Entsorge {kind:kind} aus deiner Hand. {then}")
def trash_from_hand(state: State, at: Frame, kind: str = "", then: Step | None = None) -> None:
    state.ask(at, "trash", state.in_hand(at.seat, kind or None), trash_them(then))


@verb(
    "You may trash {kind:kind} from your hand. If you do: {then}",
    "Du darfst {kind:kind} aus deiner Hand entsorgen. Wenn du das tust: {then}",
)
def may_trash_from_hand(state: State, at: Frame, kind: str = "", then: Step | None = None) -> None:
    state.ask(at, "trash", state.in_hand(at.seat, kind or None), trash_them(then), least=0)


@verb(
    "You may trash a card from your hand.",
    "Du darfst eine Handkarte entsorgen.",
    english_others="may trash a card from the hand.",
    german_others="darf eine Handkarte entsorgen.",
)
def may_trash_a_card(state: State, at: Frame) -> None:
    state.ask(at, "trash", state.in_hand(at.seat), trash_them(), least=0)


@verb("Trash {count:card|cards}. {then}", "Entsorge {count:Handkarte|Handkarten}. {then}")
def trash_cards(state: State, at: Frame, count: int, then: Step | None = None) -> None:
    hand = state.in_hand(at.seat)
    state.ask(at, "trash", hand, trash_them(then), least=count, most=count)


@verb(
    "Trash up to {count:card|cards} from your hand.",
    "Entsorge bis zu {count:Karte|Karten} aus deiner Hand.",
)
def trash_up_to(state: State, at: Frame, count: int) -> None:
    state.ask(at, "trash", state.in_hand(at.seat), trash_them(), least=0, most=count)


@verb("{then}", "{then}")
def trash_them(state: State, at: Frame, then: Step | None = None) -> None:
    if then and at.it:
        state.push(at._replace(many=len(at.it)), then)
    state.trash_from_hand(at.seat, at.it)


@verb("Trash this. {then}", "Entsorge diese Karte. {then}")
def trash_this(state: State, at: Frame, then: Step | None = None) -> None:
    if then:
        state.push(at, then)
    if at.source and at.play not in state.left_play:
        state.left_play = (*state.left_play, at.play)
        state.players[at.seat].in_play.remove(at.source)
        state.put_into_trash(at.seat, (at.source,))
        state.write_from("in_play", "trash", at.seat, (at.source,))


# --- gaining --------------------------------------------------------------------------------


@verb("Gain a card costing up to {cost}.", "Nimm eine Karte, die höchstens {cost} kostet.")
def gain_up_to(state: State, at: Frame, cost: int) -> None:
    ask_gain(state, at, state.affordable(cost))


@verb(
    "Gain {kind:kind} costing up to {more} more than it{to:to}.",
    "Nimm {kind:kind}, die höchstens {more} mehr kostet als sie{to:to}.",
)
def gain_up_to_more(
    state: State, at: Frame, more: int, kind: str = "", to: str = "discard"
) -> None:
    piles = state.affordable(state.cost(at.it[0]) + more, at.it[0].potion)
    ask_gain(state, at, [card for card in piles if kind in card.types], to)


@verb(
    "Gain a card costing exactly {more} more than it{to:to}.",
    "Nimm eine Karte, die genau {more} mehr kostet als sie{to:to}.",
)
def gain_exactly_more(state: State, at: Frame, more: int, to: str = "discard") -> None:
    ask_gain(state, at, costing(state, state.cost(at.it[0]) + more, at.it[0].potion), to)


@verb(
    "Gain {count} {name:card}{to:to}.",
    "Nimm {count} {name:card}{to:to}.",
    english_others="gains {count} {name:card}{to:to of others}.",
    german_others="nimmt {count} {name:card}{to:to of others}.",
)
def gain_named(state: State, at: Frame, name: str, count: int = 1, to: str = "discard") -> None:
    if count > 1:
        state.push(at, gain_named(name, count - 1, to))
    gain(state, at, card_named(name), to)


@verb(
    "Gain a card costing less than it{no:no}.",
    "Nimm eine Karte, die weniger kostet als sie{no:no}.",
)
def gain_cheaper(state: State, at: Frame, no: str = "") -> None:
    than = at.it[0]
    cost = state.cost(than), than.potion
    piles = [pile for pile in state.affordable(*cost) if (state.cost(pile), pile.potion) != cost]
    ask_gain(state, at, [card for card in piles if not no or no not in card.types])


@verb(
    "You may gain 1 {name:card}{to:to}.",
    "Du darfst 1 {name:card}{to:to} nehmen.",
    traits=Trait.GAINS_FROM_PILE,
)
def may_gain_named(state: State, at: Frame, name: str, to: str = "discard") -> None:
    card = card_named(name)
    ask_gain(state, at, [card] if state.supply.get(card) else [], to, least=0)


def costing(state: State, cost: int, potions: int = 0) -> list[Card]:
    """Return the non-empty piles of exactly this cost."""
    affordable = state.affordable(cost, potions)
    return [card for card in affordable if state.cost(card) == cost and card.potion == potions]


def ask_gain(
    state: State, at: Frame, piles: Sequence[Card], to: str = "discard", least: int = 1
) -> None:
    state.ask(at, "gain", piles, gain_chosen(to), least=least)


@verb()
def gain_chosen(state: State, at: Frame, to: str = "discard") -> None:
    if at.it:
        gain(state, at, at.it[0], to)


@verb()
def gain_trashed(state: State, at: Frame) -> None:
    if at.it:
        state.push(at._replace(it=at.it[1:]), gain_trashed())
        gain(state, at, at.it[0], origin="trash")


@verb("put it onto your deck.", "lege sie auf deinen Nachziehstapel.")
def put_gained_on_deck(state: State, at: Frame) -> None:
    move_gained(state, at, "deck")


# --- later ----------------------------------------------------------------------------------


@verb(
    "At the start of Clean-up this turn: {step}",
    "Zu Beginn der Aufräumphase dieses Zuges: {step}",
    traits=Trait.DELAYS,
)
def at_clean_up(state: State, at: Frame, step: Step) -> None:
    state.at_clean_up = (*state.at_clean_up, (step, at._replace(it=(), many=0)))


# --- while in play --------------------------------------------------------------------------


@verb(
    "{kind:kinds} cost {amount} less.",
    "kosten {kind:kinds} {amount} weniger.",
    traits=Trait.LOWERS_COSTS,
)
def cards_cost_less(state: State, at: Frame, amount: int, kind: str = "") -> None:
    """Read as `Card.reductions`."""


@verb(
    "Cards cost {amount} less this turn.",
    "In diesem Zug kosten Karten {amount} weniger.",
    traits=Trait.LOWERS_COSTS,
)
def cost_less_this_turn(state: State, at: Frame, amount: int) -> None:
    state.count_this_turn(LESS, amount)
    state.write("cheaper", at.seat, amount=amount)


@verb(
    "The player to your left names a card: you cannot buy it this turn.",
    "Dein linker Nachbar nennt eine Karte: du kannst sie in diesem Zug nicht kaufen.",
    traits=Trait.FORBIDS,
)
def forbid_named(state: State, at: Frame) -> None:
    state.ask(at._replace(seat=state.others(at.seat)[0]), "name", state.table.cards, forbid_it())


@verb()
def forbid_it(state: State, at: Frame) -> None:
    if at.source:
        so_far = state.tokens.get(at.source.name, [])
        state.set_tokens(at.source.name, [*so_far, at.it[0].name])
        state.write("name", at.seat, at.it, about=at.source.name)


# --- choices --------------------------------------------------------------------------------


def ask_modes(
    state: State,
    at: Frame,
    modes: Sequence[Mode],
    *,
    count: int = 1,
    judge: int | None = None,
    about: Sequence[Card] = (),
) -> None:
    """Ask the seat `judge` (None: the frame's) for `count` modes, to be done in this frame."""
    asking = at if judge is None else at._replace(seat=judge)
    names = tuple([card.name for card in about])
    state.ask(
        asking,
        "choose",
        modes,
        modes_chosen(at),
        options=tuple([phrase(mode) for mode in modes]),
        least=count,
        most=count,
        about=names[0] if len(names) == 1 else names or None,
    )


@verb()
def modes_chosen(state: State, at: Frame, occasion: Frame) -> None:
    state.push(occasion, *[step for mode in at.it for step in mode])


def ask_order(state: State, at: Frame, cards: Sequence[Card], then: Step) -> None:
    """Ask for the order of cards on the deck, first on top."""
    count = len(cards)
    state.ask(at, "order", cards, then, least=count, most=count, ordered=True)


@verb(
    "choose {count:how many}: {modes:or}.",
    "wähle {count:how many}: {modes:or}.",
    english_others="chooses {count:how many}: {modes:or}.",
    german_others="wählt {count:how many}: {modes:or}.",
)
def choose_modes(state: State, at: Frame, count: int, modes: tuple[Mode, ...]) -> None:
    ask_modes(state, at, modes, count=count)


def choose(count: int, *modes: Mode) -> Step:
    """Offer a choice of `count` of these modes."""
    return choose_modes(count, tuple([mode(*steps) for steps in modes]))

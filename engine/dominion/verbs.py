"""The vocabulary of the cards: each verb with its sentence beside it.

A verb of one card alone stands directly above that card. Verbs know mechanics, never card names.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominion.card import Card, by_order, named
from engine.dominion.looks import discard_aside, look_at_top, looked_at, return_aside, reveal_top
from engine.dominion.moments import discarded, gain, move_gained, play_from_hand
from engine.dominion.state import State
from engine.dominion.steps import Frame, Mode, Step, Trait, mode, phrase, verb

# --- pluses ---------------------------------------------------------------------------------


@verb("+{amount:Card|Cards}.", "+{amount:Karte|Karten}.", traits=Trait.AT_ONCE)
def plus_cards(state: State, at: Frame, amount: int) -> None:
    """Draw cards."""
    state.draw(at.seat, amount)


@verb("+{amount:Action|Actions}.", "+{amount:Aktion|Aktionen}.", traits=Trait.AT_ONCE)
def plus_actions(state: State, at: Frame, amount: int) -> None:
    """More Actions may be played this turn."""
    state.actions += amount


@verb("+{amount:Buy|Buys}.", "+{amount:Kauf|Käufe}.", traits=Trait.AT_ONCE)
def plus_buys(state: State, at: Frame, amount: int) -> None:
    """More cards may be bought this turn."""
    state.buys += amount


@verb("+{amount:Coin|Coins}.", "+{amount:Geld|Geld}.", traits=Trait.AT_ONCE | Trait.COINS)
def plus_coins(state: State, at: Frame, amount: int) -> None:
    """More coins may be spent this turn."""
    state.coins += amount


@verb("+{amount} VP.", "+{amount} SP.")
def plus_vp(state: State, at: Frame, amount: int) -> None:
    """Take victory tokens."""
    state.players[at.seat].vp += amount
    state.write("tokens", at.seat, vp=amount)


@verb("+{amount:Card|Cards} for each of them.", "+{amount:Karte|Karten} für jede davon.")
def plus_cards_for_each(state: State, at: Frame, amount: int) -> None:
    """Draw cards for each card the sentence before spoke of."""
    state.draw(at.seat, amount * at.many)


@verb("+{amount:Coin|Coins} for each of them.", "+{amount:Geld|Geld} für jede davon.")
def plus_coins_for_each(state: State, at: Frame, amount: int) -> None:
    """More coins for each card the sentence before spoke of."""
    state.coins += amount * at.many


@verb(
    "Draw until you have {size:card|cards} in hand.",
    "Ziehe nach, bis du {size:Karte|Karten} auf der Hand hast.",
)
def draw_up_to(state: State, at: Frame, size: int) -> None:
    """Draw cards until the hand has so many; a larger hand stays as it is."""
    state.draw(at.seat, max(0, size - len(state.players[at.seat].hand)))


# --- who ------------------------------------------------------------------------------------


@verb("Each other player {step:others}", "Jeder Mitspieler {step:others}")
def each_opponent(state: State, at: Frame, step: Step) -> None:
    """Every other player whom this play affects does the step, in turn order."""
    for seat in reversed(state.others(at.seat)):
        if (at.play, seat) not in state.unaffected:
            state.push(at._replace(seat=seat), step)


@verb("Each player (you too) {step:others}", "Jeder Spieler (auch du) {step:others}")
def each_player(state: State, at: Frame, step: Step) -> None:
    """The player does the step, then every other player whom this play affects."""
    state.push(at, step, each_opponent(step))


@verb(
    "Each player, from the left and you last, {step:others}",
    "Jeder Spieler, von links an und du zuletzt, {step:others}",
)
def each_player_from_left(state: State, at: Frame, step: Step) -> None:
    """Every other player whom this play affects does the step, then the player."""
    state.push(at, each_opponent(step), step)


@verb("you are unaffected by it.", "du bist von ihm nicht betroffen.")
def be_unaffected(state: State, at: Frame) -> None:
    """The Attack that is being played does nothing to this seat."""
    state.unaffected = (*state.unaffected, (at.play, at.seat))


# --- playing --------------------------------------------------------------------------------


@verb(
    "{least:an action} Play it {times} times.",
    "{least:an action} Spiele sie {times}-mal aus.",
)
def play_several_times(state: State, at: Frame, times: int, least: int) -> None:
    """Play an Action from the hand so many times; with `least` 0 there may be none."""
    actions = sorted(set(state.in_hand(at.seat, "Action")), key=by_order)
    state.ask(at, "play_action", actions, play_chosen(times), least=least)


@verb()
def play_chosen(state: State, at: Frame, times: int) -> None:
    """Play the chosen Action."""
    if at.it:
        play_from_hand(state, at.seat, at.it[0], times)


# --- discarding -----------------------------------------------------------------------------


@verb("Discard any number of cards. {then}", "Lege beliebig viele Handkarten ab. {then}")
def discard_any(state: State, at: Frame, then: Step | None = None) -> None:
    """Discard as many cards from the hand as one likes, then do `then` for them."""
    hand = state.in_hand(at.seat)
    state.ask(at, "discard", hand, discard_them(then), least=0, most=len(hand))


@verb(
    "Discard {count:card|cards}. {then}",
    "Lege {count:Handkarte|Handkarten} ab. {then}",
)
def discard_cards(state: State, at: Frame, count: int, then: Step | None = None) -> None:
    """Discard so many cards from the hand, or all of a smaller one."""
    state.ask(at, "discard", state.in_hand(at.seat), discard_them(then), least=count, most=count)


@verb(
    "Discard down to {size:card|cards} in hand.",
    "Lege Handkarten ab, bis du {size:Karte|Karten} auf der Hand hast.",
    english_others="discards down to {size:card|cards} in hand.",
    german_others="legt Handkarten ab, bis er {size:Karte|Karten} auf der Hand hat.",
)
def discard_down_to(state: State, at: Frame, size: int) -> None:
    """Discard cards from the hand until so many are left; a smaller hand stays as it is."""
    hand = state.in_hand(at.seat)
    surplus = max(0, len(hand) - size)
    if surplus:
        state.ask(at, "discard", hand, discard_them(), least=surplus, most=surplus)


@verb("{then}", "{then}")
def discard_them(state: State, at: Frame, then: Step | None = None) -> None:
    """Discard the chosen cards from the hand; what follows knows only how many they were."""
    if then:
        state.push(at._replace(it=(), many=len(at.it)), then)
    state.discard_from_hand(at.seat, at.it)
    discarded(state, at.seat, at.it)


# --- trashing -------------------------------------------------------------------------------


@verb("Trash {kind:kind} from your hand. {then}", "Entsorge {kind:kind} aus deiner Hand. {then}")
def trash_from_hand(state: State, at: Frame, kind: str = "", then: Step | None = None) -> None:
    """Trash one card of that kind from the hand, if there is one, then do `then` for it."""
    state.ask(at, "trash", state.in_hand(at.seat, kind or None), trash_them(then))


@verb(
    "You may trash {kind:kind} from your hand. If you do: {then}",
    "Du darfst {kind:kind} aus deiner Hand entsorgen. Wenn du das tust: {then}",
)
def may_trash_from_hand(state: State, at: Frame, kind: str = "", then: Step | None = None) -> None:
    """Trash one card of that kind from the hand or none; for one that was, do `then`."""
    state.ask(at, "trash", state.in_hand(at.seat, kind or None), trash_them(then), least=0)


@verb(
    "Trash up to {count:card|cards} from your hand.",
    "Entsorge bis zu {count:Karte|Karten} aus deiner Hand.",
)
def trash_up_to(state: State, at: Frame, count: int) -> None:
    """Trash at most so many cards from the hand."""
    state.ask(at, "trash", state.in_hand(at.seat), trash_them(), least=0, most=count)


@verb("{then}", "{then}")
def trash_them(state: State, at: Frame, then: Step | None = None) -> None:
    """Trash the chosen cards from the hand, then do `then` for them if there are any."""
    if then and at.it:
        state.push(at._replace(many=len(at.it)), then)
    state.trash_from_hand(at.seat, at.it)


@verb("Trash this. {then}", "Entsorge diese Karte. {then}")
def trash_this(state: State, at: Frame, then: Step | None = None) -> None:
    """Trash the card that is being played, if it is still in play; `then` follows in any case."""
    if then:
        state.push(at, then)
    if at.source and at.play not in state.left_play:
        state.left_play = (*state.left_play, at.play)
        state.players[at.seat].in_play.remove(at.source)
        state.trash.append(at.source)
        state.write_from("in_play", "trash", at.seat, (at.source,))


# --- gaining --------------------------------------------------------------------------------


@verb("Gain a card costing up to {cost}.", "Nimm eine Karte, die höchstens {cost} kostet.")
def gain_up_to(state: State, at: Frame, cost: int) -> None:
    """Gain a card from the supply that costs at most so much."""
    ask_gain(state, at, state.affordable(cost))


@verb(
    "Gain {kind:kind} costing up to {more} more than it{to:to}.",
    "Nimm {kind:kind}, die höchstens {more} mehr kostet als sie{to:to}.",
)
def gain_up_to_more(
    state: State, at: Frame, more: int, kind: str = "", to: str = "discard"
) -> None:
    """Gain a card that costs at most so much more than the one the sentence before spoke of."""
    piles = state.affordable(state.cost(at.it[0]) + more)
    ask_gain(state, at, [card for card in piles if kind in card.types], to)


@verb(
    "Gain a card costing exactly {more} more than it{to:to}.",
    "Nimm eine Karte, die genau {more} mehr kostet als sie{to:to}.",
)
def gain_exactly_more(state: State, at: Frame, more: int, to: str = "discard") -> None:
    """Gain a card that costs exactly so much more than the one the sentence before spoke of."""
    ask_gain(state, at, costing(state, state.cost(at.it[0]) + more), to)


@verb(
    "Gain {count} {name:card}{to:to}.",
    "Nimm {count} {name:card}{to:to}.",
    english_others="gains {count} {name:card}{to:to}.",
    german_others="nimmt {count} {name:card}{to:to}.",
)
def gain_named(state: State, at: Frame, name: str, count: int = 1, to: str = "discard") -> None:
    """Gain the card of that name so many times, one after the other."""
    if count > 1:
        state.push(at, gain_named(name, count - 1, to))
    gain(state, at, named(name), to)


@verb(
    "Gain a card costing less than it{no:no}.",
    "Nimm eine Karte, die weniger kostet als sie{no:no}.",
)
def gain_cheaper(state: State, at: Frame, no: str = "") -> None:
    """Gain a card, not of the type `no`, cheaper than the one the sentence before spoke of."""
    piles = state.affordable(state.cost(at.it[0]) - 1)
    ask_gain(state, at, [card for card in piles if not no or no not in card.types])


@verb(
    "You may gain 1 {name:card}{to:to}.",
    "Du darfst 1 {name:card}{to:to} nehmen.",
)
def may_gain_named(state: State, at: Frame, name: str, to: str = "discard") -> None:
    """Gain the card of that name, or do not."""
    card = named(name)
    ask_gain(state, at, [card] if state.supply.get(card) else [], to, least=0)


def costing(state: State, cost: int) -> list[Card]:
    """The piles that are not empty and cost exactly so much."""
    return [card for card in state.affordable(cost) if state.cost(card) == cost]


def ask_gain(
    state: State, at: Frame, piles: Sequence[Card], to: str = "discard", least: int = 1
) -> None:
    """Ask which of these piles to gain from."""
    state.ask(at, "gain", piles, gain_chosen(to), least=least)


@verb()
def gain_chosen(state: State, at: Frame, to: str = "discard") -> None:
    """Gain the chosen card."""
    if at.it:
        gain(state, at, at.it[0], to)


@verb()
def gain_trashed(state: State, at: Frame) -> None:
    """Gain these cards from the trash, one after the other."""
    if at.it:
        state.push(at._replace(it=at.it[1:]), gain_trashed())
        gain(state, at, at.it[0], origin="trash")


@verb("put it onto your deck.", "lege sie auf deinen Nachziehstapel.")
def put_gained_on_deck(state: State, at: Frame) -> None:
    """Move the card that was just gained onto the deck."""
    move_gained(state, at, "deck")


# --- looking at cards -----------------------------------------------------------------------


@verb(
    "Look at the top card of your deck; discard it or put it back.",
    "Sieh dir die oberste Karte deines Nachziehstapels an; lege sie ab oder zurück.",
    english_others="looks at the top card of their deck and discards it or puts it back.",
    german_others="sieht sich die oberste Karte seines Nachziehstapels an und legt sie ab oder"
    " zurück.",
)
def judge_own_top(state: State, at: Frame) -> None:
    """Look at the top card of the deck, then decide about it."""
    if look_at_top(state, at.seat, 1):
        state.push(at, judge_aside(at.seat))


@verb(
    english_others="reveals {count:card|cards} from the top of the deck; you choose:"
    " discarded, or put back as their owner likes.",
    german_others="deckt {count:Karte|Karten} von seinem Nachziehstapel auf; du wählst:"
    " abgelegt, oder zurückgelegt, wie er mag.",
)
def judge_top_of_deck(state: State, at: Frame, count: int) -> None:
    """Reveal so many cards; the player of the card decides about all of them together."""
    if reveal_top(state, at.seat, count):
        state.push(at, judge_aside(at.by))


@verb()
def judge_aside(state: State, at: Frame, judge: int) -> None:
    """Ask the seat `judge` what becomes of the cards that this seat has revealed or looked at."""
    ask_modes(state, at, DISCARD_OR_PUT_BACK, judge=judge, about=looked_at(state, at.seat))


@verb("discard", "ablegen")
def discard_revealed(state: State, at: Frame) -> None:
    """Discard all cards that stand aside."""
    discard_aside(state, at.seat, looked_at(state, at.seat))


@verb("put back", "zurücklegen")
def put_revealed_back(state: State, at: Frame) -> None:
    """Have their owner put all cards that stand aside back."""
    state.push(at, put_back_in_order())


DISCARD_OR_PUT_BACK = mode(discard_revealed()), mode(put_revealed_back())


@verb()
def put_back_in_order(state: State, at: Frame) -> None:
    """Ask in which order the cards that stand aside go back onto the deck."""
    ask_order(state, at, looked_at(state, at.seat), returned())


@verb()
def returned(state: State, at: Frame) -> None:
    """Put them back, the first of them on top."""
    return_aside(state, at.seat, at.it)


# --- later ----------------------------------------------------------------------------------


@verb(
    "At the start of Clean-up this turn: {step}",
    "Zu Beginn der Aufräumphase dieses Zuges: {step}",
    traits=Trait.DELAYS,
)
def at_clean_up(state: State, at: Frame, step: Step) -> None:
    """Have the step done when Clean-up begins."""
    state.at_clean_up = (*state.at_clean_up, (step, at._replace(it=(), many=0)))


# --- while in play --------------------------------------------------------------------------


@verb(
    "{kind:kinds} cost {amount} less.",
    "kosten {kind:kinds} {amount} weniger.",
    traits=Trait.LOWERS_COSTS,
)
def cards_cost_less(state: State, at: Frame, amount: int, kind: str = "") -> None:
    """Read by `State.cost` while the card lies on the table of the seat whose turn it is."""


@verb(
    "The player to your left names a card: you cannot buy it this turn.",
    "Dein linker Nachbar nennt eine Karte: du kannst sie in diesem Zug nicht kaufen.",
    traits=Trait.FORBIDS,
)
def forbid_named(state: State, at: Frame) -> None:
    """The player to the left names a card that cannot be bought this turn."""
    state.ask(at._replace(seat=state.others(at.seat)[0]), "name", state.table.piles, forbid_it())


@verb()
def forbid_it(state: State, at: Frame) -> None:
    """Remember the named card under the card that asked."""
    if at.source:
        so_far = state.tokens.get(at.source.name, [])
        state.tokens[at.source.name] = [*so_far, at.it[0].name]
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
    """Ask `choose` for so many modes, which are done in this frame in the order they are given.

    The seat `judge` is asked where it is another one than the frame's.
    """
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
    """Do the modes that were chosen."""
    state.push(occasion, *[step for mode in at.it for step in mode])


def ask_order(state: State, at: Frame, cards: Sequence[Card], then: Step) -> None:
    """Ask in which order all these cards go onto the deck, the first pick ends on top."""
    count = len(cards)
    state.ask(at, "order", cards, then, least=count, most=count, ordered=True)


@verb("choose {count:how many}: {modes:or}.", "wähle {count:how many}: {modes:or}.")
def choose_modes(state: State, at: Frame, count: int, modes: tuple[Mode, ...]) -> None:
    """Ask which of the modes to do."""
    ask_modes(state, at, modes, count=count)


def choose(count: int, *modes: Mode) -> Step:
    """The step that offers a choice of so many of these modes."""
    return choose_modes(count, tuple([mode(*steps) for steps in modes]))

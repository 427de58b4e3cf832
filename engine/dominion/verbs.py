"""The vocabulary of the cards: each verb with its sentence beside it.

A verb of one card alone stands directly above that card. Verbs know mechanics, never card names.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.dominion.card import Card
from engine.dominion.moments import gain
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, verb

# --- pluses ---------------------------------------------------------------------------------


@verb("+{amount:Card|Cards}.", "+{amount:Karte|Karten}.")
def plus_cards(state: State, at: Frame, amount: int) -> None:
    """Draw cards."""
    state.draw(at.seat, amount)


@verb("+{amount:Action|Actions}.", "+{amount:Aktion|Aktionen}.")
def plus_actions(state: State, at: Frame, amount: int) -> None:
    """More Actions may be played this turn."""
    state.actions += amount


@verb("+{amount:Buy|Buys}.", "+{amount:Kauf|Käufe}.")
def plus_buys(state: State, at: Frame, amount: int) -> None:
    """More cards may be bought this turn."""
    state.buys += amount


@verb("+{amount:Coin|Coins}.", "+{amount:Geld|Geld}.")
def plus_coins(state: State, at: Frame, amount: int) -> None:
    """More coins may be spent this turn."""
    state.coins += amount


@verb("+{amount:Card|Cards} for each of them.", "+{amount:Karte|Karten} für jede davon.")
def plus_cards_for_each(state: State, at: Frame, amount: int) -> None:
    """Draw cards for each card the sentence before spoke of."""
    state.draw(at.seat, amount * at.many)


# --- discarding -----------------------------------------------------------------------------


@verb("Discard any number of cards. {then}", "Lege beliebig viele Handkarten ab. {then}")
def discard_any(state: State, at: Frame, then: Step | None = None) -> None:
    """Discard as many cards from the hand as one likes, then do `then` for them."""
    hand = state.in_hand(at.seat)
    state.ask(at, "discard", hand, discard_them(then), least=0, most=len(hand))


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
    state.discard_from_hand(at.seat, at.it)
    if then:
        state.push(at._replace(it=(), many=len(at.it)), then)


# --- trashing -------------------------------------------------------------------------------


@verb(
    "Trash {kind:kind} from your hand. {then}",
    "Entsorge {kind:kind} aus deiner Hand. {then}",
)
def trash_from_hand(state: State, at: Frame, kind: str = "", then: Step | None = None) -> None:
    """Trash one card of that kind from the hand, if there is one, then do `then` for it."""
    state.ask(at, "trash", state.in_hand(at.seat, kind or None), trash_it(then))


@verb("{then}", "{then}")
def trash_it(state: State, at: Frame, then: Step | None = None) -> None:
    """Trash the chosen card from the hand."""
    state.trash_from_hand(at.seat, at.it)
    if then and at.it:
        state.push(at, then)


# --- gaining --------------------------------------------------------------------------------


@verb("Gain a card costing up to {cost}.", "Nimm eine Karte, die höchstens {cost} kostet.")
def gain_up_to(state: State, at: Frame, cost: int) -> None:
    """Gain a card from the supply that costs at most so much."""
    ask_gain(state, at, cost, lambda _: True)


@verb(
    "Gain {kind:kind} costing up to {more} more than it{to:to}.",
    "Nimm {kind:kind}, die höchstens {more} mehr kostet als sie{to:to}.",
)
def gain_up_to_more(
    state: State, at: Frame, more: int, kind: str = "", to: str = "discard"
) -> None:
    """Gain a card that costs at most so much more than the one the sentence before spoke of."""
    limit = state.cost(at.it[0]) + more
    ask_gain(state, at, limit, lambda card: kind in card.types, to)


def ask_gain(
    state: State, at: Frame, cost: int, fits: Callable[[Card], bool], to: str = "discard"
) -> None:
    """Ask which pile to gain from, among those that cost at most so much."""
    piles = [card for card in state.affordable(cost) if fits(card)]
    state.ask(at, "gain", piles, gain_chosen(to))


@verb()
def gain_chosen(state: State, at: Frame, to: str) -> None:
    """Gain the chosen card."""
    if at.it:
        gain(state, at._replace(it=()), at.it[0], to)


# --- attacks and reactions ------------------------------------------------------------------


@verb("Each other player {step:others}", "Jeder Mitspieler {step:others}")
def each_opponent(state: State, at: Frame, step: Step) -> None:
    """Every other player whom this play affects does the step, in turn order."""
    for seat in reversed(state.others(at.seat)):
        if (at.play, seat) not in state.shields:
            state.push(at._replace(seat=seat), step)


@verb("you are unaffected by it.", "du bist von ihm nicht betroffen.")
def be_unaffected(state: State, at: Frame) -> None:
    """The Attack that is being played does nothing to this seat."""
    state.shields = (*state.shields, (at.play, at.seat))


# --- while in play --------------------------------------------------------------------------


@verb("cards cost {amount} less.", "kosten Karten {amount} weniger.")
def cards_cost_less(state: State, at: Frame, amount: int) -> None:
    """Read by `State.cost` while the card lies on the table of the seat whose turn it is."""

"""Test cards for mechanics that the cards do not have, in their hardest forms.

The engine knows them only inside `in_use()`, so no other test meets them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from engine.dominion.card import CARDS, Card, Response, names
from engine.dominion.moves.triggers import gain, play_from_hand
from engine.dominion.player import ALL
from engine.dominion.state import State
from engine.dominion.steps import VERBS, Frame, verb
from engine.dominion.verbs import (
    cards_cost_less,
    discard_down_to,
    each_opponent,
    gain_up_to,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
)

_known_before = set(CARDS), set(VERBS)

action = partial(Card, types="Action", expansion="proof")
attack = partial(Card, types="Action Attack", expansion="proof")


@verb()
def proof_throne(state: State, at: Frame) -> None:
    """Choose an Action from the hand..."""
    playable = {card for card in state.players[at.seat].hand if card.is_action}
    ordered = sorted(playable, key=lambda card: card.order)
    state.ask(at, "play_action", ordered, proof_play_twice())


@verb()
def proof_play_twice(state: State, at: Frame) -> None:
    """... and play it twice."""
    if at.it:
        play_from_hand(state, at.seat, at.it[0], times=2)


THRONE = action("Proof Throne", "Beweisthron", 4, play=(proof_throne(),))


@verb()
def proof_watch(state: State, at: Frame) -> None:
    """Choose what becomes of the card that was gained."""
    state.ask(at, "choose", WAYS, proof_watched(at.it[0]), options=WAYS, about=at.it[0].name)


@verb()
def proof_watched(state: State, at: Frame, card: Card) -> None:
    """Trash it or put it on the deck, if it is still where gained cards go."""
    player = state.players[at.seat]
    if player.discard[-1:] != [card]:
        return
    player.discard.pop()
    if at.it == ("trash",):
        state.trash.append(card)
        state.write("trash", at.seat, (card,))
    else:
        state.put_on_deck(at.seat, card, ALL)


WAYS = ("trash", "put on deck")
TOWER = Card(
    "Proof Tower",
    "Beweisturm",
    3,
    "Action Reaction",
    "proof",
    play=(plus_cards(1),),
    reaction=Response("gain", proof_watch()),
)
SCOUT = Card(
    "Proof Scout",
    "Beweisspäher",
    2,
    "Action Reaction",
    "proof",
    play=(plus_actions(1),),
    reaction=Response("gain", plus_cards(1)),
)


@verb()
def proof_gain_silver(state: State, at: Frame) -> None:
    """Gain a Silver."""
    gain(state, at._replace(it=()), CARDS["Silver"])


IDOL = action("Proof Idol", "Beweisgötze", 5, when_gained=(proof_gain_silver(),))
FAIR = action(
    "Proof Fair",
    "Beweismesse",
    4,
    play=(plus_buys(1),),
    when_bought=(gain_up_to(4),),
    when_gained=(plus_cards(1),),
)
ROAD = action(
    "Proof Road",
    "Beweisstraße",
    3,
    play=(plus_cards(1), plus_actions(1)),
    while_in_play=(cards_cost_less(1),),
)


@verb()
def proof_torture(state: State, at: Frame) -> None:
    """Choose one of two harms."""
    state.ask(at, "choose", HARMS, proof_harm(), options=HARMS)


@verb()
def proof_harm(state: State, at: Frame) -> None:
    """Discard down to three, or gain a Curse."""
    if at.it == ("discard",):
        state.push(at, discard_down_to(3))
    else:
        gain(state, at._replace(it=()), CARDS["Curse"])


HARMS = ("discard", "curse")
TORTURER = attack("Proof Torturer", "Beweisfolterer", 5, play=(each_opponent(proof_torture()),))


@verb()
def proof_spy(state: State, at: Frame) -> None:
    """Reveal the top card of the deck; who played the Attack decides."""
    for card in state.take_from_deck(at.seat, 1):
        state.players[at.seat].set_aside.append((card, ALL))
        state.push(at._replace(seat=at.by), proof_ask_fate(at.seat))


@verb()
def proof_ask_fate(state: State, at: Frame, victim: int) -> None:
    """Ask for the fate of the card that a victim has revealed."""
    about = tuple(names(card for card, _ in state.players[victim].set_aside))
    state.ask(at, "choose", FATES, proof_fate(victim), options=FATES, about=about)


@verb()
def proof_fate(state: State, at: Frame, victim: int) -> None:
    """Discard it or put it back."""
    player = state.players[victim]
    card, _ = player.set_aside.pop()
    if at.it == ("discard",):
        player.discard.append(card)
    else:
        state.put_on_deck(victim, card, ALL)


FATES = ("discard", "put back")
SPY = attack("Proof Spy", "Beweisspion", 4, play=(plus_cards(1), each_opponent(proof_spy())))


@verb()
def proof_trash_this(state: State, at: Frame) -> None:
    """Trash the card that says so, which can be done once a placing."""
    card = at.source
    if card is None or at.play in state.left_play:
        return
    state.left_play = (*state.left_play, at.play)
    state.players[at.seat].in_play.remove(card)
    state.trash.append(card)
    state.write("trash", at.seat, (card,))


FEAST = action("Proof Feast", "Beweismahl", 4, play=(proof_trash_this(), gain_up_to(5)))


@verb()
def proof_look(state: State, at: Frame, count: int) -> None:
    """Look at the top cards of the own deck; nobody else sees them."""
    seen = state.take_from_deck(at.seat, count)
    state.players[at.seat].set_aside += [(card, 1 << at.seat) for card in seen]
    state.push(at, proof_order())


@verb()
def proof_order(state: State, at: Frame) -> None:
    """Choose the order in which they go back."""
    looked_at = [card for card, _ in state.players[at.seat].set_aside]
    count = len(looked_at)
    state.ask(at, "order", looked_at, proof_put_back(), least=count, most=count, ordered=True)


@verb()
def proof_put_back(state: State, at: Frame) -> None:
    """Put them back, the first pick on top."""
    state.players[at.seat].set_aside.clear()
    for card in reversed(at.it):
        state.put_on_deck(at.seat, card, 1 << at.seat)


SEER = action("Proof Seer", "Beweisseher", 3, play=(plus_actions(1), proof_look(3)))
COIN = Card(
    "Proof Coin",
    "Beweismünze",
    3,
    "Treasure",
    "proof",
    play=(plus_coins(1), gain_up_to(0)),
)

PROOF_CARDS = {name: CARDS.pop(name) for name in sorted(set(CARDS) - _known_before[0])}
PROOF_VERBS = {name: VERBS.pop(name) for name in sorted(set(VERBS) - _known_before[1])}
KINGDOM = [
    "Proof Coin", "Proof Fair", "Proof Feast", "Proof Idol", "Proof Road", "Proof Scout",
    "Proof Seer", "Proof Throne", "Proof Torturer", "Proof Tower",
]  # fmt: skip
KINGDOM_OF_ATTACKS = [
    "Militia", "Moat", "Proof Feast", "Proof Idol", "Proof Scout", "Proof Seer", "Proof Spy",
    "Proof Throne", "Proof Torturer", "Proof Tower",
]  # fmt: skip


@contextmanager
def in_use() -> Iterator[None]:
    """Make the engine know these cards and verbs, and forget them again."""
    CARDS.update(PROOF_CARDS)
    VERBS.update(PROOF_VERBS)
    try:
        yield
    finally:
        for name in PROOF_CARDS:
            del CARDS[name]
        for name in PROOF_VERBS:
            del VERBS[name]

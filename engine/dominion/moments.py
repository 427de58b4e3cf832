"""What happens when a card is played, bought or gained, and who may react.

These verbs are the table's machinery: they have no sentence, since no card prints them. A verb
that makes something happen to which cards may respond does so last, or pushes what follows.
"""

from __future__ import annotations

from engine.dominion.card import Card, by_order
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, verb

# --- playing --------------------------------------------------------------------------------


def play_from_hand(state: State, seat: int, card: Card, times: int = 1) -> None:
    """Put a card from the hand on the table and do what it says, once or several times."""
    player = state.players[seat]
    state.leave_hand(seat, (card,), openly=True)
    player.in_play.append(card)
    state.plays += 1
    frame = Frame(seat, seat, card, state.plays)
    state.write("play", seat, (card,))
    state.push(frame, resolve(), *[play_again()] * (times - 1))


@verb()
def play_again(state: State, at: Frame) -> None:
    """Do once more what a card that is already on the table says."""
    if at.source:
        state.write("play_again", at.seat, (at.source,))
    state.push(at, resolve())


@verb()
def resolve(state: State, at: Frame) -> None:
    """Do what the card says, after the others have had their chance to react to an Attack."""
    card = at.source
    if card is None:
        raise RuntimeError("only a card can be resolved")
    state.push(at, *card.play)
    if card.is_attack and "attack" in state.table.reactions:
        state.shields = tuple([shield for shield in state.shields if shield[0] != at.play])
        for seat in reversed(state.others(at.seat)):
            state.push(Frame(seat, at.by, card, at.play), may_react("attack"))


@verb()
def treasures(state: State, at: Frame, cards: tuple[Card, ...]) -> None:
    """Play these treasures from the hand one after the other."""
    play_treasures(state, at, cards)


def play_treasures(state: State, at: Frame, cards: tuple[Card, ...]) -> None:
    """Lay these treasures out together, so that all see them, and play them in this order."""
    plain = 0
    while plain < len(cards) and cards[plain].coins is not None:
        plain += 1
    if plain:
        _play_plain(state, at.seat, cards[:plain])
    if plain < len(cards):
        rest = cards[plain + 1 :]
        for card in rest:
            show_in_hand(state, at.seat, card)
        state.push(at, treasures(rest))
        play_from_hand(state, at.seat, cards[plain])


def _play_plain(state: State, seat: int, cards: tuple[Card, ...]) -> None:
    """Treasures that only give coins need no steps: most of all cards played are these."""
    hand = state.players[seat].hand
    shown = state.players[seat].shown
    for card in cards:
        hand.remove(card)
        if card in shown:
            shown.remove(card)
        state.coins += card.coins or 0
    state.players[seat].in_play += cards
    state.plays += len(cards)
    state.write("play", seat, cards)


# --- reacting -------------------------------------------------------------------------------


@verb()
def may_react(state: State, at: Frame, moment: str, used: tuple[Card, ...] = ()) -> None:
    """Ask for a reaction from the hand; each card name makes sense once an occasion."""
    able = [
        card
        for card in state.in_hand(at.seat)
        if card.reaction and card.reaction.moment == moment and card not in used
    ]
    state.ask(
        at._replace(source=None),
        "react",
        able,
        reacted(moment, used, at),
        least=0,
        most=1,
        about=_occasion(at),
    )


def _occasion(at: Frame) -> str | None:
    """What may be reacted to: the card that is bought or gained, else the one that is played."""
    about = at.it[0] if at.it else at.source
    return about.name if about else None


@verb()
def reacted(state: State, at: Frame, moment: str, used: tuple[Card, ...], occasion: Frame) -> None:
    """Do what the revealed reaction says, then ask for the next one."""
    if not at.it:
        return
    card = at.it[0]
    state.write("react", at.seat, (card,), about=_occasion(occasion))
    show_in_hand(state, at.seat, card)
    state.push(occasion, card.reaction.step, may_react(moment, (*used, card)))


def show_in_hand(state: State, seat: int, card: Card) -> None:
    """All have now seen that this card is in the hand."""
    player = state.players[seat]
    if player.shown.count(card) < player.hand.count(card):
        player.shown.append(card)


# --- buying and gaining ---------------------------------------------------------------------


def gain(state: State, at: Frame, card: Card, to: str = "discard", *, bought: bool = False) -> None:
    """Gain a card from the supply to `discard`, `hand` or `deck`, if its pile is not empty."""
    if not state.supply.get(card):
        return
    state.take_from_supply(at.seat, card, to)
    state.write("gain", at.seat, (card,), to=to, bought=bought)
    if state.table.gain_triggers:
        _trigger(state, at._replace(it=(card,)), "gain", card, card.when_gained)


def bought(state: State, at: Frame, card: Card) -> None:
    """All that follows when a card was paid for: what happens on buying, then gaining it."""
    state.write("buy", at.seat, (card,))
    if not state.table.gain_triggers:
        gain(state, at, card, bought=True)
        return
    state.push(at._replace(it=(card,)), gain_it())
    _trigger(state, at._replace(it=(card,)), "buy", card, card.when_bought)


@verb()
def gain_it(state: State, at: Frame) -> None:
    """Gain the card that was just bought, unless its pile has run out meanwhile."""
    gain(state, at, at.it[0], bought=True)


def _trigger(state: State, at: Frame, moment: str, card: Card, own: tuple[Step, ...]) -> None:
    """Collect what responds to a card that is bought or gained; its player settles the order."""
    responses = [(card, in_turn(own))] if own else []
    reacting = {
        other
        for other in state.players[at.seat].hand
        if other.reaction and other.reaction.moment == moment
    }
    responses += [
        (other, may_react(moment, tuple(sorted(reacting - {other}, key=by_order))))
        for other in sorted(reacting, key=by_order)
    ]
    if responses:
        state.push(at, in_chosen_order(tuple(responses)))


@verb()
def in_turn(state: State, at: Frame, steps: tuple[Step, ...]) -> None:
    """Do the steps one after the other, as the card that is spoken of says."""
    state.push(at._replace(source=at.it[0]), *steps)


@verb()
def in_chosen_order(state: State, at: Frame, responses: tuple[tuple[Card, Step], ...]) -> None:
    """Several things happen at once: the seat that they concern chooses which comes first."""
    if len(responses) == 1:
        state.push(at, responses[0][1])
        return
    sources = sorted({source for source, _ in responses}, key=by_order)
    state.ask(at, "choose", sources, this_first(responses, at), about=at.it[0].name)


@verb()
def this_first(
    state: State, at: Frame, responses: tuple[tuple[Card, Step], ...], occasion: Frame
) -> None:
    """Do the response that was chosen, then those that remain."""
    chosen = next(number for number, (card, _) in enumerate(responses) if card is at.it[0])
    rest = responses[:chosen] + responses[chosen + 1 :]
    state.push(occasion, responses[chosen][1], in_chosen_order(rest))

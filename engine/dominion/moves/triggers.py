"""Playing, buying and gaining cards, and reactions to them.

A verb that makes something happen to which cards may respond does so last, or pushes the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominion.card import Card, Response, by_order
from engine.dominion.player import ALL
from engine.dominion.state import BOUGHT, MORE_COINS, State
from engine.dominion.steps import Frame, Step, Trait, verb
from engine.game import JsonObject

# --- playing --------------------------------------------------------------------------------


def play_from_hand(state: State, seat: int, card: Card, times: int = 1) -> None:
    state.leave_hand(seat, (card,), openly=True)
    play_card(state, seat, card, times)


def play_card(
    state: State, seat: int, card: Card, times: int = 1, *, origin: str = "hand", mat: str = ""
) -> None:
    """Put a card that has left the zone `origin` into play and do what it says."""
    state.players[seat].in_play.append(card)
    state.play_count += 1
    frame = Frame(seat, seat, card, state.play_count)
    if state.log is not None:
        if origin == "hand":
            state.write("play", seat, (card,))
        else:
            more: JsonObject = {"about": mat} if mat else {}
            state.write_from(origin, "play", seat, (card,), **more)
    if times > 1:
        state.push(frame, *[play_again()] * (times - 1))
    resolve.do(state, frame)


@verb()
def play_again(state: State, at: Frame) -> None:
    if at.source:
        state.write("play_again", at.seat, (at.source,))
    state.push(at, resolve())


@verb()
def resolve(state: State, at: Frame) -> None:
    """Do what the card says, after reactions to an Attack."""
    card = at.source
    if card is None:
        raise RuntimeError("only a card can be resolved")
    state.played_this_turn.append(card)
    if card.is_attack:
        _attack(state, at, card)
        return
    for step in card.at_once:
        step.verb.do(state, at, *step.args)
    if state.this_turn:
        state.coins += state.this_turn.get(MORE_COINS.format(card.name), 0)
    if card.afterwards:
        state.push(at, *card.afterwards)


def _attack(state: State, at: Frame, card: Card) -> None:
    state.push(at, *card.play)
    if "attack" not in state.table.triggers:
        return
    state.unaffected = tuple([shield for shield in state.unaffected if shield[0] != at.play])
    if state.table.immunity:
        for seat in state.others(at.seat):
            if any(Trait.SHIELDS in other.traits for other in state.players[seat].in_play):
                state.unaffected = (*state.unaffected, (at.play, seat))
    for seat in reversed(state.others(at.seat)):
        state.push(at._replace(seat=seat, it=(card,)), may_react("attack"))


def ask_treasures(state: State, at: Frame, then: Step) -> None:
    """Ask which Treasures to play, in which order; `then` is `treasures_chosen`."""
    held = [card for card in state.players[at.seat].hand if card.is_treasure]
    if held:
        held.sort(key=by_order)
        state.ask(at, "play_treasures", held, then, least=0, most=len(held), ordered=True)


@verb()
def treasures_chosen(state: State, at: Frame, again: Step) -> None:
    """Play them; `again` follows unless none was chosen."""
    if at.it:
        state.stack.append((again, at))
        play_treasures(state, at, at.it)


@verb()
def treasures(state: State, at: Frame, cards: tuple[Card, ...]) -> None:
    play_treasures(state, at, cards)


def play_treasures(state: State, at: Frame, cards: tuple[Card, ...]) -> None:
    """Show these treasures together and play them in this order."""
    plain = 0
    for card in cards:
        if card.coins is None:
            break
        plain += 1
    if plain:
        _play_plain(state, at.seat, cards[:plain])
    if plain < len(cards):
        left, shown = cards[plain:], state.players[at.seat].hand_shown
        for card in left:
            if shown.count(card) < left.count(card):
                shown.append(card)
        state.push(at, treasures(left[1:]))
        play_from_hand(state, at.seat, cards[plain])


def _play_plain(state: State, seat: int, cards: tuple[Card, ...]) -> None:
    player = state.players[seat]
    hand, shown, coins = player.hand, player.hand_shown, state.coins
    for card in cards:
        hand.remove(card)
        coins += card.coins or 0
        if shown and card in shown:
            shown.remove(card)
    state.coins = coins
    if state.this_turn:
        state.coins += sum([state.this_turn.get(MORE_COINS.format(card.name), 0) for card in cards])
    player.in_play += cards
    state.played_this_turn += cards
    state.play_count += len(cards)
    if state.log is not None:
        state.write("play", seat, cards)


# --- reacting -------------------------------------------------------------------------------


@verb()
def may_react(state: State, at: Frame, trigger: str, used: tuple[Card, ...] = ()) -> None:
    """Ask for reactions from the hand until none makes sense any more."""
    if trigger == "gain" and where_landed(state, at) is None:
        return
    if trigger == "would_gain" and _is_replaced(state, at):
        return
    about = at.it[0]
    cost = state.cost(about)
    able = [
        card
        for card in state.in_hand(at.seat, "Reaction")
        if card.reaction
        and card.reaction.trigger == trigger
        and card.reaction.only.fits(about, cost)
        and card not in used
    ]
    asking = at._replace(source=None)
    then = reacted(trigger, used, at)
    state.ask(asking, "react", able, then, least=0, about=about.name)


@verb()
def reacted(state: State, at: Frame, trigger: str, used: tuple[Card, ...], occasion: Frame) -> None:
    if not at.it:
        return
    card = at.it[0]
    state.write("react", at.seat, (card,), about=occasion.it[0].name)
    show_in_hand(state, at.seat, card)
    if not card.reaction.again:
        used = (*used, card)
    state.push(occasion, may_react(trigger, used))
    state.push(occasion._replace(source=card), card.reaction.step)


def show_in_hand(state: State, seat: int, card: Card) -> None:
    """Note that everybody has seen this card in the hand."""
    player = state.players[seat]
    if player.hand_shown.count(card) < player.hand.count(card):
        player.hand_shown.append(card)


# --- buying and gaining ---------------------------------------------------------------------


def gain(
    state: State,
    at: Frame,
    card: Card,
    to: str = "discard",
    *,
    origin: str = "supply",
    bought: bool = False,
    instead: bool = False,
) -> None:
    """Gain a card from the zone `origin` to `discard`, `hand` or `deck`, if it is there.

    A gain `instead` of another is not replaced again. `Frame.play` numbers the gain. What a
    possessed seat would gain its possessor gains.
    """
    if not is_there(state, card, origin):
        return
    if not state.table.gain_triggers:
        arrive(state, at.seat, card, to, origin)
        write_gain(state, at.seat, card, to, origin, bought=bought)
        return
    state.play_count += 1
    frame = Frame(at.seat, at.seat, None, state.play_count, (card,))
    possessor = state.possessor_of(at.seat)
    if possessor is None:
        state.push(frame, land(to, origin, bought))
    else:
        state.push(frame._replace(seat=possessor), land("discard", origin, bought))
        if not instead:
            state.push(frame._replace(seat=possessor), may_react("would_gain"))
    if not instead:
        state.push(frame, may_react("would_gain"))


def is_there(state: State, card: Card, origin: str) -> bool:
    if origin == "prizes":
        return card in state.prizes
    if origin == "market":
        return card in state.on_offer
    return card in state.trash if origin == "trash" else bool(state.supply.get(card))


def arrive(state: State, seat: int, card: Card, to: str, origin: str) -> None:
    if origin == "supply":
        state.take_from_supply(seat, card, to)
    elif origin == "trash":
        state.trash.remove(card)
        state.put_into(seat, card, to)
    elif origin == "prizes":
        state.prizes = tuple([prize for prize in state.prizes if prize is not card])
        state.put_into(seat, card, to)
    elif origin == "market":
        state.on_offer = tuple([offered for offered in state.on_offer if offered is not card])
        state.put_into(seat, card, to)
    if state.table.remembers_gains and seat == state.current:
        player = state.players[seat]
        player.gained = (*player.gained, card)


def write_gain(state: State, seat: int, card: Card, to: str, origin: str, *, bought: bool) -> None:
    if origin == "supply":
        state.write("gain", seat, (card,), to=to, bought=bought)
    else:
        state.write_from(origin, "gain", seat, (card,), to=to, bought=bought)


def gain_and(state: State, at: Frame, card: Card, then: Step, to: str = "discard") -> None:
    """Gain a card; `then` follows unless there was none or another came instead of it."""
    if is_there(state, card, "supply"):
        state.push(at, unless_replaced(state.play_count + 1, then))
        gain(state, at, card, to)


@verb()
def unless_replaced(state: State, at: Frame, number: int, then: Step) -> None:
    if all(number != replaced for replaced, _ in state.unaffected):
        state.push(at, then)


def _is_replaced(state: State, at: Frame) -> bool:
    return any(number == at.play for number, _ in state.unaffected)


@verb()
def land(state: State, at: Frame, to: str, origin: str, bought: bool) -> None:
    """Put the card where it is gained to, unless it was replaced; then others respond."""
    card = at.it[0]
    if _is_replaced(state, at) or not is_there(state, card, origin):
        return
    arrive(state, at.seat, card, to, origin)
    state.gained_where = (*state.gained_where, (at.play, to))
    write_gain(state, at.seat, card, to, origin, bought=bought)
    for seat in reversed(state.others(at.seat)):
        state.push(at._replace(seat=seat), may_react("other_gains"))
    own = responses(state, at, "gain", card.when_gained)
    state.push(at, *own)
    if origin == "supply":
        state.push(at, *[step for _, step in _of_supply(state, card, "leave_supply")])


def bought(
    state: State,
    at: Frame,
    card: Card,
    overpaid: int = 0,
    potions: int = 0,
    *,
    origin: str = "supply",
) -> None:
    """Do what happens on buying, then gain the card; `it` also has the Potions overpaid."""
    if state.table.returns:
        for kind in card.types.split():
            state.count_this_turn(BOUGHT.format(kind), 1)
    if state.log is not None:
        state.write("buy", at.seat, (card,))
    if not state.table.gain_triggers:
        if origin == "supply":
            state.take_from_supply(at.seat, card, "discard")
        else:
            arrive(state, at.seat, card, "discard", origin)
        if state.log is not None:
            write_gain(state, at.seat, card, "discard", origin, bought=True)
        return
    state.play_count += 1
    it = (card, potions) if potions else (card,)
    frame = Frame(at.seat, at.seat, None, state.play_count, it, overpaid)
    own = card.when_bought + (card.when_overpaid if overpaid or potions else ())
    state.push(frame, *responses(state, frame, "buy", own), gain_bought(origin))


@verb()
def gain_bought(state: State, at: Frame, origin: str) -> None:
    gain(state, at, at.it[0], origin=origin, bought=True)


def responses(state: State, at: Frame, trigger: str, own: tuple[Step, ...]) -> list[Step]:
    """The responses to buying or gaining this card, as one step that settles their order."""
    card = at.it[0]
    cost = state.cost(card)
    waiting: list[tuple[Card, Step]] = [(card, in_turn(card, own))] if own else []
    leaving = [step.args[0] for step in own if step.has(Trait.CLEARS_TABLE)]
    waiting += [
        (other, in_turn(other, (rule.step,)))
        for other in state.players[at.seat].in_play
        if not any(kind in other.types for kind in leaving)
        for rule in other.while_in_play
        if isinstance(rule, Response) and rule.trigger == trigger and rule.only.fits(card, cost)
    ]
    waiting += _of_supply(state, card, trigger)
    waiting += _of_hand(state, at, trigger)
    return [in_chosen_order(tuple(waiting))] if waiting else []


def _of_supply(state: State, card: Card, trigger: str) -> list[tuple[Card, Step]]:
    return [
        (pile, in_turn(pile, (rule.step,)))
        for pile in state.table.listening
        for rule in pile.while_in_supply
        if rule.trigger == trigger and rule.only.fits(card, state.cost(card))
        if not rule.step.has(Trait.BY_TOKENS) or card.name in state.tokens.get(pile.name, ())
    ]


def _of_hand(state: State, at: Frame, trigger: str) -> list[tuple[Card, Step]]:
    reacting = {
        card
        for card in state.in_hand(at.seat, "Reaction")
        if card.reaction and card.reaction.trigger == trigger
    }
    return [
        (card, may_react(trigger, tuple(sorted(reacting - {card}, key=by_order))))
        for card in sorted(reacting, key=by_order)
    ]


@verb()
def in_turn(state: State, at: Frame, source: Card, steps: tuple[Step, ...]) -> None:
    state.push(at._replace(source=source), *steps)


@verb()
def in_chosen_order(state: State, at: Frame, waiting: tuple[tuple[Card, Step], ...]) -> None:
    """Let the seat choose which of several responses comes first."""
    if len(waiting) == 1:
        state.push(at, waiting[0][1])
        return
    sources = sorted({source for source, _ in waiting}, key=by_order)
    about = at.it[0].name if at.it else None
    state.ask(at, "choose", sources, this_first(waiting, at), about=about)


@verb()
def this_first(
    state: State, at: Frame, waiting: tuple[tuple[Card, Step], ...], occasion: Frame
) -> None:
    chosen = next(number for number, (card, _) in enumerate(waiting) if card is at.it[0])
    rest = waiting[:chosen] + waiting[chosen + 1 :]
    state.push(occasion, waiting[chosen][1], in_chosen_order(rest))


def where_landed(state: State, at: Frame) -> str | None:
    """Return the zone where the gained card still lies; None if it was covered or moved."""
    zone = dict(state.gained_where).get(at.play)
    player = state.players[at.seat]
    if zone == "hand":
        return zone if at.it[0] in player.hand else None
    pile = {"discard": player.discard, "deck": player.deck}.get(zone or "", [])
    return zone if pile and pile[-1] is at.it[0] else None


def move_gained(state: State, at: Frame, to: str) -> None:
    """Move the gained card to `deck` or `trash` if it still lies where it landed."""
    zone = where_landed(state, at)
    if zone is None:
        return
    card, player = at.it[0], state.players[at.seat]
    if zone == "hand":
        state.leave_hand(at.seat, (card,), openly=True)
    elif zone == "discard":
        player.discard.pop()
        player.uncover()
    else:
        state.take_from_deck(at.seat, 1)
    if to == "deck":
        state.put_on_deck(at.seat, card, ALL)
        state.write_from(zone, "put_back", at.seat, (card,))
    else:
        state.put_into_trash(at.seat, (card,))
        state.write_from(zone, "trash", at.seat, (card,))
    state.gained_where = tuple([gained for gained in state.gained_where if gained[0] != at.play])


# --- discarding -----------------------------------------------------------------------------


def offer_discard_reactions(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Offer the reactions of cards discarded outside Clean-up."""
    if "discard" not in state.table.triggers:
        return
    for card in cards:
        if card.reaction and card.reaction.trigger == "discard":
            state.push(Frame(seat, seat, card, 0, (card,)), may_show_discarded())


@verb()
def may_show_discarded(state: State, at: Frame) -> None:
    asking = at._replace(source=None)
    state.ask(asking, "react", at.it, discarded_shown(), least=0, about=at.it[0].name)


@verb()
def discarded_shown(state: State, at: Frame) -> None:
    if at.it:
        card = at.it[0]
        state.write("react", at.seat, (card,), about=card.name)
        player = state.players[at.seat]
        if card in player.discard_hidden and player.discard[-1] is not card:
            player.discard_hidden.remove(card)
        state.push(at._replace(source=card), card.reaction.step)

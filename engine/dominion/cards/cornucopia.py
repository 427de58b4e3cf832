"""Cornucopia, 2011."""

from functools import partial

from engine.dominion.card import Card, Response, by_order, card_named
from engine.dominion.moves.durations import next_turn
from engine.dominion.moves.mats import put_on_mat, take_from_mat
from engine.dominion.moves.reveal import (
    discard_aside,
    looked_at,
    return_aside,
    reveal_hand,
    reveal_top,
    reveal_until,
    take_aside,
)
from engine.dominion.moves.triggers import gain, gain_and, offer_discard_reactions, show_in_hand
from engine.dominion.scoring import Worth
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, mode, verb
from engine.dominion.verbs import (
    ask_modes,
    cards_cost_less,
    choose,
    discard_cards,
    discard_deck,
    discard_down_to,
    each_opponent,
    gain_exactly_more,
    gain_named,
    may_discard,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    several_times,
    trash_from_hand,
    trash_this,
)

action = partial(Card, types="Action", expansion="cornucopia")
attack = partial(Card, types="Action Attack", expansion="cornucopia")


def reveal_from_hand(state: State, at: Frame) -> None:
    show_in_hand(state, at.seat, at.it[0])
    state.write_from("hand", "reveal", at.seat, at.it)


HAMLET = action(
    "Hamlet",
    "Weiler",
    2,
    play=(
        plus_cards(1),
        plus_actions(1),
        may_discard("", (plus_actions(1),)),
        may_discard("", (plus_buys(1),)),
    ),
)


@verb(
    english_others="reveals cards from the deck until a Victory card or Curse comes, puts it back"
    " on top and discards the others.",
    german_others="deckt Karten vom Nachziehstapel auf, bis eine Punktekarte oder ein Fluch kommt,"
    " legt diese zurück und die anderen ab.",
)
def dig_for_blank(state: State, at: Frame) -> None:
    blank = reveal_until(state, at.seat, lambda card: card.is_victory or "Curse" in card.types)
    others = looked_at(state, at.seat)
    for card in blank:
        others.remove(card)
    return_aside(state, at.seat, blank)
    discard_aside(state, at.seat, others)


FORTUNE_TELLER = attack(
    "Fortune Teller", "Wahrsagerin", 3, play=(plus_coins(2), each_opponent(dig_for_blank()))
)


@verb(
    "Reveal your hand. If all its cards have different names: +{all_differ:Card|Cards}, else"
    " +{otherwise:Card|Cards}.",
    "Zeige deine Hand. Haben alle Karten darin verschiedene Namen: +{all_differ:Karte|Karten},"
    " sonst +{otherwise:Karte|Karten}.",
)
def draw_for_differing_hand(state: State, at: Frame, all_differ: int, otherwise: int) -> None:
    hand = reveal_hand(state, at.seat)
    state.draw(at.seat, all_differ if len(set(hand)) == len(hand) else otherwise)


MENAGERIE = action(
    "Menagerie", "Menagerie", 3, play=(plus_actions(1), draw_for_differing_hand(3, 1))
)


@verb(
    "Reveal cards from your deck until a Treasure or an Action card comes. Take it into your hand,"
    " discard the others.",
    "Decke Karten vom Nachziehstapel auf, bis eine Geld- oder Aktionskarte kommt. Nimm diese auf"
    " die Hand, lege die anderen ab.",
)
def dig_for_useful(state: State, at: Frame) -> None:
    useful = reveal_until(state, at.seat, lambda card: card.is_treasure or card.is_action)
    take_aside(state, at.seat, useful)
    discard_aside(state, at.seat, looked_at(state, at.seat))


FARMING_VILLAGE = action(
    "Farming Village", "Bauerndorf", 4, play=(plus_actions(2), dig_for_useful())
)


@verb("set this aside. {then}", "lege diese Karte beiseite. {then}", traits=Trait.OPEN_MAT)
def set_this_aside(state: State, at: Frame, then: Step) -> None:
    if at.source:
        state.push(at._replace(it=()), then)
        state.leave_hand(at.seat, (at.source,), openly=True)
        put_on_mat(state, at, (at.source,), "hand")


@verb("take it back into your hand", "nimm sie zurück auf die Hand")
def take_this_back(state: State, at: Frame) -> None:
    if at.source:
        mat = at.source.name
        take_from_mat(state, at.seat, mat, state.players[at.seat].on_mat(mat)[:1])


HORSE_TRADERS = action(
    "Horse Traders",
    "Pferdehändler",
    4,
    types="Action Reaction",
    play=(plus_buys(1), plus_coins(3), discard_cards(2)),
    reaction=Response(
        "attack", set_this_aside(next_turn(take_this_back(), plus_cards(1))), again=True
    ),
)

REMAKE = action(
    "Remake", "Nachbau", 4, play=(several_times(2, trash_from_hand(then=gain_exactly_more(1))),)
)


@verb(
    "Each player may reveal 1 {shown:card} from the hand. If you do: discard it and gain a Prize or"
    " 1 {other:card} onto your deck. If no other player does: {then}.",
    "Jeder Spieler darf 1 {shown:card} aus der Hand zeigen. Tust du es: lege sie ab und nimm einen"
    " Preis oder 1 {other:card} auf deinen Nachziehstapel. Tut es kein Mitspieler: {then}.",
    traits=Trait.PRIZES,
)
def compete(state: State, at: Frame, shown: str, other: str, then: tuple[Step, ...]) -> None:
    seats = (at.seat, *state.others(at.seat))
    state.push(at, ask_to_compete(shown, seats, (), award(shown, other, then)))


@verb()
def ask_to_compete(
    state: State, at: Frame, shown: str, seats: tuple[int, ...], so_far: tuple[int, ...], then: Step
) -> None:
    """Ask the seats, one after the other, to reveal that card; `it` of `then` are those who did."""
    if not seats:
        state.push(at._replace(it=so_far), then)
        return
    held = [card for card in state.in_hand(seats[0]) if card.name == shown]
    answered = has_competed(shown, seats, so_far, then, at)
    state.ask(at._replace(seat=seats[0]), "reveal", held, answered, least=0)


@verb()
def has_competed(
    state: State,
    at: Frame,
    shown: str,
    seats: tuple[int, ...],
    so_far: tuple[int, ...],
    then: Step,
    occasion: Frame,
) -> None:
    if at.it:
        reveal_from_hand(state, at._replace(seat=seats[0]))
        so_far = (*so_far, seats[0])
    state.push(occasion, ask_to_compete(shown, seats[1:], so_far, then))


@verb()
def award(state: State, at: Frame, shown: str, other: str, then: tuple[Step, ...]) -> None:
    """Do what follows; `it` are the seats that revealed."""
    if not set(at.it) - {at.seat}:
        state.push(at._replace(it=()), *then)
    if at.seat in at.it:
        card = card_named(shown)
        state.push(at._replace(it=()), choose_award(other))
        state.discard_from_hand(at.seat, (card,))
        offer_discard_reactions(state, at.seat, (card,))


@verb()
def choose_award(state: State, at: Frame, other: str) -> None:
    card = card_named(other)
    left = [card] if state.supply.get(card) else []
    able = sorted([*state.prizes, *left], key=by_order)
    least = 1 if left and state.prizes else 0  # what has run out may be chosen
    state.ask(at, "gain", able, awarded(), least=least)


@verb()
def awarded(state: State, at: Frame) -> None:
    if at.it:
        gain(state, at, at.it[0], "deck", origin="prizes" if at.it[0].is_prize else "supply")


TOURNAMENT = action(
    "Tournament",
    "Turnier",
    4,
    play=(plus_actions(1), compete("Province", "Duchy", (plus_cards(1), plus_coins(1)))),
)


@verb(
    english_others="may reveal a Bane from the hand, else {otherwise:others}",
    german_others="darf eine Bannkarte aus der Hand zeigen, sonst: {otherwise:others}",
    traits=Trait.BANE,
)
def show_bane_or(state: State, at: Frame, otherwise: Step) -> None:
    held = [card for card in state.in_hand(at.seat) if card is state.table.bane]
    state.ask(at, "reveal", held, bane_shown_or(otherwise), least=0)


@verb()
def bane_shown_or(state: State, at: Frame, otherwise: Step) -> None:
    if at.it:
        reveal_from_hand(state, at)
    else:
        state.push(at, otherwise)


YOUNG_WITCH = attack(
    "Young Witch",
    "Junge Hexe",
    4,
    play=(plus_cards(2), discard_cards(2), each_opponent(show_bane_or(gain_named("Curse")))),
)


@verb(
    "Reveal the top {count:card|cards} of your deck and discard them. +1 Coin for each different"
    " name.",
    "Decke die obersten {count:Karte|Karten} deines Nachziehstapels auf und lege sie ab. +1 Geld"
    " für jeden verschiedenen Namen.",
)
def coins_for_names_of_top(state: State, at: Frame, count: int) -> None:
    revealed = reveal_top(state, at.seat, count)
    state.coins += len(set(revealed))
    discard_aside(state, at.seat, revealed)


HARVEST = action("Harvest", "Ernte", 5, play=(coins_for_names_of_top(4),))


@verb(
    "Gain a card costing up to 1 for each differently named card you have in play (this one too)."
    " If it is {kind:kind}: trash this.",
    "Nimm eine Karte, die höchstens 1 je verschiedenem Namen deiner ausliegenden Karten kostet"
    " (auch diese). Ist es {kind:kind}: entsorge diese.",
)
def gain_for_names_in_play(state: State, at: Frame, kind: str) -> None:
    names = len(set(state.players[at.seat].in_play))
    state.ask(at, "gain", state.affordable(names), gained_for_names(kind))


@verb()
def gained_for_names(state: State, at: Frame, kind: str) -> None:
    if not at.it:
        return
    card = at.it[0]
    if kind in card.types:
        gain_and(state, at._replace(it=()), card, trash_this())
    else:
        gain(state, at, card)


HORN_OF_PLENTY = Card(
    "Horn of Plenty",
    "Füllhorn",
    5,
    "Treasure",
    "cornucopia",
    play=(gain_for_names_in_play("Victory"),),
)


@verb(
    "Reveal your hand, then cards from your deck until one comes whose name is not in your hand."
    " Take it into your hand, discard the others.",
    "Zeige deine Hand und decke Karten vom Nachziehstapel auf, bis eine kommt, deren Namen du nicht"
    " auf der Hand hast. Nimm diese auf die Hand, lege die anderen ab.",
)
def dig_for_new_name(state: State, at: Frame) -> None:
    hand = reveal_hand(state, at.seat)
    take_aside(state, at.seat, reveal_until(state, at.seat, lambda card: card not in hand))
    discard_aside(state, at.seat, looked_at(state, at.seat))


HUNTING_PARTY = action(
    "Hunting Party", "Treibjagd", 5, play=(plus_cards(1), plus_actions(1), dig_for_new_name())
)


@verb(
    english_others="discards the top card of the deck. A Victory card: that player gains a Curse;"
    " else you choose who gains a copy of it: that player or you.",
    german_others="legt die oberste Karte des Nachziehstapels ab. Ist es eine Punktekarte, nimmt er"
    " einen Fluch; sonst wählst du, wer eine weitere davon nimmt: er oder du.",
)
def discard_for_copy(state: State, at: Frame) -> None:
    card = reveal_top(state, at.seat, 1)
    if card:
        state.push(at._replace(it=tuple(card)), copy_or_curse())
    discard_aside(state, at.seat, card)


@verb()
def copy_or_curse(state: State, at: Frame) -> None:
    card = at.it[0]
    if card.is_victory:
        gain(state, at, card_named("Curse"))
    elif state.supply.get(card):
        state.push(at, choose_who_copies())


@verb()
def choose_who_copies(state: State, at: Frame) -> None:
    ask_modes(state, at, COPIES, judge=at.by, about=at.it)


@verb("you gain a copy", "du nimmst eine weitere")
def judge_copies(state: State, at: Frame) -> None:
    gain(state, at._replace(seat=at.by), at.it[0])


@verb("they gain a copy", "der Mitspieler nimmt eine weitere")
def victim_copies(state: State, at: Frame) -> None:
    gain(state, at, at.it[0])


COPIES = mode(judge_copies()), mode(victim_copies())

JESTER = attack("Jester", "Harlekin", 5, play=(plus_coins(2), each_opponent(discard_for_copy())))

FAIRGROUNDS = Card(
    "Fairgrounds",
    "Festplatz",
    6,
    "Victory",
    "cornucopia",
    worth=Worth(2, per=5, different=True),
    pile=None,
)

# --- the five Prizes: one of each, beside the supply ------------------------------------------

prize = partial(Card, cost=0, types="Action Prize", expansion="prizes", pile=1)

BAG_OF_GOLD = prize(
    "Bag of Gold", "Ein Sack voll Gold", play=(plus_actions(1), gain_named("Gold", to="deck"))
)


@verb(
    "+{amount:Coin|Coins} for each Action you have left.",
    "+{amount:Geld|Geld} für jede Aktion, die dir noch zusteht.",
)
def plus_coins_for_actions_left(state: State, at: Frame, amount: int) -> None:
    state.coins += amount * state.actions


DIADEM = prize(
    "Diadem",
    "Diadem",
    types="Treasure Prize",
    play=(plus_coins(2), plus_coins_for_actions_left(1)),
)


@verb(
    english_others="gains 1 {name:card}, then discards down to {size:card|cards} in hand.",
    german_others="nimmt 1 {name:card} und legt dann Handkarten ab, bis er {size:Karte|Karten} auf"
    " der Hand hat.",
)
def gain_then_discard_down_to(state: State, at: Frame, name: str, size: int) -> None:
    state.push(at, gain_named(name), discard_down_to(size))


FOLLOWERS = prize(
    "Followers",
    "Gefolge",
    types="Action Attack Prize",
    play=(
        plus_cards(2),
        gain_named("Estate"),
        each_opponent(gain_then_discard_down_to("Curse", 3)),
    ),
)

PRINCESS = prize(
    "Princess", "Prinzessin", play=(plus_buys(1),), while_in_play=(cards_cost_less(2),)
)

TRUSTY_STEED = prize(
    "Trusty Steed",
    "Streitross",
    play=(
        choose(
            2,
            (plus_cards(2),),
            (plus_actions(2),),
            (plus_coins(2),),
            (gain_named("Silver", 4), discard_deck()),
        ),
    ),
)

PRIZES = tuple(sorted([BAG_OF_GOLD, DIADEM, FOLLOWERS, PRINCESS, TRUSTY_STEED], key=by_order))

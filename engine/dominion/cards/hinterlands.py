"""Hinterlands, 2011. Source: rules/dominion-hinterlands.de.txt."""

from functools import partial

from engine.dominion.card import Card, Response, Which, by_order, card_named
from engine.dominion.looking import (
    judge_own_top,
    judge_top_of_deck,
    put_back_in_order,
)
from engine.dominion.moves import reveal
from engine.dominion.moves.discarding import discardable, put_from_play_on_deck
from engine.dominion.moves.triggers import gain
from engine.dominion.player import ALL
from engine.dominion.scoring import Worth
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, mode, verb
from engine.dominion.verbs import (
    ask_modes,
    ask_order,
    at_clean_up,
    cards_cost_less,
    choose,
    costing,
    discard_cards,
    discard_down_to,
    draw_up_to,
    each_opponent,
    each_player_from_left,
    gain_cheaper,
    gain_exactly_more,
    gain_named,
    gain_trashed,
    may_discard,
    may_gain_named,
    may_trash_from_hand,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_coins,
    put_cards_back,
    put_gained_on_deck,
    trash_from_hand,
    trash_them,
)

action = partial(Card, types="Action", expansion="hinterlands")
attack = partial(Card, types="Action Attack", expansion="hinterlands")
treasure = partial(Card, types="Treasure", expansion="hinterlands")
victory = partial(Card, types="Victory", expansion="hinterlands", pile=None)


def is_first_this_turn(state: State, at: Frame) -> bool:
    """Whether the card that is being played was not played before in this turn."""
    return state.played_this_turn.count(at.source) == 1 if at.source else False


@verb(
    "Reveal your hand. +1 Card for each of the {kind:kinds} in it.",
    "Zeige deine Hand. +1 Karte für jede der {kind:kinds} darin.",
)
def draw_for_revealed(state: State, at: Frame, kind: str) -> None:
    reveal.reveal_hand(state, at.seat)
    state.draw(at.seat, len(state.in_hand(at.seat, kind)))


@verb(
    "The first time you play this in a turn: +{amount:Action|Actions}.",
    "Beim ersten Ausspielen dieser Karte in einem Zug: +{amount:Aktion|Aktionen}.",
)
def plus_actions_at_first(state: State, at: Frame, amount: int) -> None:
    if is_first_this_turn(state, at):
        state.actions += amount


CROSSROADS = action(
    "Crossroads", "Wegkreuzung", 2, play=(draw_for_revealed("Victory"), plus_actions_at_first(3))
)

DUCHESS = action(
    "Duchess",
    "Herzogin",
    2,
    play=(plus_coins(2), each_player_from_left(judge_own_top())),
    while_in_supply=(Response("gain", may_gain_named("Duchess"), Which(name="Duchy")),),
)


@verb(
    "+{first:Coin|Coins} the first time you play this in a turn, else +{later:Coin|Coins}.",
    "+{first:Geld|Geld} beim ersten Ausspielen dieser Karte in einem Zug, sonst"
    " +{later:Geld|Geld}.",
)
def plus_coins_first_and_later(state: State, at: Frame, first: int, later: int) -> None:
    state.coins += first if is_first_this_turn(state, at) else later


@verb("{then}", "{then}")
def trash_shown(state: State, at: Frame, then: Step) -> None:
    state.push(at, then)
    if at.source:
        state.trash_from_hand(at.seat, (at.source,))


FOOLS_GOLD = treasure(
    "Fool's Gold",
    "Katzengold",
    2,
    types="Treasure Reaction",
    play=(plus_coins_first_and_later(1, 4),),
    reaction=Response(
        "other_gains",
        trash_shown(gain_named("Gold", to="deck")),
        Which(name="Province"),
        again=True,
    ),
)


@verb(
    "Gain, in either order, a card costing exactly 1 more than it and a card costing exactly 1"
    " less, both onto your deck.",
    "Nimm in beliebiger Reihenfolge eine Karte, die genau 1 mehr kostet als sie, und eine, die"
    " genau 1 weniger kostet, beide auf deinen Nachziehstapel.",
)
def gain_dearer_and_cheaper(state: State, at: Frame) -> None:
    cost = state.cost(at.it[0])
    ways = [way for more, way in FIRST.items() if costing(state, cost + more, at.it[0].potion)]
    ask_modes(state, at, ways)


@verb("costing 1 {more:more or less}", "zuerst die Karte, die 1 {more:more or less} kostet")
def gain_neighbours(state: State, at: Frame, more: int) -> None:
    state.push(at, gain_exactly_more(more, "deck"), gain_exactly_more(-more, "deck"))


FIRST = {more: mode(gain_neighbours(more)) for more in (1, -1)}

DEVELOP = action("Develop", "Aufbau", 3, play=(trash_from_hand(then=gain_dearer_and_cheaper()),))

OASIS = action(
    "Oasis", "Oase", 3, play=(plus_cards(1), plus_actions(1), plus_coins(1), discard_cards(1))
)

ORACLE = attack(
    "Oracle", "Orakel", 3, play=(each_player_from_left(judge_top_of_deck(2)), plus_cards(2))
)


@verb(
    "you may put an Action card you have in play onto your deck.",
    "du darfst eine deiner ausliegenden Aktionskarten auf deinen Nachziehstapel legen.",
    traits=Trait.KEEPS,
)
def may_keep_action(state: State, at: Frame) -> None:
    actions = [card for card in discardable(state, at.seat) if card.is_action]
    state.ask(at, "put_back", actions, keep_action(), least=0)


@verb()
def keep_action(state: State, at: Frame) -> None:
    for card in at.it:
        put_from_play_on_deck(state, at.seat, card)


SCHEME = action(
    "Scheme", "Komplott", 3, play=(plus_cards(1), plus_actions(1), at_clean_up(may_keep_action()))
)

TUNNEL = victory(
    "Tunnel",
    "Tunnel",
    3,
    types="Victory Reaction",
    worth=Worth(2),
    reaction=Response("discard", gain_named("Gold")),
)


@verb(
    "You may trash a card from your hand that is not {kind:kind}.",
    "Du darfst eine Handkarte entsorgen, die k{kind:kind} ist.",
)
def may_trash_other_than(state: State, at: Frame, kind: str) -> None:
    held = [card for card in state.in_hand(at.seat) if kind not in card.types]
    state.ask(at, "trash", held, trash_them(), least=0)


JACK_OF_ALL_TRADES = action(
    "Jack of All Trades",
    "Lebenskünstler",
    4,
    play=(gain_named("Silver"), judge_own_top(), draw_up_to(5), may_trash_other_than("Treasure")),
)


@verb(
    "Each other player reveals the top 2 cards of the deck. A Silver or Gold of them is trashed"
    " (you choose), the rest discarded; who has no Treasure gains a Copper. Gain what is trashed.",
    "Jeder Mitspieler deckt die obersten 2 Karten seines Stapels auf. Ein Silber oder Gold davon"
    " (du wählst) wird entsorgt, der Rest abgelegt; wer kein Geld hat, nimmt ein Kupfer. Nimm, was"
    " entsorgt wurde.",
)
def raid(state: State, at: Frame) -> None:
    victims = [seat for seat in state.others(at.seat) if (at.play, seat) not in state.unaffected]
    state.push(at, raid_next(tuple(victims), ()))


@verb()
def raid_next(state: State, at: Frame, victims: tuple[int, ...], loot: tuple[Card, ...]) -> None:
    if victims:
        reveal.reveal_top(state, victims[0], 2)
        state.push(at, choose_loot(victims, loot))
    else:
        state.push(at._replace(it=loot), gain_trashed())


@verb()
def choose_loot(state: State, at: Frame, victims: tuple[int, ...], loot: tuple[Card, ...]) -> None:
    revealed = reveal.looked_at(state, victims[0])
    precious = [card for card in revealed if card.name in ("Silver", "Gold")]
    state.ask(at, "trash", precious, raided(victims, loot))


@verb()
def raided(state: State, at: Frame, victims: tuple[int, ...], loot: tuple[Card, ...]) -> None:
    victim = victims[0]
    state.push(at._replace(it=()), raid_next(victims[1:], (*loot, *at.it)))
    if not any(card.is_treasure for card in reveal.looked_at(state, victim)):
        state.push(at._replace(seat=victim, it=()), gain_named("Copper"))
    reveal.trash_aside(state, victim, at.it)
    reveal.discard_aside(state, victim, reveal.looked_at(state, victim))


NOBLE_BRIGAND = attack(
    "Noble Brigand", "Edler Räuber", 4, play=(plus_coins(1), raid()), when_bought=(raid(),)
)

NOMAD_CAMP = action(
    "Nomad Camp",
    "Nomadencamp",
    4,
    play=(plus_buys(1), plus_coins(2)),
    when_gained=(put_gained_on_deck(),),
)

SILK_ROAD = victory("Silk Road", "Seidenstraße", 4, worth=Worth(1, per=4, of="Victory"))


SPICE_MERCHANT = action(
    "Spice Merchant",
    "Gewürzhändler",
    4,
    play=(
        may_trash_from_hand(
            "Treasure",
            choose(1, (plus_cards(2), plus_actions(1)), (plus_coins(2), plus_buys(1))),
        ),
    ),
)


@verb("Gain 1 {name:card} for each coin it costs.", "Nimm 1 {name:card} je Geld ihrer Kosten.")
def gain_for_its_cost(state: State, at: Frame, name: str) -> None:
    cost = state.cost(at.it[0])
    if cost:
        state.push(at, gain_named(name, cost))


@verb("gain 1 {name:card} instead.", "nimm stattdessen 1 {name:card}.")
def gain_instead(state: State, at: Frame, name: str) -> None:
    state.unaffected = (*state.unaffected, (at.play, at.seat))
    gain(state, at, card_named(name), instead=True)


TRADER = action(
    "Trader",
    "Fahrender Händler",
    4,
    types="Action Reaction",
    play=(trash_from_hand(then=gain_for_its_cost("Silver")),),
    reaction=Response("would_gain", gain_instead("Silver")),
)

CACHE = treasure(
    "Cache", "Schatztruhe", 5, play=(plus_coins(3),), when_gained=(gain_named("Copper", 2),)
)


@verb(
    "Look at the top {count:card|cards} of your deck. Discard any number of them, put the rest"
    " back in any order.",
    "Sieh dir die obersten {count:Karte|Karten} deines Nachziehstapels an. Lege beliebig viele"
    " davon ab, den Rest in beliebiger Reihenfolge zurück.",
)
def sift(state: State, at: Frame, count: int) -> None:
    if reveal.look_at_top(state, at.seat, count):
        state.push(at, sift_out())


@verb()
def sift_out(state: State, at: Frame) -> None:
    cards = reveal.looked_at(state, at.seat)
    state.ask(at, "discard", cards, sifted(), least=0, most=len(cards))


@verb()
def sifted(state: State, at: Frame) -> None:
    state.push(at._replace(it=()), put_back_in_order())
    reveal.discard_aside(state, at.seat, at.it)


CARTOGRAPHER = action(
    "Cartographer", "Kartograph", 5, play=(plus_cards(1), plus_actions(1), sift(4))
)

EMBASSY = action(
    "Embassy",
    "Botschaft",
    5,
    play=(plus_cards(5), discard_cards(3)),
    when_gained=(each_opponent(gain_named("Silver")),),
)

HAGGLER = action(
    "Haggler",
    "Feilscher",
    5,
    play=(plus_coins(2),),
    while_in_play=(Response("buy", gain_cheaper(no="Victory")),),
)

HIGHWAY = action(
    "Highway",
    "Fernstraße",
    5,
    play=(plus_cards(1), plus_actions(1)),
    while_in_play=(cards_cost_less(1),),
)

ILL_GOTTEN_GAINS = treasure(
    "Ill-Gotten Gains",
    "Blutzoll",
    5,
    play=(plus_coins(1), may_gain_named("Copper", to="hand")),
    when_gained=(each_opponent(gain_named("Curse")),),
)


@verb(
    "Look through your discard pile. Reveal any number of its {kind:kinds} and shuffle them into"
    " your deck.",
    "Sieh deinen Ablagestapel durch. Zeige daraus beliebig viele {kind:kinds} vor und mische sie"
    " in deinen Nachziehstapel.",
)
def may_shuffle_in(state: State, at: Frame, kind: str) -> None:
    discards = [card for card in reveal.look_through_discard(state, at.seat) if kind in card.types]
    state.ask(at, "reveal", discards, shuffled_in(at.it[0]), least=0, most=len(discards))


@verb()
def shuffled_in(state: State, at: Frame, gained: Card) -> None:
    if not at.it:
        return
    player = state.players[at.seat]
    for card in at.it:
        player.discard.remove(card)
    player.uncover()
    if gained in at.it:
        state.gained_where = tuple([entry for entry in state.gained_where if entry[0] != at.play])
    reveal.shuffle_into_deck(state, at.seat, at.it)


INN = action(
    "Inn",
    "Gasthaus",
    5,
    play=(plus_cards(2), plus_actions(2), discard_cards(2)),
    when_gained=(may_shuffle_in("Action"),),
)


@verb(
    "Put all Treasures you have in play onto your deck, in any order.",
    "Lege alle deine ausliegenden Geldkarten in beliebiger Reihenfolge auf deinen Nachziehstapel.",
)
def treasures_back(state: State, at: Frame) -> None:
    treasures = [card for card in state.players[at.seat].in_play if card.is_treasure]
    ask_order(state, at, sorted(treasures, key=by_order), table_cards_back())


@verb()
def table_cards_back(state: State, at: Frame) -> None:
    for card in at.it:
        state.players[at.seat].in_play.remove(card)
    if at.it:
        reveal.put_in_order(state, at.seat, at.it, [ALL] * len(at.it), "in_play")


MANDARIN = action(
    "Mandarin",
    "Mandarin",
    5,
    play=(plus_coins(3), put_cards_back(1)),
    when_gained=(treasures_back(),),
)


@verb(
    english_others="draws {draw:card|cards}, then discards down to {size:card|cards} in hand.",
    german_others="zieht {draw:Karte|Karten} nach und legt dann Handkarten ab, bis er"
    " {size:Karte|Karten} auf der Hand hat.",
)
def draw_then_discard_down_to(state: State, at: Frame, draw: int, size: int) -> None:
    state.push(at, plus_cards(draw), discard_down_to(size))


MARGRAVE = attack(
    "Margrave",
    "Markgraf",
    5,
    play=(plus_cards(3), plus_buys(1), each_opponent(draw_then_discard_down_to(1, 3))),
)


STABLES = action(
    "Stables", "Stallungen", 5, play=(may_discard("Treasure", (plus_cards(3), plus_actions(1))),)
)

BORDER_VILLAGE = action(
    "Border Village",
    "Grenzdorf",
    6,
    play=(plus_cards(1), plus_actions(2)),
    when_gained=(gain_cheaper(),),
)

FARMLAND = victory(
    "Farmland",
    "Fruchtbares Land",
    6,
    worth=Worth(2),
    when_bought=(trash_from_hand(then=gain_exactly_more(2)),),
)

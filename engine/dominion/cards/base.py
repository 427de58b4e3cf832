"""Dominion, the base game of 2008. Source: rules/dominion-base.de.txt."""

from functools import partial

from engine.dominion.card import Card, Response, by_order
from engine.dominion.looking import (
    judge_top_of_deck,
    rob,
)
from engine.dominion.moves.reveal import (
    discard_aside,
    looked_at,
    reveal_hand,
    reveal_top,
    take_aside,
)
from engine.dominion.player import ALL
from engine.dominion.scoring import Worth
from engine.dominion.state import State
from engine.dominion.steps import Frame, mode, verb
from engine.dominion.verbs import (
    ask_modes,
    be_unaffected,
    discard_any,
    discard_deck,
    discard_down_to,
    each_opponent,
    each_player,
    gain_named,
    gain_trashed,
    gain_up_to,
    gain_up_to_more,
    play_several_times,
    plus_actions,
    plus_buys,
    plus_cards,
    plus_cards_for_each,
    plus_coins,
    trash_from_hand,
    trash_this,
    trash_up_to,
)

action = partial(Card, types="Action", expansion="base")
attack = partial(Card, types="Action Attack", expansion="base")

CELLAR = action(
    "Cellar",
    "Keller",
    2,
    play=(plus_actions(1), discard_any(then=plus_cards_for_each(1))),
)

CHAPEL = action("Chapel", "Kapelle", 2, play=(trash_up_to(4),))

MOAT = Card(
    "Moat",
    "Burggraben",
    2,
    "Action Reaction",
    "base",
    play=(plus_cards(2),),
    reaction=Response("attack", be_unaffected()),
)


@verb("You may put your deck into your discard pile.", "Du darfst deinen Nachziehstapel ablegen.")
def may_discard_deck(state: State, at: Frame) -> None:
    if state.players[at.seat].deck:
        ask_modes(state, at, KEEP_OR_DISCARD_DECK)


@verb("keep your deck", "den Nachziehstapel behalten")
def keep_deck(state: State, at: Frame) -> None:
    """Leave the deck as it is."""


KEEP_OR_DISCARD_DECK = mode(discard_deck()), mode(keep_deck())

CHANCELLOR = action("Chancellor", "Kanzler", 3, play=(plus_coins(2), may_discard_deck()))

VILLAGE = action("Village", "Dorf", 3, play=(plus_cards(1), plus_actions(2)))

WOODCUTTER = action("Woodcutter", "Holzfäller", 3, play=(plus_buys(1), plus_coins(2)))

WORKSHOP = action("Workshop", "Werkstatt", 3, play=(gain_up_to(4),))


@verb(
    english_others="puts a Victory card from the hand onto the deck, or shows a hand without.",
    german_others="legt eine Punktekarte aus der Hand auf den Nachziehstapel oder zeigt die Hand.",
)
def put_victory_on_deck(state: State, at: Frame) -> None:
    held = state.in_hand(at.seat, "Victory")
    if held:
        state.ask(at, "put_back", held, shown_card_on_deck())
    else:
        state.push(at, show_whole_hand())


@verb()
def show_whole_hand(state: State, at: Frame) -> None:
    reveal_hand(state, at.seat)


@verb()
def shown_card_on_deck(state: State, at: Frame) -> None:
    state.leave_hand(at.seat, at.it, openly=True)
    state.put_on_deck(at.seat, at.it[0], ALL)
    state.write_from("hand", "put_back", at.seat, at.it, shown=True)


BUREAUCRAT = attack(
    "Bureaucrat",
    "Bürokrat",
    4,
    play=(gain_named("Silver", to="deck"), each_opponent(put_victory_on_deck())),
)

FEAST = action("Feast", "Festmahl", 4, play=(trash_this(then=gain_up_to(5)),))

GARDENS = Card("Gardens", "Gärten", 4, "Victory", "base", worth=Worth(1, per=10), pile=None)

MILITIA = attack(
    "Militia",
    "Miliz",
    4,
    play=(plus_coins(2), each_opponent(discard_down_to(3))),
)


@verb(
    "Trash a Copper from your hand. If you do: +{coins:Coin|Coins}.",
    "Entsorge ein Kupfer aus deiner Hand. Wenn du das tust: +{coins:Geld|Geld}.",
)
def trash_copper(state: State, at: Frame, coins: int) -> None:
    coppers = [card for card in state.in_hand(at.seat, "Treasure") if card.name == "Copper"]
    if coppers:
        state.trash_from_hand(at.seat, coppers[:1])
        state.coins += coins


MONEYLENDER = action("Moneylender", "Geldverleiher", 4, play=(trash_copper(3),))

REMODEL = action("Remodel", "Umbau", 4, play=(trash_from_hand(then=gain_up_to_more(2)),))

SMITHY = action("Smithy", "Schmiede", 4, play=(plus_cards(3),))


SPY = attack(
    "Spy", "Spion", 4, play=(plus_cards(1), plus_actions(1), each_player(judge_top_of_deck(1)))
)


@verb(
    "Each other player reveals the top 2 cards of the deck; trash one Treasure of them of your"
    " choice, the rest is discarded. Gain any of the trashed cards.",
    "Jeder Mitspieler deckt die obersten 2 Karten des Nachziehstapels auf; entsorge davon eine"
    " Geldkarte deiner Wahl, der Rest wird abgelegt. Nimm beliebig viele der entsorgten Karten.",
)
def steal(state: State, at: Frame) -> None:
    rob(state, at, share_out())


@verb()
def share_out(state: State, at: Frame) -> None:
    trashed = sorted(at.it, key=by_order)
    state.ask(at, "gain", trashed, gain_trashed(), least=0, most=len(trashed))


THIEF = attack("Thief", "Dieb", 4, play=(steal(),))

THRONE_ROOM = action("Throne Room", "Thronsaal", 4, play=(play_several_times(2, least=1),))

COUNCIL_ROOM = action(
    "Council Room",
    "Ratsversammlung",
    5,
    play=(plus_cards(4), plus_buys(1), each_opponent(plus_cards(1))),
)

FESTIVAL = action("Festival", "Jahrmarkt", 5, play=(plus_actions(2), plus_buys(1), plus_coins(2)))

LABORATORY = action("Laboratory", "Laboratorium", 5, play=(plus_cards(2), plus_actions(1)))


def private_eyes(state: State, seat: int) -> int:
    """Return who sees what this seat draws; never `ALL`, which marks the cards set aside."""
    return state.eyes(seat) & ((1 << state.table.seats) - 1)


@verb(
    "Draw until you have {size} cards in hand; you may set aside Action cards as you draw them."
    " Discard those afterwards.",
    "Ziehe nach, bis du {size} Karten auf der Hand hast; gezogene Aktionskarten darfst du beiseite"
    " legen. Diese legst du danach ab.",
)
def draw_setting_aside(state: State, at: Frame, size: int) -> None:
    player = state.players[at.seat]
    while len(player.hand) < size:
        drawn = state.take_from_deck(at.seat, 1)
        if not drawn:
            break
        mask = private_eyes(state, at.seat)
        player.set_aside.append((drawn[0], mask))
        if drawn[0].is_action:
            state.write("look", at.seat, drawn, mask)
            state.push(at, may_set_aside(), draw_setting_aside(size))
            return
        take_aside(state, at.seat, drawn)
    discard_aside(state, at.seat, [card for card, who in player.set_aside if who == ALL])


@verb()
def may_set_aside(state: State, at: Frame) -> None:
    drawn = [card for card, who in state.players[at.seat].set_aside if who != ALL]
    state.ask(at, "set_aside", drawn, set_aside_or_keep(), least=0)


@verb()
def set_aside_or_keep(state: State, at: Frame) -> None:
    player = state.players[at.seat]
    drawn = [card for card, who in player.set_aside if who != ALL]
    if not at.it:
        take_aside(state, at.seat, drawn)
        return
    place = player.set_aside.index((drawn[0], private_eyes(state, at.seat)))
    player.set_aside[place] = (drawn[0], ALL)
    state.write("set_aside", at.seat, drawn)


LIBRARY = action("Library", "Bibliothek", 5, play=(draw_setting_aside(7),))

MARKET = action(
    "Market",
    "Markt",
    5,
    play=(plus_cards(1), plus_actions(1), plus_buys(1), plus_coins(1)),
)

MINE = action(
    "Mine",
    "Mine",
    5,
    play=(trash_from_hand("Treasure", then=gain_up_to_more(3, "Treasure", "hand")),),
)

WITCH = attack("Witch", "Hexe", 5, play=(plus_cards(2), each_opponent(gain_named("Curse"))))


@verb(
    "Reveal cards from your deck until {count} Treasures have come. Take these into your hand,"
    " discard the others.",
    "Decke Karten vom Nachziehstapel auf, bis {count} Geldkarten aufgedeckt sind. Nimm diese auf"
    " die Hand, lege die anderen ab.",
)
def dig_for_treasures(state: State, at: Frame, count: int) -> None:
    while count:
        card = reveal_top(state, at.seat, 1)
        if not card:
            break
        count -= card[0].is_treasure
    revealed = looked_at(state, at.seat)
    take_aside(state, at.seat, [card for card in revealed if card.is_treasure])
    discard_aside(state, at.seat, looked_at(state, at.seat))


ADVENTURER = action("Adventurer", "Abenteurer", 6, play=(dig_for_treasures(2),))

"""Modes: the choices are steps, which describe themselves."""

from __future__ import annotations

from engine import catalogue
from engine.dominion import position
from engine.dominion.card import CARDS
from engine.dominion.steps import MODES, Frame
from engine.dominion.verbs import choose, plus_actions, plus_buys, plus_cards, plus_coins
from engine.dominion.words import options
from engine.game import Game

PAWN = choose(2, (plus_cards(1),), (plus_actions(1),), (plus_buys(1),), (plus_coins(1),))


def pawn_asks() -> Game:
    """A game in the middle of a card with four modes, two of which are chosen."""
    game = position(kingdom="Smithy", seats=[{"hand": "Smithy", "deck": "Gold, Silver"}, {}])
    state = game.state
    state.decision = None
    state.push(Frame(0, 0, CARDS["Smithy"]), PAWN)
    state.run()
    return game


def test_two_modes_are_offered_in_printed_order_and_done_in_it() -> None:
    game = pawn_asks()
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.least, decision.most) == ("choose", 2, 2)
    assert decision.options == ("+1 Card", "+1 Action", "+1 Buy", "+1 Coin")
    told = game.logged
    game.choose([3, 0])
    view = game.view(0)
    assert (view["coins"], view["actions"], view["buys"]) == (1, 1, 1)
    assert view["seats"][0]["hand"] == ["Gold", "Smithy"]
    kinds = [(event["type"], event.get("coins")) for event in game.events(None, told)]
    assert kinds == [("draw", None), ("counters", 1)]


def test_a_choice_of_modes_travels_as_knowledge() -> None:
    game = pawn_asks()
    other = catalogue.resume(game.knowledge(0), 5)
    assert other.decision == game.decision
    for one in (game, other):
        one.choose([1, 2])
    assert game.view(0) == other.view(0)


def test_modes_say_what_they_are_in_both_languages() -> None:
    assert PAWN.text() == "choose two: +1 Card; or +1 Action; or +1 Buy; or +1 Coin."
    assert PAWN.text("de") == "wähle zwei: +1 Karte; oder +1 Aktion; oder +1 Kauf; oder +1 Geld."
    german = options("de")
    assert german["put back"] == "zurücklegen"
    assert german["costing 1 less"] == "zuerst die Karte, die 1 weniger kostet"
    assert german["+2 Cards, +1 Action"] == "+2 Karten, +1 Aktion"
    assert german["yes"] == "ja"
    assert options("en") == {option: option for option in german}
    assert german.keys() >= MODES.keys()

"""The Black Market deck on pages: where its cards are picked, what they cost, how it reads."""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

from engine.dominion import Dominion, position
from engine.dominion.replay import seen_by
from tests.engine.dominion.playing import answer, answers, asked
from website.games.question import DecisionText
from website.games.registry import site_game

DECK = "Smithy, Village, Moat, Chapel, Feast"


def held(deck: str = DECK) -> Dominion:
    """Seat 0 may buy a card that is turned up."""
    hand = {"hand": "Black Market, Gold"}
    game = position(seats=[hand, {}], kingdom="Bridge", market=deck)
    answers(game, "Black Market", "Gold")
    return game


def question(game: Dominion) -> DecisionText:
    return DecisionText(site_game("dominion"), asked(game), game.view(asked(game).seat))


def rows(shown: dict[str, Any]) -> dict[str, str]:
    found = site_game("dominion").position_rows(shown, ["Zoë", "Yan"], [0, 0])
    return {row.label: row.text for row in found}


def test_cards_turned_up_are_picked_where_they_lie() -> None:
    game = held()
    bought = question(game)
    assert bought.data()["zone"] == "market"
    assert [(one.label, one.cost) for one in bought.options] == [
        ("Moat", "2"),
        ("Village", "3"),
        ("Smithy", "4"),
    ]
    assert bought.prompt == "Black Market: Buy a card?"
    answer(game, "Moat")
    ordered = question(game)
    assert (ordered.decision.kind, ordered.data()["zone"]) == ("order", "market")
    answer(game, "Smithy", "Village")
    assert question(game).data()["zone"] == "supply"


def test_the_possessor_picks_them_there_as_well() -> None:
    seats: list[dict[str, str]] = [{"hand": "Possession"}, {"hand": "Black Market"}]
    game = position(seats=seats, market=DECK, kingdom="Possession")
    answers(game, "Possession", None, "Black Market")
    assert asked(game).of == 1
    assert question(game).data()["zone"] == "market"


def test_what_is_gained_because_of_a_purchase_there_is_picked_in_the_supply() -> None:
    zones = {"hand": "Black Market, Gold", "in_play": "Haggler"}
    game = position(seats=[zones, {}], kingdom="Cellar", market=DECK)
    answers(game, "Black Market", "Gold", "Smithy")
    assert (asked(game).kind, question(game).data()["zone"]) == ("gain", "supply")


def test_the_deck_reads_as_text() -> None:
    game = held()
    shown = rows(game.view(0))
    assert shown["Black Market deck"] == "2 cards"
    assert shown["Turned up"] == "Smithy, Village, Moat"
    assert "Black Market order" not in shown
    answers(game, "Moat", ("Smithy", "Village"))
    known = {viewer: rows(game.view(viewer)) for viewer in (0, 1)}
    assert known[0]["Black Market order"] == "Smithy, Village"
    assert "Black Market order" not in known[1]
    assert known[0]["Turned up"] == "nothing"
    with override("de"):
        german = rows(game.view(0))
        assert german["Reihenfolge im Schwarzmarkt"] == "Schmiede, Dorf"
        assert german["Schwarzmarktstapel"] == "4 Karten"


def test_a_long_order_names_its_uppermost_cards() -> None:
    cards = "Smithy, Village, Moat, Chapel, Feast, Spy, Thief, Witch, Mine, Market"
    game = position(seats=[{}, {}], kingdom="Black Market", market=cards)
    order = rows(game.view(None))["Black Market order"]
    assert order == cards.removesuffix("Market") + "…"
    nine = position(seats=[{}, {}], kingdom="Black Market", market=cards.removesuffix(", Market"))
    assert rows(nine.view(None))["Black Market order"] == cards.removesuffix(", Market")


def test_games_without_the_deck_say_nothing_of_it() -> None:
    game = position(seats=[{}, {}], kingdom="Smithy")
    assert not {"Black Market deck", "Turned up"} & rows(game.view(0)).keys()
    assert "black_market" not in seen_by(game.view(None) | {"seats": []}, 0)

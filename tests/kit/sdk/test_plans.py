"""Shopping lists: what they buy, and how cards are played by their text."""

from typing import Any

import pytest

from engine import catalogue
from engine.dominion import CARDS, position
from engine.game import Decision
from kit.sdk import Request
from kit.sdk.plans import ALL, BuyPlan, Use, hand, use
from sandbox.guest.answers import picks
from tests.kit.games import request

MONEY = BuyPlan((("Gold", ALL), ("Smithy", 1), ("Silver", ALL)), rich=0, duchies=4, estates=2)


def asked(of: str, coins: int = 0, supply: dict[str, int] | None = None, **cards: str) -> Request:
    """Ask seat 0 with these cards to play an Action, or to buy for coins."""
    game = position(
        kingdom=["Smithy", "Remodel", "Village", "Militia", "Upgrade"],
        seats=[cards, {"hand": "Copper"}],
        phase=of,
        bought=of == "buy",
        coins=coins,
        supply=supply or {},
    )
    return Request.from_game(game)


def answered(plan: BuyPlan, request: Request) -> list[Any]:
    return [request.options[pick] for pick in request.picks(plan(request))]


def played(cards: str, **left: int) -> list[Any]:
    return answered(MONEY, asked("action", hand=cards, supply=left))


def test_a_list_buys_the_first_card_of_which_it_owns_too_few() -> None:
    assert answered(MONEY, asked("buy", 6)) == ["Gold"]
    assert answered(MONEY, asked("buy", 5)) == ["Smithy"]
    assert answered(MONEY, asked("buy", 5, deck="Smithy")) == ["Silver"]
    assert answered(MONEY, asked("buy", 2)) == []


def test_provinces_come_once_the_deck_is_rich() -> None:
    plan = BuyPlan((("Gold", ALL),), rich=9, duchies=3)
    assert answered(plan, asked("buy", 8, deck="2 Gold, Silver")) == ["Gold"]
    assert answered(plan, asked("buy", 8, deck="3 Gold")) == ["Province"]
    assert answered(plan, asked("buy", 8, supply={"Province": 3})) == ["Province"]


def test_green_cards_come_late() -> None:
    assert answered(MONEY, asked("buy", 5, {"Province": 4})) == ["Duchy"]
    assert answered(MONEY, asked("buy", 2, {"Province": 3})) == []
    assert answered(MONEY, asked("buy", 2, {"Province": 2})) == ["Estate"]
    assert answered(MONEY, asked("buy", 5, {"Village": 0, "Militia": 0})) == ["Duchy"]


def test_the_last_province_is_left_where_it_loses() -> None:
    game = {"Province": 1}
    behind = position(
        kingdom=["Smithy"],
        seats=[{"deck": "Gold"}, {"deck": "2 Province"}],
        phase="buy",
        bought=True,
        coins=8,
        supply=game,
    )
    assert answered(MONEY, Request.from_game(behind)) == ["Duchy"]
    assert answered(MONEY, asked("buy", 8, game)) == ["Province"]


def test_villages_are_played_first_and_draws_while_actions_are_left() -> None:
    assert played("Smithy, Village, Militia") == ["Village"]
    assert played("Smithy, Militia") == ["Militia"]
    game = position(
        kingdom=["Smithy"], seats=[{"hand": "Smithy, Militia"}, {"hand": "Copper"}], actions=2
    )
    assert answered(MONEY, Request.from_game(game)) == ["Smithy"]


def test_curses_come_before_what_trashes_or_pays_while_there_are_any() -> None:
    def best(curses: int) -> list[Any]:
        game = position(
            kingdom=["Witch", "Militia", "Remodel"],
            seats=[{"hand": "Witch, Militia, Remodel, Estate"}, {"hand": "Copper"}],
            supply={"Curse": curses},
        )
        return answered(MONEY, Request.from_game(game))

    assert best(1) == ["Witch"]
    assert best(0) == ["Remodel"]


def test_what_trashes_is_played_only_on_what_is_worth_it() -> None:
    assert played("Remodel, Silver, Copper") == []
    assert played("Remodel, Silver, Estate") == ["Remodel"]
    assert played("Remodel, Gold") == []
    assert played("Remodel, Gold", Province=5) == ["Remodel"]
    assert played("Upgrade, Gold", Province=5) == []  # it could gain no Province
    assert played("Chapel, Silver, Copper") == []
    assert played("Chapel, Silver, Estate") == ["Chapel"]


def test_what_trashes_several_cards_takes_all_that_are_weak() -> None:
    game = asked("action", hand="Chapel, Curse, 2 Estate, Silver").game
    assert game
    game.choose([0])
    assert answered(MONEY, Request.from_game(game)) == ["Curse", "Estate", "Estate"]


@pytest.mark.parametrize(
    ("cards", "left", "trashed", "gained"),
    [
        ("Estate, Gold", 8, "Estate", "Smithy"),
        ("Estate, Gold", 4, "Gold", "Province"),
        ("Estate, Curse", 8, "Curse", None),
    ],
)
def test_trades_what_it_trashes(cards: str, left: int, trashed: str, gained: str | None) -> None:
    open_question = asked("action", hand=f"Remodel, {cards}", supply={"Province": left})
    game = open_question.game
    assert game
    for _ in range(2):
        request = Request.from_game(game)
        picked = request.picks(MONEY(request))
        if request.kind == "trash":
            assert request.options[picked[0]] == trashed
        game.choose(picked)
    if gained:
        request = Request.from_game(game)
        assert request.kind == "gain"
        assert answered(MONEY, request) == [gained]


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("Village", Use(2, 1, 0, 3, trashes=False, raises=0)),
        ("Militia", Use(0, 0, 2, 4, trashes=False, raises=0)),
        ("Remodel", Use(0, 0, 0, 4, trashes=True, raises=2)),
        ("Chapel", Use(0, 0, 0, 2, trashes=True, raises=0)),
        ("Mine", Use(0, 0, 0, 5, trashes=False, raises=3)),  # Treasures only
        ("Upgrade", Use(1, 1, 0, 5, trashes=True, raises=0)),
        ("Silver", Use(0, 0, 2, 3, trashes=False, raises=0)),
    ],
)
def test_cards_are_read_by_their_text(card: str, found: Use) -> None:
    assert use(card) == found


def test_every_card_can_be_read() -> None:
    assert all(use(card).cost == CARDS[card].cost for card in CARDS)


@pytest.mark.parametrize("kind", sorted(catalogue.games()["dominion"].kinds))
def test_answers_every_kind_of_decision(kind: str) -> None:
    game = catalogue.new("dominion", seats=2, seed=1)
    options = ("yes", "no") if kind in ("confirm", "choose") else ("Copper", "Estate", "Gold")
    for source in (None, "Remodel"):
        decision = Decision(0, kind, options, 1, 1, source=source)
        sent = request(game, decision)
        assert len(picks(MONEY(sent), sent)) == 1


def test_a_view_shows_the_hand_too() -> None:
    game = catalogue.new("dominion", seats=2, seed=1)
    assert game.decision
    sent = request(game, game.decision)
    assert sorted(hand(sent)) == sorted(hand(Request.from_game(game)))

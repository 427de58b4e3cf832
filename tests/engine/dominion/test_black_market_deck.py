"""The Black Market deck: its cards, what they bring to the table, and who knows its order."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine import catalogue, conformance, record
from engine.dominion import Dominion, position, setup
from engine.dominion.card import CARDS
from engine.dominion.replay import ReplayState, seen_by
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import BadConfig, Decision
from tests.engine.dominion import proof
from tests.engine.dominion.playing import FIRST_GAME, answer, answers, asked

CARD = "Black Market"
KINGDOM = [CARD, *FIRST_GAME.split(", ")[1:]]
LISTED = ["Chapel", "Festival", "Laboratory", "Witch"]


def new(config: dict[str, Any] | None = None, seed: int = 1, seats: int = 2) -> Dominion:
    settings = {"kingdom": KINGDOM} | (config or {})
    game = catalogue.new("dominion", seats=seats, seed=seed, config=settings)
    assert isinstance(game, Dominion)
    return game


def dealt(game: Dominion) -> list[str]:
    return list(game.view(None)["black_market"]["known"])


# --- which cards ----------------------------------------------------------------------------


def test_all_are_the_kingdom_cards_that_are_not_in_the_supply() -> None:
    game = new()
    supply = set(game.view(0)["supply"])
    rest = {card.name for card in CARDS.values() if card.expansion in EXPANSION_NAMES} - supply
    assert Counter(dealt(game)) == Counter(rest)
    assert {"Stash", "Copper", "Diadem", "Potion", CARD}.isdisjoint(rest)
    assert {"Envoy", "Possession", "Young Witch", "Witch"} <= rest


def test_a_list_names_the_cards_and_the_seed_their_order() -> None:
    orders = [dealt(new({"black_market": LISTED}, seed)) for seed in range(9)]
    assert {tuple(sorted(order)) for order in orders} == {tuple(LISTED)}
    assert len({tuple(order) for order in orders}) > 4
    assert new({"black_market": LISTED}).view(0)["black_market"]["known"] == []
    assert dealt(new({"black_market": LISTED[::-1]})) == dealt(new({"black_market": LISTED}))


@pytest.mark.parametrize("listed", [[], ["Witch"], ["Witch", "Chapel"]])
def test_a_deck_may_be_small_or_empty(listed: list[str]) -> None:
    assert sorted(dealt(new({"black_market": listed}))) == sorted(listed)


@pytest.mark.parametrize(
    ("listed", "culprit"),
    [
        (["Witch", "Stash"], "unknown card 'Stash'"),
        (["Witch", "Market"], "Market is in the supply"),
        ([CARD], "Black Market is in the supply"),
        (["Diadem"], "Diadem is a Prize"),
        (["Gold"], "Gold is a basic card"),
        (["Potion"], "Potion is a basic card"),
        (["Witch", "Chapel", "Witch"], "Witch is in the Black Market deck twice"),
        ("Witch", "'Witch'"),
        (None, "None"),
        ([["Witch"]], "Witch"),
    ],
)
def test_a_bad_list_names_its_culprit(listed: Any, culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        new({"black_market": listed})


def test_a_bad_list_is_refused_without_black_market_too() -> None:
    with pytest.raises(BadConfig, match="Gold is a basic card"):
        new({"kingdom": "random", "sets": ["base"], "black_market": ["Gold"]})


def test_a_list_needs_black_market_in_the_kingdom() -> None:
    with pytest.raises(BadConfig, match="only for a kingdom with Black Market"):
        new({"kingdom": "First Game", "black_market": LISTED})
    assert "black_market" not in new({"kingdom": "First Game"}).view(0)


def test_a_random_kingdom_leaves_out_of_the_list_what_it_was_dealt() -> None:
    config = {"kingdom": "random", "sets": ["base", "promo"], "black_market": LISTED}
    decks = {}
    for seed in range(60):
        view = new(config, seed).view(None)
        if "black_market" not in view:
            assert CARD not in view["supply"]
            continue
        decks[seed] = view["black_market"]["known"]
        assert sorted(decks[seed]) == [name for name in LISTED if name not in view["supply"]]
    assert 4 in map(len, decks.values())
    assert any(len(one) < 4 for one in decks.values())
    for seed in decks:
        game = new(config, seed)
        assert record.replay(game.record()).view(None) == game.view(None)


def test_the_set_promo_can_be_chosen_for_random_kingdoms() -> None:
    config = {"kingdom": "random", "sets": ["base", "promo"]}
    found = {name for seed in range(40) for name in new(config, seed).view(0)["supply"]}
    assert {CARD, "Envoy", "Governor", "Walled Village"} <= found
    with pytest.raises(BadConfig, match="only 4 cards"):
        new({"kingdom": "random", "sets": ["promo"]})


# --- records --------------------------------------------------------------------------------


def test_a_record_names_the_cards_that_all_meant() -> None:
    game = new()
    config = game.record()["config"]
    assert sorted(config["black_market"]) == sorted(dealt(game))
    assert config["bane"] == game.view(0)["bane"]
    assert game.record()["config"]["kingdom"] == KINGDOM
    again = record.replay(json.loads(json.dumps(game.record())))
    assert (again.view(None), again.record()) == (game.view(None), game.record())


def test_a_later_expansion_changes_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    config = {"kingdom": "random", "sets": ["promo", "base"]}
    seed = next(seed for seed in range(99) if "black_market" in new(config, seed).view(0))
    games = [new(), new(config, seed)]
    with proof.in_use():
        monkeypatch.setattr(setup, "EXPANSION_NAMES", (*setup.EXPANSION_NAMES, "proof"))
        assert "Proof Idol" in dealt(new())
        for game in games:
            assert record.replay(game.record()).view(None) == game.view(None)


def test_a_list_is_recorded_as_it_is() -> None:
    listed = [*LISTED[::-1], "Young Witch"]
    for config in ({"black_market": listed}, {"kingdom": "First Game"}):
        assert new(config).record()["config"] == {"kingdom": KINGDOM} | config


# --- what its cards bring -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Familiar", "potions"),
        ("Tournament", "prizes"),
        ("Young Witch", "bane"),
        ("Outpost", "extra"),
        ("Possession", "possessor"),
    ],
)
def test_set_up_rules_of_its_cards_apply(name: str, key: str) -> None:
    assert key in new({"black_market": [name]}).view(0)
    assert key not in new({"black_market": LISTED}).view(0)


def test_the_potion_pile_is_there_for_a_card_of_the_deck() -> None:
    assert new({"black_market": ["Familiar"]}).view(0)["supply"]["Potion"] == 16
    assert "Potion" not in new({"black_market": LISTED}).view(0)["supply"]


def test_all_prizes_are_there_for_tournament_in_the_deck() -> None:
    assert len(new({"black_market": ["Tournament"]}).view(0)["prizes"]) == 5


def test_young_witch_in_the_deck_has_a_bane_pile() -> None:
    game = new({"black_market": [*LISTED, "Young Witch"]})
    bane = game.view(0)["bane"]
    assert game.view(0)["supply"][bane] == 10
    assert bane not in dealt(game)
    chosen = new({"black_market": ["Young Witch"], "bane": "Oasis"})
    assert chosen.view(0)["bane"] == "Oasis"
    every = new({"bane": "Oasis"})
    assert "Oasis" not in dealt(every)


def test_a_random_bane_is_none_of_the_cards_listed() -> None:
    cheap = [card.name for card in CARDS.values() if card.cost in (2, 3) and not card.potion]
    cheap = [name for name in cheap if CARDS[name].expansion in EXPANSION_NAMES]
    listed = [name for name in cheap if name not in (*KINGDOM, "Oasis")]
    for seed in range(5):
        config = {"black_market": [*listed, "Young Witch"], "sets": ["hinterlands"]}
        assert new(config, seed).view(0)["bane"] == "Oasis"
    with pytest.raises(BadConfig, match="no card for the bane"):
        new({"black_market": [*listed, "Oasis", "Young Witch"]})


@pytest.mark.parametrize(
    ("config", "culprit"),
    [
        ({"black_market": ["Young Witch", "Oasis"], "bane": "Oasis"}, "Oasis is in the supply"),
        ({"black_market": LISTED, "bane": "Oasis"}, "bane is only for"),
        ({"black_market": ["Young Witch"], "bane": "Moat"}, "Moat is in the kingdom"),
    ],
)
def test_a_bane_beside_the_deck_is_checked(config: dict[str, Any], culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        new(config)


def test_black_market_may_be_the_bane() -> None:
    kingdom = ["Young Witch", *KINGDOM[1:]]
    game = new({"kingdom": kingdom, "bane": CARD, "black_market": LISTED})
    assert sorted(dealt(game)) == LISTED
    assert game.view(0)["supply"][CARD] == 10


def test_everybody_begins_with_a_coin_token_for_baker_in_the_deck() -> None:
    for one in new({"black_market": ["Baker"]}).view(0)["seats"]:
        assert one["tokens"] == {"coin": 1}


def test_trade_route_in_the_deck_has_tokens_on_the_victory_piles() -> None:
    game = position(
        seats=[{}, {}],
        phase="buy",
        coins=2,
        bought=True,
        kingdom=CARD,
        market="Trade Route",
    )
    answer(game, "Estate")
    assert game.view(0)["tokens"] == {"Trade Route": ["Estate"]}


# --- positions ------------------------------------------------------------------------------


def test_a_position_has_the_deck_top_first() -> None:
    game = position(seats=[{}, {}], kingdom=CARD, market="Smithy, Village")
    assert game.view(0)["black_market"] == {"size": 2, "shown": [], "known": []}
    assert dealt(game) == ["Smithy", "Village"]
    assert "Smithy" not in game.view(0)["supply"]


def test_a_position_without_a_deck_has_an_empty_one() -> None:
    for given in ({}, {"market": ""}):
        game = position(seats=[{}, {}], kingdom=CARD, **given)
        assert game.view(0)["black_market"] == {"size": 0, "shown": [], "known": []}


def test_a_position_after_a_purchase_describes_itself() -> None:
    seats = [{"hand": "Black Market, Copper, Silver"}, {"hand": "Smithy"}]
    game = position(seats=seats, kingdom=CARD, market="Festival, Village, Moat, Baker, Tournament")
    answers(game, CARD, ("Copper", "Silver"), "Festival", ("Moat", "Village"))
    described = game.position()
    assert (described["market"], described["sold"]) == (
        "Baker, Tournament, Moat, Village",
        "Festival",
    )
    again = position(**described)
    assert again.position() == described
    assert "Festival" not in again.view(0)["supply"]
    assert again.view(0)["supply"] == game.view(0)["supply"]


@pytest.mark.parametrize(
    ("given", "culprit"),
    [
        ({"kingdom": "Smithy", "market": "Village"}, "only for a game with Black Market"),
        ({"kingdom": "Black Market, Smithy", "market": "Smithy"}, "Smithy is in the supply"),
        ({"kingdom": CARD, "market": "Smithy, Smithy"}, "twice"),
        ({"kingdom": CARD, "market": "Smithy", "sold": "Smithy"}, "twice"),
        ({"kingdom": CARD, "market": "Gold"}, "basic"),
        ({"kingdom": CARD, "market": "Diadem"}, "Prize"),
        ({"kingdom": CARD, "market": "Oasis", "bane": "Oasis"}, "Oasis is in the supply"),
        ({"kingdom": CARD, "market": "Stash"}, "Stash"),
        (
            {"kingdom": CARD, "market": "Embargo", "tokens": {"Embargo": {"Smithy": 1}}},
            "Embargo has tokens on Smithy, which is no pile",
        ),
    ],
)
def test_a_position_with_an_impossible_deck_is_refused(given: Any, culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        position(seats=[{}, {}], **given)


# --- who knows the order --------------------------------------------------------------------


def held(seats: int = 3) -> Dominion:
    """Seat 0 has put Moat, then Village under the deck."""
    zones = [{"hand": "Black Market, Silver, Copper"}, *[{}] * (seats - 1)]
    cards = "Smithy, Village, Moat, Chapel, Feast, Spy"
    game = position(seats=zones, kingdom=CARD, market=cards)
    answers(game, CARD, ("Silver", "Copper"), "Smithy", ("Moat", "Village"))
    return game


def test_only_who_puts_cards_under_knows_their_order() -> None:
    game = held()
    known = [game.view(viewer)["black_market"]["known"] for viewer in (0, 1, 2)]
    assert known == [["Moat", "Village"], [], []]
    under = [game.events(viewer)[-2] for viewer in (0, 1)]
    assert under[0]["type"] == under[1]["type"] == "put_under"
    assert (under[0]["cards"], under[1]["count"]) == (["Moat", "Village"], 2)
    assert "cards" not in under[1]


def test_worlds_deal_the_deck_anew_as_far_as_the_viewer_does_not_know_it() -> None:
    game = held()
    decks = {v: [dealt_in(game.imagine(v, seed)) for seed in range(40)] for v in (0, 1)}
    assert {tuple(sorted(deck)) for both in decks.values() for deck in both} == {
        ("Chapel", "Feast", "Moat", "Spy", "Village")
    }
    assert {tuple(deck[-2:]) for deck in decks[0]} == {("Moat", "Village")}
    assert len({tuple(deck[:3]) for deck in decks[0]}) == 6
    assert len({tuple(deck[-2:]) for deck in decks[1]}) > 8


def dealt_in(game: Any) -> list[str]:
    return [card.name for card, _ in game.state.market]


def test_knowledge_does_not_tell_the_order() -> None:
    game = held()
    other = held()
    market = other.state.market
    other.state.market = (market[2], market[0], market[1], *market[3:])
    for viewer in (0, 1):
        assert game.knowledge(viewer) == other.knowledge(viewer)
    assert game.knowledge(0) != game.knowledge(1)


def test_what_is_turned_up_is_the_same_in_all_worlds() -> None:
    game = position(
        seats=[{"hand": CARD}, {}], kingdom=CARD, market="Smithy, Village, Moat, Chapel, Spy"
    )
    answer(game, CARD)
    for viewer in (0, 1):
        for seed in range(5):
            world = game.imagine(viewer, seed)
            assert world.view(viewer) == game.view(viewer)
            assert (world.decision is None) == (game.decision is None)
    assert asked(game).options == ("Moat",)


RESPONDING = [
    CARD, "Throne Room", "Festival", "Village", "Possession", "Trader", "Watchtower", "Contraband",
    "Wishing Well", "Embargo",
]  # fmt: skip
SMALL = ["Smithy", "Stonemason", "Moat", "Trade Route", "Mint"]


def eager(decision: Decision, chooser: random.Random) -> tuple[int, ...]:
    """Hold the market wherever possible, else pick something at random."""
    if decision.kind in ("play_action", "buy") and CARD in decision.options:
        return (decision.options.index(CARD),)
    picks = conformance.random_picks(decision, chooser)
    return picks or conformance.random_picks(decision, chooser)


def play(seats: int, config: dict[str, Any], look: Callable[[Dominion], None]) -> Dominion:
    """A whole game of eager seats, looked at at every question."""
    game, chooser = new(config, seats, seats), random.Random(seats)
    while game.decision is not None:
        look(game)
        game.choose(eager(game.decision, chooser))
    kinds = Counter(event["type"] for event in game.events(None))
    sold = [event for event in game.events(None) if event.get("from") == "market"]
    assert kinds["turn_up"] > 2
    assert kinds["put_under"] > 2
    assert sold
    return game


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deck", ["all", SMALL])
def test_worlds_copies_and_records_agree_in_whole_games(seats: int, deck: Any) -> None:
    def look(game: Dominion) -> None:
        if game.logged % 7 and asked(game).source != CARD:
            return
        assert game.copy() == game
        for viewer in range(seats):
            known = json.loads(json.dumps(game.knowledge(viewer)))
            world, resumed = game.imagine(viewer, 5), Dominion.resume(known, 5)
            assert world.view(None) == resumed.view(None)
            assert world.decision == resumed.decision
            assert world.view(viewer) == game.view(viewer)
            assert world.knowledge(viewer) == known

    config = {"kingdom": RESPONDING, "turn_limit": 18, "black_market": deck}
    game = play(seats, config, look)
    assert record.replay(game.record()).events(None) == game.events(None)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_replay_shows_each_seat_what_it_saw_of_the_deck(seats: int) -> None:
    told = 0
    stage: ReplayState | None = None

    def look(game: Dominion) -> None:
        nonlocal told, stage
        stage = stage or ReplayState(game.record())
        for event in game.events(None, told):
            stage.apply(event)
            told += 1
        where = stage.position()
        for viewer in range(seats):
            seen = seen_by(where, viewer)["black_market"]
            assert seen == game.view(viewer)["black_market"]
        for_all = {name: value for name, value in where["black_market"].items() if name != "who"}
        assert for_all == game.view(None)["black_market"]
        public = set(seen_by(where, None)["black_market"]["known"])
        for viewer in range(seats):
            assert public <= set(game.view(viewer)["black_market"]["known"])

    play(seats, {"kingdom": RESPONDING, "turn_limit": 18}, look)

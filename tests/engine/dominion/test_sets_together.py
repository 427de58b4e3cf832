"""Cards of Seaside and Cornucopia with those of other sets."""

from __future__ import annotations

import pytest

from engine.dominion import position
from tests.engine.dominion.playing import (
    answer,
    answers,
    asked,
    counters,
    hand,
    question,
    seat,
    typed,
)

SHELTERED = {"hand": "3 Copper, 2 Estate", "deck": "Silver, Gold, Duchy", "next_turn": "Lighthouse"}
MORE_ATTACKS = [
    "Swindler", "Saboteur", "Minion", "Torturer", "Taxman", "Soothsayer", "Fortune Teller",
    "Jester", "Young Witch", "Followers",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "drawn", "given"),
    [
        ("Haven", 1, (1, 1, 0)),
        ("Pearl Diver", 1, (1, 1, 0)),
        ("Fishing Village", 0, (2, 1, 1)),
        ("Lookout", 0, (1, 1, 0)),
        ("Caravan", 1, (1, 1, 0)),
        ("Navigator", 0, (0, 1, 2)),
        ("Bazaar", 1, (2, 1, 1)),
        ("Ghost Ship", 2, (0, 1, 0)),
        ("Merchant Ship", 0, (0, 1, 2)),
        ("Treasury", 1, (1, 1, 1)),
        ("Fortune Teller", 0, (0, 1, 2)),
        ("Menagerie", 3, (1, 1, 0)),
        ("Young Witch", 2, (0, 1, 0)),
        ("Hunting Party", 1, (1, 1, 0)),
        ("Jester", 0, (0, 1, 2)),
        ("Followers", 2, (0, 1, 0)),
        ("Courtyard", 3, (0, 1, 0)),
        ("Great Hall", 1, (1, 1, 0)),
        ("Masquerade", 2, (0, 1, 0)),
        ("Shanty Town", 2, (2, 1, 0)),
        ("Mining Village", 1, (2, 1, 0)),
        ("Torturer", 3, (0, 1, 0)),
        ("Upgrade", 1, (1, 1, 0)),
        ("Native Village", 0, (2, 1, 0)),
        ("Warehouse", 3, (1, 1, 0)),
        ("Herbalist", 0, (0, 2, 1)),
        ("Apothecary", 1, (1, 1, 0)),
        ("Scrying Pool", 0, (1, 1, 0)),
        ("Alchemist", 2, (1, 1, 0)),
        ("Familiar", 1, (1, 1, 0)),
        ("Hamlet", 1, (1, 1, 0)),
        ("Plaza", 1, (2, 1, 0)),
        ("Baker", 1, (1, 1, 0)),
        ("Merchant Guild", 0, (0, 2, 1)),
        ("Walled Village", 1, (2, 1, 0)),
    ],
)
def test_what_a_card_gives_at_once(name: str, drawn: int, given: tuple[int, int, int]) -> None:
    game = position(seats=[{"hand": name, "deck": "9 Copper"}, {}])
    answer(game, name)
    assert sum(len(event["cards"]) for event in typed(game, "draw")) == drawn
    assert counters(game) == given


@pytest.mark.parametrize(
    ("name", "hand_size", "given"),
    [
        ("Fishing Village", 0, (2, 1, 1)),
        ("Merchant Ship", 0, (1, 1, 2)),
        ("Caravan", 1, (1, 1, 0)),
        ("Lighthouse", 0, (1, 1, 1)),
        ("Wharf", 2, (1, 2, 0)),
        ("Tactician", 5, (2, 2, 0)),
    ],
)
def test_what_a_duration_gives_on_the_next_turn(
    name: str, hand_size: int, given: tuple[int, int, int]
) -> None:
    game = position(seats=[{}, {"next_turn": name, "deck": "9 Copper"}])
    answer(game)
    assert len(hand(game, 1)) == hand_size
    assert counters(game) == given


@pytest.mark.parametrize(
    ("name", "revealed"), [("Tribute", 2), ("Advisor", 3), ("Envoy", 5), ("Apothecary", 4)]
)
def test_a_card_reveals_no_more_than_it_says(name: str, revealed: int) -> None:
    decks = [{"hand": name, "deck": "9 Estate"}, {"deck": "9 Estate"}]
    game = position(seats=decks)
    answer(game, name)
    assert sum(len(event["cards"]) for event in typed(game, "reveal")) == revealed


@pytest.mark.parametrize(
    ("mode", "left"), [("+2 Actions", (2, 1, 2)), ("+2 Coins", (2, 1, 2)), ("+2 Cards", (0, 1, 2))]
)
def test_each_mode_of_trusty_steed_gives_two(mode: str, left: tuple[int, int, int]) -> None:
    game = position(seats=[{"hand": "Trusty Steed", "deck": "9 Estate"}, {}])
    other = "+2 Actions" if mode == "+2 Coins" else "+2 Coins"
    answers(game, "Trusty Steed", (mode, other))
    assert counters(game) == left
    assert len(hand(game)) == (2 if mode == "+2 Cards" else 0)


def test_secret_chamber_draws_two_and_puts_two_back() -> None:
    victim = {"hand": "Secret Chamber, Gold", "deck": "Copper, Silver, Estate, Duchy"}
    game = position(kingdom="Militia", seats=[{"hand": "Militia"}, victim])
    answers(game, "Militia", "Secret Chamber")
    assert asked(game).options == ("Copper", "Secret Chamber", "Silver", "Gold")
    answer(game, "Gold", "Copper")
    assert seat(game, 1)["deck"] == ["Gold", "Copper", "Estate", "Duchy"]


def test_familiar_gives_each_other_player_one_curse() -> None:
    game = position(seats=[{"hand": "Familiar", "deck": "Copper"}, {}])
    answer(game, "Familiar")
    assert seat(game, 1)["discard"] == ["Curse"]


def test_remake_trashes_two_cards_of_three() -> None:
    game = position(seats=[{"hand": "Remake, 3 Copper"}, {}])
    answer(game, "Remake")
    assert hand(game) == ["Copper"]


def test_stonemason_gains_two_cards_and_masterpiece_gives_a_coin() -> None:
    game = position(seats=[{"hand": "Stonemason, Duchy, Masterpiece"}, {}])
    answers(game, "Stonemason", "Duchy", "Silver", "Silver")
    assert seat(game, 0)["discard"] == ["Silver", "Silver"]
    answer(game, "Masterpiece")
    assert counters(game) == (0, 1, 1)


def test_saboteur_trashes_a_card_that_costs_three() -> None:
    game = position(seats=[{"hand": "Saboteur"}, {"deck": "Silver, Gold"}])
    answer(game, "Saboteur")
    assert game.view(None)["trash"] == ["Silver"]


def test_smugglers_copy_nothing_that_costs_seven() -> None:
    seats = [{"hand": "Smugglers"}, {"gained": "Gold, Bank"}]
    game = position(kingdom="Bank", seats=seats)
    answer(game, "Smugglers")
    assert seat(game, 0)["discard"] == ["Gold"]


def test_taxman_gains_a_treasure_that_costs_up_to_three_more() -> None:
    game = position(kingdom="Bank", seats=[{"hand": "Taxman, Silver"}, {}])
    answers(game, "Taxman", "Silver")
    assert asked(game).options == ("Copper", "Silver", "Gold")
    game = position(kingdom="Bank", seats=[{"hand": "Taxman, Potion"}, {}])
    answers(game, "Taxman", "Potion")
    assert "Bank" in asked(game).options


def test_governor_lets_the_others_draw_one_card() -> None:
    game = position(seats=[{"hand": "Governor", "deck": "9 Copper"}, {"deck": "9 Copper"}])
    answers(game, "Governor", "+3 Cards, each other player +1 Card")
    assert (len(hand(game)), len(hand(game, 1))) == (3, 1)


def test_young_witch_discards_two_cards() -> None:
    game = position(seats=[{"hand": "Young Witch", "deck": "9 Copper"}, {}])
    answer(game, "Young Witch")
    assert seat(game, 0)["discard"] == ["Copper", "Copper"]


@pytest.mark.parametrize("name", MORE_ATTACKS)
def test_lighthouse_shelters_from_the_attacks_of_other_sets(name: str) -> None:
    game = position(seats=[{"hand": f"{name}, Copper", "deck": "9 Estate"}, SHELTERED])
    before = seat(game, 1)
    answer(game, name)
    while asked(game).kind not in ("buy", "play_treasures"):
        assert asked(game).seat == 0
        last = len(asked(game).options) - 1
        game.choose([last] if asked(game).most == 1 else asked(game).default)
    assert seat(game, 1) == before


@pytest.mark.parametrize(
    "hand_and_deck",
    [
        {"hand": "Horse Traders, Tunnel"},
        {"hand": "Navigator", "deck": "Tunnel, Copper"},
        {"hand": "Young Witch, Tunnel"},
        {"hand": "Hunting Party, Gold", "deck": "Copper, Tunnel, Tunnel, Silver"},
    ],
)
def test_a_tunnel_that_is_discarded_brings_a_gold(hand_and_deck: dict[str, str]) -> None:
    game = position(seats=[hand_and_deck, {}])
    answer(game, hand_and_deck["hand"].split(",")[0])
    if asked(game).kind == "choose":
        answer(game, "discard")
    if asked(game).kind == "react":
        answer(game, "Tunnel")
        assert typed(game, "gain")[0]["cards"] == ["Gold"]
    else:
        assert "Tunnel" in hand(game)


def test_fortune_teller_makes_a_tunnel_react_only_where_it_is_discarded() -> None:
    game = position(seats=[{"hand": "Fortune Teller"}, {"deck": "Tunnel, Estate"}])
    answer(game, "Fortune Teller")
    assert seat(game, 1)["deck"] == ["Tunnel", "Estate"]
    assert question(game) == (0, "buy")


@pytest.mark.parametrize("attack", ["Sea Hag", "Jester", "Followers", "Ambassador", "Young Witch"])
def test_trader_makes_a_silver_of_what_an_attack_gives(attack: str) -> None:
    zones = {"hand": "Trader", "deck": "Estate, Copper"}
    game = position(seats=[{"hand": f"{attack}, Curse"}, zones])
    answer(game, attack)
    while asked(game).seat == 0:
        game.choose([0])
    answer(game, "Trader")
    assert seat(game, 1)["cards"]["Silver"] == 1
    assert "Curse" not in seat(game, 1)["cards"]


@pytest.mark.parametrize("name", ["Explorer", "Bag of Gold", "Treasure Map"])
def test_royal_seal_or_watchtower_answers_gains_elsewhere(name: str) -> None:
    game = position(seats=[{"hand": f"{name}, Treasure Map, Watchtower"}, {}])
    answer(game, name)
    assert question(game) == (0, "react")
    answers(game, "Watchtower", "trash")
    assert any(card in game.view(None)["trash"] for card in ("Gold", "Silver"))


def test_highway_and_princess_lower_costs_together() -> None:
    zones = {"in_play": "Highway, Princess", "hand": "Bridge"}
    game = position(seats=[zones, {}])
    answer(game, "Bridge")
    assert game.view(None)["costs"]["Province"] == 4


def test_island_and_fairgrounds_have_tokens_for_trade_route_and_count_for_silk_road() -> None:
    game = position(
        kingdom="Trade Route, Island, Fairgrounds",
        seats=[{"hand": "3 Silk Road", "mats": {"Island": "Estate"}}, {}],
        phase="buy",
        coins=10,
        buys=2,
        bought=True,
    )
    answers(game, "Fairgrounds", "Island")
    assert game.view(None)["tokens"] == {"Trade Route": ["Fairgrounds", "Island"]}
    assert game.scores[0] == 3 + 1 + 2


def test_ambassador_moves_the_token_of_trade_route_at_the_gain() -> None:
    game = position(kingdom="Trade Route", seats=[{"hand": "Ambassador, Estate"}, {"hand": "Moat"}])
    answers(game, "Ambassador", "Moat")
    game.choose([1])
    assert game.view(None)["tokens"] == {}
    other = position(kingdom="Trade Route", seats=[{"hand": "Ambassador, Estate"}, {}])
    answer(other, "Ambassador")
    game.choose([0])
    other.choose([0])
    assert other.view(None)["tokens"] == {"Trade Route": ["Estate"]}


def test_mint_copies_no_prize() -> None:
    game = position(seats=[{"hand": "Mint, Diadem"}, {}])
    answers(game, "Mint", "Diadem")
    assert seat(game, 0)["cards"] == {"Diadem": 1, "Mint": 1}


@pytest.mark.parametrize(("found", "coins"), [("Diadem", 4), ("Horn of Plenty", 1)])
def test_venture_plays_such_treasures_at_once(found: str, coins: int) -> None:
    game = position(seats=[{"hand": "Venture", "deck": f"Estate, {found}"}, {}], phase="buy")
    answer(game, "Venture")
    assert found in seat(game, 0)["in_play"]
    assert counters(game)[2] == coins


def test_upgrade_of_a_prize_gains_a_card_that_costs_one() -> None:
    game = position(seats=[{"hand": "Upgrade, Diadem"}, {}], kingdom="Cellar")
    answer(game, "Upgrade")
    assert game.view(None)["trash"] == ["Diadem"]
    assert typed(game, "gain") == []


def test_walled_village_counts_a_duration_of_the_last_turn() -> None:
    zones = {"next_turn": "Caravan", "hand": "Walled Village", "deck": "9 Copper"}
    game = position(seats=[{}, zones])
    answers(game, None, "Walled Village")
    while asked(game).kind in ("play_treasures", "buy"):
        answer(game)
    assert asked(game).options == ("Walled Village",)


def test_secret_chamber_may_follow_horse_traders() -> None:
    zones = {"hand": "Horse Traders, Secret Chamber", "deck": "2 Gold"}
    game = position(seats=[{"hand": "Militia"}, zones])
    answers(game, "Militia", "Horse Traders", "Secret Chamber")
    assert asked(game).kind == "put_back"


def test_a_shown_horse_traders_shrinks_the_hand_before_ghost_ship_counts_it() -> None:
    game = position(seats=[{"hand": "Ghost Ship"}, {"hand": "Horse Traders, 3 Copper"}])
    answers(game, "Ghost Ship", "Horse Traders")
    assert hand(game, 1) == ["Copper"] * 3

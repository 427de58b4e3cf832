"""Rulings on how cards of the new sets meet others: Potions, Durations, possessed turns."""

from __future__ import annotations

import pytest

from engine.dominion import position
from tests.engine.dominion.playing import answer, answers, asked, counters, hand, seat, typed
from tests.engine.dominion.test_possession import finish_turn, possessed

# --- Potion is a Treasure -------------------------------------------------------------------


def test_adventurer_takes_potions() -> None:
    game = position(seats=[{"hand": "Adventurer", "deck": "Estate, Potion, Duchy, Copper"}, {}])
    answer(game, "Adventurer")
    assert hand(game) == ["Copper", "Potion"]


def test_loan_stops_at_a_potion() -> None:
    game = position(seats=[{"hand": "Loan", "deck": "Estate, Potion, Copper"}, {}])
    answer(game, "Loan")
    assert (asked(game).kind, asked(game).about) == ("choose", "Potion")


def test_bank_counts_a_potion_and_venture_plays_it() -> None:
    game = position(seats=[{"hand": "Bank, Venture", "deck": "Estate, Potion"}, {}])
    answer(game, "Venture", "Bank")
    assert (counters(game)[2], game.view(0)["potions"]) == (1 + 3, 1)


def test_mint_copies_a_potion_and_thief_takes_it() -> None:
    game = position(seats=[{"hand": "Mint, Potion"}, {}])
    answers(game, "Mint", "Potion")
    assert seat(game, 0)["discard"] == ["Potion"]
    game = position(seats=[{"hand": "Thief"}, {"deck": "Potion, Estate"}])
    answers(game, "Thief", "Potion")
    assert seat(game, 0)["discard"] == ["Potion"]


def test_mandarin_puts_a_potion_in_play_onto_the_deck() -> None:
    game = position(
        kingdom="Mandarin", seats=[{"in_play": "Potion", "deck": "Estate"}, {}], phase="buy",
        coins=5, buys=2,
    )  # fmt: skip
    answer(game, "Mandarin")
    assert seat(game, 0)["deck"] == ["Potion", "Estate"]


def test_counting_house_leaves_potions() -> None:
    game = position(seats=[{"hand": "Counting House", "discard": "Potion, 2 Copper"}, {}])
    answer(game, "Counting House")
    assert asked(game).options == ("Copper", "Copper")


# --- Durations ------------------------------------------------------------------------------


@pytest.mark.parametrize("finder", ["Golem", "Herald"])
def test_a_card_that_found_a_duration_is_discarded_as_usual(finder: str) -> None:
    deck = "Wharf, 9 Copper" if finder == "Golem" else "Estate, Wharf, 9 Copper"
    game = position(kingdom=finder, seats=[{"hand": finder, "deck": deck}, {"hand": "Copper"}])
    answers(game, finder)
    while asked(game).seat == 0:
        answer(game)
    assert seat(game, 0)["in_play"] == ["Wharf"]


def test_mint_leaves_durations_in_play_and_horn_of_plenty_counts_them() -> None:
    given = {"hand": "Horn of Plenty", "in_play": "Lighthouse, Gold", "deck": "9 Copper"}
    game = position(kingdom="Mint, Workshop", seats=[given, {}], coins=5, buys=2)
    answer(game, "Horn of Plenty")
    assert "Workshop" in asked(game).options
    answers(game, "Silver", "Mint")
    assert seat(game, 0)["in_play"] == ["Lighthouse"]


def test_smugglers_copy_what_an_extra_turn_gained() -> None:
    seats = [
        {"hand": "Outpost, Gold", "deck": "3 Silver, 9 Copper"},
        {"hand": "Smugglers", "deck": "9 Copper"},
    ]
    game = position(kingdom="Village", seats=seats)
    answers(game, "Outpost", "Gold", "Village", ("Silver", "Silver", "Silver"), "Gold")
    answer(game, "Smugglers")
    assert seat(game, 1)["discard"] == ["Gold"]


def test_swindler_turns_a_prize_into_a_card_for_nothing() -> None:
    game = position(kingdom="Tournament", seats=[{"hand": "Swindler"}, {"deck": "Diadem"}])
    answer(game, "Swindler")
    assert asked(game).options == ("Copper", "Curse")


def test_navigator_shuffles_for_the_rest() -> None:
    game = position(seats=[{"hand": "Navigator", "deck": "Gold", "discard": "4 Estate"}, {}])
    answer(game, "Navigator")
    assert asked(game).about == ("Estate", "Estate", "Estate", "Estate", "Gold")


# --- possessed turns ------------------------------------------------------------------------


def test_what_is_due_comes_in_a_possessed_turn() -> None:
    zones = {"hand": "Estate", "mats": {"Haven": "Duchy"}, "next_turn": "Haven, Wharf"}
    game = possessed(zones | {"deck": "9 Copper"})
    assert hand(game, 1) == ["Copper", "Copper", "Duchy", "Estate"]
    assert counters(game)[1] == 2


def test_horse_traders_come_back_in_a_possessed_turn() -> None:
    game = possessed({"mats": {"Horse Traders": "Horse Traders"}, "deck": "9 Copper"})
    assert hand(game, 1) == ["Copper", "Horse Traders"]


def test_durations_played_in_a_possessed_turn_act_on_the_next_turn_of_their_owner() -> None:
    game = possessed({"hand": "Merchant Ship", "deck": "9 Copper"})
    answer(game, "Merchant Ship")
    finish_turn(game)
    assert counters(game) == (1, 1, 2)


def test_the_possessor_decides_whether_the_fool_s_gold_of_the_possessed_is_shown() -> None:
    zones = {"hand": "3 Gold, Fool's Gold", "deck": "9 Copper"}
    game = possessed(zones, kingdom="Possession", buys=1)
    answers(game, ("Gold", "Gold", "Gold"), None, "Province")
    assert (asked(game).seat, asked(game).of, asked(game).about) == (0, 1, "Province")
    answer(game, "Fool's Gold")
    assert typed(game, "gain")[-1]["seat"] == 0
    assert seat(game, 1)["cards"]["Fool's Gold"] == 1


def test_nomad_camp_goes_onto_the_possessor_s_deck_and_mandarin_finds_nothing_in_play() -> None:
    for name, place in (("Nomad Camp", "deck"), ("Mandarin", "discard")):
        game = possessed({"hand": "Gold, Silver"}, kingdom=f"Possession, {name}")
        answers(game, ("Silver", "Gold"), name)
        cards = seat(game, 0)[place]
        assert (cards[0] if place == "deck" else cards[-1]) == name
        assert asked(game).of is None


def test_border_village_lets_the_possessor_choose_the_cheaper_card() -> None:
    game = possessed({"hand": "2 Gold"}, kingdom="Possession, Border Village")
    answers(game, ("Gold", "Gold"), "Border Village")
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, None, "gain")
    answer(game, "Duchy")
    assert seat(game, 0)["discard"][-2:] == ["Border Village", "Duchy"]


def test_what_purchases_bring_in_a_possessed_turn_the_possessor_gains() -> None:
    game = possessed({"hand": "Talisman, Gold"}, tokens={"Embargo": {"Silver": 1}})
    answers(game, ("Gold", "Talisman"), "Silver", "Embargo")
    assert seat(game, 0)["discard"][-3:] == ["Curse", "Silver", "Silver"]
    game = possessed({"hand": "Haggler, Gold"}, kingdom="Possession")
    answers(game, "Haggler", "Gold", "Duchy", "Silver")
    assert seat(game, 0)["discard"][-2:] == ["Silver", "Duchy"]


def test_masquerade_passes_and_ambassador_returns_in_a_possessed_turn() -> None:
    game = possessed({"hand": "Masquerade, Estate", "deck": "2 Gold"})
    answers(game, "Masquerade", "Estate")
    assert "Estate" in hand(game)
    game = possessed({"hand": "Ambassador, Curse"}, supply={"Curse": 5})
    answer(game, "Ambassador")
    game.choose([1])
    assert game.view(0)["supply"]["Curse"] == 5
    assert seat(game, 0)["cards"]["Curse"] == 1
    assert "Curse" not in seat(game, 1)["cards"]


def test_an_attack_of_the_possessed_hits_the_possessor_who_shows_own_reactions() -> None:
    game = possessed({"hand": "Militia"}, mine_deck="Moat, 4 Copper")
    answer(game, "Militia")
    assert (asked(game).seat, asked(game).of, asked(game).options) == (0, None, ("Moat",))
    answer(game)
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, None, "discard")


def test_pirate_ship_and_coin_tokens_are_the_possessed_seat_s() -> None:
    game = possessed({"hand": "Pirate Ship"})
    answer(game, "Pirate Ship")
    game.choose([0])
    assert [one["tokens"]["Pirate Ship"] for one in game.view(0)["seats"]] == [0, 1]
    assert game.view(0)["trash"] == ["Copper"]
    game = possessed({"hand": "Copper", "tokens": {"coin": 2}})
    answer(game, "Copper")
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, 1, "amount")


def test_a_prize_won_in_a_possessed_turn_goes_to_the_possessor_s_discard_pile() -> None:
    game = possessed({"hand": "Tournament, Province", "deck": "9 Copper"})
    answers(game, "Tournament", "Province", "Diadem")
    assert seat(game, 0)["discard"][-1] == "Diadem"
    assert seat(game, 1)["discard"] == ["Province"]


def test_a_victory_card_bought_in_a_possessed_turn_keeps_treasury_from_returning() -> None:
    for bought, kept in (("Duchy", False), ("Silver", True)):
        game = possessed({"hand": "Treasury, 2 Gold", "deck": "9 Copper"})
        answers(game, "Treasury", ("Gold", "Gold"), None, bought)
        assert (asked(game).kind == "put_back") == kept

"""The base game's cards beyond the first game, ruling by ruling (rules/dominion-base.de.txt)."""

from __future__ import annotations

from engine.dominion import position
from tests.engine.dominion.playing import answer, answers, asked, counters, hand, question, seat


def test_chapel_trashes_at_most_four_and_not_itself() -> None:
    game = position(seats=[{"hand": "Chapel, 3 Copper, 2 Estate"}, {}])
    answer(game, "Chapel")
    assert (asked(game).least, asked(game).most) == (0, 4)
    assert "Chapel" not in asked(game).options
    answer(game, "Estate", "Estate", "Copper")
    assert game.view(0)["trash"] == ["Copper", "Estate", "Estate"]


def test_chapel_may_trash_another_chapel() -> None:
    game = position(seats=[{"hand": "2 Chapel, Copper"}, {}])
    answers(game, "Chapel", "Chapel")
    assert game.view(0)["trash"] == ["Chapel"]


def test_chancellor_puts_the_whole_deck_into_the_discard_pile_unseen() -> None:
    game = position(seats=[{"hand": "Chancellor", "deck": "Gold, Estate"}, {}])
    answers(game, "Chancellor", "discard your deck")
    assert (seat(game, 0)["deck_size"], seat(game, 0)["discard_size"]) == (0, 2)
    assert counters(game)[2] == 2
    gone = [event for event in game.events(0) if event["type"] == "discard_deck"]
    assert gone[0]["count"] == 2


def test_chancellor_may_keep_the_deck() -> None:
    game = position(seats=[{"hand": "Chancellor", "deck": "Gold, Estate"}, {}])
    answers(game, "Chancellor", "keep your deck")
    assert seat(game, 0)["deck"] == ["Gold", "Estate"]


def test_bureaucrat_gains_a_silver_onto_the_deck_even_an_empty_one() -> None:
    game = position(seats=[{"hand": "Bureaucrat"}, {"hand": "Copper"}])
    answer(game, "Bureaucrat")
    assert seat(game, 0)["deck"] == ["Silver"]


def test_bureaucrats_victim_chooses_which_victory_card_goes_onto_the_deck() -> None:
    game = position(seats=[{"hand": "Bureaucrat"}, {"hand": "Estate, Duchy, Copper"}])
    answer(game, "Bureaucrat")
    assert (question(game), asked(game).options) == ((1, "put_back"), ("Estate", "Duchy"))
    answer(game, "Duchy")
    assert seat(game, 1)["deck"] == ["Duchy"]
    assert game.view(0)["seats"][1]["known"]["deck"] == ["Duchy"]


def test_bureaucrats_victim_without_a_victory_card_shows_the_hand() -> None:
    game = position(seats=[{"hand": "Bureaucrat"}, {"hand": "Copper, Silver"}])
    answer(game, "Bureaucrat")
    assert game.view(0)["seats"][1]["known"]["hand"] == ["Copper", "Silver"]


def test_feast_is_trashed_for_a_card_costing_up_to_five() -> None:
    game = position(kingdom="Market", seats=[{"hand": "Feast"}, {}])
    answer(game, "Feast")
    assert "Gold" not in asked(game).options
    answer(game, "Market")
    assert game.view(0)["trash"] == ["Feast"]
    assert seat(game, 0)["discard"] == ["Market"]


def test_feast_played_by_throne_room_gains_twice_and_is_trashed_once() -> None:
    game = position(kingdom="Market", seats=[{"hand": "Throne Room, 2 Feast"}, {}])
    answers(game, "Throne Room", "Market", "Duchy")
    assert game.view(0)["trash"] == ["Feast"]
    assert seat(game, 0)["discard"] == ["Market", "Duchy"]
    assert hand(game) == ["Feast"]


def test_moneylender_gives_nothing_without_a_copper() -> None:
    game = position(seats=[{"hand": "Moneylender, Silver"}, {}])
    answer(game, "Moneylender")
    assert counters(game)[2] == 0


def test_moneylender_trashes_one_copper_for_three_coins() -> None:
    game = position(seats=[{"hand": "Moneylender, 2 Copper"}, {}])
    answer(game, "Moneylender")
    assert (counters(game)[2], hand(game), game.view(0)["trash"]) == (3, ["Copper"], ["Copper"])


def test_spy_decides_about_its_own_card_first_then_about_the_others() -> None:
    mine = {"hand": "Spy", "deck": "Copper, Estate, Gold"}
    game = position(seats=[mine, {"deck": "Gold, Copper"}, {"deck": "Curse"}])
    answer(game, "Spy")
    assert (question(game), asked(game).about) == ((0, "choose"), "Estate")
    answers(game, "discard", "discard", "put back")
    assert seat(game, 0)["deck"] == ["Gold"]
    assert seat(game, 1)["discard"] == ["Gold"]
    assert seat(game, 2)["deck"] == ["Curse"]
    assert game.view(1)["seats"][2]["known"]["deck"] == ["Curse"]


def test_spy_shows_nothing_of_who_has_no_cards() -> None:
    game = position(seats=[{"hand": "Spy", "deck": "Copper"}, {}])
    answer(game, "Spy")
    assert question(game) == (0, "play_treasures")


def test_thief_trashes_one_treasure_a_victim_and_may_gain_what_was_trashed() -> None:
    game = position(
        seats=[{"hand": "Thief"}, {"deck": "Silver, Copper"}, {"deck": "Gold, Estate"}],
        trash="Gold",
    )
    answer(game, "Thief")
    assert (question(game), asked(game).options) == ((0, "trash"), ("Copper", "Silver"))
    answer(game, "Silver")
    assert (asked(game).kind, asked(game).options) == ("gain", ("Silver", "Gold"))
    answer(game, "Gold")
    assert seat(game, 0)["discard"] == ["Gold"]
    assert sorted(game.view(0)["trash"]) == ["Gold", "Silver"]
    assert seat(game, 1)["discard"] == ["Copper"]
    assert seat(game, 2)["discard"] == ["Estate"]


def test_thief_reveals_across_a_shuffle() -> None:
    game = position(seats=[{"hand": "Thief"}, {"deck": "Estate", "discard": "3 Silver"}])
    answer(game, "Thief")
    answer(game)
    assert sorted(seat(game, 1)["discard"]) == ["Estate"]
    assert seat(game, 1)["deck"] == ["Silver", "Silver"]
    assert game.view(0)["trash"] == ["Silver"]


def test_moat_shields_from_thief_and_spy() -> None:
    moat = {"hand": "Moat", "deck": "Gold, Silver"}
    for attack in ("Thief", "Spy"):
        game = position(seats=[{"hand": attack}, moat])
        answers(game, attack, "Moat")
        assert seat(game, 1)["deck"] == ["Gold", "Silver"]


def test_throne_room_plays_an_action_twice_for_no_actions() -> None:
    hands = {"hand": "Throne Room, Market", "deck": "4 Copper"}
    game = position(seats=[hands, {}])
    answers(game, "Throne Room")
    assert counters(game) == (2, 3, 2)
    assert hand(game) == ["Copper", "Copper"]


def test_throne_room_of_throne_room_plays_two_actions_twice_each() -> None:
    hands = {"hand": "2 Throne Room, Smithy, Woodcutter", "deck": "6 Copper"}
    game = position(seats=[hands, {}])
    answers(game, "Throne Room", "Throne Room")
    assert (question(game), asked(game).source) == ((0, "play_action"), "Throne Room")
    answer(game, "Woodcutter")
    assert counters(game) == (0, 3, 4)
    assert hand(game) == ["Copper"] * 6


def test_throne_room_without_an_action_does_nothing() -> None:
    game = position(seats=[{"hand": "Throne Room, Copper"}, {}])
    answer(game, "Throne Room")
    assert question(game) == (0, "play_treasures")


def test_council_room_lets_every_other_player_draw() -> None:
    game = position(
        seats=[{"hand": "Council Room", "deck": "5 Copper"}, {"deck": "Gold"}, {"deck": "Silver"}]
    )
    answer(game, "Council Room")
    assert (len(hand(game)), hand(game, 1), hand(game, 2)) == (4, ["Gold"], ["Silver"])
    assert counters(game)[1] == 2


def test_library_may_set_actions_aside_and_discards_them_afterwards() -> None:
    mine = {"hand": "Library, 5 Copper", "deck": "Smithy, Estate, Village, Gold"}
    game = position(seats=[mine, {}])
    answer(game, "Library")
    assert (question(game), asked(game).options) == ((0, "set_aside"), ("Smithy",))
    answer(game, "Smithy")
    assert game.view(1)["seats"][0]["set_aside"] == ["Smithy", None]
    answer(game)
    assert hand(game) == ["Copper"] * 5 + ["Estate", "Village"]
    assert seat(game, 0)["discard"] == ["Smithy"]


def test_library_does_not_shuffle_in_what_was_set_aside() -> None:
    mine = {"hand": "Library, 5 Copper", "deck": "Smithy", "discard": "2 Silver"}
    game = position(seats=[mine, {}])
    answers(game, "Library", "Smithy")
    assert hand(game) == ["Copper"] * 5 + ["Silver"] * 2
    assert seat(game, 0)["discard"] == ["Smithy"]


def test_library_draws_nothing_into_a_hand_of_seven() -> None:
    game = position(seats=[{"hand": "Library, 7 Copper", "deck": "Gold"}, {}])
    answer(game, "Library")
    assert hand(game) == ["Copper"] * 7


def test_witch_hands_out_the_last_curses_in_turn_order() -> None:
    game = position(seats=[{"hand": "Witch"}, {}, {}, {}], current=0, supply={"Curse": 2})
    answer(game, "Witch")
    assert [seat(game, n)["discard"] for n in range(4)] == [[], ["Curse"], ["Curse"], []]


def test_witch_draws_even_when_no_curse_is_left() -> None:
    game = position(seats=[{"hand": "Witch", "deck": "Gold, Silver"}, {}], supply={"Curse": 0})
    answer(game, "Witch")
    assert hand(game) == ["Gold", "Silver"]


def test_adventurer_takes_two_treasures_and_discards_the_rest() -> None:
    mine = {"hand": "Adventurer", "deck": "Estate, Gold, Duchy, Copper, Silver"}
    game = position(seats=[mine, {}])
    answer(game, "Adventurer")
    assert hand(game) == ["Copper", "Gold"]
    assert sorted(seat(game, 0)["discard"]) == ["Duchy", "Estate"]
    assert seat(game, 0)["deck"] == ["Silver"]


def test_adventurer_does_not_shuffle_in_what_it_has_revealed() -> None:
    mine = {"hand": "Adventurer", "deck": "Estate, Gold", "discard": "Duchy"}
    game = position(seats=[mine, {}])
    answer(game, "Adventurer")
    assert hand(game) == ["Gold"]
    assert sorted(seat(game, 0)["discard"]) == ["Duchy", "Estate"]


def test_gardens_count_a_point_for_every_full_ten_cards() -> None:
    game = position(seats=[{"deck": "Gardens, 38 Copper"}, {"deck": "Gardens, 39 Copper"}])
    assert game.scores == [3, 4]

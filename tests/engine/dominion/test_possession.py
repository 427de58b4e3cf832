"""Possession: another seat decides, gains the cards and sees what the possessed seat sees."""

from __future__ import annotations

from typing import Any

import pytest

from arena.matches.referee import protocol
from engine import conformance, record
from engine.dominion import Dominion, position
from engine.dominion.replay import ReplayState, seen_by
from engine.game import Decision
from tests.engine.dominion.playing import answer, answers, asked, counters, hand, seat, typed


def possessed(
    other: dict[str, Any], *more: dict[str, Any], mine: str = "", seats: int = 2, **rest: Any
) -> Dominion:
    """A game in which seat 0 has just begun to decide for seat 1."""
    mine_deck = rest.pop("mine_deck", "9 Copper")
    cards = [{"hand": f"Possession, {mine}" if mine else "Possession", "deck": mine_deck}, other]
    rest.setdefault("kingdom", "Possession")
    game = position(seats=[*cards, *more, *[{}] * (seats - 2 - len(more))], **rest)
    answer(game, "Possession")
    while game.view(None)["possessor"] is None:
        answer(game)
    return game


def finish_turn(game: Dominion) -> None:
    while game.view(None)["possessor"] is not None:
        game.choose(asked(game).default)


# --- whose turn it is -----------------------------------------------------------------------


def test_the_possessor_is_asked_for_the_possessed_seat() -> None:
    game = possessed({"hand": "Smithy", "deck": "9 Silver"})
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, 1, "play_action")
    view = game.view(1)
    assert (view["current"], view["extra"], view["possessor"]) == (1, "Possession", 0)
    event = typed(game, "turn")[-1]
    assert (event["seat"], event["extra"], event["by"]) == (1, "Possession", 0)


def test_the_possessed_turn_is_extra_and_the_own_turn_follows() -> None:
    game = possessed({"hand": "Copper", "deck": "9 Silver"})
    finish_turn(game)
    assert (asked(game).seat, asked(game).of) == (1, None)
    assert [one["turns"] for one in game.view(None)["seats"]] == [1, 0]
    assert game.view(None)["extra"] is None


def test_two_possessions_bring_two_turns() -> None:
    zones = {"hand": "Throne Room, Possession", "deck": "9 Copper"}
    game = position(seats=[zones, {"hand": "Smithy", "deck": "9 Smithy"}])
    answers(game, "Throne Room")
    for _ in range(30):
        game.choose(asked(game).default)
    possessed_turns = [event for event in typed(game, "turn") if "by" in event]
    assert len(possessed_turns) == 2


def test_a_possessed_player_possesses_the_next() -> None:
    game = possessed({"hand": "Possession"}, {"hand": "Smithy"}, seats=3)
    answer(game, "Possession")
    while game.view(None)["current"] == 1:
        game.choose(asked(game).default)
    assert (asked(game).seat, asked(game).of) == (1, 2)
    assert game.view(None)["current"] == 2


def test_an_own_extra_turn_comes_before_the_possessed_one() -> None:
    zones = {"hand": "Possession, Outpost, Village", "deck": "Copper, 12 Smithy"}
    game = position(seats=[zones, {"hand": "Smithy"}])
    answers(game, "Village", "Possession", "Outpost", None)
    while game.view(None)["extra"] is None:
        game.choose(asked(game).default)
    assert (game.view(None)["extra"], game.view(None)["current"]) == ("Outpost", 0)
    while game.view(None)["extra"] == "Outpost":
        game.choose(asked(game).default)
    assert (game.view(None)["extra"], game.view(None)["current"]) == ("Possession", 1)


def test_outpost_in_a_possessed_turn_works_and_its_player_decides() -> None:
    game = possessed({"hand": "Outpost", "deck": "9 Smithy"})
    answers(game, "Outpost")
    while game.view(None)["extra"] == "Possession":
        game.choose(asked(game).default)
    assert (game.view(None)["extra"], asked(game).seat, asked(game).of) == ("Outpost", 1, None)
    assert len(hand(game, 1)) == 3


def test_possession_is_discarded_in_its_turn() -> None:
    assert seat(possessed({"hand": "Smithy"}), 0)["in_play"] == []


def test_no_possessed_turn_follows_the_end_of_the_game() -> None:
    zones = {"hand": "Possession, 4 Gold"}
    game = position(seats=[zones, {}], supply={"Province": 1})
    answers(game, "Possession", ("Gold",) * 4, "Province")
    assert game.outcome is not None


def test_extra_turns_in_a_row_end_at_the_limit() -> None:
    kingdom = [
        "Possession", "Village", "Smithy", "Market", "Moat", "Cellar", "Militia", "Mine", "Remodel",
        "Workshop",
    ]  # fmt: skip
    game = Dominion.new(seats=2, seed=1, config={"kingdom": kingdom, "turn_limit": 3}, log=False)
    state = game.state
    state.turn_order = state.turn_order._replace(extra="Possession", in_a_row=3, ordinary=0)
    state.turn_order = state.turn_order._replace(coming=((1, "Possession", 0),))
    while game.decision is not None and game.view(None)["current"] == 0:
        game.choose(asked(game).default)
    assert game.outcome is not None
    assert game.outcome.reason == "turn limit"


# --- who sees -------------------------------------------------------------------------------


def test_the_possessor_sees_hand_looks_mats_and_the_new_hand() -> None:
    zones = {
        "hand": "Pearl Diver, Estate", "deck": "Copper, 9 Silver, Gold",
        "mats": {"Native Village": "Province", "Haven": "Duchy"},
    }  # fmt: skip
    game = possessed(zones, seats=3)
    shown = game.view(0)["seats"][1]
    assert shown["hand"] == ["Estate", "Pearl Diver"]
    assert shown["mats"]["Native Village"] == ["Province"]
    third = game.view(2)["seats"][1]
    assert third["hand"] is None
    assert "hand" not in third["known"]
    assert third["mats"]["Native Village"] == [None]
    answer(game, "Pearl Diver")
    assert typed(game, "look", 0)[-1]["cards"] == ["Gold"]
    assert typed(game, "look", 2)[-1]["count"] == 1
    finish_turn(game)
    assert len(game.view(0)["seats"][1]["known"]["hand"]) == 5
    assert "hand" not in game.view(2)["seats"][1]["known"]


def test_the_possessor_alone_sees_the_cards_looked_at() -> None:
    game = possessed({"hand": "Navigator", "deck": "Gold, Silver, 9 Copper"}, seats=3)
    answer(game, "Navigator")
    assert len(typed(game, "look", 0)[-1]["cards"]) == 5
    assert typed(game, "look", 2)[-1]["count"] == 5
    assert game.view(0)["seats"][1]["set_aside"].count("Copper") == 3
    assert game.imagine(0, 5).view(0) == game.view(0)


def test_the_possessor_forgets_the_hand_when_cards_come_unseen() -> None:
    game = possessed({"hand": "Copper", "deck": "5 Smithy, 9 Gold"}, seats=3)
    finish_turn(game)
    assert game.view(0)["seats"][1]["known"]["hand"] == ["Smithy"] * 5
    answer(game, "Smithy")
    assert "hand" not in game.view(0)["seats"][1]["known"]


def test_with_two_seats_what_was_seen_stays_known() -> None:
    game = possessed({"hand": "Copper", "deck": "5 Smithy, 9 Gold"})
    finish_turn(game)
    answer(game, "Smithy")
    assert game.view(0)["seats"][1]["known"]["hand"] == ["Smithy"] * 4


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_worlds_fit_what_a_possessed_turn_has_shown(viewer: int) -> None:
    game = possessed({"hand": "Cellar, Gold, Estate", "deck": "9 Silver"}, seats=3)
    answer(game, "Cellar")
    for world in (game.imagine(viewer, 7), Dominion.resume(game.knowledge(viewer), 7)):
        assert world.view(viewer) == game.view(viewer)
        assert asked(world)[:2] == asked(game)[:2]
        assert asked(world).of == 1


LOOKS = {"hand": "3 Copper, 2 Silver", "deck": "Counting House, Herald, Native Village, 9 Estate"}


def possessed_after_a_turn(seats: int, *picks: str) -> Dominion:
    """Seat 1 has discarded a hand that no other seat saw; seat 0 plays its next turn."""
    zones = [{"hand": "Possession", "deck": "9 Silver"}, LOOKS, *[{}] * (seats - 2)]
    game = position(seats=zones, current=1, kingdom="Possession, Herald, Counting House")
    while game.view(None)["phase"] != "action" or game.view(None)["current"]:
        answer(game)
    answer(game, "Possession")
    while game.view(None)["possessor"] is None:
        answer(game)
    for pick in picks:
        answer(game, pick)
    return game


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("picks", "kind"),
    [
        ((), "play_action"),
        (("Counting House",), "take"),
        (("Native Village",), "choose"),
        (("Counting House", "Copper"), "play_treasures"),
    ],
)
def test_the_possessor_keeps_the_question_and_may_try_every_answer(
    seats: int, picks: tuple[str, ...], kind: str
) -> None:
    game = possessed_after_a_turn(seats, *picks)
    assert (asked(game).kind, asked(game).seat, asked(game).of) == (kind, 0, 1)
    for seed in range(8):
        for viewer in range(seats):
            world = game.imagine(viewer, seed)
            resumed = Dominion.resume(game.knowledge(viewer), seed)
            assert world.decision == resumed.decision
            assert asked(world)[:2] == asked(game)[:2]
            if viewer == 0:
                assert world.decision == game.decision
            world.choose(tuple(range(asked(world).most)))
            resumed.choose(tuple(range(asked(resumed).most)))


def test_others_see_nothing_of_a_pile_that_its_owner_looks_through() -> None:
    zones = {"hand": "3 Copper, 2 Silver", "deck": "Counting House, 9 Estate"}
    game = position(seats=[zones, {"hand": "Copper"}])
    while hand(game).count("Counting House") == 0 or game.view(None)["current"]:
        answer(game)
    answer(game, "Counting House")
    piles = [game.imagine(1, seed).view(None)["seats"][0]["discard"] for seed in range(9)]
    assert len({tuple(pile) for pile in piles}) > 1


@pytest.mark.parametrize("seats", [2, 3])
def test_the_possessor_may_try_every_answer_to_overpaying_herald(seats: int) -> None:
    game = possessed_after_a_turn(seats)
    game.state.coins = 9
    answers(game, None, "Herald")
    assert (asked(game).kind, asked(game).of) == ("amount", 1)
    game.choose([2])
    assert (asked(game).kind, asked(game).seat, asked(game).of) == ("put_back", 0, 1)
    for seed in range(8):
        world = game.imagine(0, seed)
        assert world.decision == game.decision
        world.choose((0, 4))


def test_with_three_seats_a_possessed_discard_is_seen_by_its_two_seats_alone() -> None:
    game = possessed({"hand": "Cellar, Gold, Estate, Curse", "deck": "9 Silver"}, seats=3)
    answers(game, "Cellar", ("Curse", "Estate", "Gold"))
    for viewer in (0, 1):
        assert typed(game, "discard", viewer)[-1]["cards"] == ["Curse", "Estate", "Gold"]
    event = typed(game, "discard", 2)[-1]
    assert (event["count"], event["top"]) == (3, "Gold")
    assert "cards" not in event
    for viewer in range(3):
        assert game.view(viewer)["seats"][1]["discard_top"] == "Gold"
        assert game.imagine(viewer, 3).view(viewer) == game.view(viewer)


def test_with_three_seats_a_card_revealed_in_a_possessed_turn_is_seen_by_all() -> None:
    zones = {"hand": "Wishing Well", "deck": "Copper, Gold, Silver"}
    game = possessed(zones, seats=3)
    answers(game, "Wishing Well", "Curse")
    for viewer in range(3):
        assert typed(game, "reveal", viewer)[-1]["cards"] == ["Gold"]
        assert game.view(viewer)["seats"][1]["known"]["deck"] == ["Gold"]


def test_library_in_a_possessed_turn_asks_the_possessor() -> None:
    game = possessed({"hand": "Library", "deck": "Smithy, Village, 9 Copper"})
    answer(game, "Library")
    assert (asked(game).seat, asked(game).options) == (0, ("Smithy",))
    answers(game, "Smithy", None)
    assert seat(game, 1)["discard"] == ["Smithy"]
    assert "Village" in hand(game, 1)


# --- gains ----------------------------------------------------------------------------------


def test_the_possessor_gains_what_is_bought_and_gained() -> None:
    zones = {"hand": "Explorer, 2 Gold", "deck": "9 Copper"}
    game = possessed(zones)
    answer(game, "Explorer")
    assert seat(game, 0)["discard"][-1] == "Silver"
    assert "Silver" not in hand(game, 1)
    answers(game, ("Gold", "Gold"), "Gold")
    assert seat(game, 0)["discard"][-2:] == ["Silver", "Gold"]
    assert seat(game, 1)["cards"]["Gold"] == 2


def test_buying_triggers_are_the_possessed_seats_and_their_gains_the_possessors() -> None:
    zones = {"hand": "Goons, Hoard, 2 Gold", "deck": "9 Copper"}
    game = possessed(zones)
    answers(game, "Goons", ("Hoard", "Gold", "Gold"), "Province", "Goons")
    assert seat(game, 1)["vp"] == 1
    assert seat(game, 0)["vp"] == 0
    assert seat(game, 0)["discard"][-2:] == ["Gold", "Province"]


def test_gaining_triggers_are_the_possessors() -> None:
    game = possessed({"hand": "Silver, Gold", "deck": "9 Copper"}, kingdom="Cache, Possession")
    answers(game, ("Silver", "Gold"), "Cache")
    assert seat(game, 0)["discard"].count("Copper") >= 2
    assert seat(game, 1)["cards"]["Copper"] == 9


def test_ill_gotten_gains_curses_all_but_the_possessor_who_gets_the_curse_of_the_possessed() -> (
    None
):
    zones = {"hand": "Gold, Silver"}
    game = possessed(zones, seats=3, kingdom="Ill-Gotten Gains, Possession")
    answers(game, ("Silver", "Gold"), "Ill-Gotten Gains")
    curses = [one["cards"].get("Curse", 0) for one in game.view(None)["seats"]]
    assert curses == [1, 0, 1]


def test_the_possessed_watchtower_does_not_help_but_the_possessors_may() -> None:
    zones = {"hand": "Watchtower, Gold", "deck": "9 Copper"}
    game = possessed(zones, mine_deck="Watchtower, 8 Copper")
    answers(game, None, "Gold", "Silver")
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, None, "react")
    answer(game, "Watchtower")
    answer(game, "put on deck")
    assert seat(game, 0)["deck"][0] == "Silver"


def test_both_traders_may_be_shown_one_after_the_other() -> None:
    def begin() -> Dominion:
        game = possessed({"hand": "Trader, 2 Gold"}, mine_deck="Trader, 8 Copper")
        answers(game, None, ("Gold", "Gold"), "Gold")
        return game

    game = begin()
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, 1, "react")
    answer(game, "Trader")
    assert seat(game, 0)["discard"][-1] == "Silver"
    game = begin()
    answer(game)
    assert (asked(game).seat, asked(game).of, asked(game).kind) == (0, None, "react")
    answer(game, "Trader")
    assert seat(game, 0)["discard"][-1] == "Silver"


def test_tokens_go_to_the_possessed_seat() -> None:
    game = possessed({"hand": "Bishop, Estate"})
    answer(game, "Bishop")
    while asked(game).kind == "trash":
        game.choose(asked(game).default)
    assert seat(game, 1)["vp"] == 2


def test_ironworks_gives_the_possessed_seat_no_bonus() -> None:
    game = possessed({"hand": "Ironworks", "deck": "9 Copper"}, kingdom="Possession, Village")
    answers(game, "Ironworks", "Village")
    assert counters(game)[0] == 0


def test_smugglers_copies_no_gain_of_a_possessor() -> None:
    game = possessed({"hand": "Gold", "deck": "9 Copper"}, kingdom="Possession, Smugglers")
    answers(game, "Gold", "Silver")
    assert game.state.players[0].gained == game.state.players[1].gained == ()


# --- trashing -------------------------------------------------------------------------------


def test_trashed_cards_are_set_aside_and_come_back_after_drawing() -> None:
    game = possessed({"hand": "Salvager, Gold, Estate", "deck": "5 Copper"})
    answers(game, "Salvager", "Gold")
    assert counters(game)[2] == 6
    view = game.view(2 % 2)
    assert view["trash"] == []
    assert view["seats"][1]["mats"] == {"Possession": ["Gold"]}
    answer(game)
    assert hand(game, 1) == ["Copper"] * 5
    assert seat(game, 1)["discard"][-1] == "Gold"
    assert seat(game, 1)["mats"] == {}


def test_cards_of_others_stay_trashed() -> None:
    game = possessed({"hand": "Saboteur", "deck": "9 Copper"}, mine_deck="5 Copper, Gold")
    answer(game, "Saboteur")
    assert game.view(None)["trash"] == ["Gold"]


def test_treasure_maps_bring_the_possessor_four_golds() -> None:
    game = possessed({"hand": "2 Treasure Map", "deck": "9 Copper"})
    answer(game, "Treasure Map")
    assert seat(game, 0)["cards"]["Gold"] == 4
    finish_turn(game)
    assert seat(game, 1)["cards"]["Treasure Map"] == 2


def test_horn_of_plenty_is_set_aside_for_a_victory_card_of_the_possessor() -> None:
    game = possessed({"hand": "Horn of Plenty, Copper, Silver", "deck": "9 Copper"})
    answers(game, ("Copper", "Silver", "Horn of Plenty"), "Estate")
    assert seat(game, 0)["cards"]["Estate"] == 1
    assert seat(game, 1)["mats"] == {"Possession": ["Horn of Plenty"]}


def test_mint_sets_treasures_aside() -> None:
    game = possessed({"hand": "Gold, Silver", "deck": "9 Copper"}, kingdom="Mint, Possession")
    answers(game, ("Silver", "Gold"), "Mint")
    assert game.view(None)["trash"] == []
    assert seat(game, 1)["discard"] == ["Silver", "Gold"]


def test_island_sets_aside_for_good() -> None:
    game = possessed({"hand": "Island, Estate, Copper", "deck": "9 Copper"})
    answers(game, "Island", "Estate")
    finish_turn(game)
    assert seat(game, 1)["mats"] == {"Island": ["Island", "Estate"]}


# --- outside --------------------------------------------------------------------------------


def test_the_protocol_leaves_out_whose_question_it_is_where_nobody_else_decides() -> None:
    plain = Decision(0, "buy", ("Copper",), 0, 1)
    assert "of" not in plain.to_json()
    assert b'"of"' not in protocol.encode(protocol.Question(**plain.to_json()))
    told = plain._replace(of=1).to_json()
    assert protocol.Question(**told).of == 1


KINGDOM = [
    "Possession", "Library", "Trader", "Watchtower", "Native Village", "Masquerade", "Golem",
    "Outpost", "Herbalist", "Haven",
]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_with_possessed_turns_conform(seats: int) -> None:
    config = {"kingdom": KINGDOM, "turn_limit": 12}
    conformance.check("dominion", seats=seats, seed=seats, config=config, every=9)


@pytest.mark.parametrize("seats", [2, 3])
def test_every_decision_of_possessed_turns_can_be_imagined_and_replayed(seats: int) -> None:
    game = played(seats)
    assert sum("by" in event for event in typed(game, "turn")) >= 3
    assert record.replay(game.record()).events(None) == game.events(None)
    shown = ReplayState(game.record())
    for event in game.events(None):
        shown.apply(event)
    for viewer in range(seats):
        seen = seen_by(shown.position(), viewer)["seats"]
        for one, other in zip(seen, game.view(viewer)["seats"], strict=True):
            assert (one["hand"], one["mats"]) == (other["hand"], other["mats"])
            assert one["known"].get("hand") == other["known"].get("hand")


def played(seats: int) -> Dominion:
    """A game whose seats buy Possession and play all they can."""
    config = {"kingdom": KINGDOM, "turn_limit": 30}
    game = Dominion.new(seats=seats, seed=4, config=config, log=True)
    number = 0
    while (decision := game.decision) is not None:
        game.choose(eager(game, decision))
        number += 1
        if number % 7 == 0 and game.decision is not None:
            for viewer in range(seats):
                assert game.imagine(viewer, number).view(viewer) == game.view(viewer)
    return game


def eager(game: Dominion, decision: Decision) -> tuple[int, ...]:
    potions = game.view(None)["seats"][decision.seat]["cards"].get("Potion", 0)
    better = ["Possession", "Gold", *(["Potion"] if potions < 2 else []), "Silver"]
    wanted = [decision.options.index(one) for one in better if one in decision.options]
    if decision.kind == "play_treasures":
        return tuple(range(decision.most))
    if decision.kind in ("buy", "gain", "play_action") and wanted:
        return (wanted[0],)
    return decision.default

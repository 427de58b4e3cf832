"""Cards that stay in play, what multiplies them, mats, and extra turns."""

from __future__ import annotations

import pytest

from engine import conformance, record
from engine.dominion import Dominion, position
from engine.game import BadConfig
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

TEN = "10 Copper"
ATTACKS = {
    "Militia": {"hand": "Militia"},
    "Witch": {"hand": "Witch"},
    "Spy": {"hand": "Spy"},
    "Thief": {"hand": "Thief"},
    "Bureaucrat": {"hand": "Bureaucrat"},
    "Mountebank": {"hand": "Mountebank"},
    "Rabble": {"hand": "Rabble"},
    "Goons": {"hand": "Goons"},
    "Margrave": {"hand": "Margrave"},
    "Oracle": {"hand": "Oracle"},
    "Noble Brigand": {"hand": "Noble Brigand"},
    "Sea Hag": {"hand": "Sea Hag"},
    "Cutpurse": {"hand": "Cutpurse"},
    "Ghost Ship": {"hand": "Ghost Ship"},
    "Pirate Ship": {"hand": "Pirate Ship"},
    "Ambassador": {"hand": "Ambassador, Curse"},
}
SHELTERED = {"hand": "3 Copper, 2 Estate", "deck": "Silver, Gold, Duchy", "next_turn": "Lighthouse"}


def to_clean_up(game: Dominion) -> None:
    while asked(game).kind != "put_back":
        answer(game)


def play_on_to(game: Dominion, turn_of: int) -> None:
    """Answer with none until it is the turn of this seat."""
    while game.view(None)["current"] != turn_of:
        answer(game)


# --- staying in play ------------------------------------------------------------------------


def test_a_duration_stays_in_play_until_the_turn_of_its_last_effect_ends() -> None:
    game = position(seats=[{"hand": "Caravan, Silver", "deck": TEN}, {"deck": TEN}])
    answer(game, "Caravan")
    play_on_to(game, 1)
    assert seat(game, 0)["in_play"] == ["Caravan"]
    assert seat(game, 0)["next_turn"] == ["Caravan"]
    assert seat(game, 0)["discard"] == ["Copper", "Silver"]
    play_on_to(game, 0)
    assert seat(game, 0)["in_play"] == ["Caravan"]
    assert seat(game, 0)["next_turn"] == []
    play_on_to(game, 1)
    assert seat(game, 0)["in_play"] == []
    assert seat(game, 0)["cards"]["Caravan"] == 1


def test_later_halves_come_before_the_action_phase() -> None:
    game = position(seats=[{"deck": TEN}, {"next_turn": "Wharf", "hand": "Village", "deck": TEN}])
    answer(game)
    assert question(game) == (1, "play_action")
    assert len(hand(game, 1)) == 3
    assert counters(game) == (1, 2, 0)


def test_a_duration_of_the_last_turn_was_not_played_this_turn_but_lies_in_play() -> None:
    game = position(
        kingdom="Peddler",
        seats=[{"deck": TEN}, {"next_turn": "Caravan", "hand": "Crossroads", "deck": TEN}],
    )
    answer(game)
    assert game.state.played_this_turn == []
    answer(game)
    answer(game)
    assert game.view(None)["costs"]["Peddler"] == 6


def test_a_duration_without_a_later_half_is_discarded_in_the_same_turn() -> None:
    game = position(seats=[{"hand": "Tactician"}, {"deck": TEN}])
    answers(game, "Tactician", None)
    assert "Tactician" not in seat(game, 0)["in_play"]


def test_only_so_many_copies_stay_as_are_due() -> None:
    game = position(
        seats=[{"next_turn": "Caravan", "hand": "2 Gold", "deck": "Caravan, 20 Copper"}, {}],
        current=1,
    )
    answer(game)
    answers(game, "Caravan", None, None)
    assert seat(game, 0)["in_play"] == ["Caravan"]
    assert typed(game, "clean_up")[-1]["cards"] == ["Caravan"]
    assert seat(game, 0)["discard_top"] == "Caravan"


def test_the_top_of_the_discard_pile_lies_open_where_all_cards_in_play_stay() -> None:
    game = position(seats=[{"hand": "Caravan, Silver, Gold", "deck": "Copper"}, {}])
    answers(game, "Caravan", None, None)
    event = typed(game, "discard", 1)[-1]
    assert event["top"] == "Gold"
    assert typed(game, "clean_up")[-1].get("cards") is None


def test_multiplied_durations_keep_what_multiplied_them() -> None:
    game = position(seats=[{"hand": "King's Court, Wharf", "deck": "20 Copper"}, {"deck": TEN}])
    answers(game, "King's Court", "Wharf")
    assert len(hand(game)) == 6
    assert counters(game) == (0, 4, 0)
    answers(game, None, None)
    assert sorted(seat(game, 0)["in_play"]) == ["King's Court", "Wharf"]
    play_on_to(game, 0)
    assert counters(game)[1] == 4
    assert len(hand(game)) == 11
    play_on_to(game, 1)
    assert seat(game, 0)["in_play"] == []


def test_throne_room_of_haven_sets_two_cards_aside_and_both_come_back() -> None:
    game = position(
        seats=[{"hand": "Throne Room, Haven, Gold, Silver", "deck": TEN}, {"deck": TEN}]
    )
    answers(game, "Throne Room", "Gold", "Silver")
    assert seat(game, 0)["mats"] == {"Haven": ["Gold", "Silver"]}
    play_on_to(game, 1)
    assert sorted(seat(game, 0)["in_play"]) == ["Haven", "Throne Room"]
    play_on_to(game, 0)
    assert {"Gold", "Silver"} <= set(hand(game))
    assert seat(game, 0)["mats"] == {}


@pytest.mark.parametrize(
    ("second", "staying"),
    [
        ("Smithy", ["Throne Room", "Wharf"]),
        ("Caravan", ["Caravan", "Throne Room", "Throne Room", "Wharf"]),
    ],
)
def test_an_outer_throne_room_stays_only_with_two_cards_below_the_inner_one(
    second: str, staying: list[str]
) -> None:
    given = {"hand": f"2 Throne Room, Wharf, {second}", "deck": "30 Copper"}
    game = position(seats=[given, {"deck": TEN}])
    answers(game, "Throne Room", "Throne Room", "Wharf")
    if asked(game).kind == "play_action":
        answer(game, second)
    play_on_to(game, 1)
    assert sorted(seat(game, 0)["in_play"]) == staying


def test_kings_courts_on_three_durations_keep_the_second_and_the_third() -> None:
    given = {"hand": "3 King's Court, Wharf, Caravan, Merchant Ship", "deck": "60 Copper"}
    game = position(seats=[given, {"deck": TEN}])
    answers(game, "King's Court", "King's Court", "King's Court")
    answers(game, "Wharf", "Caravan", "Merchant Ship")
    play_on_to(game, 1)
    assert seat(game, 0)["in_play"].count("King's Court") == 2


def test_throne_room_of_tactician_discards_once_and_stays() -> None:
    given = {"hand": "Throne Room, Tactician, Gold", "deck": "30 Copper"}
    game = position(seats=[given, {"deck": TEN}])
    answer(game, "Throne Room")
    play_on_to(game, 1)
    assert sorted(seat(game, 0)["in_play"]) == ["Tactician", "Throne Room"]
    play_on_to(game, 0)
    assert len(hand(game)) == 10
    assert counters(game) == (2, 2, 0)


def test_scheme_cannot_take_a_duration_that_stays_but_one_that_leaves() -> None:
    game = position(
        seats=[{"hand": "2 Copper"}, {"next_turn": "Lighthouse", "hand": "Scheme, Lighthouse"}]
    )
    play_on_to(game, 1)
    answers(game, "Scheme", "Lighthouse")
    to_clean_up(game)
    decision = asked(game)
    assert (decision.kind, decision.options) == ("put_back", ("Lighthouse", "Scheme"))
    answer(game, "Lighthouse")
    assert seat(game, 1)["in_play"] == ["Lighthouse"]
    new = position(seats=[{"hand": "Scheme, Lighthouse"}, {}])
    answers(new, "Scheme", "Lighthouse")
    to_clean_up(new)
    assert asked(new).options == ("Scheme",)


def test_a_duration_in_play_at_the_end_is_owned() -> None:
    game = position(seats=[{"next_turn": "Caravan", "mats": {"Island": "Duchy"}}, {}])
    assert seat(game, 0)["cards"] == {"Caravan": 1, "Duchy": 1}
    assert game.scores == [3, 0]


# --- Lighthouse -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(ATTACKS))
def test_lighthouse_shelters_its_owner_from_every_attack(name: str) -> None:
    game = position(seats=[ATTACKS[name] | {"deck": "5 Estate"}, SHELTERED], kingdom=name)
    before = seat(game, 1)
    answer(game, name)
    for _ in range(3):
        if asked(game).source in (name, None) and asked(game).kind not in ("buy", "play_treasures"):
            assert asked(game).seat == 0
            game.choose(asked(game).default)
    assert seat(game, 1) == before


def test_lighthouse_protects_from_when_it_is_played_to_the_end_of_the_next_turn() -> None:
    game = position(seats=[{"hand": "Lighthouse", "deck": "20 Copper"}, {"hand": "Witch"}])
    answer(game, "Lighthouse")
    assert counters(game) == (1, 1, 1)
    play_on_to(game, 1)
    answer(game, "Witch")
    assert "Curse" not in seat(game, 0)["cards"]


def test_a_reaction_may_be_shown_beside_lighthouse() -> None:
    zones = {"next_turn": "Lighthouse", "hand": "Moat"}
    game = position(seats=[{"hand": "Militia"}, zones])
    answer(game, "Militia")
    assert question(game) == (1, "react")


def test_lighthouse_does_not_protect_from_what_is_not_played() -> None:
    zones = {"next_turn": "Lighthouse", "deck": "2 Estate"}
    game = position(seats=[{}, zones], kingdom="Noble Brigand", phase="buy", coins=4, bought=True)
    answer(game, "Noble Brigand")
    assert seat(game, 1)["cards"]["Copper"] == 1
    other = position(
        seats=[{}, zones], kingdom="Ill-Gotten Gains", phase="buy", coins=5, bought=True
    )
    answer(other, "Ill-Gotten Gains")
    assert seat(other, 1)["cards"]["Curse"] == 1


def test_lighthouse_does_not_hinder_the_own_attacks() -> None:
    game = position(seats=[{"next_turn": "Lighthouse", "hand": "Witch"}, {}])
    answer(game, "Witch")
    assert seat(game, 1)["cards"] == {"Curse": 1}


# --- extra turns ----------------------------------------------------------------------------


def outpost(**more: object) -> Dominion:
    given = {"hand": "Outpost, Throne Room", "deck": "30 Copper"}
    return position(seats=[given, {"deck": TEN}], **more)


def test_outpost_draws_three_cards_and_brings_one_extra_turn() -> None:
    game = outpost()
    answers(game, "Outpost", None)
    assert game.view(None)["current"] == 0
    assert (len(hand(game)), game.view(None)["extra"]) == (3, "Outpost")
    assert typed(game, "turn")[-1] == {"type": "turn", "seat": 0, "turn": 2, "extra": "Outpost"}
    assert seat(game, 0)["turns"] == 1
    assert seat(game, 0)["in_play"] == ["Outpost"]
    play_on_to(game, 1)
    assert (game.view(None)["current"], game.view(None)["extra"]) == (1, None)
    assert (seat(game, 0)["turns"], len(hand(game))) == (1, 5)
    assert seat(game, 0)["in_play"] == []


def test_outpost_twice_in_a_turn_brings_one_extra_turn() -> None:
    game = outpost()
    answers(game, "Throne Room", None)
    assert sorted(seat(game, 0)["in_play"]) == ["Outpost", "Throne Room"]
    assert [event.get("extra") for event in typed(game, "turn")] == ["Outpost"]
    play_on_to(game, 1)
    assert [event.get("extra") for event in typed(game, "turn")] == ["Outpost", None]


def test_outpost_in_an_extra_turn_brings_none_but_three_cards() -> None:
    game = position(seats=[{"hand": "Outpost", "deck": "Outpost, 20 Copper"}, {"deck": TEN}])
    answers(game, "Outpost", None, "Outpost")
    play_on_to(game, 1)
    assert len(hand(game)) == 3
    assert seat(game, 0)["in_play"] == []


def test_an_extra_turn_is_the_next_turn_for_durations() -> None:
    given = {"hand": "Village, Outpost, Caravan", "deck": "30 Copper"}
    game = position(seats=[given, {"deck": TEN}])
    answers(game, "Village", "Caravan", "Outpost", None, None)
    assert game.view(None)["extra"] == "Outpost"
    assert len(hand(game)) == 4
    play_on_to(game, 1)
    assert seat(game, 0)["in_play"] == []


def test_extra_turns_do_not_break_a_tie() -> None:
    game = outpost(supply={"Province": 1}, turn=3)
    answer(game, "Outpost")
    play_on_to(game, 1)
    assert (seat(game, 0)["turns"], seat(game, 1)["turns"]) == (3, 2)


def test_no_extra_turn_is_taken_once_the_game_has_ended() -> None:
    given = {"hand": "Outpost, 4 Gold", "deck": "30 Copper"}
    game = position(seats=[given, {}], supply={"Province": 1})
    answers(game, "Outpost", ("Gold", "Gold", "Gold", "Gold"), "Province")
    assert game.outcome is not None
    assert game.outcome.reason == "Province pile empty"


def test_a_game_with_an_extra_turn_is_no_position() -> None:
    game = outpost()
    answer(game, "Outpost")
    with pytest.raises(BadConfig, match="extra turn"):
        game.position()


# --- mats and positions ---------------------------------------------------------------------


def test_a_position_with_mats_and_durations_reproduces_itself() -> None:
    zones = {"next_turn": "Wharf, Haven", "mats": {"Haven": "Estate", "Island": "2 Duchy"}}
    game = position(
        seats=[{"hand": "2 Copper", "deck": TEN}, zones | {"tokens": {"Pirate Ship": 2}}],
        kingdom="Pirate Ship",
    )
    again = position(**game.position())
    assert again.view(None) == game.view(None)
    play_on_to(game, 1)
    play_on_to(again, 1)
    assert again.view(None) == game.view(None)
    assert "Estate" in hand(game, 1)


def test_a_position_refuses_a_later_half_that_is_due_twice() -> None:
    game = position(seats=[{"hand": "Throne Room, Wharf", "deck": "20 Copper"}, {}])
    answer(game, "Throne Room")
    with pytest.raises(BadConfig, match="due once"):
        game.position()


@pytest.mark.parametrize(
    ("zones", "culprit"),
    [
        ({"next_turn": "Smithy"}, "Smithy does nothing on the next turn"),
        ({"next_turn": "Outpost"}, "Outpost does nothing on the next turn"),
        ({"mats": {"Smithy": "Copper"}}, "Smithy has no mat"),
        ({"mats": "Copper"}, "mats of seat 0"),
        ({"mats": {"Nonsense": "Copper"}}, "Nonsense"),
        ({"tokens": {"Nonsense": 1}}, "Nonsense"),
        ({"tokens": {"Smithy": 1}}, "tokens of Smithy"),
    ],
)
def test_impossible_zones_are_refused(zones: dict[str, object], culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        position(seats=[zones, {}])


def test_others_see_how_many_cards_lie_on_a_closed_mat_and_knowledge_keeps_them() -> None:
    zones = {"mats": {"Native Village": "Gold, Estate"}, "hand": "Copper", "deck": "Silver"}
    game = position(seats=[zones, {"hand": "Copper"}], kingdom="Native Village")
    assert game.view(0)["seats"][0]["mats"] == {"Native Village": ["Gold", "Estate"]}
    assert game.view(1)["seats"][0]["mats"] == {"Native Village": [None, None]}
    worlds = {
        tuple(game.imagine(1, seed).state.players[0].on_mat("Native Village")) for seed in range(9)
    }
    assert len(worlds) > 1
    own = game.imagine(0, 3).state.players[0]
    assert [card.name for card in own.on_mat("Native Village")] == ["Gold", "Estate"]


def test_a_record_with_an_extra_turn_replays() -> None:
    game = Dominion.new(seats=2, seed=3, config={"kingdom": KINGDOM}, log=True)
    while game.decision is not None and game.view(None)["turn"] < 9:
        decision = game.decision
        wanted = [n for n, name in enumerate(decision.options) if name in ("Outpost", "Silver")]
        game.choose(wanted[-1:] if wanted and decision.most else decision.default)
    again = record.replay(game.record())
    assert again.events(None) == game.events(None)


KINGDOM = [
    "Outpost",
    "Wharf",
    "Caravan",
    "Haven",
    "Island",
    "Embargo",
    "Village",
    "Market",
    "Smithy",
    "Cellar",
]


@pytest.mark.parametrize("seed", range(9))
def test_random_kingdoms_of_seaside_conform(seed: int) -> None:
    config = {"kingdom": "random", "sets": ["seaside"], "turn_limit": 15}
    conformance.check("dominion", seats=2 + seed % 3, seed=seed, config=config, every=11)

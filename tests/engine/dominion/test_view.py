"""Each seat's view and log."""

from __future__ import annotations

import json

import pytest

from engine import catalogue
from engine.dominion import position
from engine.game import BadConfig, public_event
from tests.engine.dominion.playing import FIRST_GAME, answer, answers, logged_events, seat, typed

VIEW_KEYS = {
    "turn", "phase", "current", "actions", "buys", "coins", "supply", "costs", "trash", "tokens",
    "seats",
}  # fmt: skip
SEAT_KEYS = {
    "hand", "hand_size", "deck_size", "discard_size", "discard_top", "in_play", "set_aside", "vp",
    "turns", "cards", "known",
}  # fmt: skip


def test_a_view_has_the_documented_keys_and_is_json() -> None:
    game = catalogue.new("dominion", seats=3, seed=4)
    for viewer in (0, 1, 2, None):
        view = game.view(viewer)
        assert set(view) == VIEW_KEYS
        for player in view["seats"]:
            hidden = {"deck", "discard"} if viewer is None else set()
            assert set(player) == SEAT_KEYS | hidden
        assert json.loads(json.dumps(view)) == view


def test_a_seat_sees_its_own_hand_only() -> None:
    zones = {"hand": "Gold, Copper", "deck": "Silver", "discard": "Duchy, Estate"}
    view = position(seats=[zones, zones | {"vp": 3}]).view(0)
    own, other = view["seats"]
    assert own["hand"] == ["Copper", "Gold"]
    assert other["hand"] is None
    assert (other["hand_size"], other["deck_size"], other["discard_size"]) == (2, 1, 2)
    assert (other["discard_top"], other["vp"]) == ("Estate", 3)


def test_the_whole_view_shows_decks_from_the_top_and_discards_up_to_the_top() -> None:
    zones = {"deck": "Gold, Silver, Copper", "discard": "Duchy, Estate"}
    shown = seat(position(seats=[{}, zones]), 1)
    assert shown["deck"] == ["Gold", "Silver", "Copper"]
    assert shown["discard"] == ["Duchy", "Estate"]


def test_anybody_can_count_what_a_seat_owns() -> None:
    zones = {"hand": "2 Gold", "deck": "Gold", "discard": "Duchy", "in_play": "Moat"}
    view = position(seats=[{}, zones]).view(0)
    assert view["seats"][1]["cards"] == {"Duchy": 1, "Gold": 3, "Moat": 1}


def test_costs_cover_every_pile() -> None:
    view = position(kingdom=FIRST_GAME, supply={"Gold": 0}, seats=[{}, {}]).view(0)
    assert set(view["costs"]) == set(view["supply"])
    assert (view["costs"]["Gold"], view["costs"]["Cellar"], view["supply"]["Gold"]) == (6, 2, 0)


@pytest.mark.parametrize("viewer", [2, -1, True, "0", 0.0])
def test_a_view_of_no_seat_is_refused(viewer: int) -> None:
    game = position(seats=[{}, {}])
    with pytest.raises(BadConfig, match="seat"):
        game.view(viewer)
    with pytest.raises(BadConfig, match="seat"):
        game.events(viewer)


# --- the log --------------------------------------------------------------------------------


def test_only_the_drawing_seat_sees_what_it_draws() -> None:
    game = position(seats=[{"hand": "Smithy", "deck": "Gold, Silver, Copper"}, {}])
    answer(game, "Smithy")
    assert typed(game, "draw", 0)[0]["cards"] == ["Gold", "Silver", "Copper"]
    assert typed(game, "draw", None)[0]["cards"] == ["Gold", "Silver", "Copper"]
    assert typed(game, "draw", 1) == [{"type": "draw", "seat": 0, "count": 3}]


def test_of_several_cards_discarded_together_the_others_see_the_top_one() -> None:
    game = position(seats=[{"hand": "Cellar, Gold, Estate, Duchy", "deck": "3 Copper"}, {}])
    answers(game, "Cellar", ("Estate", "Gold"))
    (event,) = typed(game, "discard", 1)
    assert event == {"type": "discard", "seat": 0, "count": 2, "top": "Gold"}
    assert typed(game, "discard", 0)[0]["cards"] == ["Estate", "Gold"]
    assert game.view(1)["seats"][0]["discard_top"] == "Gold"


def test_the_hand_thrown_away_at_clean_up_hides_under_the_cards_in_play() -> None:
    zones = {"hand": "Copper, Estate, Gold", "deck": "5 Silver"}
    game = position(phase="buy", seats=[zones, {"hand": "Copper"}])
    answers(game, "Copper", None, None)
    assert typed(game, "discard", 1) == [{"type": "discard", "seat": 0, "count": 2}]
    assert game.view(1)["seats"][0]["discard_top"] == "Copper"
    below = {game.imagine(1, seed).view(None)["seats"][0]["discard"][1] for seed in range(20)}
    assert "Silver" in below


def test_without_cards_in_play_the_top_of_the_hand_thrown_away_is_seen() -> None:
    game = position(phase="buy", seats=[{"hand": "Duchy, Estate"}, {"hand": "Copper"}])
    answer(game)
    assert typed(game, "discard", 1) == [{"type": "discard", "seat": 0, "count": 2, "top": "Duchy"}]


def test_a_single_discarded_card_is_seen_by_all() -> None:
    game = position(seats=[{"hand": "Cellar, Gold, Estate", "deck": "3 Copper"}, {}])
    answers(game, "Cellar", "Estate")
    assert typed(game, "discard", 1)[0]["cards"] == ["Estate"]


def test_what_is_played_bought_gained_and_trashed_is_seen_by_all() -> None:
    game = position(
        kingdom=FIRST_GAME,
        seats=[{"hand": "Remodel, Estate, Silver", "deck": "5 Copper"}, {"hand": "Copper"}],
    )
    answers(game, "Remodel", "Estate", "Smithy", "Silver", "Moat")
    public = [event for event in logged_events(game, 1) if event["type"] not in ("draw", "discard")]
    assert [event for event in game.events(0) if event in public] == public
    assert [(event["type"], event.get("cards")) for event in public[:6]] == [
        ("play", ["Remodel"]),
        ("trash", ["Estate"]),
        ("gain", ["Smithy"]),
        ("play", ["Silver"]),
        ("buy", ["Moat"]),
        ("gain", ["Moat"]),
    ]


def test_since_gives_the_events_after_that_number() -> None:
    game = position(seats=[{"hand": "Village, Copper", "deck": "2 Gold"}, {}])
    answer(game, "Village")
    seen = len(game.events(1))
    answers(game, ("Copper", "Gold"), "Silver")
    assert game.events(1, since=seen) == game.events(1)[seen:]
    assert game.events(1, since=seen)[0]["type"] == "play"
    assert game.events(1, since=10_000) == []


def test_a_game_without_log_plays_the_same_and_still_has_a_record() -> None:
    logged = catalogue.new("dominion", seats=2, seed=6)
    silent = catalogue.new("dominion", seats=2, seed=6, log=False)
    for _ in range(60):
        assert logged.decision == silent.decision
        assert logged.decision is not None
        picks = list(range(logged.decision.most))
        for game in (logged, silent):
            game.choose(picks)
    assert logged.view(None) == silent.view(None)
    assert logged.record() == silent.record()
    with pytest.raises(RuntimeError, match="no log"):
        silent.events(0)


def test_the_whole_log_says_who_saw_the_cards_where_not_all_did() -> None:
    game = position(seats=[{"hand": "Mandarin, Gold, 2 Copper"}, {}, {}])
    answers(game, "Mandarin", "Gold")
    logged_events = {event["type"]: event for event in game.events(None)}
    assert "seen_by" not in logged_events["play"]
    assert (logged_events["put_back"]["cards"], logged_events["put_back"]["seen_by"]) == (
        ["Gold"],
        [0],
    )
    assert public_event(logged_events["put_back"]) in game.events(1)
    assert all("seen_by" not in event for seat in range(3) for event in game.events(seat))


# --- what is known --------------------------------------------------------------------------


def test_a_shown_moat_is_forgotten_once_it_has_left_the_hand() -> None:
    game = position(
        actions=1,
        seats=[
            {"hand": "Militia", "deck": "5 Copper"},
            {"hand": "Moat, Copper, 3 Estate", "deck": "9 Copper"},
        ],
    )
    answers(game, "Militia", "Moat", None)
    assert game.view(0)["seats"][1]["known"] == {"hand": ["Moat"]}
    answer(game, "Moat")
    assert game.view(0)["seats"][1]["known"] == {}


def test_what_was_known_of_a_hand_is_gone_after_a_hidden_discard() -> None:
    game = position(seats=[{"hand": "Mine, Cellar, Copper, Estate"}, {}], actions=2)
    answers(game, "Mine", "Silver", "Cellar")
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Silver"]}
    answer(game, "Silver", "Estate")
    assert game.view(1)["seats"][0]["known"] == {}


def test_a_seat_is_not_told_what_it_knows_of_itself() -> None:
    game = position(seats=[{"hand": "Mine, Copper"}, {}])
    answers(game, "Mine", "Silver")
    assert game.view(0)["seats"][0]["known"] == {}
    assert game.view(None)["seats"][0]["known"] == {}

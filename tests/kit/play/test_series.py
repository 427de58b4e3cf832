"""Series of games: their setup and their results."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.matches.referee.referee import Entrant
from kit.errors import BadInput
from kit.play.played import PlayedGame, PlayedMatch
from kit.play.series import SeatTally, Series, apply_kingdom, plans, random_kingdom, read_config

GAME = PlayedGame(
    seating=[1, 0], scores=[30, 20], ranks=[1, 2], reason="", decisions=[40, 50],
    cpu=[0.25, 0.5], faults=[], output=[],
)  # fmt: skip


def sizes(games: int, seats: int) -> list[int]:
    return [plan.games for plan in plans("dominion", seats=seats, games=games, seed=1, config={})]


def test_games_are_played_in_mirrored_rounds_and_what_is_left_singly() -> None:
    assert sizes(4, 2) == [2, 2]
    assert sizes(5, 2) == [2, 2, 1]
    assert sizes(1, 2) == [1]
    assert sizes(8, 3) == [3, 3, 1, 1]


def test_each_match_has_the_next_seed() -> None:
    found = plans("dominion", seats=2, games=5, seed=40, config={})
    assert [plan.seed for plan in found] == [40, 41, 42]


def test_an_unknown_game_is_named_with_what_there_is() -> None:
    with pytest.raises(BadInput, match=r"unknown game 'dominon'\. Did you mean 'dominion'"):
        plans("dominon", seats=2, games=1, seed=1, config={})


def test_what_the_game_does_not_allow_is_said_before_any_bot_starts() -> None:
    with pytest.raises(BadInput, match="Nope"):
        plans("dominion", seats=2, games=1, seed=1, config={"kingdom": "Nope"})
    with pytest.raises(BadInput, match="not 9"):
        plans("dominion", seats=9, games=1, seed=1, config={})


def test_a_game_without_kingdoms_draws_none() -> None:
    found = plans("kingdomino", seats=4, games=8, seed=1, config={})
    entrants = [Entrant(name, Path(f"{name}.py")) for name in "abcd"]
    assert [plan.games for plan in found] == [4, 4]
    assert Series(entrants, found).kingdoms == {}


def test_config_values_are_json_where_they_can_be() -> None:
    words = ["turn_limit=20", "kingdom=First Game", "colonies=false", '{"sets": ["base"]}']
    assert read_config("dominion", words) == {
        "turn_limit": 20,
        "kingdom": "First Game",
        "colonies": False,
        "sets": ["base"],
    }


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("variants=harmony,middle_kingdom", ["harmony", "middle_kingdom"]),
        ("variants=dynasty", ["dynasty"]),
        ("variants=harmony, dynasty", ["harmony", "dynasty"]),
        ("variants=", []),
        ('variants=["harmony"]', ["harmony"]),
        ("must_place=true", True),
        ("must_place=yes", "yes"),
    ],
)
def test_options_that_are_lists_are_words_with_commas(word: str, value: Any) -> None:
    assert read_config("kingdomino", [word]) == {word.partition("=")[0]: value}


def test_a_deck_is_card_names_with_commas() -> None:
    words = ["bane=Cellar", "black_market=Smithy, Moat", "kingdom=Decisions, Decisions"]
    assert read_config("dominion", words) == {
        "bane": "Cellar",
        "black_market": ["Smithy", "Moat"],
        "kingdom": "Decisions, Decisions",
    }
    assert read_config("dominion", ["black_market=all"]) == {"black_market": "all"}


def test_a_kingdom_is_a_name_or_cards_with_commas() -> None:
    name = "Decisions, Decisions"
    assert apply_kingdom({}, name) == {"kingdom": name}
    assert apply_kingdom({}, "First Game") == {"kingdom": "First Game"}
    assert apply_kingdom({}, "Cellar, Moat") == {"kingdom": ["Cellar", "Moat"]}
    assert apply_kingdom({}, sets="base, prosperity") == {
        "kingdom": "random",
        "sets": ["base", "prosperity"],
    }
    assert apply_kingdom({"turn_limit": 3}) == {"turn_limit": 3}


def test_a_random_kingdom_is_told_with_its_bane() -> None:
    config = {"kingdom": "random", "sets": ["cornucopia"], "bane": "Cellar"}
    found = plans("dominion", seats=2, games=2, seed=1, config=config)
    told = str(random_kingdom(found[0]))
    cards = told.partition(" (with")[0]
    assert "Young Witch" in cards
    assert "Cellar" not in cards
    assert told.endswith("(with the Bane Cellar)")
    kingdom = apply_kingdom({"bane": "Cellar"}, cards)
    assert plans("dominion", seats=2, games=2, seed=1, config=kingdom)


@pytest.mark.parametrize("word", ["turn_limit", "=3", "{bad"])
def test_a_config_word_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(BadInput, match="--config"):
        read_config("dominion", [word])


def series(*games: PlayedGame, points: tuple[float, float] = (0, 2), times: int = 1) -> Series:
    entrants = [Entrant("a", Path("a.py")), Entrant("b", Path("b.py"))]
    found = Series(entrants, plans("dominion", seats=2, games=2, seed=1, config={}))
    for _ in range(times):
        found.add(PlayedMatch(list(games), list(points), 1.0, {}))
    return found


def test_wins_go_to_the_bot_on_the_winning_seat() -> None:
    a, b = series(GAME, GAME).tallies()
    assert (a.wins, b.wins) == (0, 2)
    assert (a.points, b.points) == (0, 2)
    assert (a.decisions, b.decisions) == (80, 100)
    assert (a.cpu, b.cpu) == (0.5, 1.0)
    assert (a.games, a.score, b.score) == (2, 40, 60)


def test_a_shared_first_place_is_nobodys_win() -> None:
    a, b = series(replace(GAME, ranks=[1, 1])).tallies()
    assert (a.wins, b.wins) == (0, 0)
    assert (a.shared, b.shared) == (1, 1)


def test_points_are_told_by_seat() -> None:
    turned = replace(GAME, seating=[0, 1], ranks=[1, 1])
    a, b = series(GAME, turned, points=(0.5, 1.5)).tallies()
    assert a.seats == [SeatTally(1, 0.5), SeatTally(1, 0)]
    assert b.seats == [SeatTally(1, 1), SeatTally(1, 0.5)]


def test_it_is_sure_which_bot_is_the_best_after_enough_matches() -> None:
    assert not series(GAME, GAME, times=9).is_sure
    won = series(GAME, GAME, times=12)
    assert won.is_sure
    assert won.entrants[won.leader].name == "b"
    even = series(GAME, replace(GAME, ranks=[2, 1]), points=(1, 1), times=200)
    assert not even.is_sure
    value, low, high = even.score(0)
    assert low < value == 0.5 < high

""" "Spielende" and "Varianten" of rules/kingdomino.de.txt."""

from __future__ import annotations

import pytest

from engine.game import Outcome, rank
from engine.kingdomino import position
from tests.engine.kingdomino.play import by_chance, events, line, new, play, with_tiles

FULL = [
    [x, y, "wheat", 0] for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)
]  # fmt: skip


def score(*tiles: list[object], **config: object) -> int:
    outcome = with_tiles(*tiles, config=config).outcome
    assert outcome is not None
    return outcome.scores[0]


def test_an_area_is_worth_its_squares_times_its_crowns() -> None:
    assert score(*line("forest", 4, crowns=1)) == 4
    assert score(*line("mine", 3, crowns=3), [3, 1, "mine", 2]) == 4 * 5


def test_squares_are_connected_along_their_sides_and_not_across_corners() -> None:
    assert score([1, 0, "mine", 2], [2, 1, "mine", 0]) == 2
    assert score([1, 0, "mine", 2], [1, 1, "mine", 0], [2, 1, "mine", 0]) == 6


def test_the_castle_belongs_to_no_terrain() -> None:
    assert score([1, 0, "mine", 2], [-1, 0, "mine", 1]) == 3


def test_areas_of_one_terrain_that_do_not_touch_are_counted_each_for_itself() -> None:
    assert score(*line("water", 2, crowns=1), [3, 0, "swamp", 0], [4, 0, "water", 1]) == 2 + 1


def test_an_area_without_a_crown_is_worth_nothing() -> None:
    assert score(*line("wheat", 4)) == 0


def test_the_points_of_all_areas_are_summed_and_the_most_win() -> None:
    tiles = [*line("wheat", 2, crowns=1), *line("mine", 2, crowns=3, y=1)]
    game = with_tiles(*tiles)
    assert game.outcome == Outcome([2 + 6, 0], [1, 2], "all dominoes are placed")


def test_a_tie_is_won_by_the_largest_single_area_with_or_without_crowns() -> None:
    seats = [{"tiles": line("mine", 2, crowns=1)}, {"tiles": line("wheat", 2, crowns=1)}]
    seats[1]["tiles"] += [[1, 1, "forest", 0], [2, 1, "forest", 0], [3, 1, "forest", 0]]
    assert position(seats=seats).outcome == Outcome([2, 2], [2, 1], "all dominoes are placed")


def test_who_is_still_tied_shares_the_victory() -> None:
    seats = [{"tiles": line("mine", 2, crowns=1)}, {"tiles": line("wheat", 2, crowns=1)}]
    outcome = position(seats=[*seats, {}]).outcome
    assert outcome is not None
    assert outcome.ranks == [1, 1, 3]


def test_harmony_gives_five_points_for_a_complete_kingdom() -> None:
    assert score(*FULL, variants=["harmony"]) == 5
    assert score(*FULL[1:], variants=["harmony"]) == 0
    assert score(*FULL) == 0


def test_middle_kingdom_gives_ten_points_for_a_castle_in_the_middle_of_the_kingdom() -> None:
    assert score(*FULL, variants=["middle_kingdom"]) == 10
    centred = [*line("wheat", 2), *line("wheat", 2, x=-2)]
    assert score(*centred, variants=["middle_kingdom"]) == 10, "complete or not"
    assert score(*centred, [0, 1, "wheat", 0], variants=["middle_kingdom"]) == 0
    assert score(*line("wheat", 2), variants=["middle_kingdom"]) == 0


def test_harmony_and_middle_kingdom_add_up() -> None:
    crowned = [[*FULL[0][:3], 1], *FULL[1:]]
    assert score(*crowned, variants=["harmony", "middle_kingdom"]) == 24 + 5 + 10


def test_the_mighty_duel_uses_all_48_dominoes_in_twelve_rounds_of_two_seats() -> None:
    game = play(new(2, variants=["mighty_duel"]), by_chance(3))
    numbers = [number for row in events(game, "row") for number in row["numbers"]]
    assert sorted(numbers) == list(range(1, 49))
    assert max(event["turn"] for event in events(game, "turn")) == 12
    full = [[x, y, "wheat", 0] for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)]
    assert score(*full, variants=["mighty_duel", "harmony"]) == 5


def test_a_dynasty_is_three_games_whose_points_are_summed() -> None:
    game = play(new(3, variants=["dynasty"]), by_chance(4))
    assert game.outcome is not None
    assert [event["dynasty_game"] for event in events(game, "dynasty_game")] == [1, 2, 3]
    rows = [tuple(event["numbers"]) for event in events(game, "row")]
    assert len(rows) == 36
    assert len(set(rows[:12])) == 12
    assert rows[:12] != rows[12:24] != rows[24:], "each game has a deal of its own"
    legs = [event["scores"] for event in events(game, "score")]
    assert len(legs) == 2
    last = game.view(None)["seats"]
    assert game.outcome.scores == [seat["score"] for seat in last]
    assert all(a <= b <= c for a, b, c in zip(*legs, game.outcome.scores, strict=True))
    assert events(game, "end")[0]["scores"] == game.outcome.scores


def test_each_game_of_a_dynasty_begins_with_empty_kingdoms() -> None:
    game = new(2, variants=["dynasty"])
    chooser = by_chance(1)
    while game.view(0)["dynasty_game"] == 1:
        assert game.decision is not None
        game.choose((chooser(game.decision),))
    view = game.view(0)
    assert [seat["tiles"] for seat in view["seats"]] == [[], []]
    assert view["round"] == 0
    assert [seat["score"] for seat in view["seats"]] == events(game, "score")[0]["scores"]
    assert game.decision is not None
    assert game.decision.seat == 0, "with two seats, seat 0 starts every draft"


def test_ties_of_a_dynasty_are_won_by_the_largest_area_of_its_games() -> None:
    seats = [{"tiles": line("wheat", 2)}, {}]
    game = position(
        seats=seats,
        config={"variants": ["dynasty"]},
        dynasty_game=3,
        earlier=[20, 20],
        largest=[4, 5],
    )
    assert game.outcome is not None
    assert game.outcome.scores == [20, 20]
    assert game.outcome.ranks == [2, 1]


def test_the_score_in_a_view_is_what_the_kingdom_is_worth_now() -> None:
    tiles = line("mine", 2, crowns=3)
    game = with_tiles(*tiles, next_row=[1, 2], config={"variants": ["middle_kingdom"]})
    assert [seat["score"] for seat in game.view(1)["seats"]] == [6, 10]
    assert game.scores == [6, 10]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_outcomes_are_the_points_of_the_kingdoms_as_they_lie(seats: int) -> None:
    game = play(new(seats), by_chance(11))
    assert game.outcome is not None
    for seat, shown in enumerate(game.view(None)["seats"]):
        outcome = with_tiles(*shown["tiles"]).outcome
        assert outcome is not None
        assert outcome.scores[0] == game.outcome.scores[seat]
    assert min(rank(game.outcome.scores)) == 1

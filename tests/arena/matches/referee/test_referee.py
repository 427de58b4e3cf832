"""The arithmetic of a match: seats, ranks with faults, match points, forfeits."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.matches.referee.referee import (
    FORFEITED,
    BotFault,
    Fault,
    GameResult,
    deal_seed,
    derived_seed,
    find_forfeiters,
    match_points,
    rank_with_faults,
    seatings,
)

FAULT = Fault(
    game=0, entrant=0, verdict="crash", message="", traceback="", decision=None, view=None,
    number=1, cpu=0.0, log="",
)  # fmt: skip
GAME = GameResult(
    seating=[0, 1], scores=[0, 0], ranks=[1, 2], reason="", record={}, events=[], faults=[],
    logs=[], cpu=[], decisions=[],
)  # fmt: skip


# --- seats ----------------------------------------------------------------------------------


@given(st.integers(), st.integers(2, 6), st.integers(1, 3))
def test_over_a_round_every_bot_sits_on_every_seat_once(seed: int, seats: int, rounds: int) -> None:
    games = seatings(seed, seats, seats * rounds)
    assert len(games) == seats * rounds
    assert all(sorted(game) == list(range(seats)) for game in games)
    for seat in range(seats):
        assert Counter(game[seat] for game in games) == dict.fromkeys(range(seats), rounds)


def test_the_order_is_rotated_so_that_neighbours_stay_neighbours() -> None:
    first, second, third = seatings(5, 3, 3)
    assert second == [*first[1:], first[0]]
    assert third == [*second[1:], second[0]]


def test_the_order_is_shuffled_by_the_match_seed() -> None:
    orders = Counter(tuple(seatings(seed, 3, 1)[0]) for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_a_pairing_keeps_its_order_and_is_rotated_like_any_other() -> None:
    games = seatings(5, 3, 3, shuffled=False)
    assert games == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_the_same_seed_seats_the_same() -> None:
    assert seatings(77, 4, 8) == seatings(77, 4, 8)


# --- seeds ----------------------------------------------------------------------------------


def test_each_rotation_has_a_deal_of_its_own_and_the_first_has_the_match_seed() -> None:
    seeds = [deal_seed(9, 3, game) for game in range(9)]
    assert seeds[:3] == [9] * 3
    assert len(set(seeds[3:6])) == len(set(seeds[6:])) == 1
    assert len(set(seeds)) == 3


def test_dice_differ_by_game_by_bot_and_from_the_deal() -> None:
    seeds = {derived_seed(9, "random", game, bot) for game in range(20) for bot in range(4)}
    assert len(seeds) == 80
    assert 9 not in seeds
    assert derived_seed(9, "seats") not in seeds


def test_dice_fit_exactly_into_a_json_number() -> None:
    assert all(0 <= derived_seed(seed, "random", 0, 0) < 2**53 for seed in (-1, 0, 2**63, 10**40))


def test_derived_numbers_do_not_run_along_with_the_seed() -> None:
    close = [derived_seed(seed, "random", 0, 0) for seed in range(200)]
    halves = Counter(number >= 2**52 for number in close)
    assert 60 < halves[True] < 140
    assert close != sorted(close)


# --- ranks with faults ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "faulted_at", "expected"),
    [
        ([1, 2], {}, [1, 2]),
        ([1, 1], {}, [1, 1]),
        ([1, 2], {0: 5}, [2, 1]),
        ([2, 1], {0: 5}, [2, 1]),
        ([1, 1], {0: 0, 1: 0}, [1, 1]),
        ([1, 2, 3], {0: 7}, [3, 1, 2]),
        ([1, 2, 2], {0: 7}, [3, 1, 1]),
        ([1, 2, 3], {0: 7, 1: 3}, [2, 3, 1]),
        ([1, 2, 3], {0: 3, 1: 7}, [3, 2, 1]),
        ([1, 2, 3, 4], {0: 0, 1: 0}, [3, 3, 1, 2]),
        ([1, 2, 3, 4], {0: FORFEITED, 1: 0, 2: 9}, [4, 3, 2, 1]),
        ([1, 2, 3, 4], {0: FORFEITED, 3: FORFEITED}, [3, 1, 2, 3]),
        ([3, 1, 1, 4], {}, [3, 1, 1, 4]),
    ],
)
def test_who_faulted_ranks_below_all_others_the_earliest_last(
    ranks: list[int], faulted_at: dict[int, int], expected: list[int]
) -> None:
    assert rank_with_faults(ranks, faulted_at) == expected


@given(st.data())
def test_ranks_with_faults_keep_their_promises(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 6))
    scores = data.draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    faulted_at = data.draw(st.dictionaries(st.integers(0, seats - 1), st.integers(-1, 9)))
    places = rank_with_faults(ranks, faulted_at)
    live = [seat for seat in range(seats) if seat not in faulted_at]
    for seat in live:
        assert all(places[seat] < places[other] for other in faulted_at)
        assert all((places[seat] < places[o]) == (ranks[seat] < ranks[o]) for o in live)
    for one in faulted_at:
        assert all(
            (places[one] > places[o]) == (faulted_at[one] < faulted_at[o]) for o in faulted_at
        )


# --- match points ---------------------------------------------------------------------------


def test_a_win_is_a_point_for_each_seat_below_and_a_tie_half() -> None:
    assert match_points([([0, 1], [1, 2])]) == [1.0, 0.0]
    assert match_points([([0, 1], [1, 1])]) == [0.5, 0.5]
    assert match_points([([0, 1, 2, 3], [1, 2, 2, 4])]) == [3.0, 1.5, 1.5, 0.0]


def test_points_go_to_the_bot_on_the_seat() -> None:
    assert match_points([([2, 0, 1], [1, 2, 3])]) == [1.0, 0.0, 2.0]


def test_points_add_up_over_the_games() -> None:
    assert match_points([([0, 1], [1, 2]), ([1, 0], [1, 2])]) == [1.0, 1.0]
    assert match_points([([0, 1], [1, 2]), ([1, 0], [2, 1])]) == [2.0, 0.0]


@given(st.lists(st.permutations([1, 2, 3, 4]), min_size=1, max_size=8), st.booleans())
def test_a_game_gives_away_the_same_sum_whatever_happens(games: list[list[int]], tie: bool) -> None:
    if tie:
        games = [[1, 1, 1, 1], [1, 1, 3, 3], *games]
    assert sum(match_points([([3, 1, 0, 2], ranks) for ranks in games])) == 6 * len(games)


# --- forfeits -------------------------------------------------------------------------------


def _games(*faulty: set[int]) -> list[GameResult]:
    return [replace(GAME, faults=[replace(FAULT, entrant=e) for e in sorted(f)]) for f in faulty]


def test_one_fault_is_forgiven_a_second_forfeits() -> None:
    assert find_forfeiters(_games({0})) == set()
    assert find_forfeiters(_games({0}, set(), {0, 1})) == {0}
    assert find_forfeiters(_games({0, 1}, {0, 1})) == {0, 1}


# --- texts ----------------------------------------------------------------------------------


def test_what_a_bot_wrote_cannot_steer_a_terminal_or_break_a_line() -> None:
    bot_fault = BotFault("crash", "two\nlines \x1b[2J \x00 \u202e", "trace\n\tback \x1b[2J")
    assert bot_fault.message == "two lines \\x1b[2J \\x00 \\u202e"
    assert bot_fault.detail == "trace\n\tback \\x1b[2J"


def test_a_traceback_keeps_its_end() -> None:
    bot_fault = BotFault("crash", "m" * 9_000, "x" * 90_000 + "ValueError: here")
    assert bot_fault.detail.endswith("ValueError: here")
    assert len(bot_fault.detail) <= 16_000
    assert len(bot_fault.message) <= 2_000

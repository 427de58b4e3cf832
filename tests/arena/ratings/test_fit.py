"""Ratings fitted to all results at once: independent of order, with honest uncertainty."""

import json
import math
import random
from statistics import fmean, linear_regression, median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from arena.ratings.fit import Fit, fit
from arena.ratings.parameters import Fixed, Parameters
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import BETA, MU, SIGMA, Rating, interval
from tests.arena.ratings.fields import Field

tables = some.integers(2, 4).flatmap(
    lambda seats: some.builds(
        Played,
        some.permutations(range(6)).map(lambda players: tuple(players[:seats])),
        some.lists(some.tuples(*[some.integers(1, 3)] * seats), min_size=1, max_size=4),
        some.tuples(*[some.integers(1, 3)] * seats),
    )
)


def fitted(matches: list[Played], seats: int = 2) -> Fit:
    return fit(Tally.of(matches), seats=seats)


@pytest.mark.long(6)
@settings(max_examples=30)
@given(some.lists(tables, min_size=1, max_size=12), some.randoms(use_true_random=False))
def test_the_order_of_matches_and_seats_changes_nothing(
    matches: list[Played], dice: random.Random
) -> None:
    shuffled = list(matches)
    dice.shuffle(shuffled)
    turned = [
        Played(one.players[::-1], [ranks[::-1] for ranks in one.games], one.ranks[::-1])
        for one in shuffled
    ]
    expected = fitted(matches)
    assert fitted(turned) == expected, "to the last bit"
    for skill in expected.skills.values():
        assert math.isfinite(skill.mu)
        assert 0 < skill.sigma < 2 * SIGMA


def test_a_table_of_three_stands_in_the_order_of_its_ranks() -> None:
    matches = [
        Played((1, 2, 3), [(2, 1, 3)], (2, 1, 3)),
        Played((3, 1, 2), [(3, 2, 1)], (3, 2, 1)),
    ]
    found = fitted(matches, seats=3).skills
    assert found[2].mu > found[1].mu > found[3].mu


def test_what_is_learnt_of_an_opponent_later_counts_as_well() -> None:
    early = [Played((1, 2), [(1, 2)], (1, 2))]
    later = [Played((2, other), [(1, 2)], (1, 2)) for other in range(3, 12)]
    won, lost = fitted(early + later).skills[1], fitted(early).skills[1]
    assert won.mu > lost.mu + 1, "2 turned out to be strong"


@pytest.mark.parametrize(("seats", "deviation"), [(2, SIGMA), (2, 3.0), (4, SIGMA), (4, 3.0)])
def test_the_intervals_hold_the_truth_in_the_unit_of_a_match(seats: int, deviation: float) -> None:
    field = Field.normal(100, deviation=deviation)
    found = fitted(field.rounds(40, seats), seats).skills
    middle = median(field.strengths) - median(skill.mu for skill in found.values())
    inside = 0
    for player, strength in enumerate(field.strengths):
        low, high = interval(found[player])
        inside += low <= strength - middle <= high
    assert inside >= 88, "of 100, 95 expected"
    mus = [found[player].mu for player in range(100)]
    slope = linear_regression(mus, field.strengths).slope
    assert slope == pytest.approx(1, abs=0.12)


def test_a_quarter_more_of_what_there_is_to_gain_is_a_beta() -> None:
    field = Field([25 + 25 / 6, 25.0])
    matches = [field.match(0, 1) for _ in range(3000)]
    found = fitted(matches)
    gap = found.skills[0].mu - found.skills[1].mu
    assert gap == pytest.approx(25 / 6, rel=0.1)
    unit = found.parameters.unit
    win, tied = found.parameters.chances(gap / unit)
    won = sum(match.ranks == [1, 2] for match in matches) / 3000
    drawn = sum(match.ranks == [1, 1] for match in matches) / 3000
    assert (win, tied) == pytest.approx((won, drawn), abs=0.03)
    assert win + tied / 2 == pytest.approx(0.76, abs=0.02)


def test_the_share_of_ties_is_found() -> None:
    field = Field.normal(40, deviation=0.1)
    field.margin = 3.0
    matches = field.rounds(60)
    tied = fmean(match.ranks == [1, 1] for match in matches)
    assert 0.3 < tied < 0.4
    assert fitted(matches).parameters.draw_probability == pytest.approx(tied, abs=0.02)


@pytest.mark.parametrize(
    "fixed",
    [Fixed(draw_probability=0.2), Fixed(game_noise=1.7), Fixed(0.2, 1.7), Fixed(0.999, 0.1)],
)
def test_what_is_fixed_is_not_fitted(fixed: Fixed) -> None:
    found = fit(Tally.of(Field.normal(20).rounds(30)), fixed=fixed).parameters
    for name, value in fixed._asdict().items():
        assert value is None or getattr(found, name) == pytest.approx(value)
    win, tied = found.chances(25 / 6 / found.unit)
    assert win + tied / 2 == pytest.approx(0.76, abs=0.001), "the unit stays"


def test_to_fix_what_was_fitted_changes_nothing() -> None:
    tally = Tally.of(Field.normal(20).rounds(30))
    free = fit(tally)
    parameters = free.parameters
    for fixed in (
        Fixed(draw_probability=parameters.draw_probability),
        Fixed(game_noise=parameters.game_noise),
    ):
        again = fit(tally, fixed=fixed)
        assert again.parameters == pytest.approx(parameters, rel=1e-2)
        assert again.skills[3].mu == pytest.approx(free.skills[3].mu, abs=0.02)


def test_what_is_fixed_holds_before_there_are_results() -> None:
    fixed = Fixed(0.3, 1.5)
    start = Parameters().fixed_by(fixed)
    assert (start.draw_probability, start.game_noise) == pytest.approx((0.3, 1.5))
    assert fit(Tally(), fixed=fixed) == Fit({}, start, [])


@pytest.mark.parametrize(
    "fixed", [Fixed(0.0), Fixed(1.0), Fixed(math.nan), Fixed(None, 0.0), Fixed(0.2, math.inf)]
)
def test_nothing_is_rated_by_impossible_numbers(fixed: Fixed) -> None:
    with pytest.raises(ValueError, match=r"is not in"):
        fit(Tally(), fixed=fixed)


def test_parameters_are_stored_as_json() -> None:
    found = fitted(Field.normal(10).rounds(10)).parameters
    assert Parameters(**json.loads(json.dumps(found._asdict()))) == found


def test_games_that_repeat_each_other_count_as_one() -> None:
    """The same deal, played by deterministic bots: its second game adds no information."""
    field = Field.normal(40)
    single = [field.match(one, other, games=1) for one in range(40) for other in range(one)]
    doubled = [Played(one.players, [*one.games] * 2, one.ranks) for one in single]
    once, twice = fitted(single), fitted(doubled)
    assert twice.parameters.scatter == pytest.approx(2 * once.parameters.scatter, rel=0.1)
    for player, (_mu, sigma) in once.skills.items():
        assert twice.skills[player].sigma == pytest.approx(sigma, rel=0.1)


def test_a_new_version_begins_where_the_one_before_it_stands() -> None:
    field = Field([31.0, *[25.0] * 9])
    matches = [field.match(0, other) for other in range(1, 10) for _ in range(8)]
    matches += field.rounds(10)
    new = Played((10, 1), [(1, 2), (2, 1)], (1, 1))
    found = fit(Tally.of([*matches, new]), links=[(10, 0)]).skills
    stranger = fitted([*matches, new]).skills[10]
    assert abs(found[10].mu - found[0].mu) < 2
    assert stranger.mu < found[0].mu - 2
    assert found[0].sigma < found[10].sigma


def test_how_far_versions_lie_apart_is_found() -> None:
    field = Field.normal(60)
    jumps = [random.Random(1).gauss(0, 1.0) for _ in range(30)]
    field.strengths[30:] = [old + jump for old, jump in zip(field.strengths, jumps, strict=False)]
    matches = Tally.of(field.rounds(60))
    links = [(old + 30, old) for old in range(30)]
    assert fit(matches, links=links).parameters.drift < 2.5
    strange = [(old + 30, (old + 7) % 30) for old in range(30)]
    assert fit(matches, links=strange).parameters.drift > 6


def test_a_leap_is_believed_and_widens_no_other_link() -> None:
    field = Field.normal(60)
    field.strengths[30:] = field.strengths[:30]
    field.strengths[30] += 15
    found = fit(Tally.of(field.rounds(60)), links=[(old + 30, old) for old in range(30)])
    assert found.parameters.drift < 2.5
    assert found.skills[30].mu - found.skills[0].mu == pytest.approx(15, abs=4)


def test_without_results_a_version_stands_where_the_one_before_it_does() -> None:
    matches = [Played((1, 2), [(1, 2), (2, 1)], (1, 1))] * 40
    new = Played((3, 1), [(1, 2), (2, 1)], (1, 1))
    found = fit(Tally.of([*matches, new]), links=[(3, 1)])
    assert found.skills[3].mu == pytest.approx(found.skills[1].mu, abs=0.5)
    assert found.parameters.drift == pytest.approx(2.0, abs=0.5)


def test_the_spread_of_the_field_is_found() -> None:
    near, wide = (
        fitted(Field.normal(60, deviation=deviation).rounds(60)).parameters.spread
        for deviation in (2.0, 12.0)
    )
    assert near < 4
    assert wide > 9


def test_nobody_far_out_pulls_the_others_along() -> None:
    field = Field.normal(30, deviation=3.0)
    matches = field.rounds(40)
    without = fitted(matches).skills
    giant = [Played((30, other), [(1, 2)] * 2, (1, 2)) for other in range(30) for _ in range(3)]
    beside = fitted(matches + giant).skills
    moved = fmean(beside[player].mu - without[player].mu for player in range(30))
    assert beside[30].mu > max(beside[player].mu for player in range(30)) + 5
    assert abs(moved) < 1


def test_all_ties_make_equals() -> None:
    found = fitted([Played((1, 2), [(1, 1), (1, 1)], (1, 1))] * 5)
    assert found.skills[1].mu == pytest.approx(found.skills[2].mu)
    assert 0.5 < found.parameters.draw_probability < 1


def test_who_always_wins_stays_a_number() -> None:
    found = fitted([Played((1, other), [(1, 2)] * 2, (1, 2)) for other in range(2, 30)] * 10)
    assert found.skills[1].mu < 100
    assert found.skills[1].sigma > 1


@pytest.mark.long(2)
def test_many_who_played_once_are_fitted() -> None:
    field = Field.normal(6000)
    found = fitted(field.rounds(1)).skills
    assert len(found) == 6000
    assert fmean(skill.mu for skill in found.values()) == pytest.approx(MU, abs=0.1)


def test_a_large_network_is_solved_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = Tally.of(Field.normal(60).rounds(20))
    dense = fit(tally)
    monkeypatch.setattr("arena.ratings.network.MOST_DENSE", 10)
    sparse = fit(tally)
    ratios = []
    for player, (mu, sigma) in dense.skills.items():
        assert sparse.skills[player].mu == pytest.approx(mu, abs=0.1)
        ratios.append(sparse.skills[player].sigma / sigma)
    assert fmean(ratios) == pytest.approx(1, abs=0.03)
    assert 0.75 < min(ratios) < max(ratios) < 1.25


def test_nobody_played_nobody_is_rated() -> None:
    assert fitted([]) == Fit({}, Parameters(), [])


def test_a_doubt_draws_chances_to_the_middle() -> None:
    known, doubted = (Parameters().chances(1.5, variance) for variance in (0.0, 4.0))
    assert known[0] > doubted[0] > 0.5
    assert sum(Parameters().chances(-3.0)) < 0.1


def test_a_skill_is_a_rating() -> None:
    found = fitted([Played((1, 2), [(1, 2)], (1, 2))])
    assert isinstance(found.skills[1], Rating)


@pytest.mark.parametrize("seed", range(6))
def test_the_noise_of_games_at_tables_of_four_is_found(seed: int) -> None:
    field = Field.normal(30, seed, deviation=3.0)
    field.margin = 0.4 * BETA
    found = fitted(field.rounds(40, seats=4), seats=4).parameters
    assert 1.6 < found.game_noise < 2.1
    assert found.draw_probability < 0.15

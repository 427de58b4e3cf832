"""Ratings from all results at once: in any order the same, and honest about what they know."""

import math
import random
from statistics import fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from arena import refit as module
from arena.rating import BETA, MU, SIGMA, Rating, interval, rate
from arena.refit import Result, in_live_unit, refit

tables = some.integers(2, 4).flatmap(
    lambda seats: some.tuples(
        some.permutations(range(6)).map(lambda bots: tuple(bots[:seats])),
        some.tuples(*[some.integers(1, 3)] * seats),
    )
)


def played(bots: int, rounds: int, seed: int = 4) -> tuple[list[float], list[Result]]:
    """Bots of known strength, and the results of rounds in which everybody plays two games."""
    dice = random.Random(seed)
    strengths = [dice.gauss(MU, SIGMA) for _ in range(bots)]
    results: list[Result] = []
    for _round in range(rounds):
        order = dice.sample(range(bots), bots)
        for one, other in zip(order[::2], order[1::2], strict=True):
            chance = 0.5 * math.erfc((strengths[other] - strengths[one]) / (2 * BETA))
            won = sum(dice.random() < chance for _game in range(2))
            results.append(((one, other), {2: (1, 2), 1: (1, 1), 0: (2, 1)}[won]))
    return strengths, results


@settings(max_examples=30)
@given(some.lists(tables, min_size=1, max_size=12), some.randoms(use_true_random=False))
def test_the_order_of_the_results_changes_nothing(
    results: list[Result], dice: random.Random
) -> None:
    expected = refit(results)
    shuffled = list(results)
    dice.shuffle(shuffled)
    turned = [(bots[::-1], ranks[::-1]) for bots, ranks in shuffled]
    found = refit(turned)
    assert found.keys() == expected.keys()
    for bot, skill in expected.items():
        assert found[bot] == pytest.approx(skill, abs=1e-9)
        assert math.isfinite(skill.mu)
        assert 0 < skill.sigma <= SIGMA + 1e-9


def test_one_match_says_what_the_live_rating_says() -> None:
    winner, loser = rate([Rating(), Rating()], [1, 2])
    found = refit([((7, 8), (1, 2))], draw_probability=0.1)
    assert found[7] == pytest.approx(winner, abs=0.01)
    assert found[8] == pytest.approx(loser, abs=0.01)


def test_a_table_of_three_stands_in_the_order_of_its_ranks() -> None:
    found = refit([((1, 2, 3), (2, 1, 3)), ((3, 1, 2), (3, 2, 1))])
    assert found[2].mu > found[1].mu > found[3].mu


def test_what_is_learnt_of_an_opponent_later_counts_as_well() -> None:
    early: list[Result] = [((1, 2), (1, 2))]
    later: list[Result] = [((2, other), (1, 2)) for other in range(3, 12)]
    assert refit(early + later)[1].mu > refit(early)[1].mu + 1, "2 turned out to be strong"


def test_the_intervals_hold_the_truth() -> None:
    strengths, results = played(200, 20)
    found = refit(results)
    inside = 0
    for bot, strength in enumerate(strengths):
        low, high = interval(found[bot])
        inside += low <= strength <= high
    assert 0.90 <= inside / len(strengths) <= 0.99


SURPRISES = [((-60.0, 1.0), (60.0, 1.0)), ((60.0, 0.1), (-60.0, 0.1))]


@pytest.mark.parametrize(("first", "second"), SURPRISES)
@pytest.mark.parametrize("ranks", [(1, 1), (1, 2), (2, 1)])
def test_the_most_surprising_results_leave_numbers(
    first: tuple[float, float], second: tuple[float, float], ranks: tuple[int, int]
) -> None:
    priors = [(sigma**-2, mu * sigma**-2) for mu, sigma in (first, second)]
    for pi, tau in module._said(priors, ranks, 0.1):
        assert pi >= 0
        assert math.isfinite(tau)


def test_where_the_quick_arithmetic_gives_up_the_careful_one_answers() -> None:
    weak, strong = Rating(-60, 1.0), Rating(60, 1.0)
    with pytest.raises(ZeroDivisionError):
        module._quickly([weak, strong], (1, 1), 0.1)
    said = module._said([(1.0, -60.0), (1.0, 60.0)], (1, 1), 0.1)
    (_, weak_tau), (_, strong_tau) = said
    assert weak_tau > 0 > strong_tau, "each is drawn towards the other"


def test_the_careful_arithmetic_agrees_where_both_can() -> None:
    skills = [Rating(28, 3), Rating(25, 2)]
    priors = [(sigma**-2, mu * sigma**-2) for mu, sigma in skills]
    for quick, careful in zip(
        module._quickly(skills, (1, 1), 0.2),
        module._with_care(priors, skills, (1, 1), 0.2),
        strict=True,
    ):
        assert quick == pytest.approx(careful, rel=0.05)


def test_the_draw_probability_is_the_share_of_ties() -> None:
    results: list[Result] = [((1, 2), (1, 2)), ((2, 3), (1, 1)), ((3, 1), (2, 1)), ((1, 3), (1, 1))]
    assert refit(results) == refit(results, draw_probability=0.5)
    table: list[Result] = [((1, 2, 3), (2, 1, 2))]
    assert refit(table) == refit(table, draw_probability=0.5), "of neighbours, one in two"


def test_only_ties_are_believed_within_bounds() -> None:
    drawn: list[Result] = [((1, 2), (1, 1))] * 5
    assert refit(drawn) == refit(drawn, draw_probability=0.9)
    assert refit(drawn)[1].mu == pytest.approx(refit(drawn)[2].mu, abs=0.01)


def test_with_ties_believed_rarer_than_they_are_all_seem_nearer() -> None:
    _strengths, results = played(100, 20)
    spreads = [
        pstdev(skill.mu for skill in refit(results, draw_probability=chance).values())
        for chance in (0.1, 0.5)
    ]
    assert spreads[0] < 0.95 * spreads[1]


def test_nobody_played_nobody_is_rated() -> None:
    assert refit([]) == {}


@pytest.mark.parametrize("result", [((1,), (1,)), ((1, 2), (1,)), ((1, 1), (1, 2))])
def test_what_is_no_match_is_refused(result: Result) -> None:
    with pytest.raises(ValueError, match="are no match"):
        refit([result])


def test_in_the_live_unit_the_interval_stands_around_the_live_rating() -> None:
    """Half of these matches are tied, of which the live rating expects a tenth, and everybody
    was believed to be weaker in the beginning."""
    _strengths, results = played(40, 120)
    live = dict.fromkeys(range(40), Rating(MU - 5, SIGMA))
    for bots, ranks in results:
        live |= dict(zip(bots, rate([live[bot] for bot in bots], ranks), strict=True))
    skills = refit(results)
    shown = in_live_unit(skills, {bot: mu for bot, (mu, _sigma) in live.items()})

    def held(found: dict[int, Rating]) -> int:
        reaches = {bot: interval(skill) for bot, skill in found.items()}
        return sum(low <= live[bot].mu <= high for bot, (low, high) in reaches.items())

    assert fmean(shown[bot].mu - live[bot].mu for bot in live) == pytest.approx(0)
    assert held(shown) >= 36
    assert held(skills) <= 4
    order = sorted(live, key=lambda bot: skills[bot].mu)
    assert sorted(live, key=lambda bot: shown[bot].mu) == order


@pytest.mark.parametrize("live", [{}, {9: 30.0}])
def test_without_a_live_rating_the_unit_stays(live: dict[int, float]) -> None:
    skills = {1: Rating(20, 2), 2: Rating(30, 2)}
    assert in_live_unit(skills, live) == skills


def test_few_live_ratings_tell_the_origin_alone() -> None:
    skills = {1: Rating(20, 2), 2: Rating(30, 2), 3: Rating(26, 2)}
    shown = in_live_unit(skills, {1: 10.0, 2: 14.0})
    assert shown == {1: Rating(7, 2), 2: Rating(17, 2), 3: Rating(13, 2)}


@pytest.mark.parametrize("step", [0, 1])
def test_no_unit_is_made_of_what_tells_none(step: int) -> None:
    """All the same, or the strong rated below the weak."""
    skills = {bot: Rating(20 + step * bot, 2) for bot in range(6)}
    shown = in_live_unit(skills, {bot: 25.0 - bot for bot in range(6)})
    assert {skill.sigma for skill in shown.values()} == {2}
    assert fmean(skill.mu for skill in shown.values()) == pytest.approx(22.5)

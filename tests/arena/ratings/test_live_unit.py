"""Fitted ratings on the scale of the live ones."""

from statistics import fmean

import pytest

from arena.ratings.fit import fit
from arena.ratings.live_unit import in_live_unit
from arena.ratings.tally import Tally
from arena.ratings.trueskill import MU, SIGMA, Rating, interval, rate
from tests.arena.ratings.fields import Field


def test_in_the_live_unit_the_interval_stands_around_the_live_rating() -> None:
    """Half of these matches are tied, of which the live rating expects a tenth, and everybody
    was believed to be weaker in the beginning."""
    matches = Field.normal(40).rounds(120)
    live = dict.fromkeys(range(40), Rating(MU - 5, SIGMA))
    for bots, _games, ranks in matches:
        live |= dict(zip(bots, rate([live[bot] for bot in bots], ranks), strict=True))
    skills = fit(Tally.of(matches)).skills
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

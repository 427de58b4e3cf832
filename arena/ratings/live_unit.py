"""Fitted ratings on the scale of the live ones; numbers only."""

from collections.abc import Mapping, Sequence
from statistics import StatisticsError, fmean, linear_regression

from arena.ratings.trueskill import Rating

LEAST_FOR_UNIT = 5  # of fewer, chance has too much to say


def in_live_unit(skills: Mapping[int, Rating], live: Mapping[int, float]) -> dict[int, Rating]:
    """The skills on the scale of the live ratings, of which these are some means.

    Both scales tell the same differences, but a live rating takes ties to be rarer than they are,
    which changes its unit, and its origin moves with everyone who comes and goes. The line of least
    squares translates: any line keeps what an interval holds. For fewer than `LEAST_FOR_UNIT` of
    them, or if they tell no unit, it is a shift; with none of them nothing changes.
    """
    pairs = [(skills[one].mu, mu) for one, mu in live.items() if one in skills]
    if not pairs:
        return dict(skills)
    slope = _slope(pairs)
    origin = fmean(mu for _fitted, mu in pairs) - slope * fmean(fitted for fitted, _mu in pairs)
    return {one: Rating(origin + slope * mu, slope * sigma) for one, (mu, sigma) in skills.items()}


def _slope(pairs: Sequence[tuple[float, float]]) -> float:
    if len(pairs) < LEAST_FOR_UNIT:
        return 1.0
    try:
        slope = linear_regression(*zip(*pairs, strict=True)).slope
    except StatisticsError:  # all are fitted to the same skill
        return 1.0
    return slope if slope > 0 else 1.0

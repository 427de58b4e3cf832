"""TrueSkill for free-for-all matches; numbers only.

Herbrich, Minka, Graepel: "TrueSkill(TM): A Bayesian Skill Rating System" (NIPS 2006), by the
`trueskill` package. Its native arithmetic is fast and gives up on surprising results between very
unequal ratings; those are computed again with as many digits as they need.
"""

import math
import warnings
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Any, NamedTuple

import mpmath

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # an invalid escape in one of its docstrings
    import trueskill

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
TAU = SIGMA / 100
DRAW_PROBABILITY = 0.10
CAUTION = 1.0  # sigmas by which a rating stands below its mean: see docs/decisions/ratings.md
IDLE_GRACE = 14.0  # days without a match that cost nothing
IDLE_VARIANCE = 0.02  # that each further day adds: a settled sigma of 1 doubles in five months
CONFIDENCE = 1.959964  # standard deviations on each side that hold 95 % of a normal distribution
DIGITS = (50, 400, 3200)


class Rating(NamedTuple):
    """A belief about a skill: a normal distribution."""

    mu: float = MU
    sigma: float = SIGMA


def ordinal(skill: Rating) -> float:
    """Return the number that a leaderboard shows and is ordered by: mu - sigma."""
    return skill.mu - CAUTION * skill.sigma


def interval(skill: Rating) -> tuple[float, float]:
    """The range that holds the skill with a probability of 95 %."""
    return skill.mu - CONFIDENCE * skill.sigma, skill.mu + CONFIDENCE * skill.sigma


def succeeded(skill: Rating, drift: float) -> Rating:
    """Return the belief about a new version of a bot: the mean of the one before, less certain by
    `drift`, the standard deviation of versions from those before them; never less than about a new
    bot."""
    return Rating(skill.mu, max(skill.sigma, min(SIGMA, math.hypot(skill.sigma, drift))))


def idled(skill: Rating, days: float) -> Rating:
    """The belief about a bot so many days after its last match: same mean, less and less certain
    (the others change meanwhile), but never less than about a new one."""
    if days <= IDLE_GRACE:
        return skill  # to the last bit
    grown = skill.sigma**2 + IDLE_VARIANCE * (days - IDLE_GRACE)
    return Rating(skill.mu, max(skill.sigma, min(SIGMA, math.sqrt(grown))))


class Terms(NamedTuple):
    """Why a rating moved, in numbers.

    `expected` and `made` are points against the others at the table, half a point a tie: the mean
    that was believed before the match, and what came. `surprise` is what was made beyond that.
    `doubt` is the sigma before the match, and `weight` the share that it had in all that was
    uncertain (0 to 1): the larger, the farther a surprise moves the rating. `moved` and `narrowed`
    are what became of mu and sigma.
    """

    expected: float
    made: float
    surprise: float
    doubt: float
    weight: float
    moved: float
    narrowed: float


def terms(
    skills: Sequence[Rating],
    ranks: Sequence[int],
    seat: int,
    *,
    draw_probability: float = DRAW_PROBABILITY,
) -> Terms:
    """The terms of the update that this match is for this seat. Raises ValueError as `rate`."""
    own, new = skills[seat], rate(skills, ranks, draw_probability=draw_probability)[seat]
    others = [at for at in range(len(skills)) if at != seat]
    chances = [outcome(own, skills[at], draw_probability=draw_probability) for at in others]
    expected = sum(win + draw / 2 for win, draw in chances)
    made = sum((ranks[seat] < ranks[at]) + (ranks[seat] == ranks[at]) / 2 for at in others)
    luck = (len(skills) * BETA**2) + sum(skill.sigma**2 for skill in skills)
    return Terms(
        expected=expected,
        made=made,
        surprise=made - expected,
        doubt=own.sigma,
        weight=own.sigma**2 / luck,
        moved=new.mu - own.mu,
        narrowed=own.sigma - new.sigma,
    )


def outcome(
    one: Rating, other: Rating, *, draw_probability: float = DRAW_PROBABILITY
) -> tuple[float, float]:
    """How probable it is that the first beats the other, and that they tie."""
    normal = NormalDist()
    margin = normal.inv_cdf((draw_probability + 1) / 2) * math.sqrt(2) * BETA
    spread = math.sqrt(2 * BETA**2 + one.sigma**2 + other.sigma**2)
    win = normal.cdf((one.mu - other.mu - margin) / spread)
    loss = normal.cdf((other.mu - one.mu - margin) / spread)
    return win, max(0.0, 1 - win - loss)


def rate(
    skills: Sequence[Rating],
    ranks: Sequence[int],
    *,
    draw_probability: float = DRAW_PROBABILITY,
) -> list[Rating]:
    """The beliefs after a match of single players; 1 is the best rank, equal ranks are ties.

    Depends on nothing but its arguments, to the last bit. Raises ValueError where the arguments
    are no match: under two players, ranks missing, a sigma that is not positive, a draw
    probability outside (0, 1).
    """
    _check(skills, ranks, draw_probability)
    try:
        return _finite(_updated(_native(draw_probability), skills, ranks))
    except (ArithmeticError, ValueError):
        return _with_more_digits(skills, ranks, draw_probability)


def _check(skills: Sequence[Rating], ranks: Sequence[int], draw_probability: float) -> None:
    if len(skills) < 2 or len(skills) != len(ranks):
        raise ValueError(f"{len(skills)} players with {len(ranks)} ranks are no match")
    for mu, sigma in skills:
        if not (math.isfinite(mu) and math.isfinite(sigma) and sigma > 0):
            raise ValueError(f"mu={mu}, sigma={sigma} is no rating")
    if not 0 < draw_probability < 1:
        raise ValueError(f"a draw probability of {draw_probability} is not between 0 and 1")


@lru_cache(maxsize=64)
def _native(draw_probability: float) -> Any:
    return trueskill.TrueSkill(MU, SIGMA, BETA, TAU, draw_probability)


def _updated(environment: Any, skills: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    teams = [(trueskill.Rating(mu, sigma),) for mu, sigma in skills]
    return [Rating(new.mu, new.sigma) for (new,) in environment.rate(teams, list(ranks))]


def _finite(skills: list[Rating]) -> list[Rating]:
    if all(math.isfinite(mu) and math.isfinite(sigma) and sigma > 0 for mu, sigma in skills):
        return skills
    raise FloatingPointError("the update left the numbers")


def _with_more_digits(
    skills: Sequence[Rating], ranks: Sequence[int], draw_probability: float
) -> list[Rating]:
    """The same update in mpmath, with more digits as long as it needs them."""
    failure: Exception = FloatingPointError()
    for digits in DIGITS:
        with mpmath.workdps(digits):
            exact = trueskill.TrueSkill(MU, SIGMA, BETA, TAU, draw_probability, backend="mpmath")
            try:
                return _finite(_updated(exact, skills, ranks))
            except (ArithmeticError, ValueError) as error:
                failure = error
    raise FloatingPointError(
        f"no update of {skills} by {ranks} in {DIGITS[-1]} digits"
    ) from failure

"""TrueSkill for free-for-all matches, by the `trueskill` package."""

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
CAUTION = 1.0  # sigmas subtracted in a rating: see docs/decisions/ratings.md
IDLE_GRACE = 14.0  # days without decay
IDLE_VARIANCE = 0.02  # added by each further day: a sigma of 1 doubles in five months
CONFIDENCE = 1.959964  # standard deviations of a 95 % interval
DIGITS = (50, 400, 3200)


class Rating(NamedTuple):
    """A normal belief about a skill."""

    mu: float = MU
    sigma: float = SIGMA


def ordinal(skill: Rating) -> float:
    """Return the rating shown: mu - sigma."""
    return skill.mu - CAUTION * skill.sigma


def interval(skill: Rating) -> tuple[float, float]:
    return skill.mu - CONFIDENCE * skill.sigma, skill.mu + CONFIDENCE * skill.sigma


def of_new_version(skill: Rating, drift: float) -> Rating:
    """Return a new version's belief: the old one widened by `drift`."""
    return Rating(skill.mu, max(skill.sigma, min(SIGMA, math.hypot(skill.sigma, drift))))


def after_idle_days(skill: Rating, days: float) -> Rating:
    """Return the belief after idle days: widened, at most to `SIGMA`."""
    if days <= IDLE_GRACE:
        return skill  # exactly
    grown = skill.sigma**2 + IDLE_VARIANCE * (days - IDLE_GRACE)
    return Rating(skill.mu, max(skill.sigma, min(SIGMA, math.sqrt(grown))))


class UpdateTerms(NamedTuple):
    """An update's terms.

    Points `expected` and `made`, half a tie; `doubt`: sigma before; `weight`: its share of all
    variance; `moved`, `narrowed`: of mu and sigma.
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
) -> UpdateTerms:
    """Return a seat's terms. Raises as `rate`."""
    own, new = skills[seat], rate(skills, ranks, draw_probability=draw_probability)[seat]
    others = [other for other in range(len(skills)) if other != seat]
    chances = [outcome(own, skills[other], draw_probability=draw_probability) for other in others]
    expected = sum(win + draw / 2 for win, draw in chances)
    made = sum((ranks[seat] < ranks[other]) + (ranks[seat] == ranks[other]) / 2 for other in others)
    luck = (len(skills) * BETA**2) + sum(skill.sigma**2 for skill in skills)
    return UpdateTerms(
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
    """Return probabilities of the first's win and of a tie."""
    normal = NormalDist()
    margin = normal.inv_cdf((draw_probability + 1) / 2) * math.sqrt(2) * BETA
    spread = math.sqrt(2 * BETA**2 + one.sigma**2 + other.sigma**2)
    win = normal.cdf((one.mu - other.mu - margin) / spread)
    loss = normal.cdf((other.mu - one.mu - margin) / spread)
    return win, max(0.0, 1 - win - loss)


# Herbrich, Minka, Graepel: "TrueSkill(TM): A Bayesian Skill Rating System" (NIPS 2006). The native
# arithmetic gives up on surprises between very unequal ratings: mpmath repeats those.
def rate(
    skills: Sequence[Rating],
    ranks: Sequence[int],
    *,
    draw_probability: float = DRAW_PROBABILITY,
) -> list[Rating]:
    """Return beliefs after a match; rank 1 is best, equal ranks tie.

    Deterministic to the last bit. Raises ValueError for malformed arguments.
    """
    if len(skills) < 2 or len(skills) != len(ranks):
        raise ValueError(f"{len(skills)} players with {len(ranks)} ranks are no match")
    for mu, sigma in skills:
        if not (math.isfinite(mu) and math.isfinite(sigma) and sigma > 0):
            raise ValueError(f"mu={mu}, sigma={sigma} is no rating")
    if not 0 < draw_probability < 1:
        raise ValueError(f"a draw probability of {draw_probability} is not between 0 and 1")
    try:
        return _finite(_update(_native(draw_probability), skills, ranks))
    except (ArithmeticError, ValueError):
        return _with_more_digits(skills, ranks, draw_probability)


@lru_cache(maxsize=64)
def _native(draw_probability: float) -> Any:
    return trueskill.TrueSkill(MU, SIGMA, BETA, TAU, draw_probability)


def _update(environment: Any, skills: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    teams = [(trueskill.Rating(mu, sigma),) for mu, sigma in skills]
    return [Rating(new.mu, new.sigma) for (new,) in environment.rate(teams, list(ranks))]


def _finite(skills: list[Rating]) -> list[Rating]:
    if all(math.isfinite(mu) and math.isfinite(sigma) and sigma > 0 for mu, sigma in skills):
        return skills
    raise FloatingPointError("the update left the numbers")


def _with_more_digits(
    skills: Sequence[Rating], ranks: Sequence[int], draw_probability: float
) -> list[Rating]:
    failure: Exception = FloatingPointError()
    for digits in DIGITS:
        with mpmath.workdps(digits):
            exact = trueskill.TrueSkill(MU, SIGMA, BETA, TAU, draw_probability, backend="mpmath")
            try:
                return _finite(_update(exact, skills, ranks))
            except (ArithmeticError, ValueError) as error:
                failure = error
    raise FloatingPointError(
        f"no update of {skills} by {ranks} in {DIGITS[-1]} digits"
    ) from failure

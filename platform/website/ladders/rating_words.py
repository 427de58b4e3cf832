"""A leaderboard's numbers in words."""

from statistics import NormalDist

from django.utils.formats import number_format

from arena.ratings.trueskill import CAUTION, Rating

PROVISIONAL = 2.5  # sigma: with more the interval is wider than 10 points


def formula(minus: str = "\N{MINUS SIGN}") -> str:
    """Return, say, "mu - sigma"."""
    if not CAUTION:
        return "mu"
    times = "" if CAUTION == 1 else f"{number_format(CAUTION)} "
    return f"mu {minus} {times}sigma"


def certainty() -> int:
    """Return in how many of 100 cases the skill is above the rating."""
    return round(100 * NormalDist().cdf(CAUTION))


def is_provisional(skill: Rating) -> bool:
    return skill.sigma > PROVISIONAL

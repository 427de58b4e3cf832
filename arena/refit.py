"""Ratings from all results at once, in whatever order they came; numbers only.

The live rating's model, solved as one network by expectation propagation until nothing moves any
more (Dangauthier, Herbrich, Minka, Graepel: "TrueSkill Through Time", NIPS 2007); one match is the
`trueskillthroughtime` package's. The live rating takes each result once, as it comes, from what was
believed of the opponent at that moment; here every result is weighed by all that is known of both.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import StatisticsError, fmean, linear_regression

from trueskillthroughtime import Game, Gaussian, Player

from arena.rating import BETA, MU, SIGMA, Rating, rate

TOLERANCE = 5e-3  # in units of skill: no mean moves farther than all together in the last sweep
MOST_SWEEPS = 100
LEAST_FOR_UNIT = 5  # of fewer, chance has too much to say
TIES = (0.01, 0.9)  # the least and the largest share of ties that is believed

Result = tuple[Sequence[int], Sequence[int]]  # who played, and their ranks; 1 is the best
Message = tuple[float, float]  # a normal distribution: precision, and precision times mean

PRIOR: Message = (SIGMA**-2, MU * SIGMA**-2)
NOTHING: Message = (0.0, 0.0)


def refit(results: Iterable[Result], *, draw_probability: float | None = None) -> dict[int, Rating]:
    """What all results together say of everyone who is in them.

    Without a draw probability it is the share of ties in the results, with which their unit fits:
    if ties count as rarer than they are, everybody seems nearer to everybody. The order of the
    results, and of the seats in each, changes nothing, to the last bit. Raises ValueError for a
    result that is no match.
    """
    matches = _in_one_order(results)
    network = _Network(matches, draw_probability or _share_of_ties(matches))
    for _sweep in range(MOST_SWEEPS):
        if network.sweep() < TOLERANCE:
            break
    skills = {one: _rating(belief) for one, belief in sorted(network.beliefs.items())}
    return _centred(skills)


def _centred(skills: dict[int, Rating]) -> dict[int, Rating]:
    """Results tell of differences alone, so the prior's mean is where all are on average. Sweeps
    come there as well, only slowly: what they leave of the way is the same for everybody."""
    if not skills:
        return skills
    way = fmean(skill.mu for skill in skills.values()) - MU
    return {one: Rating(mu - way, sigma) for one, (mu, sigma) in skills.items()}


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


def _in_one_order(results: Iterable[Result]) -> list[list[tuple[int, int]]]:
    """Every match as (rank, who), best first, shuffled from a sorted list: news spread sooner."""
    matches = sorted(_sorted_seats(*result) for result in results)
    random.Random(len(matches)).shuffle(matches)  # noqa: S311  (nobody gains by guessing it)
    return matches


def _share_of_ties(matches: list[list[tuple[int, int]]]) -> float:
    """Among neighbours in the order of ranks, within bounds that the model can take."""
    ties = [one == other for seats in matches for (one, _), (other, _) in pairwise(seats)]
    low, high = TIES
    return min(high, max(low, fmean(ties))) if ties else low


def _sorted_seats(players: Sequence[int], ranks: Sequence[int]) -> list[tuple[int, int]]:
    if len(players) < 2 or len(players) != len(ranks) or len(set(players)) != len(players):
        raise ValueError(f"players {list(players)} with ranks {list(ranks)} are no match")
    return sorted(zip(ranks, players, strict=True))


class _Network:
    """Everyone's belief, and what each match says of each of its seats."""

    def __init__(self, matches: list[list[tuple[int, int]]], draw_probability: float) -> None:
        self.matches = matches
        self.draw_probability = draw_probability
        self.messages = [[NOTHING] * len(seats) for seats in matches]
        self.beliefs = {one: PRIOR for seats in matches for _rank, one in seats}

    def sweep(self) -> float:
        """Hear every match once more; the farthest that a mean moved against all others by it."""
        before = [tau / pi for pi, tau in self.beliefs.values()]
        for seats, messages in zip(self.matches, self.messages, strict=True):
            self._hear(seats, messages)
        after = [tau / pi for pi, tau in self.beliefs.values()]
        moves = [new - old for old, new in zip(before, after, strict=True)]
        together = fmean(moves) if moves else 0.0
        return max((abs(move - together) for move in moves), default=0.0)

    def _hear(self, seats: list[tuple[int, int]], messages: list[Message]) -> None:
        """Put what the match says now in the place of what it said before."""
        without = []
        for (_rank, one), (pi, tau) in zip(seats, messages, strict=True):
            belief = self.beliefs[one]
            without.append((belief[0] - pi, belief[1] - tau))
        ranks = [rank for rank, _one in seats]
        messages[:] = _said(without, ranks, self.draw_probability)
        for (_rank, one), rest, message in zip(seats, without, messages, strict=True):
            self.beliefs[one] = (rest[0] + message[0], rest[1] + message[1])


def _said(
    priors: Sequence[Message], ranks: Sequence[int], draw_probability: float
) -> list[Message]:
    """What a match says of each seat, whose skills were believed to be these."""
    skills = [_rating(prior) for prior in priors]
    try:
        return _quickly(skills, ranks, draw_probability)
    except (ArithmeticError, ValueError):
        return _with_care(priors, skills, ranks, draw_probability)


def _quickly(
    skills: Sequence[Rating], ranks: Sequence[int], draw_probability: float
) -> list[Message]:
    teams = [[Player(Gaussian(mu, sigma), BETA, 0.0)] for mu, sigma in skills]
    game = Game(teams, [-rank for rank in ranks], draw_probability)
    return [(said.pi, said.tau) for (said,) in game.likelihoods]


def _with_care(
    priors: Sequence[Message],
    skills: Sequence[Rating],
    ranks: Sequence[int],
    draw_probability: float,
) -> list[Message]:
    """The same by way of the live rating, which has digits enough for the most surprising result:
    a match says what the belief after it knows more than the belief before it."""
    after = rate(skills, ranks, draw_probability=draw_probability)
    said = []
    for (pi, tau), (mu, sigma) in zip(priors, after, strict=True):
        more = sigma**-2 - pi
        said.append((more, mu * sigma**-2 - tau) if more > 0 else NOTHING)
    return said


def _rating(belief: Message) -> Rating:
    pi, tau = belief
    return Rating(tau / pi, pi**-0.5)

"""Ratings from all results at once, in whatever order they came; numbers only.

Every game between two players compares two normal performances, with a margin of ties (Thurstone
and Mosteller; Glenn and David, Biometrics 16, 1960), as in TrueSkill. Skills are where their
posterior is highest, by Newton's method; what is common to all (margins, noise, the spread of the
field) is estimated with them, by expectation and maximisation.

- The games of a match are not independent. Their residuals' variance, against that of independent
  games, weighs them (quasi-likelihood: Wedderburn, Biometrika 61, 1974).
- Nor are the pairs at a table of n: their results correlate by 1/3, so each counts 3 / (n + 1).
- The prior is a logistic distribution around `MU`: nobody far out pulls all others along.
- The unit is TrueSkill's: `BETA` points more mean an expected score of 76 % in a match.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from arena.ratings.network import Network
from arena.ratings.normal import Floats, between, cdf, pdf
from arena.ratings.parameters import FREE, GAME_NOISE, MARGIN, TIE, Fixed, Parameters
from arena.ratings.tally import LENGTHS, MATCHES, PRODUCTS, SQUARES, Pairs, Tally
from arena.ratings.trueskill import MU, NEW_VERSION_SIGMA, SIGMA, Rating

PRIOR_BOTS = 5.0  # for the spread of the field, `SIGMA`, as if so many were known to have it,
PRIOR_LINKS = 3.0  # for the width of new versions so many versions,
PRIOR_GAMES = 20.0  # and for the scatter of a match's games so much variance
DOUBTS = (1.0, 1.0, 0.5)  # how uncertain their logarithms are
SCATTER = (0.3, 20.0)  # bounds
STEP, FARTHEST = 2.0, 20.0  # of Newton's method, and of any difference, in a game's deviations
GRID = 0.02  # to which differences are rounded where only parameters depend on them
CLOSE, STEPS = 1e-8, 200  # where Newton's method ends, and its most steps,
FLAT = 1e-6  # a skill so near to the mean that the prior is a parabola
ENOUGH, ROUNDS = 1e-5, 40  # and where the parameters stand still
SAMPLES = (20, 200)  # on the way, and at the end
_NODES, _SHARES = np.polynomial.hermite_e.hermegauss(7)
_SHARES = _SHARES / _SHARES.sum()

Places = NDArray[np.int64]


class Fit(NamedTuple):
    """What the results say of everyone who is in them, and of all together."""

    skills: dict[int, Rating]
    parameters: Parameters


def fit(
    tally: Tally, *, seats: int = 2, links: Sequence[tuple[int, int]] = (), fixed: Fixed = FREE
) -> Fit:
    """Fit everyone in these results, from tables of so many seats.

    `links` are pairs of a version and the one that played before it, whose skills lie near each
    other; everyone else's prior mean is `MU`. Depends on nothing but the counts and the machine, to
    the last bit. Raises ValueError for bad numbers in `fixed`.
    """
    start, pairs = Parameters().fixed_by(fixed), tally.arrays()
    if not pairs.players:
        return Fit({}, start)
    with threadpool_limits(1):  # the order of sums, and so the last bits, would follow the cores
        return _Fitting(pairs, 3 / (seats + 1), links, fixed).run()


class _Fitting:
    """One fit: skills `z` in standard deviations of a game's difference, and the parameters."""

    def __init__(
        self, pairs: Pairs, weight: float, links: Sequence[tuple[int, int]], fixed: Fixed
    ) -> None:
        self.pairs, self.weight = pairs, weight
        self.size = len(pairs.players)
        self.z = np.zeros(self.size)
        self.fixed, self.parameters = fixed, Parameters().fixed_by(fixed)
        place = {player: at for at, player in enumerate(pairs.players)}
        known = [(place[new], place[old]) for new, old in links if new in place and old in place]
        self.new = np.array([new for new, _old in known], dtype=np.int64)
        self.old = np.array([old for _new, old in known], dtype=np.int64)
        self.is_root = np.ones(self.size)
        self.is_root[self.new] = 0.0

    def run(self) -> Fit:
        """Skills for the parameters, parameters for the skills, until they stand still."""
        for _round in range(ROUNDS):
            last = self.parameters
            self.parameters = self._heard(*self._settled(SAMPLES[0]))
            moves = np.subtract(self.parameters, last)
            if np.abs(moves / np.maximum(last, ENOUGH)).max() < ENOUGH:
                break
        own, _apart = self._settled(SAMPLES[1])
        unit = self.parameters.unit
        beliefs = zip(self.pairs.players, self.z * unit, np.sqrt(own) * unit, strict=True)
        skills = {who: Rating(MU + float(mu), float(sigma)) for who, mu, sigma in beliefs}
        return Fit(skills, self.parameters)

    # --- skills ----------------------------------------------------------------------------------
    def _settled(self, samples: int) -> tuple[Floats, Floats]:
        """Move the skills to the top of their posterior; their variances, and those of the pairs'
        differences."""
        for _step in range(STEPS):
            pulls, bounds, _precisions = self._prior()
            network, slope = self._network(pulls, bounds)
            step = network.solve(slope)
            farthest = float(np.abs(step).max())
            self.z = self.z + step * min(1.0, STEP / max(farthest, CLOSE))
            if farthest < CLOSE:
                break
        pulls, _bounds, precisions = self._prior()
        centre = self.is_root * precisions
        network, _slope = self._network(pulls, precisions)
        return network.variances(centre / centre.sum(), samples)

    def _network(self, pulls: Floats, precisions: Floats) -> tuple[Network, Floats]:
        """Return the posterior's curvature and slope where the skills stand."""
        games, known = self._games()
        links = np.full(len(self.new), (self.parameters.unit / self.parameters.drift) ** 2)
        network = Network(
            self.is_root * precisions,
            np.concatenate([self.pairs.one, self.new]),
            np.concatenate([self.pairs.other, self.old]),
            np.concatenate([known, links]),
        )
        pairs = np.concatenate([games, -links * (self.z[self.new] - self.z[self.old])])
        return network, network.spread(pairs, -pairs) - self.is_root * pulls

    def _prior(self) -> tuple[Floats, Floats, Floats]:
        """Return the logistic prior's pull to the mean for each player, a bound of its curvature by
        which no step goes too far (far out, Newton's own do), and the curvature."""
        scale = self.parameters.spread / self.parameters.unit * math.sqrt(3) / math.pi
        way = np.tanh(self.z / (2 * scale))
        flat = np.abs(self.z) < FLAT
        bound = np.where(flat, 1 / (2 * scale), way / np.where(flat, 1.0, self.z)) / scale
        return way / scale, bound, (1 - way * way) / (2 * scale**2)

    def _games(self) -> tuple[Floats, Floats]:
        """Slope and curvature of what each pair's games say of their difference."""
        margin = self.parameters.margin
        won, tied, lost = self.pairs.counts[:, :MATCHES].T
        apart = self._apart()
        up, down = apart - margin, -apart - margin
        rises, falls = pdf(up) / cdf(up), pdf(down) / cdf(down)
        share = between(-margin - apart, margin - apart)
        flat = (pdf(down) - pdf(up)) / share
        bend = flat**2 + (-down * pdf(down) - up * pdf(up)) / share
        slope = won * rises - lost * falls + tied * flat
        curve = won * rises * (rises + up) + lost * falls * (falls + down) + tied * bend
        weight = self.weight / self.parameters.scatter
        return weight * slope, weight * np.maximum(curve, 0.0)

    def _apart(self) -> Floats:
        """Return by how much the first of each pair is ahead."""
        apart = self.z[self.pairs.one] - self.z[self.pairs.other]
        return np.clip(apart, -FARTHEST, FARTHEST)

    # --- parameters ------------------------------------------------------------------------------
    def _heard(self, own: Floats, apart: Floats) -> Parameters:
        """Fit the parameters to these skills, whose variances are given."""
        met, linked = np.split(apart, [len(self.pairs.one)])
        points = self._by_difference(met)
        games, matches = self.pairs.counts[:, :MATCHES], self.pairs.counts[:, MATCHES:SQUARES]
        margin = _margin(*points(games), self.parameters.margin)
        game_noise, tie = _match(*points(matches), self.parameters, self.fixed)
        return Parameters(
            margin, game_noise, tie, self._scatter(met), self._spread(own), self._drift(linked)
        )

    def _by_difference(self, variances: Floats) -> Callable[[Floats], tuple[Floats, Floats]]:
        """Counts by pair as counts by difference, which is only known by its distribution."""
        nodes = self._apart()[:, None] + np.sqrt(variances)[:, None] * _NODES
        cells = np.rint(np.clip(nodes, -FARTHEST, FARTHEST) / GRID).astype(np.int64)
        kept, place = np.unique(cells, return_inverse=True)
        grid = kept.astype(float) * GRID

        def counted(counts: Floats) -> tuple[Floats, Floats]:
            columns = [np.outer(column, _SHARES).ravel() for column in counts.T]
            sums = [np.bincount(place.ravel(), column, len(kept)) for column in columns]
            return grid, np.stack(sums, axis=1)

        return counted

    def _scatter(self, variances: Floats) -> float:
        """Compare the variance of matches' points with that of independent games; what the fit has
        taken from the residuals is given back."""
        margin, counts, apart = self.parameters.margin, self.pairs.counts, self._apart()
        win, tied = cdf(apart - margin), between(-margin - apart, margin - apart)
        expected = 2 * win + tied
        steep = pdf(apart - margin) + pdf(apart + margin)
        residuals = (
            counts[:, SQUARES]
            - 2 * expected * counts[:, PRODUCTS]
            + (expected**2 + steep**2 * variances) * counts[:, LENGTHS]
        )
        games = counts[:, :MATCHES].sum(1)
        independent = games * (4 * win + tied - expected**2)
        share = (residuals.sum() + PRIOR_GAMES) / (independent.sum() + PRIOR_GAMES)
        return float(np.clip(share, *SCATTER))

    def _spread(self, own: Floats) -> float:
        """Fit the standard deviation of the field, of those who follow nobody."""
        squares = (self.is_root * (self.z**2 + own)).sum() * self.parameters.unit**2
        known = max(0.0, self.is_root.sum() - 1) + PRIOR_BOTS
        return math.sqrt((squares + PRIOR_BOTS * SIGMA**2) / known)

    def _drift(self, variances: Floats) -> float:
        """Fit the standard deviation of a version from the one before."""
        moves = (self.z[self.new] - self.z[self.old]) ** 2 + variances
        squares = moves.sum() * self.parameters.unit**2 + PRIOR_LINKS * NEW_VERSION_SIGMA**2
        return math.sqrt(squares / (len(self.new) + PRIOR_LINKS))


def _margin(apart: Floats, counts: Floats, start: float) -> float:
    """Fit the margin of games' ties."""

    def likely(logs: Floats) -> float:
        doubt = float((logs[0] - math.log(MARGIN)) / DOUBTS[0]) ** 2 / 2
        return _likelihood(apart, counts, math.exp(logs[0])) - doubt

    return math.exp(_highest(likely, np.log([start]))[0])


def _match(apart: Floats, counts: Floats, start: Parameters, fixed: Fixed) -> tuple[float, float]:
    """Fit how much clearer a match is than a game, and the margin of its ties, as far as they are
    free; `start` has those that are fixed."""
    means, doubts = np.log([GAME_NOISE, TIE]), np.array([DOUBTS[2], DOUBTS[1]])
    logs = np.log([start.game_noise, start.tie])
    free = np.array([fixed.game_noise is None, fixed.draw_probability is None])

    def likely(moved: Floats) -> float:
        logs[free] = moved
        game_noise, tie = np.exp(logs)
        doubt = float((((logs - means) / doubts) ** 2).sum()) / 2
        return _likelihood(apart * game_noise, counts, tie) - doubt

    if free.any():
        logs[free] = _highest(likely, logs[free])
    game_noise, tie = np.exp(logs)
    return float(game_noise), float(tie)


def _likelihood(apart: Floats, counts: Floats, margin: float) -> float:
    """Return the logarithm of the probability of these wins, ties and losses."""
    chances = cdf(apart - margin), between(-margin - apart, margin - apart), cdf(-apart - margin)
    logs = [np.log(np.maximum(chance, np.finfo(float).tiny)) for chance in chances]
    return float(sum((counts[:, at] * log).sum() for at, log in enumerate(logs)))


def _highest(height: Callable[[Floats], float], start: Floats) -> Floats:
    """Where a smooth function of one or two arguments is highest near here: Newton's method, with
    differences for derivatives."""
    at, arm = start.astype(float), 1e-3
    axes = arm * np.eye(len(at))
    for _step in range(20):
        ahead = [height(at + axis) for axis in axes]
        behind = [height(at - axis) for axis in axes]
        slope = np.subtract(ahead, behind) / (2 * arm)
        curve = np.array([[_bend(height, at, one, other) for one in axes] for other in axes])
        move = np.clip(np.linalg.solve(-curve / arm**2, slope), -1.0, 1.0)
        at = at + move
        if np.abs(move).max() < ENOUGH / 10:
            break
    return at


def _bend(height: Callable[[Floats], float], at: Floats, one: Floats, other: Floats) -> float:
    corners = height(at + one + other) + height(at - one - other)
    return (corners - height(at + one - other) - height(at - one + other)) / 4

"""Ratings from all results at once: skills by Newton's method, parameters by EM."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from arena.ratings.network import Network
from arena.ratings.normal import Floats, between, cdf, pdf
from arena.ratings.owners import OwnerPair, OwnerPairs, Residuals
from arena.ratings.parameters import (
    DRIFT,
    FIXED_NOISE,
    FREE,
    GAME_NOISE,
    MARGIN,
    TIE,
    Fixed,
    Parameters,
)
from arena.ratings.tally import LENGTHS, MATCHES, PRODUCTS, SQUARES, Pairs, Tally
from arena.ratings.trueskill import MU, SIGMA, Rating

PRIOR_BOTS = 5.0  # prior weight of `SIGMA` for the field's spread, in bots,
PRIOR_LINKS = 3.0  # of `DRIFT`, in versions,
LEAST_DRIFT = 1.5  # in points: the next version may always leap
PRIOR_GAMES = 20.0  # and of independent games, in variance
DOUBTS = (1.0, 1.0, 0.5)  # standard deviations of the logarithms of margin, tie and game noise
SCATTER = (0.3, 20.0)  # bounds of the scatter,
MOST_MARGIN = 2.5  # and of ties, 99 %
STEP, FARTHEST = 2.0, 20.0  # Newton's largest step, and any difference, in a game's deviations
GRID = 0.02  # rounding of differences, for parameters only
CLOSE, STEPS = 1e-8, 200  # Newton's tolerance and most steps,
LOGISTIC = math.pi / math.sqrt(3)  # the standard deviation of the logistic distribution
FLAT = 1e-6  # a skill so near to the mean that the prior is a parabola
ENOUGH, ROUNDS = 1e-4, 40  # and those of the parameters,
ROUGHLY = 1e-3  # tolerance while pairs of owners are weighed
WEIGHINGS = 4  # of pairs of owners
SAMPLES = (20, 200)  # while iterating, and at the end
_NODES, _SHARES = np.polynomial.hermite_e.hermegauss(7)
_SHARES = _SHARES / _SHARES.sum()
_ARMS = np.linspace(-6, 6, 61)  # standard deviations

Places = NDArray[np.int64]


class Fit(NamedTuple):
    skills: dict[int, Rating]
    parameters: Parameters
    unusual: list[OwnerPair]


def fit(
    tally: Tally,
    *,
    seats: int = 2,
    links: Sequence[tuple[int, int]] = (),
    fixed: Fixed = FREE,
    owners: Mapping[int, int] | None = None,
) -> Fit:
    """Fit all players of `seats`-tables; `links`: version and the one before, near in skill.

    Deterministic to the last bit. Raises ValueError for bad `fixed`.
    """
    start, pairs = Parameters().fixed_by(fixed), tally.arrays()
    if not pairs.players:
        return Fit({}, start, [])
    with threadpool_limits(1):  # else the last bits would depend on the number of cores
        return _Fitting(pairs, 3 / (seats + 1), links, fixed, owners or {}).run()


# A game compares two normal performances, with a margin of ties (Thurstone and Mosteller; Glenn and
# David, Biometrics 16, 1960), as in TrueSkill. The games of a match are dependent: their residuals'
# variance, against that of independent ones, weighs them (quasi-likelihood: Wedderburn, Biometrika
# 61, 1974). So are the pairs at a table of n: they correlate by 1/3, so each counts 3 / (n + 1).
# The prior is logistic around `MU`, so that nobody far out pulls the others along.
class _Fitting:
    """Skills `z` in standard deviations of a game's difference."""

    def __init__(
        self,
        pairs: Pairs,
        weight: float,
        links: Sequence[tuple[int, int]],
        fixed: Fixed,
        owners: Mapping[int, int],
    ) -> None:
        self.pairs, self.weight = pairs, weight
        self.counts, self.owner_pairs = pairs.counts, OwnerPairs(pairs, owners)
        self.size = len(pairs.players)
        self.z = np.zeros(self.size)
        self.fixed, self.parameters = fixed, Parameters().fixed_by(fixed)
        place = {player: index for index, player in enumerate(pairs.players)}
        known = [(place[new], place[old]) for new, old in links if new in place and old in place]
        self.new = np.array([new for new, _old in known], dtype=np.int64)
        self.old = np.array([old for _new, old in known], dtype=np.int64)
        self.is_root = np.ones(self.size)
        self.is_root[self.new] = 0.0

    def run(self) -> Fit:
        for _weighing in range(WEIGHINGS if len(self.owner_pairs.owners) else 0):
            self._stand_still(ROUGHLY)
            before = self.counts
            self._weigh()
            if np.array_equal(before, self.counts):
                break
        self._stand_still(ENOUGH)
        own, _apart = self._settle(SAMPLES[1])
        unit = self.parameters.unit
        beliefs = zip(self.pairs.players, self.z * unit, np.sqrt(own) * unit, strict=True)
        skills = {who: Rating(MU + float(mu), float(sigma)) for who, mu, sigma in beliefs}
        return Fit(skills, self.parameters, self.owner_pairs.unusual())

    def _stand_still(self, enough: float) -> None:
        for _round in range(ROUNDS):
            last = self.parameters
            self.parameters = self._fit_parameters(*self._settle(SAMPLES[0]))
            moves = np.subtract(self.parameters, last)
            if np.abs(moves / np.maximum(last, enough)).max() < enough:
                break

    def _weigh(self) -> None:
        network, _slope = self._network(_Logistic.precision)
        expected, steep, variance = self._half_points()
        won, tied, lost = self.pairs.counts[:, :MATCHES].T
        games = won + tied + lost
        residuals = Residuals(
            *self._games(),
            beyond=2 * won + tied - games * expected,
            variance=self.parameters.scatter * games * variance,
            steep=games * steep,
        )
        self.owner_pairs.weigh(network, residuals, SAMPLES[0])
        self.counts = self.pairs.counts * self.owner_pairs.weights[:, None]

    # --- skills ----------------------------------------------------------------------------------
    def _settle(self, samples: int) -> tuple[Floats, Floats]:
        """Maximise the posterior; return variances of skills and differences."""
        for _step in range(STEPS):
            network, slope = self._network(_Logistic.bound)
            step = network.solve(slope)
            farthest = float(np.abs(step).max())
            self.z = self.z + step * min(1.0, STEP / max(farthest, CLOSE))
            if farthest < CLOSE:
                break
        network, _slope = self._network(_Logistic.precision)
        return network.variances(network.own / network.own.sum(), samples)

    def _network(self, curvature: "Callable[[_Logistic], Floats]") -> tuple[Network, Floats]:
        """Return curvature and slope; `curvature` is of prior and links."""
        games, known = self._games()
        prior = _Logistic(self.z, self.parameters.spread / self.parameters.unit)
        links = _Logistic(self._jumps(), self.parameters.drift / self.parameters.unit)
        network = Network(
            self.is_root * curvature(prior),
            np.concatenate([self.pairs.one, self.new]),
            np.concatenate([self.pairs.other, self.old]),
            np.concatenate([known, curvature(links)]),
        )
        pairs = np.concatenate([games, -links.pull()])
        return network, network.spread(pairs, -pairs) - self.is_root * prior.pull()

    def _jumps(self) -> Floats:
        return self.z[self.new] - self.z[self.old]

    def _games(self) -> tuple[Floats, Floats]:
        """Return slope and curvature of log-likelihoods."""
        margin = self.parameters.margin
        won, tied, lost = self.counts[:, :MATCHES].T
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

    def _half_points(self) -> tuple[Floats, Floats, Floats]:
        """Return expected half points, their slope and variance."""
        margin, apart = self.parameters.margin, self._apart()
        win, tied = cdf(apart - margin), between(-margin - apart, margin - apart)
        expected = 2 * win + tied
        steep = pdf(apart - margin) + pdf(apart + margin)
        return expected, steep, 4 * win + tied - expected**2

    def _apart(self) -> Floats:
        apart = self.z[self.pairs.one] - self.z[self.pairs.other]
        return np.clip(apart, -FARTHEST, FARTHEST)

    # --- parameters ------------------------------------------------------------------------------
    def _fit_parameters(self, own: Floats, apart: Floats) -> Parameters:
        met, linked = np.split(apart, [len(self.pairs.one)])
        points = self._by_difference(met)
        games, matches = self.counts[:, :MATCHES], self.counts[:, MATCHES:SQUARES]
        margin = _margin(*points(games), self.parameters.margin)
        game_noise, tie = _match(*points(matches), self.parameters, self.fixed)
        return Parameters(
            margin, game_noise, tie, self._scatter(met), self._spread(own), self._drift(linked)
        )

    def _by_difference(self, variances: Floats) -> Callable[[Floats], tuple[Floats, Floats]]:
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
        """Compare variance with independent games, adding back what the fit absorbed."""
        counts = self.counts
        expected, steep, variance = self._half_points()
        residuals = (
            counts[:, SQUARES]
            - 2 * expected * counts[:, PRODUCTS]
            + (expected**2 + steep**2 * variances) * counts[:, LENGTHS]
        )
        independent = counts[:, :MATCHES].sum(1) * variance
        share = (residuals.sum() + PRIOR_GAMES) / (independent.sum() + PRIOR_GAMES)
        return float(np.clip(share, *SCATTER))

    def _spread(self, own: Floats) -> float:
        """Fit by players without a version before."""
        squares = (self.is_root * (self.z**2 + own)).sum() * self.parameters.unit**2
        known = max(0.0, self.is_root.sum() - 1) + PRIOR_BOTS
        return math.sqrt((squares + PRIOR_BOTS * SIGMA**2) / known)

    def _drift(self, variances: Floats) -> float:
        """Fit the logistic scale s, the mean of x tanh(x / 2s), by iteration."""
        unit, scale = self.parameters.unit, self.parameters.drift / LOGISTIC
        links = _Logistic(self._jumps(), self.parameters.drift / unit)
        jumps, shares = links.spread_out(variances)
        scales = (shares * jumps * unit * np.tanh(jumps * unit / (2 * scale))).sum()
        known = scales * LOGISTIC + PRIOR_LINKS * DRIFT
        return max(LEAST_DRIFT, float(known / (len(self.new) + PRIOR_LINKS)))


class _Logistic:
    def __init__(self, values: Floats, deviation: float) -> None:
        self.values, self.scale = values, deviation / LOGISTIC
        self.way = np.tanh(values / (2 * self.scale))

    def pull(self) -> Floats:
        """Return the slope of the negative log density."""
        return self.way / self.scale

    def precision(self) -> Floats:
        """Return the pull's slope, at most the prior's precision."""
        most = 1 / (self.scale * LOGISTIC) ** 2
        return np.minimum((1 - self.way**2) / (2 * self.scale**2), most)

    def spread_out(self, variances: Floats) -> tuple[Floats, Floats]:
        """Return nodes and probabilities of the true posterior, from a normal one."""
        # Without this distribution's part the posterior's rest is normal.
        rest = 1 / np.maximum(1 / np.maximum(variances, CLOSE) - self.precision(), CLOSE)
        centre = self.values + rest * self.pull()
        nodes = self.values[:, None] + np.sqrt(variances)[:, None] * _ARMS
        far = np.abs(nodes) / (2 * self.scale)
        logs = -((nodes - centre[:, None]) ** 2) / (2 * rest[:, None]) - 2 * np.logaddexp(far, -far)
        shares = np.exp(logs - logs.max(axis=1, keepdims=True, initial=-np.inf))
        return nodes, shares / shares.sum(axis=1, keepdims=True)

    def bound(self) -> Floats:
        """Return a curvature without overshooting, unlike Newton's far out."""
        flat = np.abs(self.values) < FLAT
        steep = self.way / np.where(flat, 1.0, self.values)
        return np.where(flat, 1 / (2 * self.scale), steep) / self.scale


def _margin(apart: Floats, counts: Floats, start: float) -> float:
    def likely(logs: Floats) -> float:
        doubt = float((logs[0] - math.log(MARGIN)) / DOUBTS[0]) ** 2 / 2
        return _likelihood(apart, counts, math.exp(logs[0])) - doubt

    return min(MOST_MARGIN, math.exp(_highest(likely, np.log([start]))[0]))


def _match(apart: Floats, counts: Floats, start: Parameters, fixed: Fixed) -> tuple[float, float]:
    """Fit a match's clearness and ties, unless `fixed`."""
    means, doubts = np.log([GAME_NOISE, TIE]), np.array([DOUBTS[2], DOUBTS[1]])
    logs = np.log([start.game_noise, start.tie])
    free = np.array([fixed.game_noise is None, fixed.draw_probability is None])

    def likely(moved: Floats) -> float:
        logs[free] = moved
        game_noise, tie = np.exp(logs)
        doubt = float((((logs - means) / doubts) ** 2).sum()) / 2
        return _likelihood(apart * game_noise, counts, tie) - doubt

    if free.any():
        logs[free] = np.minimum(
            _highest(likely, logs[free]), np.log([FIXED_NOISE[1], MOST_MARGIN])[free]
        )
    game_noise, tie = np.exp(logs)
    return float(game_noise), float(tie)


def _likelihood(apart: Floats, counts: Floats, margin: float) -> float:
    chances = cdf(apart - margin), between(-margin - apart, margin - apart), cdf(-apart - margin)
    logs = [np.log(np.maximum(chance, np.finfo(float).tiny)) for chance in chances]
    return float(sum((counts[:, result] * log).sum() for result, log in enumerate(logs)))


def _highest(height: Callable[[Floats], float], start: Floats) -> Floats:
    """Maximise near here by Newton's method with differences, never downhill."""
    at, arm = start.astype(float), 1e-3
    axes = arm * np.eye(len(at))
    for _step in range(20):
        here = height(at)
        ahead = np.array([height(at + axis) for axis in axes])
        behind = np.array([height(at - axis) for axis in axes])
        slope = (ahead - behind) / (2 * arm)
        curve = np.diag(ahead + behind - 2 * here)
        if len(at) == 2:
            one, other = axes
            corners = height(at + one + other) + height(at - one - other)
            bend = (corners - height(at + one - other) - height(at - one + other)) / 4
            curve += bend * (1 - np.eye(2))
        steep, ways = np.linalg.eigh(-curve / arm**2)
        move = ways @ ((ways.T @ slope) / np.maximum(np.abs(steep), 1e-3))
        move = move / max(1.0, float(np.abs(move).max()))  # shorter, and still uphill
        while height(at + move) < here and np.abs(move).max() > ENOUGH / 10:
            move = move / 2
        at = at + move
        if np.abs(move).max() < ENOUGH / 10:
            break
    return at

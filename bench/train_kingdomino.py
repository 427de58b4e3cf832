"""Train the house bot `learnt`: `python -m bench.train_kingdomino [--write]`.

It begins as greedy as the house bot of that name: with weights of 0 it sees points alone. In each
round it plays games against itself, not always by its best answer, and fits the net to how the
kingdoms of the last rounds ended. Equal arguments make equal weights on any number of cores.
Deals begin at DEALS, so no measurement has one of them.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from base64 import b85encode
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from engine import catalogue
from kit.bots import house_bots
from kit.bots.learnt import HIDDEN, INPUTS, POINTS, SIZE, STEP, Judge

Numbers = NDArray[np.float64]

ROUNDS, GAMES = 8, 500
DEALS = 2**40
BOTH = ["harmony", "middle_kingdom"]
TABLES: list[tuple[int, list[str]]] = [  # seats and variants, in turn
    (2, BOTH),
    (2, []),
    (2, BOTH),
    (2, []),
    (2, ["mighty_duel", *BOTH]),
    (4, BOTH),
]
KEPT = 3  # rounds whose games are learnt from
EPOCHS, BATCH, RATE = 20, 256, 0.01
LARGEST = 127 / STEP  # a weight is a byte


class Played(NamedTuple):
    """The kingdoms that a game's seats chose, as the net saw them, and their points in the end."""

    rows: Numbers
    ends: Numbers


def train(
    *, seed: int = 1, rounds: int = ROUNDS, games: int = GAMES, jobs: int = 1
) -> NDArray[np.int8]:
    """Return the weights."""
    net = np.zeros(SIZE)
    kept: list[list[Played]] = []
    with mapping(jobs) as each:
        for number in range(rounds):
            began = time.monotonic()
            one = partial(play, net, seed, noise=2 / (2 + number))
            numbers = range(number * games, (number + 1) * games)
            played = list(each(one, numbers))
            kept = [*kept[1 - KEPT :], played] if number > 1 else [played]
            net = fit([game for games in kept for game in games], net, seed=[seed, number])
            done = f"round {number + 1}: {points(numbers, played):.1f} points a seat"
            print(f"{done}, {time.monotonic() - began:.0f} s", flush=True)
    return net.astype(np.int8)


def points(numbers: Iterable[int], played: Iterable[Played]) -> float:
    """Return the mean at tables like the first."""
    pairs = zip(numbers, played, strict=True)
    return float(np.mean([game.ends.mean() for at, game in pairs if table(at) == TABLES[0]]))


def table(number: int) -> tuple[int, list[str]]:
    return TABLES[number % len(TABLES)]


@contextmanager
def mapping(jobs: int) -> Iterator[Any]:
    """Return a `map` on this many cores, each with one thread."""
    with threadpool_limits(1):
        if jobs == 1:
            yield map
            return
        with ProcessPoolExecutor(jobs, initializer=threadpool_limits, initargs=(1,)) as pool:
            yield partial(pool.map, chunksize=8)


def play(net: Numbers, seed: int, number: int, *, noise: float) -> Played:
    """One game; answers of nearly equal value are drawn (by Gumbel noise, in points)."""
    dice = np.random.default_rng([seed, number])
    seats, variants = table(number)
    config = {"variants": variants}
    game: Any = catalogue.new(
        "kingdomino", seats=seats, seed=DEALS * seed + number, config=config, log=False
    )
    rows, seated = [], []
    while (decision := game.decision) is not None:
        judge = Judge(net, game.state)
        values, after = judge.weigh(decision.seat, decision.options)
        picked = int(np.argmax(values + dice.gumbel(0, noise, len(values))))
        rows.append(judge.inputs(after[picked]))
        seated.append(decision.seat)
        game.choose((picked,))
    return Played(np.array(rows), np.array(game.scores, float)[seated])


def fit(played: Iterable[Played], net: Numbers, *, seed: list[int]) -> Numbers:
    """Improve the net by Adam with a falling rate; its squares are the errors of points to come."""
    parts = list(played)
    rows = np.concatenate([part.rows for part in parts])
    to_come = np.concatenate([part.ends for part in parts]) / POINTS - rows[:, 0]
    dice = np.random.default_rng(seed)
    weights = net / STEP if net.any() else start(dice)
    size = min(BATCH, len(rows))
    adam = Adam(weights, EPOCHS * (len(rows) // size))
    for _ in range(EPOCHS):
        order = dice.permutation(len(rows))
        for first in range(0, len(rows) - size + 1, size):
            batch = order[first : first + size]
            adam.step(gradient(weights, rows[batch], to_come[batch]))
    return cast("Numbers", np.round(weights * STEP))


def start(dice: np.random.Generator) -> Numbers:
    return np.concatenate([dice.normal(0, 0.3, INPUTS * HIDDEN), np.zeros(HIDDEN)])


def gradient(weights: Numbers, rows: Numbers, to_come: Numbers) -> Numbers:
    hidden, last = np.split(weights, [INPUTS * HIDDEN])
    seen = np.tanh(rows @ hidden.reshape(INPUTS, HIDDEN))
    errors = (seen @ last - to_come) / len(rows)
    inner = rows.T @ (np.outer(errors, last) * (1 - seen**2))
    return np.concatenate([inner.ravel(), seen.T @ errors])


class Adam:
    """Gradient steps of one size for all weights (Kingma and Ba, 2015)."""

    def __init__(self, weights: Numbers, steps: int) -> None:
        self.weights, self.steps, self.taken = weights, steps, 0
        self.mean, self.square = np.zeros(SIZE), np.zeros(SIZE)

    def step(self, slope: Numbers) -> None:
        self.taken += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope**2 - self.square)
        mean = self.mean / (1 - 0.9**self.taken)
        square = self.square / (1 - 0.999**self.taken)
        rate = RATE * (1 - self.taken / (self.steps + 1))
        self.weights -= rate * mean / (np.sqrt(square) + 1e-8)
        np.clip(self.weights, -LARGEST, LARGEST, out=self.weights)


def with_weights(source: str, net: NDArray[np.int8]) -> str:
    """Return the bot's source with other weights."""
    text = b85encode(net.tobytes()).decode()
    lines = "".join(f'    "{part}"\n' for part in re.findall(".{1,94}", text))
    found = f"WEIGHTS = (\n{lines})\n"
    return re.sub(r"(?sm)^WEIGHTS = \(.*?^\)\n", lambda _: found, source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--games", type=int, default=GAMES, help="a round")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="into kit/bots/learnt.py")
    given = vars(parser.parse_args())
    write, began = given.pop("write"), time.monotonic()
    net = train(**given)
    minutes = (time.monotonic() - began) / 60
    print(f"weights {sha256(net.tobytes()).hexdigest()[:16]}, {minutes:.1f} minutes")
    if write:
        path = house_bots()["learnt"].path
        path.write_text(with_weights(path.read_text(encoding="utf-8"), net), encoding="utf-8")


if __name__ == "__main__":
    main()

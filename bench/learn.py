"""Measure learning environments: `python -m bench.learn [STEPS]` prints a table.

Each step is random among the legal ones, after reading the observation and the mask; CPU time of
one core, the best of some runs taken in turns. Beside ours stand PettingZoo's classic games (with
`uv pip install "pettingzoo[classic]"`) and OpenSpiel's, in the same run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pettingzoo
import pyspiel
from pettingzoo.env_registry.exceptions import FailedToImport

from bench.arguments import read_arguments
from bench.engine import best
from kit.learn import dominion_v1, kingdomino_v1, open_spiel

STEPS = 2_000  # per run
RUNS = 8
EXTRA = "pettingzoo[classic]"
GOALS = {"Kingdomino, 2 seats": 20_000, "Dominion, 2 seats": 15_000}
CLASSIC = (
    "tictactoe-v3", "connect_four-v3", "rps-v2", "chess-v6", "go-v5", "hanabi-v5",
    "leduc_holdem-v4", "texas_holdem-v4",
)  # fmt: skip
SPIEL = (
    "tic_tac_toe", "connect_four", "chess", "go", "hanabi", "leduc_poker", "backgammon",
    "python_tic_tac_toe", "python_block_dominoes",
)  # fmt: skip
Work = Callable[[int], None]


def ours() -> dict[str, Work]:
    random_kingdoms = {"kingdom": "random"}
    envs = {
        "Kingdomino, 2 seats": kingdomino_v1.env(2),
        "Kingdomino, 4 seats": kingdomino_v1.env(4),
        "Mighty Duel": kingdomino_v1.env(2, {"variants": ["mighty_duel"]}),
        "Dominion, 2 seats": dominion_v1.env(2),
        "Dominion, 4 seats": dominion_v1.env(4),
        "Dominion, random kingdoms": dominion_v1.env(2, random_kingdoms),
        "Dominion, Treasures by themselves": dominion_v1.env(2, auto_treasures=True),
    }
    return {title: partial(step_env, env) for title, env in envs.items()}


def ours_in_spiel() -> dict[str, Work]:
    games = {name: open_spiel.load(name.lower()) for name in ("Kingdomino", "Dominion")}
    return {f"{name} in OpenSpiel": partial(step_spiel, game) for name, game in games.items()}


def classic() -> dict[str, Work | None]:
    """PettingZoo's classic games; None: it is not installed."""
    found: dict[str, Work | None] = {}
    for name in CLASSIC:
        try:
            env = pettingzoo.make("aec", f"classic/{name}")
            found[f"PettingZoo {name}"] = partial(step_env, env)
        except (ImportError, FailedToImport):
            found[f"PettingZoo {name}"] = None
    return found


def spiel() -> dict[str, Work]:
    import_module("open_spiel.python.games")
    games = {name: pyspiel.load_game(name) for name in SPIEL}
    return {f"OpenSpiel {name}": partial(step_spiel, game) for name, game in games.items()}


def step_env(env: Any, steps: int) -> None:
    generator = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(steps):
        seen, _, ended, cut, info = env.last()
        if ended or cut:
            env.reset()
            seen, _, _, _, info = env.last()
        masked = isinstance(seen, dict) and "action_mask" in seen
        mask = seen["action_mask"] if masked else info.get("action_mask")
        env.step(_any(mask, env, generator))


def _any(mask: Any, env: Any, generator: np.random.Generator) -> int:
    if mask is None:
        return int(generator.random() * env.action_space(env.agent_selection).n)
    legal = np.flatnonzero(mask)
    return int(legal[int(generator.random() * len(legal))])


def step_spiel(game: Any, steps: int) -> None:
    generator = np.random.default_rng(1)
    kind = game.get_type()
    observes = kind.provides_observation_tensor
    state = game.new_initial_state()
    done = 0
    while done < steps:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(generator.random() * len(outcomes))][0])
        else:
            (state.observation_tensor if observes else state.information_state_tensor)()
            state.apply_action(_any(state.legal_actions_mask(), None, generator))
            done += 1


def rates(steps: int, runs: int) -> dict[str, float | None]:
    """Return steps a CPU second by environment; None: it is not installed."""
    works = {**ours(), **ours_in_spiel(), **classic(), **spiel()}
    timed = {title: partial(work, steps) for title, work in works.items() if work}
    measured = best(timed, runs, 1)
    return {title: steps / measured[title] if work else None for title, work in works.items()}


def main(steps: int) -> None:
    print(f"Random steps with observation and mask, one CPU, {steps:,} steps a run:")
    for title, rate in rates(steps, RUNS).items():
        told = f"{rate:12,.0f} steps/s" if rate else f'  uv pip install "{EXTRA}"'
        goal = f"   goal {GOALS[title]:,}" if title in GOALS else ""
        print(f"  {title:<36}{told}{goal}")


if __name__ == "__main__":
    main(read_arguments(__doc__, steps=STEPS).steps)

"""The Gymnasium environments."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kit.learn  # noqa: F401  # registers them
from engine.game import BadConfig
from kit.learn.solo import SoloEnv
from kit.sdk import Request

KINGDOMINO, DOMINION = "Kingsbench/Kingdomino-v1", "Kingsbench/Dominion-v1"
SHORT = {"turn_limit": 4}


def make(name: str, **settings: Any) -> SoloEnv:
    env = gymnasium.make(name, **settings).unwrapped
    assert isinstance(env, SoloEnv)
    return env


def play(env: SoloEnv, seed: int) -> list[Any]:
    """The first legal action to the end; return the actions and the last reward."""
    _, info = env.reset(seed=seed)
    found: list[Any] = []
    while True:
        action = int(np.flatnonzero(info["action_mask"])[-1])
        _, reward, ended, cut, info = env.step(action)
        found.append(action)
        if ended or cut:
            return [*found, reward]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        (KINGDOMINO, {}),
        (KINGDOMINO, {"opponents": ["random", "greedy", "look-ahead"], "seat": 3}),
        (DOMINION, {"config": SHORT}),
        (DOMINION, {"opponents": ["militia", "random"], "seat": 1, "auto_treasures": True}),
    ],
)
def test_it_passes_gymnasiums_check(name: str, given: dict[str, Any]) -> None:
    check_env(make(name, **given), skip_render_check=True)


def test_games_with_house_bots_are_repeated_by_the_seed() -> None:
    env = make(KINGDOMINO, opponents=["random", "greedy"], seat=1)
    first = play(env, seed=3)
    assert play(env, seed=3) == first
    assert play(env, seed=4) != first
    assert first[-1] in (-1, -0.5, 0, 0.5, 1)


def test_an_opponent_that_sorts_its_options_makes_the_moves_that_it_names() -> None:
    def largest(request: Request) -> int:
        return request.pick(max(request.options, key=str))

    def largest_in_place(request: Request) -> int:
        request.options.sort(key=str)
        return request.pick(request.options[-1])

    games = [make(KINGDOMINO, opponents=[one]) for one in (largest, largest_in_place)]
    assert play(games[0], seed=3) == play(games[1], seed=3)


def test_an_opponent_can_be_a_function() -> None:
    asked: list[str] = []

    def decide(request: Request) -> list[int]:
        asked.append(request.kind)
        return request.default

    play(make(DOMINION, opponents=[decide], config=SHORT), seed=1)
    assert set(asked) == {"play_treasures", "buy"}


def test_an_opponents_illegal_answer_is_told() -> None:
    env = make(KINGDOMINO, opponents=[lambda _: 99], seat=1)
    with pytest.raises(RuntimeError, match="seat 0 answered 99 to pick: there is no option 99"):
        env.reset(seed=1)


@pytest.mark.jail
def test_an_opponent_can_be_an_authors_file(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def decide(request):\n    return len(request.events) and request.default\n")
    env = make(KINGDOMINO, opponents=[bot])
    assert play(env, seed=1)[-1] in (-1, 0, 1)
    bot.write_text("def decide(request):\n    return request.tile\n")
    with pytest.raises(RuntimeError, match=r"the opponent bot\.py: AttributeError"):
        play(env, seed=1)
    env.close()


def test_environments_step_together() -> None:
    envs = gymnasium.make_vec(KINGDOMINO, num_envs=3, vectorization_mode="sync")
    seen, info = envs.reset(seed=5)
    assert seen.shape == (3, *(envs.single_observation_space.shape or ()))
    for _ in range(60):  # more than a game
        actions = np.array([int(mask.argmax()) for mask in info["action_mask"]])
        seen, _, _, _, info = envs.step(actions)
    assert info["action_mask"].shape[0] == 3
    envs.close()


def test_an_illegal_action_ends_the_game_with_a_loss() -> None:
    env = make(KINGDOMINO)
    _, info = env.reset(seed=1)
    _, reward, ended, _, info = env.step(int(info["action_mask"].argmin()))
    assert (reward, ended, info["illegal"]) == (-1, True, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("action", [-1, 10_000, 0.5, None])
def test_an_action_outside_the_space_is_refused(action: Any) -> None:
    env = make(KINGDOMINO)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is not in Discrete"):
        env.step(action)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"opponents": ["greedi"]}, "unknown bot 'greedi'.* Did you mean 'greedy'"),
        ({"opponents": ["big-money"]}, "big-money does not play kingdomino"),
        ({"opponents": "greedy"}, r"opponents is a list, one for each other seat: \['greedy'\]"),
        ({"opponents": []}, "Kingdomino is for 2, 3, 4 seats, not 1"),
        ({"seat": 2}, "there is no seat 2: the seats are 0 to 1"),
        ({"codec_version": 9}, "no codec version 9"),
        ({"auto_treasures": True}, "auto_treasures is for dominion"),
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        make(KINGDOMINO, **given)

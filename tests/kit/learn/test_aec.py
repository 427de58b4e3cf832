"""The PettingZoo environments."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from engine.game import BadConfig
from kit.learn import dominion_v1, kingdomino_v1

EVERY_EXPANSION = {"kingdom": "random", "sets": ["alchemy", "seaside", "promo"], "turn_limit": 5}
SETTINGS: list[Any] = [
    *[pytest.param(kingdomino_v1.env, {"seats": seats}, id=f"k{seats}") for seats in (2, 3, 4)],
    *[pytest.param(dominion_v1.env, {"seats": n}, id=f"d{n}") for n in (2, 3, 4, 5, 6)],
    pytest.param(kingdomino_v1.env, {"config": {"variants": ["mighty_duel"]}}, id="duel"),
    pytest.param(dominion_v1.env, {"config": EVERY_EXPANSION}, id="random"),
    pytest.param(dominion_v1.env, {"auto_treasures": True}, id="auto"),
]


def play(env: Any, seed: int) -> dict[str, float]:
    """Random legal actions to the end; return the rewards."""
    env.reset(seed=seed)
    found: dict[str, float] = {}
    generator = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        if ended or cut:
            found[agent] = reward
            env.step(None)
        else:
            env.step(generator.choice(np.flatnonzero(seen["action_mask"])))
    return found


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # it is a dictionary with a mask
@pytest.mark.parametrize(("make", "given"), SETTINGS)
def test_it_passes_pettingzoos_tests(
    make: Callable[..., AECEnv], given: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(make(**given), num_cycles=40)
    seed_test(lambda: make(**given), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


def test_rewards_come_at_the_end_and_sum_to_zero() -> None:
    rewards = play(kingdomino_v1.env(3), seed=4)
    assert sorted(rewards) == ["player_0", "player_1", "player_2"]
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) == 1


def test_a_series_of_games_follows_from_the_last_seed() -> None:
    env = kingdomino_v1.env()

    def deals() -> list[bytes]:
        env.reset(seed=5)
        found = []
        for _ in range(2):
            found.append(env.observe("player_0")["observation"].tobytes())
            env.reset()
        return found

    first = deals()
    assert deals() == first
    assert first[0] != first[1]


def test_an_illegal_action_ends_the_game_and_costs_its_player_one() -> None:
    env = kingdomino_v1.env()
    env.reset(seed=1)
    seen = env.last()[0]
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_without_the_wrapper_an_illegal_action_says_what_is_legal() -> None:
    env = kingdomino_v1.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 0 \(place at \[-4, -4, 1, 0\]\) is illegal here"):
        env.step(0)
    assert env.table.game.record()["choices"] == []


@pytest.mark.parametrize("action", [-1, 10_000, 1.5, "buy", None])
def test_what_is_no_action_is_refused_by_both(action: object) -> None:
    for env in (dominion_v1.env(), dominion_v1.raw_env()):
        env.reset(seed=1)
        with pytest.raises(ValueError, match="is illegal here"):
            env.step(action)


def test_treasures_are_played_by_themselves() -> None:
    env = dominion_v1.raw_env(auto_treasures=True, config={"turn_limit": 10})
    play(env, seed=2)
    choices = env.table.game.record()["choices"]
    assert any(len(picks) > 2 for picks in choices)
    env.reset(seed=2)
    decision = env.table.game.decision
    assert decision
    assert decision.kind == "buy"


@pytest.mark.parametrize(
    ("make", "given", "message"),
    [
        (kingdomino_v1.env, {"seats": 5}, "Kingdomino is for 2, 3, 4 seats, not 5"),
        (kingdomino_v1.env, {"config": {"variant": []}}, "unknown option 'variant'"),
        (dominion_v1.env, {"config": {"kingdom": ["Moat"]}}, "a kingdom has ten cards, not 1"),
        (dominion_v1.env, {"seats": "2"}, "not '2'"),
    ],
)
def test_a_config_that_cannot_be_is_refused(
    make: Callable[..., AECEnv], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadConfig, match=message):
        make(**given)

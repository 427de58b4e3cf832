"""The games in OpenSpiel."""

from typing import Any

import numpy as np
import pytest

from engine.game import BadConfig

pyspiel = pytest.importorskip("pyspiel")  # no wheels for other machines

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from kit.learn import open_spiel  # noqa: E402

SHORT = {"kingdom": "random", "turn_limit": 3}
GAMES = [("kingdomino", 2, {}), ("kingdomino", 4, {}), ("dominion", 3, SHORT)]


@pytest.mark.parametrize(("name", "seats", "config"), GAMES)
def test_it_passes_openspiels_test(name: str, seats: int, config: dict[str, Any]) -> None:
    game = open_spiel.load(name, seats, config)
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "config"), [("kingdomino", {}), ("dominion", {"turn_limit": 3})])
def test_its_searches_play_whole_games(name: str, config: dict[str, Any]) -> None:
    game = open_spiel.load(name, 2, config)
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bots = [
        mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=dice),
        ismcts.ISMCTSBot(
            game=game, evaluator=evaluator, uct_c=2.0, max_simulations=3, random_state=dice
        ),
    ]
    state = game.new_initial_state()
    state.apply_action(7)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0


def test_a_sampled_state_is_another_deal_of_the_same_knowledge() -> None:
    state = open_spiel.load("dominion").new_initial_state()
    state.apply_action(1)
    samples = [state.resample_from_infostate(0, lambda at=at: at / 8) for at in range(8)]
    assert {one.information_state_string(0) for one in samples} == {
        state.information_state_string(0)
    }
    assert len({one.information_state_string(1) for one in samples}) > 1


def test_a_config_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadConfig, match="unknown kingdom 'Nowhere'"):
        open_spiel.load("dominion", 2, {"kingdom": "Nowhere"})
    with pytest.raises(BadConfig, match="unknown game 'chess'"):
        open_spiel.load("chess")
    with pytest.raises(BadConfig, match=r"use kit\.learn\.open_spiel\.load"):
        pyspiel.load_game("kingsbench_kingdomino(players=2,config=harmony)")


@pytest.mark.parametrize("deal", [-2, 4_096])
def test_there_are_so_many_deals(deal: int) -> None:
    state = open_spiel.load("kingdomino").new_initial_state()
    with pytest.raises(ValueError, match="the deals are 0 to 4095"):
        state.apply_action(deal)

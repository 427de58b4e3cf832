"""Ranks of a game with faults."""

from arena.matches.referee.ranks import FAULT, final_outcome, is_contested
from engine import catalogue


def test_two_live_seats_are_a_contest_and_one_is_none() -> None:
    assert is_contested(2, {})
    assert not is_contested(2, {0: 3})
    assert is_contested(3, {0: 3})
    assert not is_contested(3, {0: 3, 2: 7})


def test_a_game_broken_off_counts_as_it_stands_with_the_fallen_last() -> None:
    game = catalogue.new("dominion", seats=3, seed=1, config={"kingdom": "First Game"})
    outcome = final_outcome(game, {2: 5, 0: 1})
    assert (outcome.scores, outcome.ranks, outcome.reason) == ([3, 3, 3], [3, 1, 2], FAULT)


def test_a_game_that_ended_keeps_its_scores_and_reason() -> None:
    config = {"kingdom": "First Game", "turn_limit": 1}
    game = catalogue.new("dominion", seats=2, seed=1, config=config)
    while game.decision is not None:
        game.choose(game.decision.default)
    assert game.outcome is not None
    assert final_outcome(game, {}) == game.outcome
    assert final_outcome(game, {0: 2}) == game.outcome._replace(ranks=[2, 1])

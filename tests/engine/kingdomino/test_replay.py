"""Replays of stored Kingdomino games: the replay state matches the game at every question."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.game import BadConfig
from engine.kingdomino.replay import ReplayState, seen_by
from tests.engine.test_golden import wander

TABLES = [
    (2, []),
    (3, ["harmony"]),
    (4, ["middle_kingdom", "harmony"]),
    (2, ["mighty_duel", "dynasty"]),
    (4, ["dynasty"]),
]


@pytest.mark.parametrize(("seats", "variants"), TABLES)
def test_the_stage_agrees_with_the_game_at_every_question(seats: int, variants: list[str]) -> None:
    config = {"variants": variants}
    game = catalogue.new("kingdomino", seats=seats, seed=seats, config=config)
    stage = ReplayState({"config": config, "seats": seats, "seed": seats})
    told = questions = 0
    going = True
    while going:
        for event in game.events(None, told):
            stage.apply(event)
            told += 1
        assert stage.position() == game.view(None)
        assert seen_by(stage.position(), 1) == game.view(1)
        assert stage.scores == game.scores
        going = game.decision is not None
        if game.decision is not None:
            game.choose(wander(game.decision, questions))
            questions += 1
    assert told > 20 * seats


def test_a_domino_of_other_rules_is_named() -> None:
    stage = ReplayState({"config": {}, "seats": 2, "seed": 1})
    with pytest.raises(BadConfig, match="no domino 99"):
        stage.apply({"type": "pick", "seat": 0, "number": 99})

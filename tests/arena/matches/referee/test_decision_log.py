"""The decision log: its entries and their storage."""

from __future__ import annotations

import json

import pytest

from arena.matches.referee.decision_log import KEYS, DecisionLog, read_rows
from arena.models import Game
from engine import catalogue
from tests.arena.results.rows import result


def test_every_question_stands_with_its_picks_and_what_was_not_chosen() -> None:
    game = catalogue.new("dominion", seats=2, seed=3)
    log = DecisionLog()
    for _ in range(6):
        decision = game.decision
        assert decision is not None
        log.ask(game.logged, decision)
        game.choose(decision.default)
        log.spent(0.25)
    decision = game.decision
    assert decision is not None
    log.ask(game.logged, decision)  # the game ended by a fault: nobody answered
    rows = json.loads(json.dumps(log.rows(game.record()["choices"])))
    first, *_, last = read_rows(rows)
    assert tuple(first) == KEYS
    assert (first["seat"], first["kind"], first["cpu"]) == (0, "play_treasures", 0.25)
    assert first["options"] == ["Copper"] * len(first["options"])
    assert first["picks"] == []
    assert game.events(None)[: first["after"]][-1]["type"] == "counters"
    assert (last["picks"], last["cpu"]) == (None, None)


@pytest.mark.django_db
def test_a_game_stored_without_minutes_has_no_questions() -> None:
    assert Game(packed_events=Game.pack([])).logged_decisions == []
    rows = [[3, 0, "buy", ["Gold"], 0, 1, False, None, None, [0], 0.01]]
    stored = Game(packed_decisions=Game.pack(rows))
    assert stored.logged_decisions[0]["options"] == ["Gold"]
    assert result(1.0, 0.0).games[0].decision_log == []

"""Replays of stored games: the replay state matches the game at every question."""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue, chance
from engine.dominion.card import CARDS, EXPANSIONS, of_expansion
from engine.dominion.replay import ReplayState, seen_by
from engine.dominion.setup import KINGDOM_SIZE
from engine.game import public_event
from tests.engine.test_golden import wander


def deals() -> list[tuple[int, list[str]]]:
    """Kingdoms in which every card of every expansion comes up."""
    names = [card.name for one in EXPANSIONS[1:] for card in of_expansion(one)]
    names = [name for name in names if not CARDS[name].is_prize]
    chance.shuffle(names, 7, "replay")
    tens = [names[start : start + KINGDOM_SIZE] for start in range(0, len(names), KINGDOM_SIZE)]
    tens[-1] = (tens[-1] + names)[:KINGDOM_SIZE]
    return list(enumerate(tens))


def shown(position: dict[str, Any]) -> dict[str, Any]:
    """Return a replay state's position in the shape of `view(None)`."""
    seats = [without_who(one) for one in position["seats"]]
    deck = position.get("black_market")
    return {**position, "seats": seats} | ({"black_market": without_who(deck)} if deck else {})


def without_who(shown: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in shown.items() if key != "who"}


def agrees(game: Any, stage: ReplayState) -> None:
    """Check that the replay state shows each seat what the game does."""
    position = stage.position()
    assert shown(position) == game.view(None)
    assert stage.scores == game.scores
    for seat in range(game.seats):
        seen, real = seen_by(position, seat), game.view(seat)
        for one in (seen, real):  # treasures laid out to be played are known a little earlier
            for other in one["seats"]:
                other["known"].pop("hand", None)
        assert seen == real


@pytest.mark.parametrize(("number", "kingdom"), deals())
def test_the_stage_agrees_with_the_game_at_every_question(number: int, kingdom: list[str]) -> None:
    seats = 2 + number % 3
    config = {"kingdom": kingdom, "colonies": number % 2 == 0, "turn_limit": 25}
    game = catalogue.new("dominion", seats=seats, seed=number, config=config)
    stage = ReplayState({"config": config, "seats": seats, "seed": number})
    told = questions = 0
    while (decision := game.decision) is not None:
        for event in game.events(None, told):
            other = (event["seat"] + 1) % seats
            public = game.events(other, told)[0]
            assert public == public_event(event), (event, public)
            stage.apply(event)
            told += 1
        agrees(game, stage)
        game.choose(wander(decision, questions))
        questions += 1
    for event in game.events(None, told):
        stage.apply(event)
    agrees(game, stage)

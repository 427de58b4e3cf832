"""The games by name, and their descriptions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import catalogue
from engine.game import BadConfig


def test_the_catalogue_tells_what_a_page_needs_of_every_game() -> None:
    games = catalogue.games()
    assert "dominion" in games
    for name, info in games.items():
        assert info.name == name
        assert info.title
        assert info.description
        assert info.engine.startswith(name)
        assert len(info.seats) == len(set(info.seats)) > 0
        assert all(text for text in info.kinds.values())
        for option in info.config.values():
            assert option.description
            json.dumps(option.default)


@pytest.mark.parametrize("name", catalogue.games())
def test_defaults_are_among_the_choices_and_make_a_game(name: str) -> None:
    info = catalogue.info(name)
    for option in info.config.values():
        if option.choices:
            wanted = option.default if isinstance(option.default, list) else [option.default]
            assert set(wanted) <= set(option.choices)
    config = {key: option.default for key, option in info.config.items()}
    for seats in info.seats:
        game = catalogue.new(name, seats=seats, seed=1, config=config)
        assert (game.name, game.engine, game.seats) == (name, info.engine, seats)
        assert game.decision is not None
        assert game.decision.kind in info.kinds
        assert game.outcome is None
        assert len(game.scores) == seats


@pytest.mark.parametrize("name", ["chess", "", "Dominion"])
def test_an_unknown_game_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BadConfig, match=f"{name!r}.*dominion"):
        catalogue.new(name, seats=2, seed=1)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def deal(seed: int) -> Any:
        return catalogue.new("dominion", seats=4, seed=seed).view(None)

    assert deal(3) == deal(3)
    assert len({json.dumps(deal(seed)["seats"]) for seed in range(5)}) == 5

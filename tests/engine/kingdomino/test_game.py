"""Kingdomino as a game of the catalogue: views, logs in words, many games at once."""

from __future__ import annotations

import os
import statistics

import pytest

from engine import catalogue, chance, conformance
from engine.kingdomino import setup
from tests.engine.kingdomino.play import by_chance, events, new, play

GAMES = 10_000 if os.environ.get("KINGSBENCH_TEST_STORM") else 2_500
MEAN, ERRORS = 22.58, 3


@pytest.mark.parametrize("variant", [*setup.VARIANTS, "all"])
@pytest.mark.parametrize("must_place", [False, True])
def test_every_variant_conforms(variant: str, must_place: bool) -> None:
    """Copies, knowledge, imagined and resumed worlds, records."""
    variants = list(setup.VARIANTS) if variant == "all" else [variant]
    seats = 2 if setup.MIGHTY_DUEL in variants else 4
    config = {"variants": variants, "must_place": must_place}
    conformance.check("kingdomino", seats=seats, seed=len(variant), config=config, every=23)


def test_a_view_has_the_documented_keys() -> None:
    view = play(new(2, 5), by_chance(5)).view(0)
    assert set(view) == {"dynasty_game", "round", "current", "row", "next_row", "bag_size", "seats"}
    view = new(3, 5).view(1)
    assert set(view["row"][0]) == {"number", "halves", "king"}
    assert set(view["seats"][0]) == {"tiles", "domino", "score"}
    assert set(new(3, 5).view(None)) == {*view, "bag"}


def test_the_log_reads_like_a_game() -> None:
    game = play(new(2, 5), by_chance(5))
    told = [catalogue.tell("kingdomino", event, ["Ann", "Bob"]) for event in game.events(0)]
    assert told[0].startswith("The next row: ")
    assert told[1] == "Ann, round 0"
    assert told[2].startswith("Ann sets a king on domino ")
    assert any(" places domino " in sentence for sentence in told)
    assert told[-1].startswith("The game ends (all dominoes are placed). Points: Ann ")


def test_all_that_a_log_can_tell_is_told() -> None:
    game = play(new(2, 5, variants=["dynasty"]), by_chance(5))
    told = {event["type"]: catalogue.tell("kingdomino", event, "AB") for event in game.events(None)}
    assert told["dynasty_game"] == "Game 3 of the dynasty begins."
    assert told["score"].startswith("Game 2 of the dynasty is over. Points so far: A ")
    assert "domino" in told["discard"]


def test_every_domino_leaves_its_row_once() -> None:
    game = play(new(4, 8), by_chance(3))
    laid = [e["number"] for e in game.events(None) if e["type"] in ("place", "discard")]
    assert sorted(laid) == list(range(1, 49))
    assert len(events(game, "pick")) == 48


@pytest.mark.long(3)
def test_random_players_score_as_in_independent_engines() -> None:
    """Four seats, Middle Kingdom and Harmony, placement forced: 22.58 points on the average."""
    config = {"variants": ["harmony", "middle_kingdom"], "must_place": True}
    means = [statistics.fmean(random_scores(seed, config)) for seed in range(GAMES)]
    error = statistics.stdev(means) / GAMES**0.5
    assert abs(statistics.fmean(means) - MEAN) < ERRORS * error
    assert error < 6 / GAMES**0.5


def random_scores(seed: int, config: dict[str, object]) -> list[int]:
    """The scores of a game in which every option has the same chance."""
    game = catalogue.new("kingdomino", seats=4, seed=seed, config=config, log=False)
    dice = iter(chance.numbers(100, seed, "dice"))
    while (decision := game.decision) is not None:
        game.choose((next(dice) * len(decision.options) >> 32,))
    assert game.outcome is not None
    return game.outcome.scores

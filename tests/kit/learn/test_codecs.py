"""Observations and actions as numbers."""

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from engine import catalogue
from engine.dominion.card import CARDS
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import BadConfig
from kit.learn.codecs import VERSIONS, codec, dominion_v1
from kit.learn.codecs.codec import Codec
from kit.learn.coded_game import CodedGame
from kit.sdk import Request

ALL_SETS = {"kingdom": "random", "sets": list(EXPANSION_NAMES), "turn_limit": 12}
# Whoever has trained a bot relies on these: a change is a new version in a new file.
RELEASED = {
    ("dominion", 1): "7b19fb8abec206c8",
    ("kingdomino", 1): "9f1a6ccd3558248f",
}


def positions(
    name: str, seats: int, seed: int, config: dict[str, Any], most: int = 10_000
) -> Iterator[CodedGame]:
    """A random game at each of its actions."""
    dice = random.Random(seed)
    game = catalogue.new(name, seats=seats, seed=seed, config=config, log=False)
    table = CodedGame(game, codec(name, seats, config))
    for _ in range(most):
        if table.seat < 0:
            return
        yield table
        actions = sorted(table.legal)
        table.act(dice.choice(actions[1:] or actions))  # rarely stop


def is_told_apart(one: CodedGame, other: CodedGame) -> bool:
    return one.game.view(None) != other.game.view(None)


@pytest.mark.parametrize(
    ("name", "seats", "config"),
    [("dominion", 2, ALL_SETS), ("dominion", 3, ALL_SETS), ("kingdomino", 3, {})],
)
def test_deals_that_a_seat_cannot_tell_apart_are_one_to_it(
    name: str, seats: int, config: dict[str, Any]
) -> None:
    different = compared = 0
    for seed in range(4):
        for number, table in enumerate(positions(name, seats, seed, config)):
            if number % 7:
                continue
            seat = table.seat if number % 2 else (number // 7) % seats
            other = table.imagine(seat, number)
            assert (table.observe(seat) == other.observe(seat)).all(), (seed, number)
            assert (table.mask(seat) == other.mask(seat)).all()
            compared += 1
            different += is_told_apart(table, other) or name == "kingdomino"
    assert different > compared // 2 > 10


def test_what_differs_for_a_seat_differs_in_its_numbers() -> None:
    config = {"kingdom": "First Game"}
    tables = [next(positions("dominion", 2, seed, config)) for seed in range(8)]
    hands = {tuple(table.game.view(0)["seats"][0]["hand"]) for table in tables}
    assert len({table.observe(0).tobytes() for table in tables}) == len(hands) > 1


@pytest.mark.parametrize(("name", "version"), RELEASED)
def test_a_released_version_stays(name: str, version: int) -> None:
    hashed = sha256()
    for seats in (2, 4):
        config: dict[str, Any] = {} if name == "kingdomino" else {"kingdom": "Size Distortion"}
        made = codec(name, seats, config, version)
        fields = [(part, where.start, where.stop) for part, where in made.fields.items()]
        actions = [made.name(action) for action in range(made.actions)]
        hashed.update(json.dumps([fields, actions]).encode())
        for table in positions(name, seats, 3, config, most=150):
            hashed.update(table.observe(table.seat).tobytes() + table.mask(table.seat).tobytes())
    assert hashed.hexdigest()[:16] == RELEASED[name, version]


def test_every_version_is_released() -> None:
    assert set(RELEASED) == {(name, one) for name, found in VERSIONS.items() for one in found}


def test_the_newest_version_knows_every_card() -> None:
    assert set(dominion_v1.CARDS) == set(CARDS)


def test_a_bots_request_reads_like_the_decision() -> None:
    for name, config in (("kingdomino", {}), ("dominion", ALL_SETS)):
        for table in positions(name, 2, 5, config, most=60):
            decision = table.game.decision
            assert decision
            sent = {"decision": decision.to_json(), "view": table.game.view(table.seat)}
            asked = Request(json.loads(json.dumps(sent)))
            made: Codec = table.codec
            assert made.legal(asked, table.picked) == table.legal
            seen = made.observe(asked.view, asked.seat, asked, table.picked)
            assert (seen == table.observe(table.seat)).all()


def test_actions_have_names() -> None:
    made = codec("kingdomino", 2)
    names = [made.name(action) for action in range(made.actions)]
    assert len(set(names)) == made.actions
    assert (names[-1], names[made.fields["row"].start and 324]) == ("king on 48", "discard")
    assert codec("dominion", 2).name(0) == "no further pick"


@pytest.mark.parametrize("version", [0, 2, "1"])
def test_an_unknown_version_is_refused(version: Any) -> None:
    with pytest.raises(BadConfig, match=r"dominion has no codec version .*; there are: 1"):
        codec("dominion", 2, None, version)


def test_fields_cover_an_observation() -> None:
    made = codec("dominion", 3, {"kingdom": "random"})
    parts = sorted(made.fields.values(), key=lambda part: part.start)
    assert [part.start for part in parts[1:]] == [part.stop for part in parts[:-1]]
    assert (parts[0].start, parts[-1].stop) == (0, made.size)

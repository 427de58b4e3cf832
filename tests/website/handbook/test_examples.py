"""Examples of all kinds of decisions, made from real games and up to date with the engine.

KINGSBENCH_RENEW_GOLDEN=1 .venv/bin/python -m pytest tests/website/handbook/test_examples.py
"""

import json
import os
import random
from typing import Any

import pytest

from engine import catalogue
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import Decision
from tests.engine.golden import RENEW
from website.handbook.views import DECISION_KINDS, games
from website.places import ROOT

MOST_GAMES = 120
LONGEST = 700  # characters of an example that is easy to read
SETTINGS = {
    "dominion": {"kingdom": "random", "sets": list(EXPANSION_NAMES)},
    "kingdomino": {},
}


def picked(dice: random.Random, decision: Decision) -> list[int]:
    """Return a legal answer, preferably a long one."""
    size = len(decision.options)
    most = min(decision.most, size)
    return dice.sample(range(size), max(decision.least, most - dice.randint(0, 1)))


def examples(game: str) -> dict[str, dict[str, Any]]:
    """The first short decision of each kind in games played at random, with an answer to it."""
    kinds = catalogue.info(game).kinds
    found: dict[str, dict[str, Any]] = {}
    dice = random.Random(11)
    for seed in range(MOST_GAMES):
        table = catalogue.new(game, seats=2, seed=seed, config=SETTINGS[game], log=False)
        while (decision := table.decision) is not None:
            picks = picked(dice, decision)
            asked = json.loads(json.dumps(decision.to_json()))
            is_short = len(json.dumps(asked)) < LONGEST
            if is_short and picks and decision.kind not in found:
                found[decision.kind] = {"decision": asked, "picks": picks}
            table.choose(picks)
        if found.keys() == kinds.keys():
            break
    return {kind: found[kind] for kind in kinds}


@pytest.mark.long(3)
@pytest.mark.parametrize("game", list(catalogue.FOLDERS))
def test_each_kind_has_an_example_from_a_real_game(game: str) -> None:
    path = ROOT / "docs" / DECISION_KINDS
    now = examples(game)
    if os.environ.get(RENEW):
        kept = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps(kept | {game: now}, indent=1, sort_keys=True) + "\n")
    assert json.loads(path.read_text())[game] == now, f"write it anew with {RENEW}=1"


def test_what_was_picked_is_said_in_options() -> None:
    for asked in games():
        for example in asked.examples:
            options = example.decision["options"]
            assert example.picked == [options[pick] for pick in example.picks]
            assert example.decision["kind"] == example.kind

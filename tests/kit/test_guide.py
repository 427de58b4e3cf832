"""The bots in the author's guide play, in the jail, as they stand there."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from engine import catalogue

GUIDE = Path(__file__).parents[2] / "docs" / "bot-authors.md"
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_shows_a_bot_a_look_at_the_cards_and_a_search() -> None:
    assert len(BLOCKS) == 3
    assert "CARDS[card]" in BLOCKS[1]
    assert "request.imagine" in BLOCKS[2]


def test_the_guide_explains_every_kind_of_decision() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(\w+)` \|", guide, re.MULTILINE))
    assert set(catalogue.games()["dominion"].kinds) <= explained


@pytest.mark.jail
@pytest.mark.parametrize("source", BLOCKS, ids=["bot", "cards", "search"])
def test_a_bot_of_the_guide_plays_without_fault_and_beats_random(
    source: str, run: Callable[..., Result], bot: Callable[[str, str], Path]
) -> None:
    bot("guide.py", source)
    played = json.loads(
        run("play", "guide.py", "random", "--games", 2, "--seed", 1, "--json").output
    )
    assert played["faults"] == []
    assert played["bots"][0]["wins"] == 2

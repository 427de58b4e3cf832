"""The bots in the author's guide play, in the jail, as they stand there."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

GUIDE = Path(__file__).parents[2] / "docs" / "bot-authors.md"
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_shows_a_bot_and_a_search() -> None:
    assert len(BLOCKS) == 2
    assert "request.imagine" in BLOCKS[1]


@pytest.mark.jail
@pytest.mark.parametrize("source", BLOCKS, ids=["bot", "search"])
def test_a_bot_of_the_guide_plays_without_fault_and_beats_random(
    source: str, run: Callable[..., Result], bot: Callable[[str, str], Path]
) -> None:
    bot("guide.py", source)
    played = json.loads(
        run("play", "guide.py", "random", "--games", 2, "--seed", 1, "--json").output
    )
    assert played["faults"] == []
    assert played["bots"][0]["wins"] == 2

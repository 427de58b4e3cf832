"""The page of common mistakes: each bot makes its mistake, with the message that is shown."""

import json
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from click.testing import Result

from sandbox import meter
from sandbox.guest.upload_rules import REASONS
from tests.kit.test_tutorial import BOTS
from tests.kit.typed import blocks

PAGE = (BOTS / "common-mistakes.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
MADE = {name: text for name, text in SECTIONS.items() if "```python" in text}
NOT_MADE = {  # they would take seconds
    "Too much computing": meter.CPU_MESSAGES["decision"][0],
    "Waiting": meter.SLEPT,
}


def message(text: str) -> str:
    return blocks(text, "text")[0].strip()


def as_pattern(template: str) -> str:
    return re.sub(r"%\(\w+\)\w", "*", template).replace("[", "[[]")


@pytest.mark.jail
@pytest.mark.long
@pytest.mark.parametrize("name", MADE)
def test_the_mistake_has_its_message(
    name: str, run: Callable[..., Result], bot: Callable[[str, str], Path]
) -> None:
    (source,) = blocks(MADE[name], "python")
    game = ("--game", "kingdomino") if source.startswith("# game: kingdomino") else ()
    bot("mistake.py", source)
    done = run("play", "mistake.py", "random", *game, "--games", 1, "--seed", 1, "--json")
    fault = json.loads(done.output)["faults"][0]
    assert f"{fault['verdict']}: {fault['message']}" == message(MADE[name])


@pytest.mark.parametrize("name", NOT_MADE)
def test_a_slow_mistake_has_words_that_the_platform_uses(name: str) -> None:
    assert fnmatchcase(message(SECTIONS[name]), "timeout: " + as_pattern(NOT_MADE[name]))


def test_every_other_mistake_is_made() -> None:
    assert len(MADE) > 10
    silent = {name for name, text in SECTIONS.items() if "```text" not in text}
    assert SECTIONS.keys() - MADE.keys() - NOT_MADE.keys() == silent
    assert silent == {"It remembers nothing"}


def test_refusals_are_worded_as_on_the_page() -> None:
    rows = PAGE.partition("## Refused uploads")[2].partition("\n## ")[0]
    shown = re.findall(r"^\| (?!you see|-)([^|]+) \|", rows, re.MULTILINE)
    patterns = [as_pattern(reason) for reason in REASONS.values()]
    assert len(shown) > 3
    for words in shown:
        assert any(fnmatchcase(words, pattern) for pattern in patterns), words

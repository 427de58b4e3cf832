"""The examples of the handbook's page."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "bots" / "learning.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(4))
def test_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[number], {})
    printed = ["of 3 games won", "", "king on", "discard"]
    assert printed[number] in capsys.readouterr().out


def test_every_example_is_tried() -> None:
    assert len(EXAMPLES) == 4

"""The README's first steps work as written."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.jail
def test_the_readmes_bot_beats_the_random_bot_without_a_fault(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    bot = tmp_path / "my_bot.py"
    bot.write_text(blocks[0])
    words = ["play", str(bot), "random", "--games", "2", "--seed", "1", "--json"]
    played = subprocess.run(
        [sys.executable, "-P", "-m", "kit.command", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    ours, random = json.loads(played.stdout)["bots"]
    assert (ours["name"], ours["faults"]) == ("my_bot", 0)
    assert ours["points"] > random["points"]

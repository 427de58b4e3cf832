"""The README's first steps work as written."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.typed import blocks, commands

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.jail
def test_the_readmes_bot_wins_its_first_series_as_the_readme_says(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text()
    (tmp_path / "my_bot.py").write_text(blocks(readme, "python")[0])
    words = next(words for words in commands(readme) if words[0] == "play")
    played = subprocess.run(
        [sys.executable, "-P", "-m", "kit.command", *words, "--json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert played.returncode == 0, played.stderr
    ours, theirs = json.loads(played.stdout)["bots"]
    assert (ours["name"], ours["faults"]) == ("my_bot", 0)
    assert ours["points"] > 2 * theirs["points"]

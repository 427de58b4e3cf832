"""Bots in other languages: created by `new`, packed by `pack`, played like any other."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from kit import packing
from tests.hostile.programs import need

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
LANGUAGES = {"mine.js": "node", "mine.c": "binary"}


@pytest.mark.parametrize("name", LANGUAGES)
def test_new_writes_the_sample_and_says_how_to_try_it(name: str, run: Run, tmp_path: Path) -> None:
    told = run("new", name).output
    assert f"./kingsbench pack {name} && ./kingsbench play mine.zip big-money" in told
    assert (tmp_path / name).read_text() == packing.starter_source(Path(name)).read_text()


@pytest.mark.jail
@pytest.mark.parametrize("name", LANGUAGES)
def test_the_sample_plays_every_set_without_fault_and_beats_random(name: str, run: Run) -> None:
    need(LANGUAGES[name])
    run("new", name)
    assert run("pack", name).output == "Wrote mine.zip.\n"
    words = ("--sets", "base,prosperity,hinterlands", "--games", 6, "--seed", 1, "--json")
    played = json.loads(run("play", "mine.zip", "random", *words).output)
    assert played["faults"] == []
    assert played["bots"][0]["wins"] >= 5


@pytest.mark.jail
def test_a_bot_in_another_language_is_asked_like_any_other(run: Run, tmp_path: Path) -> None:
    need("node")
    run("new", "mine.js")
    run("pack", "mine.js")
    decision = {"kind": "buy", "options": ["Copper", "Silver", "Gold"], "least": 0, "most": 1}
    view = {"supply": {"Province": 8}, "seats": [{"cards": {"Smithy": 1}}, {"cards": {}}]}
    (tmp_path / "asked.jsonl").write_text(json.dumps({"decision": decision, "view": view}))
    asked = json.loads(run("ask", "mine.zip", "asked.jsonl", "--json").output)
    assert [answer["values"] for answer in asked["answers"]] == [["Gold"]]
    assert asked["log"] == "dominion, seat 0 of 2\n"


def test_the_source_of_a_binary_is_packed_with_it(run: Run, bot: Bot, tmp_path: Path) -> None:
    need("binary")
    bot("mine.c", "int main(void) { return 0; }\n")
    run("pack", "mine.c")
    with zipfile.ZipFile(tmp_path / "mine.zip") as archive:
        assert set(archive.namelist()) == {"kingsbench.toml", "bot", "bot.c"}


@pytest.mark.parametrize(
    ("name", "told"),
    [("mine.rs", "not a .js or .c file"), ("nowhere.js", "there is no file nowhere.js")],
)
def test_what_cannot_be_packed_is_said(name: str, told: str, run: Run, bot: Bot) -> None:
    bot("mine.rs", "fn main() {}")
    result = run("pack", name)
    assert result.exit_code == 2
    assert told in result.output


def test_a_compilers_complaint_stops_the_packing(run: Run, bot: Bot, tmp_path: Path) -> None:
    need("binary")
    bot("mine.c", "int main(void) { return nothing; }\n")
    result = run("pack", "mine.c")
    assert result.exit_code == 2
    assert "mine.c does not compile; see the output above" in result.output
    assert not (tmp_path / "mine.zip").exists()


def test_without_a_compiler_the_line_to_run_is_shown(
    run: Run, bot: Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot("mine.c", "int main(void) { return 0; }\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt-get install -y gcc libc6-dev" in run("pack", "mine.c").output

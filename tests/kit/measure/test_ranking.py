"""Gauntlets and leagues."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from kit.bots import FAULTY, house_bots
from kit.measure import ranking

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
SHORT = ("--seed", 1, "--config", "turn_limit=8")
NAMES = ("big_money", "militia", "random_bot")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three house bots, and files that are none."""
    found = tmp_path / "bots"
    found.mkdir()
    for name in NAMES:
        shutil.copy(house_bots()["random"].path.with_name(f"{name}.py"), found)
    for name in ("test_mine.py", "notes.txt", "_draft.py"):
        (found / name).touch()
    return found


@pytest.mark.jail
def test_a_league_rates_all_at_once_and_goes_on(run: Run, folder: Path) -> None:
    words = ("league", "bots", *SHORT, "--results", "league.jsonl", "--games", 4)
    found = json.loads(run(*words, "--json", "--jobs", 2).output)
    assert {bot["name"] for bot in found["bots"]} == set(NAMES)
    assert found["bots"][-1]["name"] == "random_bot"
    assert [bot["games"] for bot in found["bots"]] == [8, 8, 8]
    assert (found["games"], sum(bot["points"] for bot in found["bots"])) == (12, 12)
    assert sum(sum(bot["seats"]) for bot in found["bots"]) == 12
    assert all(len(pair["counts"]) == 5 and sum(pair["counts"]) == 2 for pair in found["pairs"])
    assert all(sum(pair["games"].values()) == 4 for pair in found["pairs"])
    assert found["los"][0][2] == pytest.approx(1 - found["los"][2][0])
    assert found["los"][0][0] is None
    assert found["bots"][0]["elo"][0] > found["bots"][2]["elo"][0]

    kept = Path("league.jsonl").read_bytes()
    assert json.loads(run(*words, "--json").output) == found
    assert Path("league.jsonl").read_bytes() == kept  # nothing was played again
    with (folder / "militia.py").open("a") as file:
        file.write("# another version\n")
    text = run(*words).output
    assert len(Path("league.jsonl").read_bytes().splitlines()) == 1 + 6 + 4
    for word in ("Rank", "Elo", "Points against", "Better with", "12 games in pairs", "random_bot"):
        assert word in text


@pytest.mark.jail
def test_a_gauntlet_is_one_bot_against_each(run: Run) -> None:
    words = ("gauntlet", "big-money", "random", "militia", *SHORT, "--games", 4, "--jobs", 1)
    found = json.loads(run(*words, "--json").output)
    assert [pair["bots"] for pair in found["pairs"]] == [
        ["big-money", "random"], ["big-money", "militia"],
    ]  # fmt: skip
    games = {bot["name"]: bot["games"] for bot in found["bots"]}
    assert games == {"big-money": 8, "random": 4, "militia": 4}
    text = run(*words).output
    for word in ("Opponent", "Elo ahead", "Better with", "Rank"):
        assert word in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.jail
def test_a_budget_of_cpu_ends_it(run: Run) -> None:
    words = ("gauntlet", "random", "random", *SHORT, "--budget", "0.1s", "--jobs", 1, "--json")
    found = json.loads(run(*words).output)
    assert 2 <= found["games"] < 200
    assert found["cpu"] >= 0.1


def test_house_bots_that_fail_on_purpose_are_no_opponents() -> None:
    assert "stumbler" in house_bots("dominion")
    assert set(ranking.house_opponents("dominion")) == house_bots("dominion").keys() - set(FAULTY)
    able = [name for name, bot in house_bots("kingdomino").items() if not bot.needs]
    assert ranking.house_opponents("kingdomino") == able


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["league", "bots/empty"], "a league needs two bots"),
        (["league", "missing"], "missing cannot be read: No such file"),
        (["league", "bots", "--budget", "soon"], "use seconds, minutes or hours of CPU"),
        (["league", "bots", "--budget", "0m"], "use seconds, minutes or hours of CPU"),
        (["league", "bots", "--budget", f"{'9' * 400}s"], "use seconds, minutes or hours of CPU"),
        (["league", "bots", "--games", 10**12], "at most 1,000,000"),
        (["league", "bots", "--games", 3], "come in pairs"),
        (["league", "bots", "--kingdom", "Moat, Village, Smithy"], "ten cards, not 3"),
        (["gauntlet", "nobody"], "unknown bot 'nobody'"),
        (["gauntlet", "random", "greedy"], "does not play dominion"),
        (["gauntlet", "missing.py"], "there is no file missing.py"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(
    run: Run, folder: Path, words: list[object], told: str
) -> None:
    (folder / "empty").mkdir()
    refused = run(*words)
    assert refused.exit_code == 2
    assert told in refused.output


@pytest.mark.jail
def test_a_broken_bot_is_named_before_anything_is_played(run: Run, folder: Path) -> None:
    (folder / "broken.py").write_text("def decide(request:\n")
    refused = run("league", "bots", *SHORT)
    assert refused.exit_code == 2
    assert "broken.py is not a bot" in refused.output


def test_budgets_are_times() -> None:
    assert [ranking.seconds(word) for word in ("90", "90s", "1.5m", "2h")] == [90, 90, 90, 7200]

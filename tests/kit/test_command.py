"""The command line: output and errors."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from engine import catalogue
from kit import starters
from kit.command import main

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
CRASH = (
    'def decide(request):\n    print("[bold]loud[/bold]")\n'
    '    raise ValueError("no [red]idea[/red]")\n'
)
README = Path(__file__).parents[2] / "README.md"
KINGDOMINO = ["--game", "kingdomino"]
QUICK = ("--games", 2, "--seed", 1, "--config", "turn_limit=3")


# --- help and lists -------------------------------------------------------------------------


def test_help_names_every_command(run: Run) -> None:
    text = run("--help").output
    names = main.list_commands(click.Context(main))
    for name in names:
        assert f"\n  {name} " in text
    measuring = {"duel", "gauntlet", "league", "play", "tune"}
    trying = {
        "ask",
        "completion",
        "docs",
        "doctor",
        "games",
        "lint",
        "new",
        "pack",
        "profile",
        "replay",
    }
    there = {"challenge", "join", "leaderboard", "leave", "login", "logout", "logs", "matches"}
    assert set(names) == measuring | trying | there | {
        "bots", "dataset", "runtime", "trial", "upload", "watch",
    }  # fmt: skip


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    code = "import sys, kit.command; print([m for m in HEAVY if m in sys.modules])"
    referee = "arena.matches.referee.referee"
    heavy = ["rich", "msgspec", "engine.dominion", referee, "django", "subprocess"]
    words = [sys.executable, "-c", code.replace("HEAVY", repr(heavy))]
    told = subprocess.run(words, check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"


def test_house_bots_are_listed(run: Run) -> None:
    text = run("bots").output
    for name in ("random", "big-money", "big-money-smithy", "militia", "village-market"):
        assert name in text
    assert "pile-rush" in text
    assert "stumbler" in text
    assert "slowpoke" in text


def test_house_bots_are_listed_by_game(run: Run) -> None:
    dominion, kingdomino = run("bots").output.split("Kingdomino")
    assert "big-money" in dominion
    assert "monte-carlo" not in dominion
    for name in ("random", "greedy", "look-ahead", "monte-carlo"):
        assert name in kingdomino
    assert "big-money" not in kingdomino


def test_games_are_listed_with_options_and_kinds(run: Run) -> None:
    text = run("games").output
    assert "kingdomino" in text
    assert "middle_kingdom" in text
    assert "one of: true, false" in " ".join(text.replace("│", " ").split())
    assert "dominion" in text
    assert "turn_limit" in text
    assert "play_treasures" in text


# --- new ------------------------------------------------------------------------------------


def test_new_writes_a_bot_and_says_how_to_try_it(run: Run, tmp_path: Path) -> None:
    result = run("new", "mine.py")
    assert result.exit_code == 0
    assert "kingsbench play mine.py big-money" in result.output
    assert "def decide(request" in (tmp_path / "mine.py").read_text(encoding="utf-8")


def test_new_writes_a_bot_for_another_game(run: Run, tmp_path: Path) -> None:
    result = run("new", "mine.py", "--game", "kingdomino")
    assert "./kingsbench play mine.py greedy --game kingdomino" in result.output
    assert 'request.kind == "pick"' in (tmp_path / "mine.py").read_text(encoding="utf-8")


@pytest.mark.jail
@pytest.mark.parametrize("game", catalogue.games())
def test_a_new_bot_wins_the_match_that_is_suggested(game: str, run: Run) -> None:
    told = run("new", "mine.py", "--game", game).output
    words = told.partition("./kingsbench ")[2].split()
    played = json.loads(run(*words, "--json").output)
    assert played["faults"] == []
    mine, other = played["bots"]
    assert mine["points"] > other["points"]


@pytest.mark.jail
def test_a_new_bot_wins_the_match_of_the_readme(run: Run) -> None:
    run("new", "my_bot.py")
    words = re.search(r"^kingsbench (play my_bot.py [^#\n]*)", README.read_text(), re.MULTILINE)
    assert words
    mine, other = json.loads(run(*words[1].split(), "--json").output)["bots"]
    assert mine["points"] > other["points"]


def test_new_knows_its_games(run: Run, tmp_path: Path) -> None:
    result = run("new", "mine.py", "--game", "kingdomio")
    assert result.exit_code == 2
    assert "Did you mean 'kingdomino'? The games are: dominion, kingdomino" in result.output
    assert not (tmp_path / "mine.py").exists()


def test_there_is_a_starter_for_every_game() -> None:
    assert starters.games() == sorted(catalogue.games())


def test_new_adds_the_ending(run: Run, tmp_path: Path) -> None:
    assert run("new", "mine").exit_code == 0
    assert (tmp_path / "mine.py").exists()


def test_new_overwrites_nothing(run: Run, bot: Bot) -> None:
    path = bot("mine.py", "precious = 1\n")
    result = run("new", "mine.py")
    assert result.exit_code == 2
    assert "already exists" in result.output
    assert path.read_text(encoding="utf-8") == "precious = 1\n"


def test_new_says_where_it_cannot_write(run: Run) -> None:
    result = run("new", "nowhere/mine.py")
    assert result.exit_code == 2
    assert "cannot write nowhere/mine.py" in result.output


@pytest.mark.jail
@pytest.mark.parametrize("game", ["dominion", "kingdomino"])
def test_a_new_bot_plays_at_once_and_beats_random(game: str, run: Run) -> None:
    run("new", "mine.py", "--game", game)
    words = ("--json", "--game", game, "--games", 2, "--seed", 1)
    played = json.loads(run("play", "mine.py", "random", *words).output)
    assert played["faults"] == []
    assert played["bots"][0]["wins"] == 2


# --- without a jail -------------------------------------------------------------------------


@pytest.fixture
def jailless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose PATH has no bubblewrap."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("ldd", "bash", "sh"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(programs))


@pytest.mark.usefixtures("jailless")
def test_without_a_jail_house_bots_play_and_the_missing_line_is_shown(run: Run) -> None:
    result = run("play", "big-money", "random", *QUICK)
    assert result.exit_code == 0
    assert "This is not the jail" in result.output
    assert "apt-get install -y bubblewrap" in result.output


@pytest.mark.usefixtures("jailless")
def test_without_a_jail_own_bots_play_with_a_warning(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request):\n    return request.default\n")
    result = run("play", "big-money", "mine.py", "--trust", *QUICK)
    assert result.exit_code == 0
    assert "This is not the jail" in result.output
    assert "apt-get install -y bubblewrap" in result.output


# --- play -----------------------------------------------------------------------------------


@pytest.mark.jail
def test_play_prints_a_table(run: Run) -> None:
    result = run("play", "big-money", "random", *QUICK)
    assert result.exit_code == 0
    for word in ("Wins", "Points", "Faults", "Decisions", "CPU", "big-money", "random", "seed 1"):
        assert word in result.output


@pytest.mark.jail
def test_play_as_json_has_everything_and_repeats(run: Run) -> None:
    one, two = (
        json.loads(run("play", "big-money", "random", "--json", *QUICK).output) for _ in range(2)
    )
    assert [bot["name"] for bot in one["bots"]] == ["big-money", "random"]
    assert sum(bot["points"] for bot in one["bots"]) == 2
    assert len(one["games"]) == 2
    assert one["stamp"]["level"] in ("required", "rootless")
    assert [game["scores"] for game in one["games"]] == [game["scores"] for game in two["games"]]


@pytest.mark.jail
def test_play_seats_as_many_bots_as_are_named(run: Run) -> None:
    words = ("play", "big-money", "militia", "big-money", "--json", "--games", 3, "--seed", 1)
    played = json.loads(run(*words, "--config", "turn_limit=3").output)
    assert [bot["name"] for bot in played["bots"]] == ["big-money", "militia", "big-money (2)"]
    assert played["seats"] == 3
    assert sum(bot["points"] for bot in played["bots"]) == 9


@pytest.mark.jail
def test_play_with_a_kingdom_of_ones_own(run: Run) -> None:
    cards = "Cellar,Market,Militia,Mine,Moat,Remodel,Smithy,Village,Woodcutter,Workshop"
    result = run("play", "random", "random", "--kingdom", cards, *QUICK, "--json")
    assert json.loads(result.output)["config"]["kingdom"] == cards.split(",")


@pytest.mark.jail
def test_play_another_game_with_its_options(run: Run) -> None:
    options = ("--config", "variants=harmony,middle_kingdom", "--config", "must_place=true")
    words = ("--game", "kingdomino", "--games", 3, "--seed", 4, *options)
    text = run("play", "greedy", "look-ahead", "random", *words).output
    assert "kingdomino: 3 games from seed 4" in text
    assert "Options: variants harmony, middle_kingdom; must_place true" in text
    assert "Kingdom of seed" not in text
    played = json.loads(run("play", "greedy", "look-ahead", "random", *words, "--json").output)
    config = {"variants": ["harmony", "middle_kingdom"], "must_place": True}
    assert (played["config"], played["faults"]) == (config, [])
    scores = [sum(game["scores"]) for game in played["games"]]
    assert sum(bot["score"] for bot in played["bots"]) == sum(scores)
    for bot in played["bots"][:2]:
        assert f"{bot['score'] / 3:.1f}" in text


@pytest.mark.jail
def test_a_fault_in_another_game_is_shown_in_its_words(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request):\n    return {'pick': 0}.get(request.kind)\n")
    words = ("--game", "kingdomino", "--games", 1, "--seed", 1)
    text = run("play", "mine.py", "random", *words).output
    assert "illegal at decision" in text
    assert "Asked: place, pick 1 of: [" in text


@pytest.mark.jail
def test_names_are_readable_in_a_narrow_window(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ("big-money-smithy", "village-market", "big-money-smithy", "--games", 1, "--seed", 1)
    text = run("play", *words, "--config", "turn_limit=3").output
    for word in ("big-money-smithy (2)", "village-market", "Decisions", "CPU each"):
        assert word in text
    assert max(len(line) for line in text.splitlines()) <= 80


@pytest.mark.jail
def test_play_says_which_kingdoms_were_drawn(run: Run) -> None:
    text = run("play", "random", "random", "--sets", "prosperity, base", *QUICK).output
    drawn = " ".join(text.partition("Kingdom of seed 1: ")[2].split()).removesuffix(
        " (with Platinum and Colony)"
    )
    again = json.loads(run("play", "random", "random", "--kingdom", drawn, *QUICK, "--json").output)
    assert len(again["config"]["kingdom"]) == 10
    assert "Kingdom of seed" not in run("play", "random", "random", *QUICK).output


@pytest.mark.jail
def test_play_shows_the_first_fault_with_its_traceback_as_it_is(run: Run, bot: Bot) -> None:
    bot("mine.py", CRASH)
    result = run("play", "mine.py", "big-money", *QUICK)
    assert result.exit_code == 0
    assert "2 faults. The first:" in result.output
    assert "ValueError: no [red]idea[/red]" in result.output
    assert "line 3, in decide" in result.output
    assert "[bold]loud[/bold]" in result.output
    assert "Asked: play_treasures" in result.output
    assert "mine, seed 1, game 1: crash at decision 1" in result.output


@pytest.mark.jail
def test_play_takes_a_zip(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("bot.py", "from helper import decide\n")
        archive.writestr("helper.py", "def decide(request):\n    return request.default\n")
    played = json.loads(run("play", "mine.zip", "random", "--json", *QUICK).output)
    assert played["faults"] == []


@pytest.mark.jail
def test_a_file_that_is_no_bot_is_refused_before_it_plays(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request:\n")
    result = run("play", "mine.py", "random", *QUICK)
    assert result.exit_code == 2
    assert "mine.py is not a bot" in result.output
    assert "line 1" in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["big-mony", "random"], "unknown bot 'big-mony'. Did you mean 'big-money'?"),
        (["mine", "random"], "unknown bot 'mine'. Did you mean 'mine.py'?"),
        (["xyzzy", "random"], "House bots: random, big-money"),
        (["mein.py", "random"], "there is no file mein.py. Did you mean 'mine.py'?"),
        (["gone.py", "random"], "gone.py is no file that can be read: it is a pipe, a device or"),
        (["notes.txt", "random"], "notes.txt is not a Python bot. A bot must be a .py file"),
        ([".", "random"], ". is a folder without bot.py or kingsbench.toml"),
        (["random"], "2, 3, 4"),
        (["random", "random", "--seats", "3"], "--seats 3 needs 3 bots; named: 2"),
        (["random", "random", "--game", "chess"], "unknown game 'chess'. The games are: dominion"),
        (["random", "random", "--config", "kingdom=Nope"], "unknown kingdom 'Nope'"),
        (["random", "random", "--config", "speed=9"], "unknown option 'speed'"),
        (["random", "random", "--config", "speed"], "use name=value"),
        (["random", "random", "--kingdom", "Cellar,Moat"], "ten cards, not 2"),
        (["random", "random", "--kingdom", "first game"], "Did you mean 'First Game'?"),
        (["random", "random", "--kingdom", "Prosperity"], "use --sets prosperity."),
        (["random", "random", "--sets", "bass"], "unknown expansion 'bass'"),
        (["random", "random", "--sets", "base", "--config", "kingdom=Big Money"], "or set it to"),
        (
            ["big-money", "random", *KINGDOMINO],
            "big-money does not play kingdomino, only dominion.",
        ),
        (["greedy", "random"], "House bots of dominion: random, big-money"),
        (["gredy", "random", *KINGDOMINO], "unknown bot 'gredy'. Did you mean 'greedy'?"),
        (["xyzzy", "random", *KINGDOMINO], "House bots: random, greedy, look-ahead, monte-carlo"),
        (["random"] * 5 + KINGDOMINO, "Kingdomino is for 2, 3, 4 seats, not 5"),
        (["random"] * 3 + [*KINGDOMINO, "--config", "variants=mighty_duel"], "2 seats, not 3"),
        (["random"] * 2 + [*KINGDOMINO, "--config", "variants=harmoni"], "the variants are: dyn"),
        (["random"] * 2 + [*KINGDOMINO, "--config", "must_place=yes"], "true or false, not 'yes'"),
        (
            ["random"] * 2 + [*KINGDOMINO, "--config", "turn_limit=9"],
            "the options of Kingdomino are: variants",
        ),
        (["random"] * 2 + [*KINGDOMINO, "--kingdom", "First Game"], "unknown option 'kingdom'"),
        (["random", "random", "--sets", "base", "--kingdom", "Big Money"], "or set it to random"),
    ],
)
def test_wrong_words_get_one_line_that_says_what_to_do(
    words: list[str], told: str, run: Run, bot: Bot
) -> None:
    bot("mine.py", "")
    bot("notes.txt", "")
    Path("gone.py").symlink_to("nowhere.py")
    result = run("play", *words)
    assert result.exit_code == 2
    assert told in result.output
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("words", [["--games", "0"], ["--games", "many"], ["--seed", "x"], []])
def test_wrong_usage_exits_with_2(words: list[str], run: Run) -> None:
    named = ["random", "random"] if words else []
    assert run("play", *named, *words).exit_code == 2


@pytest.mark.jail
def test_play_writes_a_replay_of_the_first_game_and_says_how_to_open_it(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    result = run("play", "big-money", "militia", *QUICK, "--replay", str(path))
    assert "open the page /replay/" in " ".join(result.output.split())
    replay = json.loads(path.read_text())
    assert (replay["replay"], replay["game"], replay["names"]) == (
        2,
        "dominion",
        ["big-money", "militia"],
    )
    assert replay["frames"][-1][1].startswith("The game ends")
    assert replay["questions"][0]["picks"] is not None
    assert replay["outcome"]["reason"]


def test_a_replay_needs_a_folder_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "missing" / "game.json"
    result = run("play", "big-money", "militia", *QUICK, "--replay", str(path))
    assert result.exit_code != 0
    assert "there is no folder" in result.output

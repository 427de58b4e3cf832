"""`watch` and `replay`: the terminal, the log, files that are no games, the page."""

import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from engine import catalogue
from kit.watch import replays
from kit.watch.viewing import Viewer
from tests.engine.test_golden import play

Run = Callable[..., Result]
CONFIG = {"dominion": {"turn_limit": 6}, "kingdomino": {}}
EVIL = "</script><b>\x1b[2J"


@pytest.fixture(scope="module")
def records() -> dict[str, dict[str, Any]]:
    return {
        name: play(
            catalogue.new(name, seats=seats, seed=4, config=CONFIG[name]), wandering=True
        ).record()
        for name, seats in (("dominion", 2), ("kingdomino", 4))
    }


def screen(viewer: Viewer, width: int, height: int) -> str:
    lines = viewer.lines(width, height)
    assert len(lines) <= height
    assert all(line.cell_len <= width for line in lines)
    return "\n".join(line.plain for line in lines)


def in_terminal(*words: str, keys: bytes) -> str:
    """What the command writes to a terminal of 24 lines in which these keys are pressed."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(
        [sys.executable, "-m", "kit.command", *words],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True,
    )  # fmt: skip
    os.close(theirs)
    said = b""
    while select.select([ours], [], [], 20)[0]:
        try:
            said += os.read(ours, 65536)
        except OSError:  # how Linux tells that the other end is closed
            break
        if keys and b"q quit" in said:
            os.write(ours, keys)
            keys = b""
    assert process.wait(20) == 0, said
    os.close(ours)
    return said.decode()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (140, 40), (30, 8)])
@pytest.mark.parametrize("game", ["dominion", "kingdomino"])
def test_every_position_fits_the_terminal(
    game: str, width: int, height: int, records: dict[str, Any]
) -> None:
    replay = replays.of_data(records[game])
    for frame in range(0, replay.last + 1, 9):
        screen(Viewer(replay, frame), width, height)
    shown = screen(Viewer(replay, replay.last), width, height)
    assert "quit" in shown or width < 80
    assert replay.sentence(replay.last)[:14] in shown or "Seat" in shown


def test_dominions_table_shows_supply_hands_and_log(records: dict[str, Any]) -> None:
    viewer = Viewer(replays.of_data(records["dominion"]))
    viewer.press("t")
    shown = screen(viewer, 80, 24)
    for words in ("Seat 1, turn 1", "8¢ Province 8", "▶ Seat 1 3  deck 5", "Hand:", "Copper"):
        assert words in shown
    viewer.press("v")
    assert "as Seat 1 saw it" in screen(viewer, 80, 24)
    assert "Hand: 5 cards" in screen(viewer, 80, 24)


def test_kingdoms_are_grids_beside_each_other(records: dict[str, Any]) -> None:
    shown = screen(Viewer(replays.of_data(records["kingdomino"]), 999), 80, 24)
    assert re.search(r"Seat 1 \d+ +(▶ )?Seat 2", shown)
    assert "###" in shown
    assert re.search(r"[WF~GSM][123] ", shown)
    assert "W  wheat" in shown


def test_keys_step_jump_and_play(records: dict[str, Any]) -> None:
    viewer = Viewer(replays.of_data(records["dominion"]))
    turns, last = viewer.replay.turns, viewer.replay.last
    for keys, frame in (
        (["n", "right", "b"], 1), (["t", "t"], turns[1]), (["T"], turns[0]), (["T"], 0),
        (["j", "4", "enter"], viewer.replay.frame_of_turn(4)), (["j", "2", "x"], None),
        (["end", "n"], last), (["home", "left"], 0), (["9", " ", "", ""], 2), (["?", "7"], None),
    ):  # fmt: skip
        before = viewer.frame
        for key in keys:
            viewer.press(key)
        assert viewer.frame == (before if frame is None else frame), keys
    assert viewer.is_playing
    assert viewer.delay < 1
    viewer.press("end")
    viewer.press(" ")
    assert viewer.frame == 0, "from the start again"
    viewer.press("q")
    assert viewer.is_over


def test_a_record_is_watched_in_a_real_terminal(tmp_path: Path, records: dict[str, Any]) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(records["dominion"]))
    said = in_terminal("watch", str(file), keys=b"tt\x1b[Cq")
    assert "\x1b[?1049h" in said, "on a screen of its own"
    assert "\x1b[?1049l" in said, "and back"
    assert "Province" in said


def test_without_a_terminal_the_log_is_printed(run: Run, records: dict[str, Any]) -> None:
    Path("record.json").write_text(json.dumps(records["kingdomino"]))
    for command in ("watch", "replay"):
        done = run(command, "record.json")
        assert done.exit_code == 0, done.output
        assert "Seat 1, round 1" in done.output
        assert re.search(r"Seat \d wins: Seat", done.output)


@pytest.mark.jail
def test_bots_are_watched(run: Run) -> None:
    words = ("--seed", 3, "--kingdom", "Big Money", "--config", "turn_limit=4")
    done = run("watch", "big-money", "random", *words)
    assert done.exit_code == 0, done.output
    assert "big-money, turn 2" in done.output


def changed(data: dict[str, Any], **values: Any) -> str:
    return json.dumps(data | values)


def test_what_is_no_game_is_said_in_one_line(run: Run, records: dict[str, Any]) -> None:
    record = records["dominion"]
    replay = replays.of_data(record).data
    broken = [*replay["frames"][:3], [4, "x", [[["seats", 7, "hand"], 0, 1, []]]]]
    for content, told in (
        ("{", "not valid JSON, or cut"),
        ("[]", "neither a replay"),
        (changed(record, engine="dominion/0"), "made under rules 'dominion/0'"),
        (changed(record, choices=[[99]]), "choice 0 of the record is not legal"),
        (changed(replay, replay=99), "a replay of format 99"),
        (changed(replay, game="chess"), "not a replay of a known game"),
        (changed(replay, frames=None), "not a replay of a known game"),
        (changed(replay, names=["one"]), "not a replay of a known game"),
        (changed(replay, turns=[[1, 7, 1]]), "not a replay of a known game"),
        (changed(replay, frames=broken), "the replay is damaged in frame 4"),
        (changed(replay, frames=[[1, "x"]]), "the replay is damaged in frame 1"),
    ):
        Path("bad.json").write_text(content)
        done = run("watch", "bad.json")
        assert (done.exit_code, done.output.count("\n")) == (2, 1), done.output
        assert told in done.output
        assert done.output.startswith("Error: bad.json")
    for words, told in (
        (("watch", "missing.json"), "there is no file missing.json"),
        (("watch", "big-money"), "name two or more bots"),
        (("watch", "big-money", "militia", "--game", "chess"), "does not play chess"),
        (("replay", "17"), "which platform?"),
    ):
        done = run(*words)
        assert (done.exit_code, told in done.output) == (2, True), done.output


def test_a_page_has_all_in_it_and_no_name_ends_its_script(
    run: Run, records: dict[str, Any]
) -> None:
    replay = replays.of_data(records["dominion"]).data | {"names": [EVIL, "Ben"]}
    Path("evil.json").write_text(json.dumps(replay))
    assert "Wrote page.html." in run("replay", "evil.json", "--html", "page.html").output
    page = Path("page.html").read_text()
    assert EVIL not in page
    assert "<b>" not in page
    assert "%(" not in page
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", page)
    assert "@import" not in page
    refused = run("replay", "evil.json", "--html", "none/page.html")
    assert (refused.exit_code, "there is no folder" in refused.output) == (2, True)

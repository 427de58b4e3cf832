"""`kingsbench play --from FILE --at EVENT`, and `--show-output`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]

QUICK = ("--games", 1, "--seed", 5, "--config", "turn_limit=6", "--kingdom", "First Game")
PRINTS = (
    "print('loaded')\n"
    "asked = 0\n"
    "def decide(request):\n"
    "    global asked\n"
    "    asked += 1\n"
    "    if asked in (2, 5): print('number', asked, len(request.events))\n"
    "    if asked == 5: print('@note five at last')\n"
    "    return request.default\n"
    "def finish(outcome):\n"
    "    print('over')\n"
)
pytestmark = pytest.mark.jail


@pytest.fixture
def replay(run: Run, bot: Bot, tmp_path: Path) -> dict[str, Any]:
    """A replay, which is also in `game.json`."""
    bot("mine.py", PRINTS)
    done = run("play", "mine.py", "big-money", *QUICK, "--replay", "game.json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads((tmp_path / "game.json").read_text())
    return found


def refused(run: Run, *words: object) -> str:
    done = run("play", "mine.py", "big-money", *words)
    assert done.exit_code == 2, done.output
    return " ".join(done.output.split())


def test_output_stands_beside_its_decision(replay: dict[str, Any], run: Run) -> None:
    seat = replay["names"].index("mine")
    asked = [one for one in replay["questions"] if one["seat"] == seat]
    assert asked[1]["output"].startswith("number 2")
    assert asked[4]["output"].startswith("number 5")
    assert sum("output" in one for one in replay["questions"]) == 2
    assert asked[4]["notes"] == ["five at last"]
    last = len(replay["frames"])
    assert replay["output"] == [[0, seat, "loaded\n", []], [last, seat, "over\n", []]]
    played = json.loads(run("play", "mine.py", "big-money", *QUICK, "--json").output)
    output = played["games"][0]["output"]
    assert [one["decision"] for one in output] == [0, 2, 5, None]
    assert {(one["bot"], one["seat"]) for one in output} == {("mine", seat)}
    assert output[1]["kind"] == asked[1]["kind"]
    assert [one["notes"] for one in output] == [[], [], ["five at last"], []]
    assert (output[0]["text"], output[3]["text"]) == ("loaded\n", "over\n")
    text = run("play", "mine.py", "big-money", *QUICK, "--show-output").output
    assert "Game 1 (seed 5), mine, decision 2" in text
    assert "number 5" in text
    assert "note: five at last" in text
    assert "@note" not in text
    assert "number 5" not in run("play", "mine.py", "big-money", *QUICK).output


def test_a_game_goes_on_from_an_event(replay: dict[str, Any], run: Run, tmp_path: Path) -> None:
    event = replay["frames"][len(replay["frames"]) // 2][0]
    words = ("--from", "game.json", "--at", event, "--seed", 1)
    done = run("play", "mine.py", "big-money", *words, "--replay", "again.json", "--json")
    played = json.loads(done.output)
    assert len(played["games"]) == 1
    assert (played["config"], played["games"][0]["seating"]) == (replay["config"], [0, 1])
    again = json.loads((tmp_path / "again.json").read_text())
    same = [frame for frame in replay["frames"] if frame[0] <= event]
    assert again["frames"][: len(same)] == same
    asked = [one for one in again["questions"] if one["cpu"] is not None]
    first = next(one for one in replay["questions"] if one["frame"] >= len(same))
    assert [asked[0][key] for key in ("seat", "kind", "options")] == [
        first[key] for key in ("seat", "kind", "options")
    ]
    output = played["games"][0]["output"]
    assert [one["decision"] for one in output][:2] == [0, 2], "its own decisions count"


def test_rounds_rotate_the_bots_and_a_record_will_do(
    replay: dict[str, Any], run: Run, tmp_path: Path
) -> None:
    choices = [one["picks"] for one in replay["questions"] if one["picks"] is not None]
    keys = ("game", "engine", "config", "seats", "seed")
    record = {key: replay[key] for key in keys} | {"choices": choices}
    (tmp_path / "record.json").write_text(json.dumps(record))
    words = ("--from", "record.json", "--at", 30, "--games", 2, "--json")
    played = json.loads(run("play", "mine.py", "big-money", *words).output)
    assert [game["seating"] for game in played["games"]] == [[0, 1], [1, 0]]


def test_a_file_that_does_not_fit_is_refused_with_the_reason(
    replay: dict[str, Any], run: Run, tmp_path: Path
) -> None:
    def told(change: Any, *more: object) -> str:
        text = change if isinstance(change, str) else json.dumps(replay | change)
        (tmp_path / "bad.json").write_text(text)
        return refused(run, "--from", "bad.json", *(more or ("--at", 30)))

    questions = replay["questions"]
    other_options = [*questions[:3], questions[3] | {"options": ["Gold"]}, *questions[4:]]
    illegal = [*questions[:3], questions[3] | {"picks": [77]}, *questions[4:]]
    assert "made under rules 'dominion-0'" in told({"engine": "dominion-0"})
    assert "a replay of format 1" in told({"replay": 1})
    assert "not valid JSON, or cut" in told(json.dumps(replay)[:-200])
    assert "can be continued from events 0 to" in told({"questions": questions[:5]}, "--at", 90)
    assert "questions are missing or damaged" in told({"questions": "x"})
    assert "questions are missing or damaged" in told({"questions": [{"picks": [0]}]})
    assert "choice 3 of the record is not legal" in told({"questions": illegal})
    assert "the file was changed" in told({"questions": other_options}, "--at", 0)
    assert "--from bad.json" in told({"seed": replay["seed"] + 1})
    assert "has no 'seed'" in told(json.dumps({k: v for k, v in replay.items() if k != "seed"}))
    assert "neither a replay" in told("[]")
    assert "neither a replay" in told("{}")
    assert "not of type list" in told(
        json.dumps(
            {"choices": 3}
            | {key: replay[key] for key in ("game", "engine", "config", "seats", "seed")}
        )
    )
    assert "there is no file no.json" in refused(run, "--from", "no.json")
    last = replay["frames"][-1][0]
    assert "can be continued from events 0 to" in refused(run, "--from", "game.json", "--at", last)


@pytest.mark.parametrize(
    "words",
    [("--game", "dominion"), ("--seats", 2), ("--kingdom", "random"), ("--config", "turn_limit=2")],
)
def test_what_the_file_says_is_not_an_option(
    words: tuple[object, ...], replay: dict[str, Any], run: Run
) -> None:
    assert replay
    assert f"{words[0]} cannot be used with --from" in refused(run, "--from", "game.json", *words)


def test_the_bots_fit_the_seats_and_an_event_needs_a_file(replay: dict[str, Any], run: Run) -> None:
    assert replay
    assert "needs 2 bots; named: 3" in refused(run, "random", "--from", "game.json")
    assert "name the file with --from" in refused(run, "--at", 3)

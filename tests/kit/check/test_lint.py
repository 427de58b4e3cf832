"""`kingsbench lint`: what the check would refuse, with file, line and reason."""

import ast
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from kit.stand_ins import linted
from tests.hostile.programs import need

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
DECIDE = "def decide(request):\n    return request.default\n"

pytestmark = pytest.mark.jail


@pytest.mark.parametrize(
    ("source", "line", "rule", "told"),
    [
        ("x = 1\ndef decide(request)\n", 2, "syntax", "expected ':'"),
        (f"{DECIDE}\n\x00", None, "upload", "NUL bytes"),
        ("x = 1\ndef Decide(request):\n    return 0\n", 2, "decide", "rename Decide"),
        ("", None, "upload", "The file is empty"),
        ("x = 1", 1, "decide", "has no function decide(request)"),
        ("\nasync def decide(request):\n    return 0\n", 2, "decide", "must not be async"),
        (
            "x = 1\ndef decide(request):\n    return request.nothing\n",
            3,
            "crash",
            "at decision 1 of a game of dominion: AttributeError",
        ),
        (f"wants = 7\n{DECIDE}", None, "crash", "wants must be a list"),
        (f"print(undefined)\n{DECIDE}", 1, "crash", "at the start of a game of dominion"),
        (f"# {'x' * 1_100_000}\n{DECIDE}", None, "upload", "larger than 1024 KiB"),
    ],
)
def test_each_finding_has_its_line_and_reason(
    source: str, line: int | None, rule: str, told: str, run: Run, bot: Bot
) -> None:
    bot("mine.py", source)
    done = run("lint", "mine.py", "--json")
    assert done.exit_code == 1, done.output
    found = json.loads(done.stdout)
    assert not found["clean"]
    first = found["findings"][0]
    assert (first["file"], first["line"], first["rule"]) == ("mine.py", line, rule)
    assert told in first["message"]


def test_bytes_that_are_no_text_are_found_by_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b'x = 1\ny = "caf\xe9"\n' + DECIDE.encode())
    done = run("lint", "mine.py")
    assert (done.exit_code, done.output) == (
        1,
        "mine.py:2: Line 2 is not UTF-8 text. Is this a Python file? Save it as UTF-8. [upload]\n",
    )


def test_a_bot_that_passes_is_clean_and_its_game_is_found(run: Run) -> None:
    done = run("lint", "greedy")
    told = "greedy would pass the check for kingdomino.\nIt does not play dominion.\n"
    assert (done.exit_code, done.output) == (0, told)


def test_a_zip_is_read_file_by_file_and_its_manifest_too(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("bot.py", f"import plans\n{DECIDE}")
        archive.writestr("plans.py", "import math\nimport subprocess\n")
    done = run("lint", "mine.zip")
    assert done.output.startswith(
        "plans.py:2: subprocess needs other processes, which the jail refuses [import]\n"
    )
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("kingsbench.toml", 'language = "cobol"\n')
    done = run("lint", "mine.zip")
    assert done.exit_code == 1
    assert "language must be one of python, node, binary" in done.output
    assert "[language]" in done.output


IN_SEAT_1 = """
def start(setup):
    global seat
    seat = setup.seat
def decide(request):
    if seat == 1:
        raise ValueError("never tried")
    return request.options[0]
"""
OF_ONE_GAME = """
def decide(request):
    if request.kind in ("buy", "action", "treasure"):
        return request.default
    raise ValueError(request.kind)
"""
AFTER_ANSWERS = """
def start(setup):
    global game, count
    game, count = setup.game, 0
def decide(request):
    global count
    count += 1
    if game == "kingdomino" and count > 6:
        raise ValueError("late")
    return [len(request.options) - 1] if request.least == request.most == 1 else request.default
"""


@pytest.mark.parametrize("source", [IN_SEAT_1, AFTER_ANSWERS])
def test_a_fault_in_any_seat_or_game_is_found(source: str, run: Run, bot: Bot) -> None:
    bot("mine.py", source)
    done = run("lint", "mine.py")
    assert done.exit_code == 1, done.output
    assert "[crash]" in done.output


def test_a_fault_in_a_game_that_it_does_not_play_is_no_finding(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request):\n    return request.default\n")
    told = run("lint", "mine.py").output
    assert "mine would pass the check for dominion and kingdomino." in told
    assert "default answer" in told
    bot("mine.py", OF_ONE_GAME.replace("request.default", "buy(request)") + """
def buy(request):
    return [len(request.options) - 1] if request.most else []
""")  # fmt: skip
    found = json.loads(run("lint", "mine.py", "--game", "kingdomino", "--json").stdout)
    assert not found["clean"]


def test_modules_that_the_jail_replaces_are_named(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("bot.py", f"import random\nimport plans\n{DECIDE}")
        for name in ("random.py", "time.py", "json.py", "plans.py", "tools/x.py"):
            archive.writestr(name, "")
    found = json.loads(run("lint", "mine.zip", "--json").stdout)
    replaced = {one["file"] for one in found["findings"] if one["rule"] == "replaced"}
    assert replaced == {"random.py", "time.py"}


def test_a_bot_in_another_language_is_said_to_need_leave(run: Run) -> None:
    need("node")
    run("new", "mine.js")
    run("pack", "mine.js")
    done = run("lint", "mine.zip")
    assert done.exit_code == 0, done.output
    assert "A platform takes node bots only if its operator has allowed them" in done.output


def test_a_missing_bot_or_game_is_misuse(run: Run, bot: Bot) -> None:
    bot("mine.py", DECIDE)
    assert run("lint", "missing.py").exit_code == 2
    assert run("lint", "mine.py", "--game", "chess").exit_code == 2


def read(source: str) -> list[tuple[int, str]]:
    reader = linted.Reader("own_bot.py", {"own_bot", "plans"})
    return [(line, rule) for _file, line, rule, _told in reader.read(ast.parse(source))]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import numpy_of_nobody", [(1, "import")]),
        ("import plans, math, engine.catalogue, urllib.parse", []),
        ("import http.client\nfrom urllib import request", [(1, "import"), (2, "import")]),
        ("try:\n    import nobody\nexcept ImportError:\n    nobody = None", []),
        ("try:\n    import nobody\nexcept KeyError:\n    pass", [(2, "import")]),
        ("if __name__ == '__main__':\n    import subprocess\n    open('x', 'w')", []),
        ("x = input()\nopen('a').read()\nopen('b', mode='a')", [(1, "input"), (3, "write")]),
        (
            "import os\nos.system('ls')\nos.execv('ls')\nos.getcwd()",
            [(2, "process"), (3, "process")],
        ),
    ],
)
def test_imports_and_calls_that_the_jail_refuses(source: str, found: list[tuple[int, str]]) -> None:
    assert read(f"{source}\n{DECIDE}") == found


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("def decide(request, game):\n    return 0", True),
        ("def decide():\n    return 0", True),
        ("def decide(request, *, game):\n    return 0", True),
        ("def decide(request):\n    yield 0", True),
        ("def decide(request, depth=2, *more, **others):\n    return 0", False),
        ("from plans import decide", False),
        ("from plans import *", False),
        ("decide = lambda request: 0", False),
        ("if True:\n    def decide(request): return 0", False),
    ],
)
def test_the_bots_function_is_known_in_all_its_forms(source: str, is_found: bool) -> None:
    assert [rule for _line, rule in read(source)] == ["decide"] * is_found

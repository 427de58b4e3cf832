"""`kingsbench lint`: what the check would refuse, with file, line and reason."""

import ast
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from kit.stand_ins import linted

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
DECIDE = "def decide(request):\n    return request.default\n"

pytestmark = pytest.mark.jail


@pytest.mark.parametrize(
    ("source", "line", "rule", "told"),
    [
        ("x = 1\ndef decide(request)\n", 2, "syntax", "expected ':'"),
        (f"{DECIDE}\n\x00", None, "not_compiled", "null bytes"),
        ("x = 1\ndef Decide(request):\n    return 0\n", 2, "decide", "rename Decide"),
        ("", 1, "decide", "has no function decide(request)"),
        ("\nasync def decide(request):\n    return 0\n", 2, "decide", "must not be async"),
        (
            "x = 1\ndef decide(request):\n    return request.nothing\n",
            3,
            "crash",
            "at decision 1 of a game of dominion: AttributeError",
        ),
        (f"wants = 7\n{DECIDE}", None, "crash", "wants must be a list"),
        (f"print(undefined)\n{DECIDE}", 1, "crash", "at the start of a game of dominion"),
        (f"# {'x' * 1_100_000}\n{DECIDE}", None, "python_too_large", "larger than 1 MiB"),
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
        "mine.py:2: not UTF-8 text (byte 0xe9): save the file as UTF-8 [encoding]\n",
    )


def test_a_bot_that_passes_is_clean_and_its_game_is_found(run: Run) -> None:
    done = run("lint", "greedy")
    assert (done.exit_code, done.output) == (0, "greedy would pass the check for kingdomino.\n")


def test_a_zip_is_read_file_by_file_and_its_manifest_too(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("mine/bot.py", f"import plans\n{DECIDE}")
        archive.writestr("mine/plans.py", "import math\nimport subprocess\n")
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

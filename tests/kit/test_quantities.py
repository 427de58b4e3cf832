"""Counts have their noun in the right number, in all that the command line prints."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

import kit
from kit.hosted import tables
from kit.terminal import quantity

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
KIT = Path(kit.__file__).parent
NOUNS = (
    "answer", "bot", "card", "challenge", "choice", "command", "day", "deal", "decision", "event",
    "fault", "file", "finding", "game", "iteration", "ladder", "letter", "line", "match", "matche",
    "minute", "module", "option", "pair", "point", "question", "result", "round", "row", "seat",
    "second", "token", "turn", "version", "word",
)  # fmt: skip
PLURAL = re.compile(rf"^ (?:VP |[a-z]+ )?(?:{'|'.join(NOUNS)})s\b")
ONE = re.compile(rf"\b1 (?:{'|'.join(NOUNS)})s\b")
OTHERS_WORDS = {"bots", "learn", "sdk", "starters", "stand_ins"}  # they print for bots
SAFE = re.compile(r"[A-Z_]+( >> 20)?|deadline|address")  # constants, all above 1


def test_a_quantity_is_a_count_with_its_noun() -> None:
    asked = [(0, "game"), (1, "game"), (2, "game"), (1, "match"), (1000, "match")]
    told = ["0 games", "1 game", "2 games", "1 match", "1,000 matches"]
    assert [quantity(count, noun) for count, noun in asked] == told


def written() -> Iterator[tuple[str, str, str]]:
    """Yield where a value is put before a plural: file and line, value, text."""
    for path in sorted(KIT.rglob("*.py")):
        if OTHERS_WORDS & set(path.relative_to(KIT).parts):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            for value, text in zip(node.values, node.values[1:], strict=False):
                if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                    place = f"{path.relative_to(KIT)}:{node.lineno}"
                    yield place, ast.unparse(value.value), str(text.value)


def test_no_text_puts_a_number_before_a_plural() -> None:
    """`quantity` does, which knows of 1."""
    known = {
        "count faults. The first:",  # only where there are more
        "duel.games_needed games to show",
        "count decisions",
        "games games are more than can",
    }
    found = [
        (place, value, text)
        for place, value, text in written()
        if PLURAL.match(text)
        and not SAFE.fullmatch(value)
        and not value.startswith("quantity(")
        and not any(f"{value}{text}".startswith(one) for one in known)
    ]
    assert not found


@pytest.mark.jail
def test_one_of_each_is_said_in_the_singular(run: Run, bot: Bot) -> None:
    bot("mine.py", "N = 2\ndef decide(request):\n    return request.default\n")
    bot("asked.jsonl", json.dumps({"decision": {"kind": "buy", "options": ["Copper"], "least": 0,
                                                "most": 1}}))  # fmt: skip
    short = ("--seed", 1, "--config", "turn_limit=2")
    for words in (
        ("play", "mine.py", "random", "--games", 1, *short),
        ("tune", "mine.py", "--param", "N=0:5", "--iterations", 1, "--games", 2, "--test-games", 0,
         *short),
        ("profile", "mine.py", "--games", 1, "--config", "turn_limit=2"),
        ("ask", "mine.py", "asked.jsonl"),
        ("ask", "mine.py", "asked.jsonl", "--against", "random"),
        ("play", "mine.py", "random", "--seats", 1, *short),
    ):  # fmt: skip
        told = run(*words).output
        assert not ONE.search(told), told
    assert "1 game from seed 1" in run("play", "mine.py", "random", "--games", 1, *short).output


def test_a_bot_of_which_no_version_has_passed_is_not_called_active(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    bot = {"name": "Alcuin", "slug": "alcuin", "owner": "alice", "version": None}
    tables.print_bots([{**bot, "state": "active"}])
    assert "no version has passed" in capsys.readouterr().out
    tables.print_bots([{**bot, "state": "active", "version": 1}])
    assert " active " in capsys.readouterr().out
    tables.print_bots([{**bot, "state": "withdrawn"}])
    assert " withdrawn " in capsys.readouterr().out

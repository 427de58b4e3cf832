"""Stored messages are translated into their reader's language."""

import ast
import json
import pickle
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from arena.core.errors import BadTerms, NameTaken, Refused
from arena.core.translation import translate
from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair
from engine.messages import Message, from_json, to_json

TAKEN = "A league named “%(name)s” already exists. Choose another name."


def test_a_refusal_is_said_in_the_language_of_its_reader() -> None:
    refused = NameTaken(TAKEN, name="Royal 100%")
    with translation.override("de"):
        german, text = refused.message, str(refused)
    assert german.startswith("Eine Liga namens „Royal 100%“ gibt es schon")
    assert text == german
    assert refused.message.startswith("A league named “Royal 100%”")


def test_words_without_parts_may_hold_any_sign() -> None:
    assert str(Message("100 % of %(them)s")) == "100 % of %(them)s"
    assert Refused("half of 100%").message == "half of 100%"
    assert translate(Message("")) == "", "and nothing is said of nothing"


def stored(text: str) -> str:
    return from_json(json.loads(json.dumps(to_json(text))))


def test_a_message_is_stored_in_parts_and_a_plain_text_as_it_is() -> None:
    lost = Message("The worker was lost.")
    message = Message("No worker: %(error)s %(left)d", {"error": lost, "left": 2})
    found = stored(message)
    assert isinstance(found, Message)
    assert (found, found.words, found.params) == (str(message), message.words, message.params)
    with translation.override("de"):
        assert translate(found) == "No worker: Der Worker ist ausgefallen. 2"
    plain = stored("The worker was lost.")
    assert plain == "The worker was lost."
    assert not isinstance(plain, Message), "its words are a stranger's"
    with translation.override("de"):
        assert translate(plain) == plain


def test_a_message_is_a_text_that_can_be_copied_pickled_and_sent() -> None:
    message = Message(TAKEN, {"name": "Royal"})
    for copy in (deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert (copy, copy.words, copy.params) == (message, TAKEN, {"name": "Royal"})
    assert json.dumps({"error": message}) == json.dumps({"error": str(message)})


@pytest.mark.parametrize(
    "data",
    [
        {"words": "%(x)s", "params": {}},
        {"words": "%(x)d", "params": {"x": "<b>"}},
        {"words": "%(x)s", "params": {"x": {"words": "%(y)s", "params": {}}}},
        {"words": 7, "params": {}},
        {"words": "%s"},
        ["%s"],
        None,
    ],
)
def test_what_is_no_message_is_shown_as_text(data: Any) -> None:
    assert "%" in from_json(data) or data is None or data["words"] == 7
    assert translate(from_json(data)) == from_json(data)


def test_parameters_of_strangers_must_fit_the_words() -> None:
    words = "index %(pick)s is out of range; there are %(count)s options"
    assert Message.known(words, {"pick": "%(x)s", "count": 3, "more": "x"}) == (
        "index %(x)s is out of range; there are 3 options"
    )
    assert Message.known(words, {"pick": 1}) is None


def test_one_error_says_what_another_said() -> None:
    try:
        estimate(FormatTerms(FORMATS["swiss"]), 1)
    except CannotPair as problem:
        told = BadTerms.like(problem)
    assert str(told) == "A tournament needs at least two entrants, not 1. Admit more."
    assert told.problem.params == {"entrants": 1}


# --- one way of raising ---------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("arena", "engine", "sandbox", "platform/website")
SHOWN = {"UserError", "OwnersError", "Refused", "Message"}  # their subclasses are found


def trees() -> Iterator[tuple[Path, ast.AST]]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            yield path, ast.parse(path.read_text())


def of_users() -> set[str]:
    """Return the names of classes whose messages are for people."""
    found = set(SHOWN)
    bases = {
        node.name: {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases}
        for _path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    while new := {name for name, given in bases.items() if given & found} - found:
        found |= new
    return found


def test_messages_are_raised_as_a_template_and_parameters() -> None:
    names = of_users()
    assert {"BadTerms", "BadConfig", "Rejected", "TokenRefused", "ProtocolError"} <= names
    formatted = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in names
        and node.args
        and _is_formatted(node.args[0], path)
    ]
    assert formatted == []


def _is_formatted(words: ast.expr, path: Path) -> bool:
    if isinstance(words, ast.JoinedStr):  # positions and records speak to programmers
        return "engine" not in path.relative_to(ROOT).parts
    if isinstance(words, ast.BinOp):
        return isinstance(words.op, ast.Mod)
    return isinstance(words, ast.Call) and getattr(words.func, "id", "") in {"gettext", "str"}


def test_actions_translate_nothing() -> None:
    translating = {
        str(path.relative_to(ROOT))
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and node.module == "django.utils.translation"
        and {"gettext", "ngettext", "pgettext"} & {name.name for name in node.names}
        and "arena" in path.relative_to(ROOT).parts[:1]
    }
    assert translating == {"arena/core/translation.py"}

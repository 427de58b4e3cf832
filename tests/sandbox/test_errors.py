"""Errors for people: whatever their messages say, raising them never fails."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

import arena.core.errors  # for its subclasses
from engine.messages import UserError
from kit.run.plain import PlainRunner
from sandbox import upload
from sandbox.errors import ForPeople, Rejected
from sandbox.guest import answers, manifest, unpack
from sandbox.guest.upload_rules import REASONS
from sandbox.jail import Jailer

PLACE = re.compile(r"%\((\w+)\)s")
ROOTS = (UserError, ForPeople, answers.Refused, manifest.Refused)
assert arena.core.errors.Refused in UserError.__subclasses__()


def with_subclasses(kind: type[Exception]) -> Iterator[type[Exception]]:
    yield kind
    for child in kind.__subclasses__():
        yield from with_subclasses(child)


@pytest.mark.parametrize("root", ROOTS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_no_argument_of_an_error_can_be_mistaken_for_a_parameter_of_its_message(
    root: type[Exception],
) -> None:
    for kind in with_subclasses(root):
        arguments = inspect.signature(kind).parameters.values()
        if any(argument.kind is argument.VAR_KEYWORD for argument in arguments):
            ambiguous = [a.name for a in arguments if a.kind is a.POSITIONAL_OR_KEYWORD]
            assert ambiguous == [], kind


def params_of(words: str) -> dict[str, str | int]:
    return {name: f"some {name}" for name in PLACE.findall(words)}


@pytest.mark.parametrize("key", REASONS)
def test_every_reason_for_refusing_an_upload_reaches_its_owner(key: str) -> None:
    params = params_of(REASONS[key])
    refused = manifest.Refused(key, "the detail", **params)
    verdict = unpack.verdict(refused)
    with pytest.raises(Rejected) as rejected:
        upload._files(upload.HEAD.pack(0, len(verdict)) + verdict)
    assert rejected.value.words == REASONS[key]
    assert str(rejected.value) == str(refused) == REASONS[key] % params
    assert rejected.value.detail == "the detail"


@pytest.mark.parametrize("words", sorted(answers.REASONS))
def test_every_reason_for_refusing_an_answer_can_be_raised(words: str) -> None:
    params = params_of(words)
    assert str(answers.Illegal(words, **params)) == words % params


def bot_with_a_long_command(folder: Path) -> Path:
    path = folder / "bot.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("bot.js", "")
        words = ["node", "bot.js", *"abcdefghijklmno"]
        archive.writestr("kingsbench.toml", f'language = "node"\ncommand = {words}\n')
    return path


@pytest.mark.jail
def test_a_command_of_too_many_words_is_refused_by_the_jail(jailer: Jailer, tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="command can have up to 16 words of up to 200 letters"):
        jailer.prepare(bot_with_a_long_command(tmp_path))


def test_a_command_of_too_many_words_is_refused_without_a_jail(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="command can have up to 16 words of up to 200 letters"):
        PlainRunner().prepare(bot_with_a_long_command(tmp_path))

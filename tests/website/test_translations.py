"""German says all that English says, and what is compiled is what is written."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/de/LC_MESSAGES/django.po"
LITERAL = r"""('''.*?'''|\"\"\".*?\"\"\"|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
MARKED = re.compile(rf"\b(?:_|n?gettext)\(\s*u?{LITERAL}", re.DOTALL)
MARKERS = {"_", "gettext", "gettext_lazy", "ngettext"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")


def written() -> dict[str, list[str]]:
    """The catalogue as it is written: English -> its German forms, the header left out."""
    entries = CATALOGUE.read_text().strip().split("\n\n")[1:]
    return {_strings(entry, "msgid")[0]: _strings(entry, r"msgstr(?:\[\d\])?") for entry in entries}


def _strings(entry: str, keyword: str) -> list[str]:
    return [
        ast.literal_eval(text) for text in re.findall(rf'^{keyword} (".*")$', entry, re.MULTILINE)
    ]


def in_templates() -> Iterator[str]:
    for path in (ROOT / "templates").rglob("*.html"):
        for literal in MARKED.findall(templatize(path.read_text())):
            yield ast.literal_eval(literal)


def in_code() -> Iterator[str]:
    for folder in ("arena", "platform"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKERS:
                    argument = node.args[0]
                    assert isinstance(argument, ast.Constant), f"{path}: {ast.unparse(node)}"
                    yield str(argument.value)


def test_every_marked_string_has_its_german() -> None:
    asked = {*in_templates(), *in_code()}
    assert len(asked) > 150
    assert asked - set(written()) == set()


def test_nothing_stands_in_the_catalogue_that_nobody_says() -> None:
    assert set(written()) - {*in_templates(), *in_code()} == set()


def test_every_string_is_translated_and_keeps_its_placeholders() -> None:
    for english, german in written().items():
        for form in german:
            assert form, english
            assert set(PLACEHOLDER.findall(form)) == set(PLACEHOLDER.findall(english)), english


@pytest.mark.parametrize("form", [1, 2])
def test_what_is_compiled_is_what_is_written(form: int) -> None:
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for english, german in written().items():
        said = (
            compiled.ngettext(english, english, form) if german[1:] else compiled.gettext(english)
        )
        assert said == german[form - 1 if german[1:] else 0]

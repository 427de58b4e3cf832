"""The German catalogue is complete, and its compiled form is up to date."""

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
IN_CONTEXT = re.compile(rf"\bn?pgettext\(\s*u?{LITERAL},\s*u?{LITERAL}", re.DOTALL)
MARKERS = {  # function -> how many of its first arguments name a string: a context, and the words
    **dict.fromkeys(
        ("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"), 1
    ),
    "npgettext": 2,
    "npgettext_lazy": 2,
}
CONTEXT_END = "\x04"
TRANSLATES = ROOT / "arena/core/translation.py"  # translates strings marked elsewhere
PLACEHOLDER = re.compile(r"%\(\w+\)[.\d]*[sdrf]|%%")


def entries() -> list[str]:
    """The catalogue as it is written, the header left out."""
    return CATALOGUE.read_text().strip().split("\n\n")[1:]


def written() -> dict[str, list[str]]:
    """English -> its German forms; with a context as the compiled catalogue writes it."""
    return {
        CONTEXT_END.join([*_strings(entry, "msgctxt"), _strings(entry, "msgid")[0]]): _strings(
            entry, r"msgstr(?:\[\d\])?"
        )
        for entry in entries()
    }


def _strings(entry: str, keyword: str) -> list[str]:
    return [
        ast.literal_eval(text) for text in re.findall(rf'^{keyword} (".*")$', entry, re.MULTILINE)
    ]


def in_templates() -> Iterator[str]:
    for path in (ROOT / "templates").rglob("*.html"):
        text = templatize(path.read_text())
        for literals in [*zip(MARKED.findall(text)), *IN_CONTEXT.findall(text)]:
            yield CONTEXT_END.join(map(ast.literal_eval, literals))


def in_code() -> Iterator[str]:
    for folder in ("engine", "sandbox", "arena", "platform"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or path == TRANSLATES:
                    continue
                if texts := node.args[: MARKERS.get(getattr(node.func, "id", ""), 0)]:
                    assert all(isinstance(text, ast.Constant) for text in texts), (
                        f"{path}: {ast.unparse(node)}"
                    )
                    yield CONTEXT_END.join(map(ast.literal_eval, texts))


def test_every_marked_string_has_its_german() -> None:
    asked = {*in_templates(), *in_code()}
    assert len(asked) > 150
    assert asked - set(written()) == set(), "run manage.py makemessages (CONTRIBUTING.md)"


def test_nothing_stands_in_the_catalogue_that_nobody_says() -> None:
    assert set(written()) - {*in_templates(), *in_code()} == set()


def test_every_string_is_translated_and_keeps_its_placeholders() -> None:
    for entry in entries():
        english = [*_strings(entry, "msgid"), *_strings(entry, "msgid_plural")]
        wanted = [set(PLACEHOLDER.findall(form)) for form in english]
        for form in _strings(entry, r"msgstr(?:\[\d\])?"):
            assert form, f"write its German into {CATALOGUE.name}: {english}"
            assert set(PLACEHOLDER.findall(form)) in wanted, english


@pytest.mark.parametrize("form", [1, 2])
def test_what_is_compiled_is_what_is_written(form: int) -> None:
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for english, german in written().items():
        said = (
            compiled.ngettext(english, english, form) if german[1:] else compiled.gettext(english)
        )
        assert said == german[form - 1 if german[1:] else 0], "run manage.py compilemessages"

"""Sentences in the language of whoever reads them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from arena.problems import TROUBLES
from engine.sentences import Sentence, recognised


def said(sentence: Sentence) -> str:
    """The sentence in the language that is active now; in English where it has no translation."""
    params = {name: _inside(value) for name, value in sentence.params.items()}
    return str(Sentence(gettext(sentence.words), params)) if sentence.words else ""


def _inside(value: Any) -> Any:
    """What stands in a sentence: another one, or the trouble of a match, is said as well."""
    if isinstance(value, Sentence):
        return said(value)
    return known(value, TROUBLES) if isinstance(value, str) else value


def known(text: str, words: Sequence[str]) -> str:
    """A stored text in the language that is active now where it is made of known words; else as it
    is."""
    sentence = recognised(str(text), words)
    return said(sentence) if sentence else str(text)

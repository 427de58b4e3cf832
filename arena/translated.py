from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from arena.problems import TROUBLES
from engine.sentences import Sentence, recognised


def said(sentence: Sentence) -> str:
    """Translate a sentence."""
    params = {name: _inside(value) for name, value in sentence.params.items()}
    return str(Sentence(gettext(sentence.words), params)) if sentence.words else ""


def _inside(value: Any) -> Any:
    if isinstance(value, Sentence):
        return said(value)
    return known(value, TROUBLES) if isinstance(value, str) else value


def known(text: str, words: Sequence[str]) -> str:
    """Translate a text of known words; return others as is."""
    sentence = recognised(str(text), words)
    return said(sentence) if sentence else str(text)

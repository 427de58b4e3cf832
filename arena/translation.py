from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from arena.problems import PROBLEMS
from engine.messages import Message, recognize


def translated_later(words: str) -> Promise:
    """Return marked words that are translated when shown."""
    return gettext_lazy(words)


def translate(message: Message) -> str:
    """Translate a sentence."""
    params = {name: _inside(value) for name, value in message.params.items()}
    return str(Message(gettext(message.words), params)) if message.words else ""


def _inside(value: Any) -> Any:
    if isinstance(value, Message):
        return translate(value)
    return translate_stored(value, PROBLEMS) if isinstance(value, str) else value


def translate_stored(text: str, words: Sequence[str]) -> str:
    """Translate a text of known words; return others as is."""
    message = recognize(str(text), words)
    return translate(message) if message else str(text)

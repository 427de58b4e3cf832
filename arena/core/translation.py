from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from engine.messages import Message


def translated_later(words: str) -> Promise:
    """Return marked words that are translated when shown."""
    return gettext_lazy(words)


def translate(text: str) -> str:
    """Return a message in the active language; other texts as they are."""
    if not isinstance(text, Message) or not text.words:
        return text
    words = gettext(text.words)
    params = {
        name: translate(value) if isinstance(value, str) else value
        for name, value in text.params.items()
    }
    return words % params if params else words

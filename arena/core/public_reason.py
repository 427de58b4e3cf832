"""What went wrong on the platform's side, for people: without paths of its machines."""

import re

from engine.messages import Message

# In quotes, as Python shows a file's name, a path may hold spaces.
QUOTED = re.compile(r"""(?<=['"])/[^'"]*(?=['"])""")
BARE = re.compile(r"(?<![\w.…/%)}-])/[\w.@+~-]+(?:/[\w.@+~-]*)*")
INSTEAD = "…"


def public_reason(error: BaseException) -> str:
    """Return an error's type and text without paths; the log has all of it."""
    return f"{type(error).__name__}: {without_paths(str(error))}"


def without_paths(text: str) -> str:
    """Return the text, or message, with each absolute path replaced by an ellipsis."""
    if not isinstance(text, Message):
        return BARE.sub(INSTEAD, QUOTED.sub(INSTEAD, text))
    params = {
        name: without_paths(value) if isinstance(value, str) else value
        for name, value in text.params.items()
    }
    return Message(without_paths(text.words), params)

"""Which entry of the handbook's *Common mistakes* is about a fault."""

import re

from django.urls import reverse

from arena.bots.upload_rules import REASONS
from engine.messages import Message

PAGE = "bots/common-mistakes"
UNUSABLE = set(REASONS.values())
ANCHORS = [  # verdict, beginning of the English message, anchor: the first that fits
    ("illegal", r"None is not an answer", "nothing-is-returned"),
    ("illegal", r".* is not among the options so often", "more-of-a-card-than-there-are"),
    ("illegal", r".* is not among the options", "a-card-that-is-not-offered"),
    ("illegal", r"index -", "an-option-taken-for-a-list-of-answers"),
    ("illegal", r"index ", "a-number-that-is-not-an-index"),
    ("illegal", r"the same index twice", "the-same-pick-twice"),
    ("crash", r"KeyError: ['\"][A-Z]", "a-card-that-is-not-in-this-kingdom"),
    ("crash", r"KeyError", "a-key-of-the-view-is-missing"),
    ("crash", r"TypeError: .*NoneType", "cards-that-you-cannot-see"),
    ("crash", r"ValueError: imagine:", "a-search-without-the-state"),
    ("crash", r"(ModuleNotFound|Import)Error", "a-module-that-is-not-there"),
    (
        "crash",
        r"(OS|Permission|FileNotFound|Connection|BlockingIO|ChildProcess)\w*Error|socket\.",
        "files-programs-and-the-network",
    ),
    ("crash", r"ended with exit code|was ended by", "other-languages"),
    ("timeout", r"no answer in", "waiting"),
    ("timeout", r"", "too-much-computing"),
    ("memory", r"", "too-much-memory"),
    ("protocol", r"", "other-languages"),
]


def is_unusable(message: object) -> bool:
    """Return whether an upload was refused before it could play."""
    return isinstance(message, Message) and message.words in UNUSABLE


def mistake_url(verdict: str, message: str) -> str:
    """Return the address of the entry about this fault; empty if there is none."""
    fitting = (
        entry for kind, pattern, entry in ANCHORS if kind == verdict and re.match(pattern, message)
    )
    anchor = "refused-uploads" if is_unusable(message) else next(fitting, "")
    return f"{reverse('handbook:page', args=[PAGE])}#{anchor}" if anchor else ""

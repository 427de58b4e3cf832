"""A bot's answer as picks."""

import operator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kit.sdk.request import Request


def _(words: str) -> str:
    return words


NO_ANSWER = _("%(rest)s is not an answer; return an index, an option, or a list of them")
NO_INDEX = _("index %(pick)s is out of range; there are %(count)s options")
NO_OPTION = _("%(option)s is not among the options: %(options)s")
NO_MORE = _("%(option)s is not among the options so often: %(options)s")
TWICE = _("the same index twice: %(rest)s")
COUNT = _("%(count)s picks instead of %(amount)s")
COUNT_BETWEEN = _("%(count)s picks instead of %(least)s to %(most)s")
NO_DECIDE = _(
    "bot.py has no function decide(request); write one that returns an index or an option"
)
BAD_WANTS = _("wants must be a list of some of %(known)s, not %(rest)s")
REASONS = {
    *(NO_ANSWER, NO_INDEX, NO_OPTION, NO_MORE, TWICE, COUNT, COUNT_BETWEEN, NO_DECIDE, BAD_WANTS)
}


class Refused(ValueError):
    """A bot that breaks the rules of this module: one of the `REASONS`, with its parameters."""

    def __init__(self, words: str, /, **params: object) -> None:
        super().__init__(words % params if params else words)
        self.words, self.params = words, params


class Illegal(Refused):
    """The bot's answer was not offered."""


def picks(answer: object, request: "Request") -> list[int]:
    """Return a bot's answer as indices. Raises Illegal.

    Answers are an index, a string among the options, or a list of these. They are judged by what
    was asked: the request's own options the bot may have sorted.
    """
    asked = request.asked
    items = list(answer) if isinstance(answer, list | tuple) else [answer]
    given = [_index(item, asked.options) for item in items]
    taken = {index for index in given if index is not None}
    chosen: list[int] = []
    for item, index in zip(items, given, strict=True):
        pick = _free(item, asked.options, taken) if index is None else index
        taken.add(pick)
        chosen.append(pick)
    if len(set(chosen)) != len(chosen):
        raise Illegal(TWICE, rest=_short(chosen))
    count, least, most = len(chosen), asked.least, asked.most
    if least <= count <= most:
        return chosen
    if least == most:
        raise Illegal(COUNT, count=count, amount=least)
    raise Illegal(COUNT_BETWEEN, count=count, least=least, most=most)


def _index(item: object, options: "Sequence[Any]") -> int | None:
    if isinstance(item, str):
        return None
    if item is None or isinstance(item, bool):
        raise Illegal(NO_ANSWER, rest=repr(item))
    try:
        index = operator.index(item)  # type: ignore[arg-type]  # whatever is no index raises TypeError
    except TypeError:
        raise Illegal(NO_ANSWER, rest=_short(item)) from None
    if not 0 <= index < len(options):
        raise Illegal(NO_INDEX, pick=_short(index), count=len(options))
    return index


def _free(item: object, options: "Sequence[Any]", taken: set[int]) -> int:
    for index, option in enumerate(options):
        if index not in taken and option == item:
            return index
    words = NO_MORE if item in options else NO_OPTION
    raise Illegal(words, option=_short(item), options=_short(list(options)))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."

"""The options that organisers choose within a format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from engine.messages import Message
from engine.messages import gettext_noop as _

if TYPE_CHECKING:
    from arena.tournaments.format import Format

MOST_NUMBER = 999  # of rounds, groups and the like; the format bounds them further


@dataclass(frozen=True)
class Option:
    """A switch or a whole number, with English texts.

    `usual` None: it may be left open. `words` say it, with `%(n)d` for a number; `off`: a switch
    that is off.
    """

    usual: bool | int | None
    label: str = ""
    help: str = ""
    least: int = 1
    words: str = ""
    off: str = ""

    @property
    def is_switch(self) -> bool:
        return isinstance(self.usual, bool)

    def allows(self, value: object) -> bool:
        """Return whether it may be chosen."""
        if self.is_switch:
            return isinstance(value, bool)
        if value is None:
            return self.usual is None
        return type(value) is int and self.least <= value <= MOST_NUMBER

    def phrase(self, value: bool | int | None) -> Message:
        """Return the value in a few words, which may be empty."""
        return Message(self.words if value else self.off, {"n": value})


def _option(usual: bool | int | None, **texts: Any) -> Any:
    return field(default=usual, metadata={"option": Option(usual, **texts)})


@dataclass(frozen=True)
class FormatTerms:
    """A format and its options; each format reads its own.

    `rounds` None: the usual. `fewest_seats` None: one fewer. `advance`: from each group or pod.
    """

    format: Format
    double: bool = _option(
        False,
        label=_("Everyone plays everyone twice, with swapped seats"),
        words=_("twice, with swapped seats"),
    )
    rounds: int | None = _option(
        None,
        label=_("Rounds"),
        help=_("If empty, the usual number for the format."),
        words=_("rounds: %(n)d"),
    )
    more_rounds: int = _option(0, least=0)
    groups: int = _option(
        2,
        label=_("Groups"),
        help=_("Seeds are distributed so that all groups are equally strong."),
        least=2,
        words=_("%(n)d groups"),
    )
    advance: int = _option(
        2,
        label=_("Qualifiers per group"),
        help=_("The best of each group or pod advance."),
        words=_("%(n)d advance from each"),
    )
    third_place: bool = _option(
        False, label=_("Third-place match"), words=_("with a third-place match")
    )
    reset: bool = _option(
        True,
        label=_("Replay the final if the unbeaten entrant loses it"),
        words=_("the final is replayed if the unbeaten entrant loses it"),
        off=_("single final"),
    )
    seats: int = 4
    fewest_seats: int | None = _option(
        None,
        label=_("Minimum pod size"),
        help=_("Used if the entrants do not fill all pods. If empty, one seat less than full."),
        least=2,
        words=_("at least %(n)d per pod"),
    )

    @property
    def at_a_table(self) -> int:
        return self.seats if self.format.needs_pods else 2


OPTIONS: Mapping[str, Option] = {
    one.name: one.metadata["option"] for one in fields(FormatTerms) if one.metadata
}

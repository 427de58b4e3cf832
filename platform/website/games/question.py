"""A decision in words; static/js/replay/question.js agrees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from engine.game import Decision
from website.games.contract import Position, SiteGame


@dataclass(frozen=True)
class Option:
    index: int
    label: str
    cost: str | None


@dataclass(frozen=True)
class DecisionText:
    """A decision; `view` is the position as its seat sees it, `names` are the seats'."""

    game: SiteGame
    decision: Decision
    view: Position
    names: Sequence[str] = ()

    @property
    def prompt(self) -> str:
        """The question, prefixed with its card."""
        decision = self.decision
        words = str(self.game.prompts.get(decision.kind, decision.kind))
        return f"{self._text(decision.source)}: {words}" if decision.source else words

    @property
    def about(self) -> str:
        """The decision's subject as a sentence, or empty."""
        about = self.decision.about
        if about is None:
            return ""
        named = [self._text(name) for name in ([about] if isinstance(about, str) else about)]
        return self.game.say("about", what=", ".join(named))

    @property
    def whose(self) -> str:
        """Whose turn and cards it is about, where another seat decides; else empty."""
        of = self.decision.of
        return "" if of is None else self.game.say("in_turn_of", name=self.names[of])

    @property
    def amount(self) -> str:
        least, most = self.decision.least, self.decision.most
        if least == most:
            return self.game.say("pick_exactly", n=most)
        if least:
            return self.game.say("pick_range", least=least, most=most)
        return self.game.say("pick_up_to", n=most)

    @property
    def none(self) -> str:
        """The name of the empty answer; empty where there is none."""
        if self.decision.least:
            return ""
        return str(self.game.nothing.get(self.decision.kind, gettext("None")))

    @property
    def is_single(self) -> bool:
        return self.decision.most == 1

    @property
    def takes_all(self) -> bool:
        return self.decision.kind in self.game.usually_all

    @property
    def order(self) -> str:
        """All options' numbers where all are to be ordered, else empty."""
        count = len(self.decision.options)
        return " ".join(str(n + 1) for n in range(count)) if self.decision.least == count else ""

    @property
    def options(self) -> list[Option]:
        return [
            Option(index, self._text(value), self.game.cost(self.decision, value, self.view))
            for index, value in enumerate(self.decision.options)
        ]

    def _text(self, value: Any) -> str:
        return self.game.option_text(value, self.view, self.decision.seat)

    def data(self) -> dict[str, Any]:
        """Return the board's clickable options."""
        decision = self.decision
        return {
            "kind": decision.kind,
            "options": decision.options,
            "zone": self.game.zone(decision, self.view),
            "least": decision.least,
            "most": decision.most,
            "ordered": decision.ordered,
            "of": decision.of,
        }

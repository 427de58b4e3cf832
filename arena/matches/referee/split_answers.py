"""A decision about an answer's rest gains no increment."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Decision, Option


@dataclass
class SplitAnswers:
    """A seat's last decision and unpicked options."""

    _asked: Decision | None = None
    _left: Counter[Option] | None = None

    def goes_on(self, decision: Decision) -> bool:
        """Return whether it asks for the rest: same kind and source, partly picked, nothing new."""
        if self._asked is None or self._left is None:
            return False
        is_alike = (decision.kind, decision.source) == (self._asked.kind, self._asked.source)
        return is_alike and Counter(decision.options) <= self._left

    def note(self, decision: Decision, picks: Sequence[int]) -> None:
        picked = set(picks)
        left = [option for at, option in enumerate(decision.options) if at not in picked]
        is_split = 0 < len(picks) < decision.most
        self._asked, self._left = decision, Counter(left) if is_split else None

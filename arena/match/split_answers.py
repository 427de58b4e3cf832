"""One answer in several pieces: where a bot leaves over what it might have picked, and is asked
again for the rest, that is one question, and the clock gains one increment for it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Decision, Option


@dataclass
class SplitAnswers:
    """The latest question to one seat, and what its answer left over."""

    _asked: Decision | None = None
    _left: Counter[Option] | None = None

    def goes_on(self, decision: Decision) -> bool:
        """Does this decision ask for the rest of the answer before?

        It does where the same card asks for the same kind of thing, the bot picked some but fewer
        than it might have, and nothing can be picked now that could not have been picked then.
        """
        if self._asked is None or self._left is None:
            return False
        is_alike = (decision.kind, decision.source) == (self._asked.kind, self._asked.source)
        return is_alike and Counter(decision.options) <= self._left

    def note(self, decision: Decision, picks: Sequence[int]) -> None:
        """Remember the answer to a decision, whether it is legal or not."""
        picked = set(picks)
        left = [option for at, option in enumerate(decision.options) if at not in picked]
        is_split = 0 < len(picks) < decision.most
        self._asked, self._left = decision, Counter(left) if is_split else None

"""A question's cost to a bot, in figures and words."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from sandbox.errors import gettext_noop as _
from sandbox.limits import Limits, wall_guard

Clock = Literal["start", "decision", "game"]
Worded = tuple[str, dict[str, str]]  # a template and its parameters
WORTH_TELLING = 0.005  # seconds of CPU out of turn
CPU_MESSAGES: dict[Clock, tuple[str, str]] = {  # all in turn, some out of turn
    "start": (
        _("used %(cpu)s s of CPU to start; the limit is %(limit)s s (start_cpu)"),
        _(
            "used %(cpu)s s of CPU, %(idle)s s of it out of turn, to start; the limit is "
            "%(limit)s s (start_cpu)"
        ),
    ),
    "decision": (
        _("used %(cpu)s s of CPU for one decision; the limit is %(limit)s s (decision_cpu)"),
        _(
            "used %(cpu)s s of CPU, %(idle)s s of it out of turn, for one decision; the limit is "
            "%(limit)s s (decision_cpu)"
        ),
    ),
    "game": (
        _(
            "used %(cpu)s s of CPU for a decision; %(limit)s s were left on the game's clock "
            "(game_cpu %(game)s s, plus %(increment)s s for each answer)"
        ),
        _(
            "used %(cpu)s s of CPU, %(idle)s s of it out of turn, for a decision; %(limit)s s were "
            "left on the game's clock (game_cpu %(game)s s, plus %(increment)s s for each answer)"
        ),
    ),
}
SLEPT_AT_START = _(
    "no answer in %(wall)s s, with only %(cpu)s s of CPU used: it slept or waited; a start of up "
    "to %(limit)s s of CPU may take %(guard)s s"
)
SLEPT = _(
    "no answer in %(wall)s s, with only %(cpu)s s of CPU used: it slept or waited; a decision of "
    "up to %(limit)s s of CPU may take %(guard)s s"
)
SLEPT_OFTEN = _(
    "no answer in %(wall)s s, with only %(cpu)s s of CPU used: it slept or waited; earlier "
    "answers took %(waited)s s, and a game may take %(budget)s s"
)


@dataclass(slots=True)
class Meter:
    """One question's cost and limit, in seconds.

    `clock` `game`: less than a decision's limit is left. `cpu` counts from the last answer;
    `off_turn`: before the question.
    """

    clock: Clock
    limit: float
    left: float  # of the chess clock, when the question was put
    off_turn: float
    cpu: float = 0.0
    wall: float = 0.0

    @classmethod
    def for_question(cls, limits: Limits, left: float, off_turn: float, *, start: bool) -> "Meter":
        """`left`: seconds on the chess clock."""
        if start:
            return cls("start", limits.start_cpu, left, off_turn)
        clock: Clock = "game" if left < limits.decision_cpu else "decision"
        return cls(clock, max(0.0, min(limits.decision_cpu, left)), left, off_turn)

    def to_json(self) -> dict[str, Any]:
        output = asdict(self)
        return {name: round(n, 6) if isinstance(n, float) else n for name, n in output.items()}

    def cpu_message(self, limits: Limits) -> Worded:
        used = {"cpu": f"{self.cpu:.2f}", "limit": f"{self.limit:.2f}"}
        in_turn, off_turn = CPU_MESSAGES[self.clock]
        if self.clock == "game":
            used |= {"game": f"{limits.game_cpu:g}", "increment": f"{limits.increment_cpu:g}"}
        if self.off_turn > WORTH_TELLING:
            return off_turn, used | {"idle": f"{self.off_turn:.2f}"}
        return in_turn, used

    def wall_message(self, budget: float, waited: float) -> Worded:
        """`budget`, `waited`: wall seconds of the game and of earlier answers."""
        used = {"wall": f"{self.wall:.0f}", "cpu": f"{self.cpu:.2f}"}
        guard = wall_guard(self.limit)
        if waited + guard > budget:
            return SLEPT_OFTEN, used | {"waited": f"{waited:.0f}", "budget": f"{budget:.0f}"}
        words = SLEPT_AT_START if self.clock == "start" else SLEPT
        return words, used | {"limit": f"{self.limit:.2f}", "guard": f"{guard:.0f}"}

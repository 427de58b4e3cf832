"""A question's cost to a bot, in figures and words."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from sandbox.limits import Limits, wall_guard

Clock = Literal["start", "decision", "game"]
WORTH_TELLING = 0.005  # seconds of CPU out of turn


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

    def cpu_message(self, limits: Limits) -> str:
        out_of_turn = f", {self.off_turn:.2f} s of it out of turn,"
        used = f"used {self.cpu:.2f} s of CPU{out_of_turn if self.off_turn > WORTH_TELLING else ''}"
        if self.clock == "start":
            return f"{used} to start; the limit is {self.limit:.2f} s (start_cpu)"
        if self.clock == "decision":
            return f"{used} for one decision; the limit is {self.limit:.2f} s (decision_cpu)"
        return (
            f"{used} for a decision; {self.limit:.2f} s were left on the game's clock (game_cpu "
            f"{limits.game_cpu:g} s, plus {limits.increment_cpu:g} s for each answer)"
        )

    def wall_message(self, budget: float, waited: float) -> str:
        """`budget`, `waited`: wall seconds of the game and of earlier answers."""
        what = "a start" if self.clock == "start" else "a decision"
        guard = wall_guard(self.limit)
        allowed = f"{what} of up to {self.limit:.2f} s of CPU may take {guard:.0f} s"
        if waited + guard > budget:
            allowed = f"earlier answers took {waited:.0f} s, and a game may take {budget:.0f} s"
        return (
            f"no answer in {self.wall:.0f} s, with only {self.cpu:.2f} s of CPU used: it slept or "
            f"waited; {allowed}"
        )

"""The attacking bots: each file in bots/ says in its first line how it must end.

`held`: the attack is refused, and the bot plays on. `line`: one line arrives, whatever is in it.
`error crash|illegal|memory`: the guest's own error line. All else is a Breach: its verdict, and the
beginning of its detail.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

BOTS: Final = Path(__file__).parent / "bots"
PRELUDE: Final = (BOTS / "_prelude.py").read_text("utf-8")


@dataclass(frozen=True)
class Case:
    """One attacking bot."""

    name: str
    kind: str
    expect: str
    source: str


def load() -> list[Case]:
    """Every attacking bot, by name."""
    return [_case(path) for path in sorted(BOTS.glob("[a-z]*.py"))]


def _case(path: Path) -> Case:
    own = path.read_text("utf-8")
    expect = own.splitlines()[0].removeprefix("# expect: ")
    return Case(path.stem, path.stem.split("_")[0], expect, f"{PRELUDE}\n\n{own}")

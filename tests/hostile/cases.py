"""The attacking bots in bots/: a file's first line says how it must end, its second why.

`held`: the attack is refused and the bot plays on. `error crash|illegal|memory`: the guest's error
line. Else a fault as the referee sees it: verdict and start of detail. `|` separates endings that
depend on the machine's speed.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

BOTS: Final = Path(__file__).parent / "bots"
PRELUDE: Final = (BOTS / "_prelude.py").read_text("utf-8")
EXPECT: Final = "# expect: "


@dataclass(frozen=True)
class Case:
    """One attacking bot."""

    name: str
    kind: str
    expect: tuple[str, ...]
    why: str
    source: str


def load() -> list[Case]:
    """Every attacking bot, by name."""
    return [_case(path) for path in sorted(BOTS.glob("[a-z]*.py"))]


def _case(path: Path) -> Case:
    own = path.read_text("utf-8")
    expect, why, *_ = own.splitlines()
    assert expect.startswith(EXPECT), path
    return Case(
        name=path.stem,
        kind=path.stem.split("_")[0],
        expect=tuple(expect.removeprefix(EXPECT).split("|")),
        why=why.removeprefix("#").strip() if why.startswith("#") else "",
        source=f"{PRELUDE}\n\n{own}",
    )

"""Any game, as names and values."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from kit.play.report import plain
from kit.terminal import quantity


def lines(
    position: dict[str, Any], names: Sequence[str], scores: Sequence[int], width: int
) -> list[Text]:
    rows = [f"{key}: {value}" for key, value in position.items() if key != "seats"]
    for name, score, seat in zip(names, scores, position["seats"], strict=True):
        rows.append(f"{name}: {quantity(score, 'point')}")
        rows += [f"  {key}: {value}" for key, value in seat.items()]
    return [plain(row[:width]) for row in rows]

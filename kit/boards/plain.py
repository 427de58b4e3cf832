"""Any game, as names and values."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from engine.event_texts import counted
from kit.report import plain


def lines(
    position: dict[str, Any], names: Sequence[str], scores: Sequence[int], width: int
) -> list[Text]:
    rows = [f"{key}: {value}" for key, value in position.items() if key != "seats"]
    for name, score, seat in zip(names, scores, position["seats"], strict=True):
        rows.append(f"{name}: {counted(score, ('point', 'points'))}")
        rows += [f"  {key}: {value}" for key, value in seat.items()]
    return [plain(row[:width]) for row in rows]

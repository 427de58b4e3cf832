"""Kingdomino: the draft, and every kingdom as a grid."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rich.text import Text

from kit.play.report import plain

DARK, LIGHT = "rgb(20,20,20)", "rgb(255,255,255)"  # whatever the terminal calls black
# Letter and colours of a terrain: the letter tells it without colours, too.
TERRAINS = {
    "wheat": ("W", f"{DARK} on rgb(222,184,70)"),
    "forest": ("F", f"{LIGHT} on rgb(20,90,50)"),
    "water": ("~", f"{LIGHT} on rgb(40,90,160)"),
    "grassland": ("G", f"{DARK} on rgb(150,200,90)"),
    "swamp": ("S", f"{LIGHT} on rgb(110,80,50)"),
    "mine": ("M", f"{LIGHT} on rgb(80,80,90)"),
}
UNKNOWN = ("?", "default")
CASTLE = ("#", f"bold {DARK} on rgb(230,230,230)")
GAP = 2
DRAFT = 32  # columns of a round's dominoes
WIDE, NARROW = 3, 2  # columns of a square
LEAST = 3  # squares of a side


def lines(
    position: dict[str, Any], names: Sequence[str], scores: Sequence[int], width: int
) -> list[Text]:
    seats = position["seats"]
    areas = [_area(seat["tiles"]) for seat in seats]
    heads = [
        f"{'▶ ' if number == position['current'] else ''}{name} {score}"
        for number, (name, score) in enumerate(zip(names, scores, strict=True))
    ]
    needed = sum(right - left + 1 for left, right, _, _ in areas) * WIDE + GAP * len(seats)
    cell = WIDE if needed <= width else NARROW
    blocks = [
        _kingdom(seat, area, head, cell)
        for seat, area, head in zip(seats, areas, heads, strict=True)
    ]
    legend = Text()
    for terrain, (letter, style) in TERRAINS.items():
        legend.append(f" {letter} ", style=style).append(f" {terrain}  ")
    legend.append("1-3: crowns", style="dim")
    return [*_draft(position, names), *_side_by_side(blocks, width), legend]


def _area(tiles: Sequence[Sequence[Any]]) -> tuple[int, int, int, int]:
    """Return a kingdom's left, right, bottom and top; the castle is at (0, 0)."""
    across, up = [0, *(tile[0] for tile in tiles)], [0, *(tile[1] for tile in tiles)]
    grow = max(0, LEAST - (max(across) - min(across) + 1))
    return min(across), max(across) + grow, min(up), max(up)


def _kingdom(
    seat: dict[str, Any], area: tuple[int, int, int, int], head: str, cell: int
) -> list[Text]:
    left, right, bottom, top = area
    squares = {(tile[0], tile[1]): tile for tile in seat["tiles"]}
    wide = max((right - left + 1) * cell, min(len(head), 18))
    shown = [plain(head[:wide].ljust(wide), style="bold")]
    for y in range(top, bottom - 1, -1):
        row = Text()
        for x in range(left, right + 1):
            row.append_text(_square(squares.get((x, y)), (x, y) == (0, 0), cell))
        row.pad_right(wide - (right - left + 1) * cell)
        shown.append(row)
    return shown


def _square(tile: Sequence[Any] | None, is_castle: bool, cell: int) -> Text:
    if tile is None:
        letter, style = CASTLE if is_castle else ("·", "dim")
        return Text((letter * cell if is_castle else letter.ljust(cell)), style=style)
    letter, style = TERRAINS.get(tile[2], UNKNOWN)
    return Text(f"{letter}{tile[3] or ' '}".ljust(cell), style=style)


def _side_by_side(blocks: list[list[Text]], width: int) -> list[Text]:
    """Put as many kingdoms side by side as fit, and the others below."""
    rows: list[list[list[Text]]] = [[]]
    used = 0
    for block in blocks:
        wide = len(block[0]) + GAP
        if rows[-1] and used + wide - GAP > width:
            rows.append([])
            used = 0
        rows[-1].append(block)
        used += wide
    lines = []
    for row in rows:
        empty = [Text(" " * len(block[0])) for block in row]
        for cells in zip_longest(*row):
            parts = [cell or empty[place] for place, cell in enumerate(cells)]
            lines.append(Text(" " * GAP).join(parts))
    return lines


def _draft(position: dict[str, Any], names: Sequence[str]) -> list[Text]:
    """Draw this round's dominoes, and those of the next beside them."""
    head = f"Round {position['round']}, {position['bag_size']} dominoes left"
    lines = [plain(head, style="bold"), Text(f"{'To be placed'.ljust(DRAFT)}Next", style="dim")]
    for now, following in zip_longest(position["row"], position["next_row"]):
        line = _domino(now, names)
        line.pad_right(max(0, DRAFT - len(line)))
        lines.append(line.append_text(_domino(following, names)))
    return lines


def _domino(domino: dict[str, Any] | None, names: Sequence[str]) -> Text:
    if domino is None:
        return Text()
    line = Text(f"{domino['number']:>2} ")
    for terrain, crowns in domino["halves"]:
        line.append_text(_square((0, 0, terrain, crowns), False, WIDE))
    king = domino["king"]
    return line.append_text(plain(f" {names[king]}" if king is not None else " -"))

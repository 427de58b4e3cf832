"""Look-ahead: weighs shape, turn order and others' loss."""

from typing import Any

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom
from engine.kingdomino.state import State
from kit.sdk import Request

wants = ["state"]

# Values in points.
CENTRE = 4.0  # a castle that may still be centred, where that counts
HOLE = 4.0  # a square that no domino can fill
GROWTH = 0.2  # a free square beside a crowned area, for each of its crowns
MOST_GROWTH = 4  # free squares that count
EARLIER = 0.5  # each place earlier in the next round
SPITE = 0.3  # share of another seat's lost gain


def decide(request: Request) -> int:
    game: Any = request.imagine(0)
    table = game.state  # the engine's state
    if request.kind == "place":
        kingdom, domino = table.kingdoms[request.seat], table.domino
        places = kingdom.places(DOMINOES[domino])
        best = max(places, key=lambda where: worth(table, kingdom.place(DOMINOES[domino], where)))
    else:
        values = [value(table, request.seat, number) for number in request.options]
        best = request.options[values.index(max(values))]
    return request.pick(best)


def value(table: State, seat: int, number: int) -> float:
    """Own gain, less a late turn, plus others' loss."""
    row = table.row if table.draft else table.next_row
    waiting = table.draft or table.row.values()
    missed = [gain(table, other, number) for other in waiting if other not in (None, seat)]
    late = list(row).index(number)
    return gain(table, seat, number) - EARLIER * late + SPITE * max(missed, default=0)


def gain(table: State, seat: int | None, number: int) -> float:
    kingdom, domino = table.kingdoms[seat or 0], DOMINOES[number]
    now = worth(table, kingdom)
    laid = [worth(table, kingdom.place(domino, where)) for where in kingdom.places(domino)]
    return max(laid, default=now - HOLE) - now


def worth(table: State, kingdom: Kingdom) -> float:
    free = kingdom.free
    found = kingdom.points - HOLE * (free & ~beside(kingdom, free)).bit_count()
    if table.table.middle_kingdom and max(map(abs, kingdom.bounds)) <= table.table.size // 2:
        found += CENTRE
    for land in kingdom.land:
        crowns = (land & kingdom.ones).bit_count() + 2 * (land & kingdom.twos).bit_count()
        room = (beside(kingdom, land) & free).bit_count()
        found += GROWTH * crowns * min(room, MOST_GROWTH)
    return found


def beside(kingdom: Kingdom, squares: int) -> int:
    """Squares are bits, row after row."""
    width = kingdom.board.width
    return squares << 1 | squares >> 1 | squares << width | squares >> width

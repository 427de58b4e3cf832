"""The state of a game of Kingdomino, and its course."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine import chance
from engine.game import Decision, JsonObject, Outcome, Picks, rank
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom, Where
from engine.plain_data import (
    AS_IT_IS,
    DICT,
    LIST,
    LOG,
    Codec,
    PlainData,
    Way,
    constructor_field,
    part,
    plain_data,
)

HARMONY, MIDDLE_KINGDOM = 5, 10
OVER = "all dominoes are placed"
Row = dict[int, int | None]  # the dominoes of a row, lowest number first -> the seat of its king
LogLine = tuple[str, int | None, tuple[Any, ...]]
EVENTS: Mapping[str, tuple[str, ...]] = {  # what the log tells beside the event's type and seat
    "dynasty_game": ("dynasty_game",),
    "row": ("numbers",),
    "turn": ("turn",),
    "pick": ("number",),
    "place": ("number", "at"),
    "discard": ("number", "forced"),
    "score": ("dynasty_game", "scores"),
    "end": ("scores", "reason"),
}


class Table(NamedTuple):
    """A game's fixed data, shared by its copies."""

    seats: int
    size: int  # a kingdom's square: 5 by 5, in the Mighty Duel 7 by 7
    row: int  # dominoes in a row
    dominoes: int  # in the bag of one game
    dynasty_games: int  # games played: three in a Dynasty
    harmony: bool
    middle_kingdom: bool
    must_place: bool


def with_kings(row: Row) -> Row:
    """Return the dominoes of a row that have a king."""
    return {number: king for number, king in row.items() if king is not None}


def write_row(row: Row) -> list[JsonObject]:
    """Return the row as `reading.row` reads it."""
    return [{"number": number, "king": king} for number, king in row.items()]


# `reading` reads what these write, with checks
KINGDOMS = Codec(
    lambda kingdoms: [
        [[x, y, terrain, crowns] for x, y, terrain, crowns in kingdom.tiles] for kingdom in kingdoms
    ]
)
ROW = Codec(write_row)
NUMBERS = Codec(list)
OUTCOME = Way(key="{0} and {0}.reason")  # it holds lists, and follows from the kingdoms


@plain_data
class State(PlainData):
    """A game in progress."""

    table: Table = constructor_field()
    seed: int = constructor_field()
    log: list[LogLine] | None = constructor_field(LOG)
    dynasty_game: int = part(default=1, known=AS_IT_IS, position=AS_IT_IS)
    round: int = part(default=0, known=AS_IT_IS, position=AS_IT_IS)
    current: int = part(default=0, known=AS_IT_IS, position=AS_IT_IS)
    kingdoms: list[Kingdom] = part(LIST, known=KINGDOMS)
    row: Row = part(DICT, known=ROW, position=ROW)
    next_row: Row = part(DICT, known=ROW, position=ROW)
    bag: tuple[int, ...] = part(default=(), position=NUMBERS)
    # the dominoes that nobody will see
    box: tuple[int, ...] = part(default=())
    # the seats that are still to set a king before the first round, the current one first
    draft: tuple[int, ...] = part(default=(), position=NUMBERS)
    # what the current seat has to place, None when it picks
    domino: int | None = part(default=None, known=AS_IT_IS)
    # by seat: points and the largest area in the finished games of a Dynasty
    earlier: tuple[int, ...] = part(default=(), known=NUMBERS, position=NUMBERS)
    largest: tuple[int, ...] = part(default=(), known=NUMBERS, position=NUMBERS)
    decision: Decision | None = part(default=None)
    outcome: Outcome | None = part(
        OUTCOME, default=None, known=Codec(lambda outcome: outcome and list(outcome))
    )

    def __post_init__(self) -> None:
        self.kingdoms = [Kingdom(self.table.size)] * self.table.seats
        self.earlier = self.largest = (0,) * self.table.seats

    def write(self, kind: str, seat: int | None, *details: Any) -> None:
        """Log one of the EVENTS."""
        if self.log is not None:
            self.log.append((kind, seat, details))

    # --- the course of a game ---------------------------------------------------------------

    def begin(self) -> None:
        """Fill the bag, lay out the first row and ask for the first king."""
        self.fill_bag()
        # rules/kingdomino.de.txt, "Spielvorbereitung": of two, the starter is first and last
        if self.table.seats == 2:
            self.draft = (0, 1, 1, 0)
        else:
            seats = list(range(self.table.seats))
            chance.shuffle(seats, self.seed, "kings", self.dynasty_game)
            self.draft = tuple(seats)
        self.round = 0
        if self.table.dynasty_games > 1:
            self.write("dynasty_game", None, self.dynasty_game)
        self.row = self.draw()
        self.next_king()

    def fill_bag(self) -> None:
        """Shuffle the dominoes of this game; the others stay in the box."""
        numbers = list(DOMINOES)
        chance.shuffle(numbers, self.seed, "bag", self.dynasty_game)
        self.bag = tuple(numbers[: self.table.dominoes])
        self.box = tuple(numbers[self.table.dominoes :])

    def draw(self) -> Row:
        """Lay out the next row; empty when the bag is."""
        drawn = sorted(self.bag[: self.table.row])
        self.bag = self.bag[self.table.row :]
        if drawn:
            self.write("row", None, tuple(drawn))
        return dict.fromkeys(drawn)

    def next_king(self) -> None:
        """Ask for the next king of the draft, or begin the first round."""
        if self.draft:
            self._begin_turn(self.draft[0])
            self.pick(self.row)
        else:
            self.next_row = self.draw()
            self.round = 1
            self.next_turn()

    def next_turn(self) -> None:
        """Let the king on the lowest domino move, or go on to the next round."""
        if not self.row:
            self.row, self.next_row = with_kings(self.next_row), {}
            if not self.row:
                self._end_game()
                return
            self.next_row = self.draw()
            self.round += 1
        number = next(iter(self.row))
        self._begin_turn(self.row[number] or 0)
        self.place(number)

    def _begin_turn(self, seat: int) -> None:
        self.current = seat
        self.write("turn", seat, self.round)

    def place(self, number: int) -> None:
        """Ask where this domino goes, if there is a choice."""
        self.domino = number
        places: list[Where | None] = [*self.kingdoms[self.current].places(DOMINOES[number])]
        if not self.table.must_place or not places:
            places.append(None)
        if len(places) > 1:
            self.decision = Decision(self.current, "place", tuple(places))
        else:
            self._lay(places[0], forced=True)

    def pick(self, row: Row) -> None:
        """Ask which domino the king goes to, if there is a choice."""
        numbers = tuple([number for number, king in row.items() if king is None])
        if len(numbers) > 1:
            self.decision = Decision(self.current, "pick", numbers)
        elif numbers:
            self._set_king(numbers[0])
        else:  # only in a position of fewer dominoes than kings
            self.next_turn()

    def answer(self, picks: Picks) -> None:
        """Go on after a legal pick."""
        if self.decision is None:
            raise RuntimeError("nothing was asked")
        chosen: Any = self.decision.options[picks[0]]
        self.decision = None
        if self.domino is None:
            self._set_king(chosen)
        else:
            self._lay(chosen)

    def _lay(self, where: Where | None, *, forced: bool = False) -> None:
        number, seat = self.domino or 0, self.current
        if where is None:
            self.write("discard", seat, number, forced)
        else:
            self.kingdoms[seat] = self.kingdoms[seat].place(DOMINOES[number], where)
            self.write("place", seat, number, where)
        self.domino = None
        del self.row[number]
        if self.next_row:
            self.pick(self.next_row)
        else:
            self.next_turn()

    def _set_king(self, number: int) -> None:
        row = self.row if self.draft else self.next_row
        row[number] = self.current
        self.write("pick", self.current, number)
        if self.draft:
            self.draft = self.draft[1:]
            self.next_king()
        else:
            self.next_turn()

    # --- scoring ----------------------------------------------------------------------------

    def points(self, kingdom: Kingdom) -> int:
        """Return a kingdom's points with the variants' bonuses."""
        points = kingdom.points
        if self.table.harmony and kingdom.is_full:
            points += HARMONY
        if self.table.middle_kingdom and kingdom.is_centred:
            points += MIDDLE_KINGDOM
        return points

    @property
    def scores(self) -> list[int]:
        """Points by seat, earlier games of a Dynasty included."""
        if self.outcome:
            return list(self.outcome.scores)
        pairs = zip(self.earlier, self.kingdoms, strict=True)
        return [earlier + self.points(kingdom) for earlier, kingdom in pairs]

    def _end_game(self) -> None:
        scores = self.scores
        if self.table.dynasty_games > 1 or len(set(scores)) < len(scores):  # it decides ties alone
            areas = [kingdom.largest for kingdom in self.kingdoms]
            self.largest = tuple(map(max, self.largest, areas))
        if self.dynasty_game < self.table.dynasty_games:
            self.write("score", None, self.dynasty_game, tuple(scores))
            self.earlier = tuple(scores)
            self.dynasty_game += 1
            self.kingdoms = [Kingdom(self.table.size)] * self.table.seats
            self.begin()
            return
        keys = list(zip(scores, self.largest, strict=True))
        self.outcome = Outcome(scores, rank(keys), OVER)
        self.write("end", None, tuple(scores), OVER)

"""Lay out a bracket for SVG, in pixels.

Columns are rounds; a match is halfway between its predecessors. The losers' bracket is below.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from arena.models import Entrant, Pairing, PairingSeat
from arena.tournaments.pairing.bracket import (
    Bracket,
    BracketProgress,
    Fixture,
    Match,
    Origin,
    Source,
    Stage,
    Status,
)
from website.tournaments.decisions import Decision, decision_after_tie

LEAF = 35  # height per first-round entrant
WIDTH, HEIGHT = 208, 50
STEP = WIDTH + 44
EDGE = 8
HEAD = 34  # height of the headings
LAST = (Stage.FINAL, Stage.RESET, Stage.THIRD)


class Side(NamedTuple):
    """An entrant of a match, or where it will come from."""

    y: int
    source: Source
    entrant: Entrant | None
    seat: PairingSeat | None
    is_winner: bool
    is_out: bool


@dataclass(frozen=True)
class MatchBox:
    """A match in the drawing; `y` is its middle."""

    x: int
    y: int
    fixture: Fixture
    pairing: Pairing | None
    entrants: Mapping[int, Entrant]

    @property
    def number(self) -> int:
        return self.fixture.match.number

    @property
    def top(self) -> int:
        return self.y - HEIGHT // 2

    @property
    def is_waiting(self) -> bool:
        """Return whether an entrant is still unknown."""
        return self.fixture.status is Status.WAITING

    @property
    def match_id(self) -> int | None:
        """Return the latest match of the pairing."""
        matches = list(self.pairing.matches.all()) if self.pairing else []
        return matches[-1].pk if matches else None

    @property
    def after_tie(self) -> Decision | None:
        """Return by what it was decided, if it was tied."""
        return decision_after_tie(self.pairing)

    @property
    def sides(self) -> list[Side]:
        fixture = self.fixture
        seats = {seat.number: seat for seat in self.pairing.seats.all()} if self.pairing else {}
        sides = []
        for place in (0, 1):
            number = fixture.entrants[place]
            is_winner = number is not None and number == fixture.winner
            side = Side(
                self.top + place * HEIGHT // 2,
                fixture.match.sources[place],
                self.entrants.get(int(number)) if number is not None else None,
                seats.get(int(number)) if number is not None else None,
                is_winner,
                fixture.status is Status.OVER and not is_winner,
            )
            sides.append(side)
        return sides


class Head(NamedTuple):
    """A column's heading; `to_final`: rounds up to the final, 0 in double elimination."""

    x: int
    y: int
    stage: Stage
    round: int
    to_final: int


class Drawing:
    """The bracket; `pairings` by match number, `entrants` by seed."""

    def __init__(
        self,
        bracket: Bracket,
        standing: BracketProgress,
        pairings: Mapping[int, Pairing],
        entrants: Mapping[int, Entrant],
    ) -> None:
        self.standing, self.pairings, self.entrants = standing, pairings, entrants
        self.matches = {match.number: match for match in bracket.matches}
        self._leaves = 0
        self._middles: dict[int, int] = {}
        self._losers_top = 0
        final = next(match for match in self.matches.values() if match.stage is Stage.FINAL)
        self._place(final)
        for match in self.matches.values():
            if match.stage is Stage.RESET:
                self._middles[match.number] = self._middles[final.number]
            elif match.stage is Stage.THIRD:
                lowest = self._middles[final.number] + HEIGHT + 2 * LEAF
                self._middles[match.number] = lowest
                self._leaves = max(self._leaves, -(-(lowest - HEAD + HEIGHT) // LEAF))

    def _place(self, match: Match) -> int:
        """Place a match between its predecessors; return its middle."""
        middles = []
        for source in match.sources:
            if source.origin is Origin.WINNER:
                before = self.matches[source.number]
                if before.stage is Stage.LOSERS and match.stage is Stage.FINAL:
                    self._leaves += 1
                    self._losers_top = HEAD + self._leaves * LEAF
                middles.append(self._place(before))
            else:
                self._leaves += 1
                middles.append(HEAD + self._leaves * LEAF - LEAF // 2)
        self._middles[match.number] = sum(middles) // 2
        return self._middles[match.number]

    @cached_property
    def _main_columns(self) -> int:
        """Return the number of columns before the final."""
        return max(
            (match.round for match in self.matches.values() if match.stage not in LAST), default=0
        )

    def _x(self, match: Match) -> int:
        column = match.round - 1
        if match.stage in LAST:
            column = self._main_columns + (match.stage is Stage.RESET)
        return EDGE + column * STEP

    @cached_property
    def cards(self) -> list[MatchBox]:
        """Return all matches that are or may be played."""
        return [
            MatchBox(
                self._x(match),
                self._middles[match.number],
                self.standing.fixtures[match.number],
                self.pairings.get(match.number),
                self.entrants,
            )
            for match in self.matches.values()
            if self.standing.fixtures[match.number].status is not Status.NEEDLESS
        ]

    @cached_property
    def lines(self) -> list[str]:
        """Return the winners' paths, as SVG."""
        lines = []
        for card in self.cards:
            for place, source in enumerate(card.fixture.match.sources):
                before = self.matches.get(source.number)
                if source.origin is not Origin.WINNER or before is None:
                    continue
                start, y = self._x(before) + WIDTH, self._middles[before.number]
                end = card.top + HEIGHT // 4 + place * HEIGHT // 2
                lines.append(f"M{start} {y}H{card.x - 22}V{end}H{card.x}")
        return lines

    @cached_property
    def heads(self) -> list[Head]:
        """Return a heading for each column, above its first match."""
        columns: dict[tuple[Stage, int], Match] = {}
        for card in self.cards:
            match = card.fixture.match
            columns.setdefault((match.stage, match.round), match)
        heads = []
        for match in columns.values():
            y, to_final = HEAD - 14, 0
            if match.stage is Stage.THIRD:
                y = self._middles[match.number] - HEIGHT // 2 - 8
            elif match.stage is Stage.LOSERS:
                y = self._losers_top
            elif match.stage is Stage.WINNERS and not self.is_double:
                to_final = self._main_columns - match.round + 1
            heads.append(Head(self._x(match), y, match.stage, match.round, to_final))
        return heads

    @property
    def is_double(self) -> bool:
        """Return whether there is a losers' bracket."""
        return any(match.stage is Stage.LOSERS for match in self.matches.values())

    @property
    def width(self) -> int:
        return max(card.x for card in self.cards) + WIDTH + EDGE

    @property
    def height(self) -> int:
        return HEAD + self._leaves * LEAF + EDGE

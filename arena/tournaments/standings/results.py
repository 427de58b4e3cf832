"""What happened at the tables of a tournament, as points and meetings.

A table seats two or more. It counts as a small round robin of those who sat at it: against each of
the others an entrant has won (1), tied (1/2) or lost (0), by the ranks of the match, and the points
of the round are the mean of these. So a match of two is worth 1, 1/2 or 0, and a table of any size
is worth at most 1. All sums are exact fractions.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

Entrant = int | str  # opaque: an id, or a name

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True)
class Result:
    """One table that is over: who sat at it (in seat order), with ranks (1 is best, ties share).

    `scores` are the game's own, summed over the games, where score differences are wanted. Who is
    in `forfeits` did not play: he loses to all who did, whatever the ranks say. A table for one is
    a bye, or an absence when that one forfeited. Raises ValueError where lengths do not fit.
    """

    round: int
    entrants: tuple[Entrant, ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...] = ()
    forfeits: frozenset[Entrant] = frozenset()

    def __post_init__(self) -> None:
        seats = len(self.entrants)
        if not seats or len(set(self.entrants)) != seats:
            raise ValueError(
                f"{self.entrants} is no table: one seat for each entrant, one at least"
            )
        if len(self.ranks) != seats or len(self.scores) not in {0, seats}:
            raise ValueError(f"a table of {seats} needs {seats} ranks, and {seats} scores or none")
        if not self.forfeits <= set(self.entrants):
            raise ValueError("only who sits at the table can forfeit it")
        if self.round < 1:
            raise ValueError(f"rounds are numbered from 1, not {self.round}")


def bye(number: int, entrant: Entrant) -> Result:
    """Round `number` without an opponent, by the pairing: a full point."""
    return Result(number, (entrant,), (1,))


def absence(number: int, entrant: Entrant) -> Result:
    """Round `number` left out by the entrant's own wish: no point."""
    return Result(number, (entrant,), (1,), forfeits=frozenset({entrant}))


class Kind(StrEnum):
    """What a round was for one entrant."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    ABSENCE = "absence"


OWN_DOING = frozenset({Kind.FORFEIT_LOSS, Kind.ABSENCE})  # FIDE's voluntary unplayed rounds


class Meeting(NamedTuple):
    """One entrant against one other at a table: 1, 1/2 or 0, and whether both played."""

    opponent: Entrant
    result: Fraction
    played: bool


class Appearance(NamedTuple):
    """One round of one entrant. `margin`: own score less the mean of the others' scores."""

    round: int
    kind: Kind
    points: Fraction
    meetings: tuple[Meeting, ...]
    seat: int
    margin: Fraction

    @property
    def is_won(self) -> bool:
        """Whether nobody who played did as well."""
        return self.kind is Kind.PLAYED and self.points == WIN


class Ledger:
    """All appearances of all entrants, with the sums that tie-breaks are made of.

    `entrants` in the order of their seeds. The rounds in which an entrant of `withdrawn` has no
    result are absences, up to the last round that has results. `scheduled`: the pairings were fixed
    beforehand, as in a round robin: forfeits count as matches against the opponent of the schedule,
    and a free round is worth nothing. `seed` draws the lots. Raises ValueError for a result of a
    stranger, and for two results of one entrant in one round.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        results: Iterable[Result],
        *,
        withdrawn: Collection[Entrant] = (),
        scheduled: bool = False,
        seed: int = 0,
    ) -> None:
        self.entrants = tuple(entrants)
        self.withdrawn = frozenset(withdrawn) & frozenset(entrants)
        self.scheduled = scheduled
        self.seed = seed
        rows: dict[Entrant, dict[int, Appearance]] = {entrant: {} for entrant in entrants}
        for result in results:
            if len(result.entrants) > 1 or not scheduled:
                _enter(rows, result)
        self.rounds = max((number for row in rows.values() for number in row), default=0)
        for entrant in () if scheduled else self.withdrawn:
            for number in set(range(1, self.rounds + 1)) - rows[entrant].keys():
                _enter(rows, absence(number, entrant))
        self.appearances = {
            entrant: tuple(row[number] for number in sorted(row)) for entrant, row in rows.items()
        }
        self.points = {
            entrant: sum((one.points for one in row), LOSS)
            for entrant, row in self.appearances.items()
        }

    @cached_property
    def adjusted(self) -> dict[Entrant, Fraction]:
        """What each is worth in the tie-breaks of his opponents (FIDE C.07, 16.3).

        As many points as he has, but absences after which he never played again count as draws.
        """
        return {entrant: self._adjusted(row) for entrant, row in self.appearances.items()}

    def _adjusted(self, row: Sequence[Appearance]) -> Fraction:
        total, still_away = LOSS, True
        for one in reversed(row):
            still_away = still_away and one.kind in OWN_DOING
            total += DRAW if still_away and one.kind is Kind.ABSENCE else one.points
        return total

    def counts(self, meeting: Meeting) -> bool:
        """Whether the meeting counts as one with this very opponent."""
        return meeting.played or self.scheduled

    def met(self, entrant: Entrant) -> Counter[Entrant]:
        """How often the entrant has sat at a table with each of the others, both playing."""
        return Counter(
            meeting.opponent
            for one in self.appearances[entrant]
            for meeting in one.meetings
            if meeting.played
        )


def _enter(rows: dict[Entrant, dict[int, Appearance]], result: Result) -> None:
    for seat, entrant in enumerate(result.entrants):
        if entrant not in rows:
            raise ValueError(f"{entrant!r} has a result and is no entrant")
        if result.round in rows[entrant]:
            raise ValueError(f"{entrant!r} has two results in round {result.round}")
        rows[entrant][result.round] = _appearance(result, seat)


def _appearance(result: Result, seat: int) -> Appearance:
    meetings = tuple(
        _meeting(result, seat, other) for other in range(len(result.entrants)) if other != seat
    )
    kind = _kind(result, seat, meetings)
    points = WIN if kind is Kind.BYE else LOSS
    if meetings:
        points = sum((one.result for one in meetings), LOSS) / len(meetings)
    margin = _margin(result, seat) if kind is Kind.PLAYED else LOSS
    return Appearance(result.round, kind, points, meetings, seat, margin)


def _meeting(result: Result, seat: int, other: int) -> Meeting:
    me, opponent = result.entrants[seat], result.entrants[other]
    mine, theirs = result.ranks[seat], result.ranks[other]
    if me in result.forfeits:
        return Meeting(opponent, LOSS, played=False)
    if opponent in result.forfeits:
        return Meeting(opponent, WIN, played=False)
    return Meeting(opponent, WIN if mine < theirs else DRAW if mine == theirs else LOSS, True)


def _kind(result: Result, seat: int, meetings: Sequence[Meeting]) -> Kind:
    away = result.entrants[seat] in result.forfeits
    if not meetings:
        return Kind.ABSENCE if away else Kind.BYE
    if away:
        return Kind.FORFEIT_LOSS
    return Kind.PLAYED if any(one.played for one in meetings) else Kind.FORFEIT_WIN


def _margin(result: Result, seat: int) -> Fraction:
    if not result.scores:
        return LOSS
    others = [
        Fraction(score)
        for entrant, score in zip(result.entrants, result.scores, strict=True)
        if entrant not in result.forfeits and entrant != result.entrants[seat]
    ]
    return Fraction(result.scores[seat]) - sum(others, LOSS) / len(others)


def without_early_leavers(
    results: Sequence[Result], withdrawn: Collection[Entrant], matches_each: int
) -> list[Result]:
    """The results of a round robin that count: without those who left before half of it.

    Who withdraws with less than half of his `matches_each` played is taken out with all results for
    and against him; who leaves later stays, and forfeits the rest (FIDE General Regulations for
    Competitions, on withdrawals from round-robin tournaments).
    """
    played = Counter(
        entrant
        for result in results
        if len(result.entrants) > 1
        for entrant in result.entrants
        if entrant not in result.forfeits
    )
    out = {entrant for entrant in withdrawn if 2 * played[entrant] < matches_each}
    return [result for result in results if out.isdisjoint(result.entrants)]

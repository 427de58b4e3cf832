"""Results as exact points: a table is a small round robin, a round its mean."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

Entrant = int | str  # opaque: an id or a name

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True)
class Result:
    """A finished pairing in seat order; rank 1 is best, ties share.

    `scores`: the game's own, summed. `forfeits` lose to all others; one entrant is a bye or
    absence. Raises ValueError.
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
    """Return a bye: a full point."""
    return Result(number, (entrant,), (1,))


def absence(number: int, entrant: Entrant) -> Result:
    """Return an absence: no point."""
    return Result(number, (entrant,), (1,), forfeits=frozenset({entrant}))


class Kind(StrEnum):
    PLAYED = "played"
    BYE = "bye"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    ABSENCE = "absence"


OWN_DOING = frozenset({Kind.FORFEIT_LOSS, Kind.ABSENCE})  # FIDE's voluntary unplayed rounds


class OpponentResult(NamedTuple):
    """A result against one opponent: 1, 1/2 or 0; `played`: neither forfeited."""

    opponent: Entrant
    result: Fraction
    played: bool


class Appearance(NamedTuple):
    """An entrant's part in a round; `margin`: own score less the others' mean."""

    round: int
    kind: Kind
    points: Fraction
    opponent_results: tuple[OpponentResult, ...]
    seat: int
    margin: Fraction

    @property
    def is_won(self) -> bool:
        """Whether won alone by playing."""
        return self.kind is Kind.PLAYED and self.points == WIN


class Ledger:
    """The results of a tournament by entrant and round; `entrants` by seed.

    Rounds in which `withdrawn` entrants have no result are absences. `scheduled` (a round robin):
    forfeits count for tie-breaks as if they had been played, and byes do not count. Raises
    ValueError.
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
            entrant: sum((appearance.points for appearance in row), LOSS)
            for entrant, row in self.appearances.items()
        }

    @cached_property
    def adjusted(self) -> dict[Entrant, Fraction]:
        """Points as they count in the tie-breaks of opponents (FIDE C.07, 16.3)."""
        adjusted: dict[Entrant, Fraction] = {}
        for entrant, row in self.appearances.items():
            total, still_away = LOSS, True
            for appearance in reversed(row):  # absences up to the end count as draws
                still_away = still_away and appearance.kind in OWN_DOING
                is_drawn = still_away and appearance.kind is Kind.ABSENCE
                total += DRAW if is_drawn else appearance.points
            adjusted[entrant] = total
        return adjusted

    def counts(self, meeting: OpponentResult) -> bool:
        """Return whether a meeting counts in tie-breaks between the two."""
        return meeting.played or self.scheduled

    def met(self, entrant: Entrant) -> Counter[Entrant]:
        """Count played meetings by opponent."""
        return Counter(
            meeting.opponent
            for appearance in self.appearances[entrant]
            for meeting in appearance.opponent_results
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
    """Return what a result says of the entrant at one seat."""
    has_forfeited = result.entrants[seat] in result.forfeits
    own_rank = result.ranks[seat]
    meetings: list[OpponentResult] = []
    for other, (opponent, rank) in enumerate(zip(result.entrants, result.ranks, strict=True)):
        if other == seat:
            continue
        if has_forfeited:
            meetings.append(OpponentResult(opponent, LOSS, played=False))
        elif opponent in result.forfeits:
            meetings.append(OpponentResult(opponent, WIN, played=False))
        else:
            points = WIN if own_rank < rank else DRAW if own_rank == rank else LOSS
            meetings.append(OpponentResult(opponent, points, played=True))
    if not meetings:
        kind = Kind.ABSENCE if has_forfeited else Kind.BYE
        points = LOSS if has_forfeited else WIN
    else:
        kind = Kind.FORFEIT_LOSS if has_forfeited else Kind.FORFEIT_WIN
        if any(meeting.played for meeting in meetings):
            kind = Kind.PLAYED
        points = sum((meeting.result for meeting in meetings), LOSS) / len(meetings)
    margin = _margin(result, seat) if kind is Kind.PLAYED else LOSS
    return Appearance(result.round, kind, points, tuple(meetings), seat, margin)


def _margin(result: Result, seat: int) -> Fraction:
    """Return the score at a seat less the mean of the others who played; 0 without scores."""
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
    """Drop results of those who left before half of `matches_each`.

    FIDE General Regulations for Competitions.
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

"""The tie-breaks of a tournament, after FIDE's C.07 (in force from 1 March 2026).

They are stated for tables of any size: where FIDE says "the opponent", the mean over those who sat
at the table is meant, which for matches of two is FIDE's number. Rounds that were not played count
as article 16 says: for the opponents see `Ledger.adjusted`; for oneself such a round is one against
a dummy with as many points as one has oneself, but no more than the opponent who should have sat
there (forfeits), or than a draw a round gives (all else).
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction

from arena.tournaments.standings.results import (
    DRAW,
    LOSS,
    OWN_DOING,
    Appearance,
    Entrant,
    Ledger,
    Meeting,
)
from engine import chance


class TieBreak(StrEnum):
    """What separates entrants of equal points; the values are stored, never change one."""

    DIRECT_ENCOUNTER = "direct_encounter"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    SONNEBORN_BERGER = "sonneborn_berger"
    WINS = "wins"
    SCORE_DIFFERENCE = "score_difference"
    SEED = "seed"
    LOT = "lot"

    @property
    def explanation(self) -> str:
        """One line for organisers and entrants."""
        return EXPLANATIONS[self]


EXPLANATIONS = {
    TieBreak.DIRECT_ENCOUNTER: "The points from the matches of the tied against each other.",
    TieBreak.BUCHHOLZ: "The sum of the points of all opponents: who met stronger ones is ahead.",
    TieBreak.BUCHHOLZ_CUT_1: "Buchholz without its lowest part: one weak opponent does not count.",
    TieBreak.SONNEBORN_BERGER: "The points of beaten opponents, and half of those drawn with.",
    TieBreak.WINS: "How many matches were won by playing; byes and forfeits do not count.",
    TieBreak.SCORE_DIFFERENCE: "Own scores less those of the opponents, over all played matches.",
    TieBreak.SEED: "The better seed is ahead.",
    TieBreak.LOT: "A lot that was drawn with the tournament's seed.",
}

ROUND_ROBIN_ORDER = (
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.SCORE_DIFFERENCE,
)
SWISS_ORDER = (
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
)
POD_ORDER = (TieBreak.WINS, TieBreak.BUCHHOLZ, TieBreak.SCORE_DIFFERENCE)

Values = dict[Entrant, Fraction]


def buchholz(ledger: Ledger, entrant: Entrant) -> Fraction:
    """The sum of what the opponents are worth (C.07, 8.1)."""
    return sum((value for _, value in _opposition(ledger, entrant)), LOSS)


def buchholz_cut_1(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Buchholz less its lowest part, one's own unplayed rounds being cut first (C.07, 16.5)."""
    parts = list(_opposition(ledger, entrant))
    own_doing = [value for one, value in parts if one.kind in OWN_DOING and not ledger.scheduled]
    cut = min(own_doing or [value for _, value in parts], default=LOSS)
    return sum((value for _, value in parts), LOSS) - cut


def sonneborn_berger(ledger: Ledger, entrant: Entrant) -> Fraction:
    """What the opponents are worth, each times the result against him (C.07, 9.1)."""
    return sum(
        (
            _mean([one.result * _worth(ledger, entrant, one) for one in row.meetings])
            if row.meetings
            else row.points * _dummy(ledger, entrant)
            for row in ledger.appearances[entrant]
        ),
        LOSS,
    )


def wins(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Tables won by playing (C.07, 7.2: games won over the board)."""
    return Fraction(sum(one.is_won for one in ledger.appearances[entrant]))


def score_difference(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Own scores less the mean of the others' at the table, over all played rounds."""
    return sum((one.margin for one in ledger.appearances[entrant]), LOSS)


def _opposition(ledger: Ledger, entrant: Entrant) -> Iterator[tuple[Appearance, Fraction]]:
    """Round by round: what those at the table were worth, in the mean."""
    for row in ledger.appearances[entrant]:
        worths = [_worth(ledger, entrant, one) for one in row.meetings]
        yield row, _mean(worths) if worths else _dummy(ledger, entrant)


def _worth(ledger: Ledger, entrant: Entrant, meeting: Meeting) -> Fraction:
    there = ledger.adjusted[meeting.opponent]
    return there if ledger.counts(meeting) else min(ledger.points[entrant], there)


def _dummy(ledger: Ledger, entrant: Entrant) -> Fraction:
    return min(ledger.points[entrant], DRAW * ledger.rounds)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, LOSS) / len(values)


def by_seed(ledger: Ledger) -> Values:
    """Minus the seed's number, so that more is better."""
    return {entrant: Fraction(-number) for number, entrant in enumerate(ledger.entrants, 1)}


def by_lot(ledger: Ledger) -> Values:
    """Minus the place in an order that was drawn with the seed of the tournament."""
    order = list(ledger.entrants)
    chance.shuffle(order, ledger.seed, "lot")
    return {entrant: Fraction(-number) for number, entrant in enumerate(order, 1)}


def each(one: Callable[[Ledger, Entrant], Fraction]) -> Callable[[Ledger], Values]:
    """The tie-break's numbers for all entrants."""
    return lambda ledger: {entrant: one(ledger, entrant) for entrant in ledger.entrants}


NUMBERS: dict[TieBreak, Callable[[Ledger], Values]] = {
    TieBreak.BUCHHOLZ: each(buchholz),
    TieBreak.BUCHHOLZ_CUT_1: each(buchholz_cut_1),
    TieBreak.SONNEBORN_BERGER: each(sonneborn_berger),
    TieBreak.WINS: each(wins),
    TieBreak.SCORE_DIFFERENCE: each(score_difference),
    TieBreak.SEED: by_seed,
    TieBreak.LOT: by_lot,
}


def encounters(ledger: Ledger, tied: Sequence[Entrant]) -> tuple[Values, dict[Entrant, int]]:
    """The points of the tied against each other, and how many of the others each has not met.

    Several meetings of two count as their mean.
    """
    points: Values = {}
    missing: dict[Entrant, int] = {}
    among = frozenset(tied)
    for entrant in tied:
        results: dict[Entrant, list[Fraction]] = {}
        for row in ledger.appearances[entrant]:
            for one in row.meetings:
                if one.opponent in among and ledger.counts(one):
                    results.setdefault(one.opponent, []).append(one.result)
        points[entrant] = sum((_mean(several) for several in results.values()), LOSS)
        missing[entrant] = len(tied) - 1 - len(results)
    return points, missing


def direct_encounter(ledger: Ledger, tied: Sequence[Entrant]) -> list[list[Entrant]]:
    """The tied in groups, best first, by their matches against each other (C.07, 6).

    Where all have met, by the points of these; the groups that are still tied once more, among
    themselves. Where not all have met: who is alone on top whatever the missing matches would have
    brought comes first, then the next by the same rule; the rest stays tied.
    """
    points, missing = encounters(ledger, tied)
    if any(missing.values()):
        return _alone_on_top(list(tied), points, missing)
    groups = grouped(tied, points)
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in direct_encounter(ledger, group)]


def _alone_on_top(
    rest: list[Entrant], points: Values, missing: dict[Entrant, int]
) -> list[list[Entrant]]:
    ahead: list[list[Entrant]] = []
    while len(rest) > 1:
        best = max(rest, key=lambda entrant: points[entrant])
        if any(points[best] <= points[one] + missing[one] for one in rest if one != best):
            break
        ahead.append([best])
        rest = [one for one in rest if one != best]
    return [*ahead, rest]


def grouped(entrants: Sequence[Entrant], values: Values) -> list[list[Entrant]]:
    """The entrants in groups of equal value, the highest first; the order within stays."""
    groups: dict[Fraction, list[Entrant]] = {}
    for entrant in entrants:
        groups.setdefault(values[entrant], []).append(entrant)
    return [groups[value] for value in sorted(groups, reverse=True)]

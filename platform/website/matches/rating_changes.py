"""Explanations of a match's rating changes."""

from dataclasses import dataclass

from arena.models import Match, RatingChange
from arena.ratings import trueskill as rating
from website.matches.report import MatchSeat


@dataclass(frozen=True)
class ExplainedChange:
    """A seat's change; `most` is the points it could make."""

    standing: MatchSeat
    terms: rating.UpdateTerms
    most: int

    @property
    def as_expected(self) -> bool:
        return abs(self.terms.surprise) < 0.05 * self.most

    @property
    def sigma_change(self) -> float:
        return -self.terms.narrowed

    @property
    def weight(self) -> int:
        """Its share of all uncertainty, in per cent."""
        return round(100 * self.terms.weight)


def rating_changes(match: Match, standings: list[MatchSeat]) -> list[ExplainedChange]:
    """Return them in the order of the standings; none where not rated."""
    changes = [standing.change for standing in standings]
    if match.ladder is None or match.status != Match.Status.FINISHED or None in changes:
        return []
    skills = [change.before for change in changes if isinstance(change, RatingChange)]
    ranks = [standing.seat.rank or len(standings) for standing in standings]
    chance = match.ladder.parameters_at(match.serial or 0).draw_probability
    try:
        terms = [
            rating.terms(skills, ranks, seat, draw_probability=chance)
            for seat in range(len(standings))
        ]
    except (ValueError, ArithmeticError):  # numbers that no rating has
        return []
    others = len(standings) - 1
    return [
        ExplainedChange(one, found, others) for one, found in zip(standings, terms, strict=True)
    ]

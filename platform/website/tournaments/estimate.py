"""Estimate a tournament: matches, time, and how often the best entrant wins."""

from dataclasses import dataclass
from datetime import timedelta

from arena.core.errors import BadTerms
from arena.tournaments.estimate_tournament import Pace, measure_pace
from arena.tournaments.formats import Estimate
from arena.tournaments.odds import FormatChoice, alternatives, choice
from arena.tournaments.terms import (
    TournamentTerms,
    check_estimate,
    pairing_terms,
)

STEPS = (4, 8, 16, 32, 64, 128, 256)


@dataclass(frozen=True)
class FormEstimate:
    """For a number of entrants; `refusal` says why it cannot be played."""

    entrants: int
    choice: FormatChoice | None
    time: timedelta | None
    refusal: str = ""

    @property
    def estimate(self) -> Estimate | None:
        return self.choice.estimate if self.choice else None

    @property
    def alternatives(self) -> list[FormatChoice]:
        """Return other ways to play in about as many games."""
        return alternatives(self.choice, self.entrants) if self.choice else []


def pace(terms: TournamentTerms) -> Pace:
    """Measure the latest matches like those of these terms."""
    return measure_pace(game=terms.game, seats=terms.seats, ladder=terms.ladder)


def estimates(terms: TournamentTerms, measured: Pace, entered: int = 0) -> list[FormEstimate]:
    """Return estimates for the present entrants, some numbers, and a full field."""
    numbers = {step for step in STEPS if step < terms.most_entrants} | {terms.most_entrants}
    return [estimate(terms, measured, number) for number in sorted(numbers | {entered} - {0, 1})]


def estimate(terms: TournamentTerms, measured: Pace, entrants: int) -> FormEstimate:
    try:
        check_estimate(terms=terms, entrants=entrants)
    except BadTerms as refused:
        return FormEstimate(entrants, None, None, refused.message)
    chosen = choice(pairing_terms(terms), entrants, terms.games_per_match)
    return FormEstimate(entrants, chosen, measured.duration(chosen.estimate, terms.games_per_match))

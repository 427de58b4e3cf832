"""Estimate a tournament: matches, time, and how often the best entrant wins."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from arena.actions.errors import BadTerms
from arena.actions.tournaments.check_tournament import (
    TournamentTerms,
    check_estimate,
    pairing_terms,
)
from arena.models import Match, Worker
from arena.tournaments.formats import Estimate
from arena.tournaments.odds import FormatChoice, alternatives, choice

SAMPLE = 50  # latest matches measured
STEPS = (4, 8, 16, 32, 64, 128, 256)


@dataclass(frozen=True)
class Pace:
    """Time per match, None if none was measured; `slots` matches run in parallel."""

    match: timedelta | None
    measured: int
    slots: int

    def of(self, estimate: Estimate) -> timedelta | None:
        """Return the duration if nothing else is played; each round waits for its last match."""
        if self.match is None:
            return None
        a_round = estimate.most_matches / estimate.rounds
        waves = estimate.rounds * max(1.0, a_round / self.slots)
        return waves * self.match


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
    """Measure the game's latest matches."""
    done = Match.objects.filter(
        game=terms.game, status=Match.Status.FINISHED, started_at__isnull=False
    ).order_by("-pk")
    rows = done.values_list("started_at", "finished_at", "games_planned")[:SAMPLE]
    times = [
        (end - begin).total_seconds() / max(games, 1) for begin, end, games in rows if begin and end
    ]
    slots = Worker.objects.slots()
    usual = timedelta(seconds=median(times) * terms.games_per_match) if times else None
    return Pace(usual, len(times), max(1, slots))


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
    return FormEstimate(entrants, chosen, measured.of(chosen.estimate))

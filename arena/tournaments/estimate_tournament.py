from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from arena.core.database_clock import database_now
from arena.core.errors import BadTerms
from arena.models import Ladder, League, Match, Tournament, Worker
from arena.tournaments.formats import Estimate
from arena.tournaments.terms import TournamentTerms, check_estimate

MEASURED = 50  # latest matches of each ladder


class Clash(NamedTuple):
    """A competition at the same time; `ends_at` is an estimate."""

    kind: str  # "tournament" or "league"
    name: str
    slug: str
    starts_at: datetime
    ends_at: datetime | None


class Pace(NamedTuple):
    """A game's mean wall seconds, None if none was measured; `slots` matches run in parallel."""

    game_seconds: float | None
    measured: int
    slots: int

    def duration(self, estimate: Estimate, games_per_match: int) -> timedelta | None:
        """Bound the duration: work / slots, and each round waits for its last match (Brent 1974).

        Nothing else is being played.
        """
        if self.game_seconds is None:
            return None
        matches = estimate.most_matches / self.slots + estimate.rounds * (1 - 1 / self.slots)
        return timedelta(seconds=matches * games_per_match * self.game_seconds)


class TournamentEstimate(NamedTuple):
    """An estimate; without a measured game times are None."""

    estimate: Estimate
    duration: timedelta | None
    ends_at: datetime | None
    clashes: list[Clash]


def estimate_tournament(
    *,
    terms: TournamentTerms,
    entrants: int | None = None,
    tournament: Tournament | None = None,
) -> TournamentEstimate:
    """Estimate length, duration and clashes, of which `tournament` is none. Raises BadTerms."""
    estimate = check_estimate(terms=terms, entrants=entrants or terms.most_entrants)
    pace = measure_pace(game=terms.game, seats=terms.seats, ladder=terms.ladder)
    duration = pace.duration(estimate, terms.games_per_match)
    ends_at = terms.starts_at + duration if duration else None
    return TournamentEstimate(
        estimate=estimate,
        duration=duration,
        ends_at=ends_at,
        clashes=find_clashes(starts_at=terms.starts_at, ends_at=ends_at, tournament=tournament),
    )


def measure_pace(*, game: str, seats: int, ladder: Ladder | None = None) -> Pace:
    """Measure the latest matches of the ladder, else of ladders of this game and size, else any."""
    played = _latest_matches([ladder] if ladder else [])
    played = played or _latest_matches(Ladder.objects.filter(game=game, seats=seats))
    played = played or _latest(Match.objects.filter(game=game, seats_count=seats))
    seconds = sum(
        (match.finished_at - match.started_at).total_seconds()
        for match in played
        if match.started_at and match.finished_at
    )
    games = sum(match.games_planned for match in played)
    slots = max(1, Worker.objects.slots() or settings.CORES)
    return Pace(seconds / games if games else None, len(played), slots)


def find_clashes(
    *, starts_at: datetime, ends_at: datetime | None, tournament: Tournament | None = None
) -> list[Clash]:
    """Return the tournaments and leagues between these times."""
    last = ends_at or starts_at
    others = Tournament.objects.not_over().filter(starts_at__lte=last).select_related("ladder")
    if tournament is not None:
        others = others.exclude(pk=tournament.pk)
    tournaments = [
        Clash("tournament", other.name, other.slug, other.starts_at, _estimate_end(other))
        for other in others.order_by("starts_at")
    ]
    leagues = League.objects.filter(
        state=League.State.ACTIVE, next_run_at__gte=starts_at, next_run_at__lte=last
    )
    return [
        *(clash for clash in tournaments if (clash.ends_at or clash.starts_at) >= starts_at),
        *(
            Clash("league", league.name, league.slug, league.next_run_at, None)
            for league in leagues.order_by("next_run_at")
            if league.next_run_at
        ),
    ]


def _latest_matches(ladders: Iterable[Ladder]) -> list[Match]:
    return [
        match
        for ladder in ladders
        for match in _latest(ladder.matches.filter(purpose=Match.Purpose.LADDER))
    ]


def _latest(matches: QuerySet[Match]) -> list[Match]:
    finished = matches.filter(status=Match.Status.FINISHED, started_at__isnull=False)
    return list(finished.order_by("-finished_at")[:MEASURED])


def _estimate_end(tournament: Tournament) -> datetime | None:
    """Return an unfinished tournament's probable end, not before now; None: unknown."""
    is_fixed = tournament.is_frozen or tournament.has_begun
    entrants = tournament.entrants.entered().count() if is_fixed else None
    terms = TournamentTerms.of(tournament)
    try:
        estimate = check_estimate(terms=terms, entrants=entrants or terms.most_entrants)
    except BadTerms:
        return None
    pace = measure_pace(game=terms.game, seats=terms.seats, ladder=terms.ladder)
    duration = pace.duration(estimate, terms.games_per_match)
    if duration is None:
        return None
    end = (tournament.started_at or terms.starts_at) + duration
    return max(end, database_now()) if tournament.has_begun else end

"""Say beforehand how long a tournament takes, and with what it would compete for the workers."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from arena.actions.errors import BadTerms
from arena.actions.tournaments.check_tournament import TournamentTerms, check_estimate, terms_of
from arena.database_clock import database_now
from arena.models import Ladder, League, Match, Tournament, Worker
from arena.tournaments.pairing import Estimate

MEASURED = 50  # matches of each ladder, the latest


class Clash(NamedTuple):
    """Another competition at the same time; `ends_at` is estimated, None where nothing is known."""

    kind: str  # "tournament" or "league"
    name: str
    slug: str
    starts_at: datetime
    ends_at: datetime | None


class TournamentEstimate(NamedTuple):
    """What an organiser is told beforehand.

    `game_seconds`: wall time of one game, as measured; None where none of this kind has been
    played, and then nothing is said of the end either.
    """

    estimate: Estimate
    game_seconds: float | None
    duration: timedelta | None
    ends_at: datetime | None
    clashes: list[Clash]


def estimate_tournament(
    *,
    terms: TournamentTerms,
    entrants: int | None = None,
    tournament: Tournament | None = None,
) -> TournamentEstimate:
    """How long it takes with so many entrants, None for as many as may enter, and what else is on.

    `tournament`: the one that these terms are of, which does not clash with itself. Raises BadTerms
    where it cannot be played.
    """
    estimate = check_estimate(terms=terms, entrants=entrants or terms.most_entrants)
    seconds = game_seconds(game=terms.game, seats=terms.seats, ladder=terms.ladder)
    duration = None
    if seconds is not None:
        duration = duration_of(estimate, seconds * terms.games_per_match)
    ends_at = terms.starts_at + duration if duration else None
    return TournamentEstimate(
        estimate=estimate,
        game_seconds=seconds,
        duration=duration,
        ends_at=ends_at,
        clashes=find_clashes(starts_at=terms.starts_at, ends_at=ends_at, tournament=tournament),
    )


def game_seconds(*, game: str, seats: int, ladder: Ladder | None = None) -> float | None:
    """The mean wall time of the latest games on this ladder, else on all of this game and number of
    seats; None where none has been played."""
    played = _measured([ladder] if ladder else [])
    played = played or _measured(Ladder.objects.filter(game=game, seats=seats))
    seconds = sum(
        (match.finished_at - match.started_at).total_seconds()
        for match in played
        if match.started_at and match.finished_at
    )
    games = sum(match.games_planned for match in played)
    return seconds / games if games else None


def find_clashes(
    *, starts_at: datetime, ends_at: datetime | None, tournament: Tournament | None = None
) -> list[Clash]:
    """What else is played between these times, or at the first where the last is not known."""
    last = ends_at or starts_at
    others = [one for one in _others(tournament) if one.starts_at <= last]
    leagues = League.objects.filter(
        state=League.State.ACTIVE, next_run_at__gte=starts_at, next_run_at__lte=last
    )
    return [
        *(one for one in others if (one.ends_at or one.starts_at) >= starts_at),
        *(
            Clash("league", league.name, league.slug, league.next_run_at, None)
            for league in leagues.order_by("next_run_at")
            if league.next_run_at
        ),
    ]


def _measured(ladders: Iterable[Ladder]) -> list[Match]:
    return [
        match
        for ladder in ladders
        for match in ladder.matches.filter(
            status=Match.Status.FINISHED, purpose=Match.Purpose.LADDER, started_at__isnull=False
        ).order_by("-finished_at")[:MEASURED]
    ]


def duration_of(estimate: Estimate, match_seconds: float) -> timedelta:
    """Rounds one after the other, their matches on all places at once: at most the work by the
    number of places, and for each round the rest of a match (Brent 1974)."""
    places = max(1, Worker.objects.slots() or settings.CORES)
    matches = estimate.most_matches / places + estimate.rounds * (1 - 1 / places)
    return timedelta(seconds=matches * match_seconds)


def _others(tournament: Tournament | None) -> list[Clash]:
    """Tournaments that are to come or going on, with what is known of their ends."""
    over = [Tournament.State.FINISHED, Tournament.State.CANCELLED]
    others = Tournament.objects.exclude(state__in=over).order_by("starts_at")
    found = others.exclude(pk=tournament.pk) if tournament else others
    return [
        Clash("tournament", one.name, one.slug, one.starts_at, _end(one))
        for one in found.select_related("ladder")
    ]


def _end(tournament: Tournament) -> datetime | None:
    """When it ends, by its own outline; one that should be over by then ends soon."""
    is_fixed = tournament.is_frozen or tournament.has_begun
    entrants = tournament.entrants.entered().count() if is_fixed else None
    terms = terms_of(tournament)
    seconds = game_seconds(game=terms.game, seats=terms.seats, ladder=terms.ladder)
    try:
        estimate = check_estimate(terms=terms, entrants=entrants or terms.most_entrants)
    except BadTerms:
        return None
    if seconds is None:
        return None
    begin = tournament.started_at or terms.starts_at
    end = begin + duration_of(estimate, seconds * terms.games_per_match)
    return max(end, database_now()) if tournament.has_begun else end

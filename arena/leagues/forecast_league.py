from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from arena.leagues.terms import (
    LeagueTerms,
    check_league,
    division_terms,
    read_schedule,
)
from arena.models import League, Tournament
from arena.tournaments.estimate_tournament import (
    Clash,
    find_clashes,
    measure_pace,
)
from arena.tournaments.odds import FormatChoice, choice
from arena.tournaments.terms import pairing_terms
from engine.messages import Message


class Forecast(NamedTuple):
    """A full season's estimate; without a measured game `duration` and `ends_at` are None."""

    starts_at: datetime
    matches: int
    games: int
    rounds: int
    division: FormatChoice
    duration: timedelta | None
    ends_at: datetime | None
    clashes: list[Clash]
    caution: Message | None


def forecast_league(*, terms: LeagueTerms, league: League | None = None) -> Forecast:
    """Estimate the next season; `league` does not clash with itself.

    Raises NameTaken, BadTerms.
    """
    check_league(terms=terms, league=league)
    schedule = read_schedule(cron=terms.schedule, zone=terms.time_zone)
    starts_at = schedule.next(datetime.now(UTC))
    one = _division(terms, starts_at)
    season = one.estimate._replace(  # divisions play in parallel: rounds stay as they are
        matches=terms.divisions * one.estimate.matches,
        most_matches=terms.divisions * one.estimate.most_matches,
    )
    pace = measure_pace(game=terms.game, seats=terms.seats, ladder=terms.ladder)
    duration = pace.duration(season, terms.games_per_match)
    ends_at = starts_at + duration if duration is not None else None
    return Forecast(
        starts_at=starts_at,
        matches=season.most_matches,
        games=terms.divisions * one.most_games,
        division=one,
        rounds=season.rounds,
        duration=duration,
        ends_at=ends_at,
        clashes=_clashes(starts_at, ends_at, league),
        caution=season.caution,
    )


def _division(terms: LeagueTerms, starts_at: datetime) -> FormatChoice:
    division = division_terms(terms=terms, season=1, level=1, starts_at=starts_at)
    return choice(pairing_terms(division), terms.division_size, terms.games_per_match)


def _clashes(starts_at: datetime, ends_at: datetime | None, league: League | None) -> list[Clash]:
    found = find_clashes(starts_at=starts_at, ends_at=ends_at)
    if league is None:
        return found
    own = Tournament.objects.filter(division__season__league=league)
    divisions = set(own.values_list("slug", flat=True))
    return [
        clash
        for clash in found
        if (clash.kind, clash.slug) != ("league", league.slug) and clash.slug not in divisions
    ]

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
    first = division_terms(terms=terms, season=1, level=1, starts_at=starts_at)
    division = choice(pairing_terms(first), terms.division_size, terms.games_per_match)
    season = division.estimate._replace(  # divisions play in parallel: rounds stay as they are
        matches=terms.divisions * division.estimate.matches,
        most_matches=terms.divisions * division.estimate.most_matches,
    )
    pace = measure_pace(game=terms.game, seats=terms.seats, ladder=terms.ladder)
    duration = pace.duration(season, terms.games_per_match)
    ends_at = starts_at + duration if duration is not None else None
    clashes = find_clashes(starts_at=starts_at, ends_at=ends_at)
    if league is not None:
        own = Tournament.objects.filter(division__season__league=league)
        divisions = set(own.values_list("slug", flat=True))
        clashes = [
            clash
            for clash in clashes
            if (clash.kind, clash.slug) != ("league", league.slug) and clash.slug not in divisions
        ]
    return Forecast(
        starts_at=starts_at,
        matches=season.most_matches,
        games=terms.divisions * division.most_games,
        division=division,
        rounds=season.rounds,
        duration=duration,
        ends_at=ends_at,
        clashes=clashes,
        caution=season.caution,
    )

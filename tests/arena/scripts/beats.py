"""A league's clock on several machines at once."""

from datetime import datetime

from arena.models import Action, Match, Season, Tournament
from arena.tournaments.rounds import advance_tournament
from tests.arena.league_steps import HOUR, SOON, a_league, tick
from tests.arena.tournament_steps import bots, by_lot, play_one


def prepare() -> str:
    """Make a league of two divisions; return the time of its first start."""
    league = a_league(divisions=2)
    bots(8, league.ladder)
    assert league.next_run_at
    return league.next_run_at.isoformat()


def beat(start: str) -> None:
    """Beat before, at and after this start."""
    begin = datetime.fromisoformat(start)
    for offset in [-HOUR - SOON, *[-HOUR] * 5, -SOON, *[0 * SOON] * 5, SOON]:
        tick(begin + offset)


def play() -> None:
    """Play all running tournaments to their end."""
    while Tournament.objects.filter(state="running").exists():
        play_one(by_lot)
        for pk in Tournament.objects.filter(state="running").values_list("pk", flat=True):
            advance_tournament(tournament_id=pk)


def count() -> dict[str, int]:
    return {
        "seasons": Season.objects.count(),
        "with a champion": Season.objects.filter(champion__isnull=False).count(),
        "tournaments": Tournament.objects.count(),
        "matches": Match.objects.count(),
        "made": Action.objects.filter(verb="make_season").count(),
        "finished": Action.objects.filter(verb="finish_season").count(),
        "entrants": Tournament.objects.filter(entrants__isnull=False).count(),
    }

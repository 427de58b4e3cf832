"""Tournaments for tests, with made-up results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from arena.matches.claim_match import claim_match
from arena.models import Bot, Entrant, Ladder, Match, Pairing, Tournament
from arena.tournaments.entries import admit_entrant
from arena.tournaments.field import freeze_entrants
from arena.tournaments.lifecycle import start_tournament
from arena.tournaments.organise import make_tournament, open_tournament
from arena.tournaments.rounds import advance_tournament
from arena.tournaments.terms import DATES, TournamentTerms
from engine import chance
from tests.arena.results.rows import record_result, result
from tests.cast import a_house_bot, a_ladder, olga

DAY = timedelta(days=1)
Points = Callable[[Match], Sequence[float]]


def terms(**changed: Any) -> TournamentTerms:
    """Return terms of a single round robin, started by hand in a day, with these changes."""
    now = timezone.now()
    usual: dict[str, Any] = {
        "name": "Autumn Cup",
        "game": "dominion",
        "config": {"kingdom": "First Game"},
        "games_per_match": 2,
        "format": "round_robin",
        "admission": "hand",
        "most_entrants": 16,
        "entry_deadline": now + DAY,
        "starts_at": now + 2 * DAY,
    }
    return TournamentTerms(**(usual | changed))


def bots(count: int, ladder: Ladder | None = None) -> list[Bot]:
    """House bots on a ladder of Dominion."""
    ladder = ladder or a_ladder(state="paused")
    return [a_house_bot(f"House {number}", ladder) for number in range(1, count + 1)]


def opened(entrants: Sequence[Bot] = (), *, seed: int = 7, **changed: Any) -> Tournament:
    """An open tournament with these entrants, admitted by hand."""
    now = timezone.now()
    past = {name: changed.pop(name) for name in DATES if changed.get(name, now) < now}
    made = make_tournament(organiser=olga(), terms=terms(**changed), seed=seed)
    for name, when in past.items():
        setattr(made, name, when)
    made.save(update_fields=past)
    made = open_tournament(organiser=olga(), tournament=made)
    for bot in entrants:
        admit_entrant(organiser=olga(), tournament=made, bot=bot)
    return made


def frozen(entrants: Sequence[Bot], **changed: Any) -> Tournament:
    """Return such a tournament with its entrants frozen."""
    return freeze_entrants(organiser=olga(), tournament=opened(entrants, **changed))


def started(entrants: Sequence[Bot], **changed: Any) -> Tournament:
    """Return such a tournament with its first round drawn."""
    return start_tournament(organiser=olga(), tournament=frozen(entrants, **changed))


def by_lot(match: Match) -> list[float]:
    """Points that depend only on players and round; two often tie."""
    assert match.pairing is not None
    names = [seat.version.bot.name for seat in match.seats.select_related("version__bot")]
    lots = chance.numbers(len(names), match.pairing.round.number, match.pairing.number, *names)
    return [float(lot % 3) for lot in lots]


def first_wins(match: Match) -> list[float]:
    """Score a match that the best seed wins."""
    assert match.pairing is not None
    seeds = {seat.entrant.version_id: seat.number for seat in match.pairing.seats.all()}
    return [-float(seeds[seat.version_id]) for seat in match.seats.all()]


def play_one(points: Points = first_wins) -> Match | None:
    """Claim the most urgent match and record the bots' points."""
    match = claim_match(worker="here/1/a")
    if match is None:
        return None
    return record_result(match=match, result=result(*points(match), engine=_engine(match)))


def play_round(tournament: Tournament, points: Points = first_wins) -> Tournament:
    """Play the queued matches, then advance the tournament."""
    while play_one(points):
        pass
    return advance_tournament(tournament_id=tournament.pk)


def play_out(tournament: Tournament, points: Points = first_wins) -> Tournament:
    """Play until nothing is left to play."""
    for _ in range(100):
        tournament = play_round(tournament, points)
        if tournament.state != Tournament.State.RUNNING:
            return tournament
    raise AssertionError("it does not end")


def the_pairing(tournament: Tournament, number: int = 1, round_number: int = 1) -> Pairing:
    """Fetch a tournament's pairing by round and number."""
    return Pairing.objects.get(
        round__tournament=tournament, round__number=round_number, number=number
    )


def entrant(tournament: Tournament, number: int) -> Entrant:
    """The entrant with this number in the seeding."""
    return tournament.entrants.get(number=number)


def names(entrants: Sequence[Entrant]) -> list[str]:
    """Return the bots' names."""
    return [one.bot.name for one in entrants]


def _engine(match: Match) -> str:
    assert match.pairing is not None
    return match.pairing.round.tournament.present_rules

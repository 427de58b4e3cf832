"""Tournaments of every format run to their end, and can be reproduced from their rows."""

from typing import Any

import pytest

from arena.models import Match, Pairing, Tournament
from arena.tournaments.formats import estimate
from tests.arena.tournament_steps import bots, by_lot, play_out, started

pytestmark = pytest.mark.django_db

FORMATS: dict[str, dict[str, Any]] = {
    "round robin": {"format": "round_robin"},
    "double round robin": {"format": "round_robin", "terms": {"double": True}},
    "swiss": {"format": "swiss"},
    "swiss of single games": {"format": "swiss", "terms": {"rounds": 3}, "games_per_match": 1},
    "single elimination": {"format": "single_elimination", "terms": {"third_place": True}},
    "double elimination": {"format": "double_elimination"},
    "groups": {"format": "groups", "terms": {"groups": 2, "advance": 2}},
    "pods": {"format": "pod_rotation", "seats": 3, "games_per_match": 3},
    "swiss in pods": {"format": "pod_swiss", "seats": 4, "games_per_match": 4},
    "knockout in pods": {"format": "pod_knockout", "seats": 4, "games_per_match": 4},
}


def drawn(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return every stored round: number, stage, tables and byes."""
    found = []
    for one in tournament.rounds.all():
        pairings = one.pairings.not_void()
        tables = [
            (tuple(seat.number for seat in pairing.seats.all()), pairing.code, pairing.group)
            for pairing in pairings.exclude(state=Pairing.State.BYE)
        ]
        byes = [pairing.seats.get().number for pairing in pairings.filter(state="bye")]
        found.append((one.number, one.stage, tuple(tables), tuple(byes)))
    return found


def drawn_again(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return the same, computed from the seed and the results alone."""
    round_plans: list[tuple[Any, ...]] = []
    most = tournament.rounds.count()
    while (
        len(round_plans) <= most
        and (round_plan := tournament.round_plan(until=len(round_plans))) is not None
    ):
        tables = tuple((table.entrants, table.code, table.group) for table in round_plan.tables)
        round_plans.append((round_plan.number, round_plan.stage, tables, round_plan.byes))
    return round_plans


@pytest.mark.long(4)
@pytest.mark.parametrize("name", FORMATS)
def test_a_tournament_runs_to_its_end_and_comes_out_again_from_its_rows(name: str) -> None:
    count = 7
    tournament = play_out(started(bots(count), **FORMATS[name]), by_lot)
    assert (tournament.state, tournament.problem) == ("finished", "")
    assert drawn(tournament) == drawn_again(tournament)
    places = [(one.place, one.number) for one in tournament.entrants.order_by("place", "number")]
    assert sorted(tournament.places()) == places
    assert places[0][0] == 1
    announced = estimate(tournament.pairing_terms, count)
    tables = Pairing.objects.exclude(state="bye").count()
    assert announced.matches <= tables <= announced.most_matches
    assert not Match.objects.exclude(status="finished").exists()
    assert not tournament.rounds.filter(finished_at=None).exists()

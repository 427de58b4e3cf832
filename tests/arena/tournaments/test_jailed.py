"""A whole tournament of house bots in real jails, from the deadline to the ranks."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena import tasks
from arena.models import Game, Match
from tests.arena.processes import ROOT
from tests.arena.tournament_steps import opened
from tests.arena.tournaments.test_courses import drawn, drawn_again
from tests.cast import a_house_bot, a_ladder

pytestmark = [pytest.mark.jail, pytest.mark.django_db(transaction=True)]

BOTS = ("big_money", "militia", "village_market", "random_bot")
FOLDER = ROOT / "kit" / "bots"


def test_a_round_robin_of_four_house_bots_is_played_by_ticks_and_bells_alone(
    settings: Settings,
) -> None:
    settings.CORES = 1
    ladder = a_ladder(state="paused")
    field = [a_house_bot(name, ladder, (FOLDER / f"{name}.py").read_bytes()) for name in BOTS]
    now = timezone.now()
    made = opened(
        field,
        config={"kingdom": "First Game", "turn_limit": 5},
        ladder=ladder,
        entry_deadline=now - timedelta(minutes=2),
        starts_at=now - timedelta(minutes=1),
    )
    tasks.tick()
    while tasks.play(0):
        tasks.rate()
    made.refresh_from_db()
    assert (made.state, made.problem) == ("finished", "")
    assert [one.pairings.count() for one in made.rounds.all()] == [2, 2, 2]
    assert set(Match.objects.values_list("status", "engine")) == {("finished", made.rules)}
    assert (
        list(Game.objects.order_by("match", "number").values_list("seating", flat=True))
        == [
            [0, 1],
            [1, 0],
        ]
        * 6
    ), "the order of the pairing is kept, and rotates"
    assert made.entrants.filter(place=1).exists()
    assert drawn(made) == drawn_again(made)
    assert sum(seat.points or 0 for one in Match.objects.all() for seat in one.seats.all()) == 12

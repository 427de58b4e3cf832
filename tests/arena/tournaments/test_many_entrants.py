"""Rounds of many entrants take as many queries as those of few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena.models import Bot, Entrant, Match, Tournament, Version
from arena.tournaments.field import freeze_entrants
from arena.tournaments.lifecycle import start_tournament
from tests.arena.tournament_steps import bots, opened
from tests.cast import house, olga

pytestmark = pytest.mark.django_db


def frozen_with(entrants: int, form: str, version: Version) -> Tournament:
    """Return a frozen tournament of so many bots, all with this version."""
    made = opened(name=f"Cup of {entrants}", format=form, most_entrants=256)
    names = [f"bot-{number}-of-{entrants}" for number in range(entrants)]
    field = Bot.objects.bulk_create(
        Bot(owner=house(), name=name, name_key=name, slug=name, is_house=True, current=version)
        for name in names
    )
    Entrant.objects.bulk_create(Entrant(tournament=made, bot=bot) for bot in field)
    return freeze_entrants(organiser=olga(), tournament=made)


@pytest.mark.parametrize("form", ["swiss", "round_robin", "single_elimination", "groups"])
def test_starting_many_takes_as_many_queries_as_starting_few(form: str) -> None:
    version = Version.objects.get(bot=bots(1)[0])
    counts = []
    for entrants in (16, 64):
        made = frozen_with(entrants, form, version)
        with CaptureQueriesContext(connection) as queries:
            start_tournament(organiser=olga(), tournament=made)
        counts.append(len(queries))
        matches = Match.objects.filter(pairing__round__tournament=made)
        assert matches.count() == entrants // 2
    assert counts[0] == counts[1]

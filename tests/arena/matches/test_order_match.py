"""A queued match takes the rules of its ladder or tournament."""

import pytest

from arena.matches.order_match import (
    CHALLENGE_PRIORITY,
    CHECK_PRIORITY,
    LADDER_PRIORITY,
    NEWCOMER_PRIORITY,
    TOURNAMENT_PRIORITY,
    order_match,
)
from arena.models import Match
from tests.arena.results.rows import queued
from tests.arena.tournament_steps import started
from tests.cast import a_bot, a_ladder, alice, bob

pytestmark = pytest.mark.django_db


def test_checks_come_before_tournaments_before_challenges_before_ladders() -> None:
    order = [
        CHECK_PRIORITY, TOURNAMENT_PRIORITY, CHALLENGE_PRIORITY, NEWCOMER_PRIORITY, LADDER_PRIORITY
    ]  # fmt: skip
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 5
    ladder = a_ladder(state="paused")
    field = [a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)]
    queued(ladder, *field)
    started(field)
    purposes = [match.purpose for match in Match.objects.queued()]
    assert purposes == ["tournament", "ladder"]


def test_a_match_is_for_a_ladder_or_for_a_pairing() -> None:
    with pytest.raises(ValueError, match="for a ladder or for a pairing"):
        order_match(purpose=Match.Purpose.TOURNAMENT, versions=[], games=2, priority=1)
    assert not Match.objects.exists()

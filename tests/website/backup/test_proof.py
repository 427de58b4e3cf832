"""Verification after a restore: records reproduce the events stored with them."""

import pytest

from arena.models import Bot, Game, Ladder
from engine.game import without_viewers
from tests.website.matches.test_replay import with_decision_log
from tests.website.rows import make_match
from website.backup.proof import wrong_games

pytestmark = pytest.mark.django_db


def test_events_prove_themselves_even_those_of_before_that_name_no_viewers(
    ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    game = with_decision_log(match)
    match.games.exclude(pk=game.pk).delete()
    events = game.events
    assert any("seen_by" in event for event in events)
    older = [without_viewers(event) for event in events]
    for stored, is_proved in ((events, True), (older, True), (events[:-1], False)):
        Game.objects.filter(pk=game.pk).update(packed_events=Game.pack(stored))
        assert bool(list(wrong_games())) != is_proved

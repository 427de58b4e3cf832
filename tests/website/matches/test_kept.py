"""Pages and API of a game whose log, questions or events have been deleted."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from arena.matches.referee.decision_log import NoLongerKept, rebuild_log
from arena.models import Bot, Game, Match
from tests.website.matches.test_replay import address, match, with_decision_log
from tests.website.page import Page, visit
from tests.website.rows import make_log
from website.accounts.models import User
from website.matches.replay_state import replay_bytes
from website.matches.report import GameReport
from website.pruning.prune import prune

__all__ = ["match"]
GONE = "has been deleted"
LONG_AGO = timezone.now() - timedelta(days=500)


@pytest.fixture
def pruned(match: Match, alices_bot: Bot) -> Match:
    """Prune all of a match that is not kept for ever."""
    assert alices_bot.current
    with_decision_log(match)
    make_log(match, alices_bot.current, "my own print")
    Match.objects.update(finished_at=LONG_AGO)
    prune()
    game = match.games.get(number=0)
    assert (game.packed_events, game.packed_decisions, game.logs.count()) == (b"", None, 0)
    return match


def other_rules(match: Match) -> None:
    """Make the first game one of rules that no longer exist."""
    game = match.games.get(number=0)
    game.record["engine"] = "dominion/0"
    game.save()


def text_of(browser: Client, page: str) -> str:
    """Return the page without parts that change with each response."""
    return re.sub(r'"[\w-]{64}"', "", browser.get(page).content.decode())


def test_a_rebuilt_log_is_the_stored_one(match: Match) -> None:
    game = with_decision_log(match)
    events, questions = rebuild_log(game.record)
    assert events == game.events
    assert questions == [one | {"cpu": None} for one in game.logged_decisions]


def test_a_replay_is_rebuilt_from_its_record(visitor: Client, match: Match) -> None:
    game = with_decision_log(match)
    Match.objects.update(finished_at=LONG_AGO)
    replay_data = json.loads(replay_bytes(GameReport(match, game, None), "en"))
    pages = [address(match, name) for name in ("replay/?at=5", "embed/?at=5", "")]
    before = [text_of(visitor, one) for one in pages]
    prune()
    assert [text_of(visitor, one) for one in pages] == before
    again = visitor.get(address(match, "replay.json")).json()
    for one in (replay_data, again):
        for question in one["questions"]:
            question["cpu"] = None
    assert again == replay_data


def test_a_game_of_other_rules_says_that_its_replay_is_gone(visitor: Client, pruned: Match) -> None:
    other_rules(pruned)
    with pytest.raises(NoLongerKept):
        _ = Game.objects.get(match=pruned, number=0).events
    for page in ("", "replay/", "embed/"):
        answer = visitor.get(address(pruned, page))
        assert (answer.status_code, GONE in Page(answer)) == (200, True), page
        assert "data-replay" not in Page(answer).html
        assert "Watch game 1" not in Page(answer).html
    replay_data = visitor.get(address(pruned, "replay.json"))
    assert (replay_data.status_code, GONE in replay_data.json()["error"]) == (410, True)
    assert visitor.get(address(pruned, "record.json")).status_code == 200
    decisions = visitor.get(address(pruned, "decisions-1.jsonl"))
    assert (decisions.status_code, "with the current rules" in Page(decisions)) == (
        409,
        True,
    )
    assert visitor.get(f"/matches/{pruned.pk}/games/2/").status_code == 200


def test_the_api_answers_gone(pruned: Match, alice: User, bob: User) -> None:
    games = f"/api/v1/matches/{pruned.pk}/games/1/"
    client = Client()
    assert client.get(f"{games}events/").json()["events"]
    assert client.get(f"{games}output/").json() == []
    client.force_login(alice)
    output = client.get(f"{games}output/")
    assert (output.status_code, GONE in output.json()["detail"]) == (410, True)
    other_rules(pruned)
    events = client.get(f"{games}events/")
    assert (events.status_code, GONE in events.json()["detail"]) == (410, True)


def test_owners_read_that_logs_are_kept_for_a_while(
    as_alice: Client, as_charlie: Client, pruned: Match, alices_bot: Bot, settings: Settings
) -> None:
    words = f"Bot output is kept for {settings.KEEP_LOGS_DAYS} days"
    for page in (f"/matches/{pruned.pk}/", f"/bots/{alices_bot.slug}/logs/"):
        assert words in visit(as_alice, page), page
    assert "No output" not in visit(as_alice, f"/bots/{alices_bot.slug}/logs/").html
    assert words not in visit(as_charlie, f"/matches/{pruned.pk}/").html


def test_a_game_that_is_being_looked_at_is_played_again_once(
    visitor: Client, pruned: Match, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "kept"}
    settings.CACHES = settings.CACHES | {"process": memory}
    calls = []

    def counted(record: dict[str, object]) -> object:
        calls.append(record)
        return rebuild_log(record)

    monkeypatch.setattr("website.matches.kept.rebuild_log", counted)
    for page in ("", "replay/", "replay.json"):
        assert visitor.get(address(pruned, page)).status_code == 200
    assert len(calls) == 1

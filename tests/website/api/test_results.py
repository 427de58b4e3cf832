"""The export: every result that everybody may see, once, in a stream."""

import json
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, Match, Round, Version
from tests.arena.tournaments import bots, play_round, started
from tests.website.api.conftest import ROOT, Program
from tests.website.rows import make_match

AGO = timedelta(hours=2)


def exported(program: Program, since: str = "") -> list[Any]:
    asked = {"since": since} if since else {}
    with closing(program.get(ROOT + "results/", asked)) as answer:
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"] == "application/x-ndjson"
        lines = b"".join(answer.streaming_content).splitlines()  # type: ignore[attr-defined]
    return [json.loads(line) for line in lines]


def finished(match: Match, at: datetime) -> Match:
    Match.objects.filter(pk=match.pk).update(finished_at=at)
    return match


def seats(*found: Bot) -> list[Version]:
    return [bot.current for bot in found if bot.current]


@pytest.fixture
def matches(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> list[Match]:
    """Four of which the first was finished last, and two at the same moment."""
    begin = timezone.now() - AGO
    moments = [begin + timedelta(minutes=minute) for minute in (3, 1, 2, 2)]
    both = seats(alices_bot, bobs_bot)
    return [finished(make_match(ladder, *both), moment) for moment in moments]


def test_results_come_in_the_order_in_which_they_could_be_seen(
    anybody: Program, matches: list[Match]
) -> None:
    lines = exported(anybody)
    first, second, third, fourth = matches
    assert [line["id"] for line in lines] == [one.pk for one in (second, third, fourth, first)]
    assert lines[0]["seats"][0]["bot"]["slug"] == "alcuin"
    assert lines[0]["games"][1]["seating"] == [1, 0]
    assert lines[0]["seed"] == second.seed


def test_the_cursor_of_any_line_leads_to_the_rest(
    anybody: Program, matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = exported(anybody)
    for number, line in enumerate(everything, 1):
        assert exported(anybody, line["cursor"]) == everything[number:]
    monkeypatch.setattr("website.api.export.STEP", 1)
    assert exported(anybody) == everything
    monkeypatch.setattr("website.api.export.MOST", 3)
    assert exported(anybody) == everything[:3]
    assert exported(anybody, everything[2]["cursor"]) == everything[3:]


def test_a_moment_is_a_cursor_as_well(anybody: Program, matches: list[Match]) -> None:
    last = matches[0]
    last.refresh_from_db()
    assert last.finished_at is not None
    lines = exported(anybody, last.finished_at.isoformat())
    assert [line["id"] for line in lines] == [last.pk]


def test_what_is_not_for_everybody_or_not_over_is_left_out(
    olgas: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    both = seats(alices_bot, bobs_bot)
    finished(make_match(ladder, *both, purpose="check"), timezone.now() - AGO)
    make_match(ladder, *both, status="running")
    make_match(ladder, *both)  # finished just now: a late transaction may still come before it
    assert exported(olgas) == []


def test_hidden_results_come_when_they_are_shown(anybody: Program, ladder: Ladder) -> None:
    cup = play_round(started(bots(2, ladder), reveal_minutes=60))
    match = Match.objects.get(purpose="tournament")
    finished(match, timezone.now() - AGO)
    seen = finished(make_match(ladder, *seats(*bots_of(ladder))), timezone.now() - AGO / 2)
    cursor = exported(anybody)[-1]["cursor"]
    assert [line["id"] for line in exported(anybody)] == [seen.pk]
    Round.objects.filter(tournament=cup).update(reveal_at=timezone.now() - AGO / 4)
    assert [line["id"] for line in exported(anybody, cursor)] == [match.pk]


def bots_of(ladder: Ladder) -> list[Bot]:
    return [entry.bot for entry in ladder.entries.select_related("bot__current")]


@pytest.mark.parametrize(
    "since",
    [
        "yesterday", "2020-01-01T00:00Z_x", "_", "2020-13-01T00:00Z",
        "0001-01-01T00:00%2B10:00", "9999-12-31T23:59-10:00",
    ],
)  # fmt: skip
def test_what_is_no_cursor_is_refused(since: str, anybody: Program) -> None:
    assert "since" in anybody.read(f"results/?since={since}", 422)["errors"]


def test_a_few_rows_are_held_at_a_time(
    anybody: Program,
    matches: list[Match],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Three queries a step, and one for the rounds that were shown later."""
    with django_assert_num_queries(1 + 3):
        exported(anybody)
    monkeypatch.setattr("website.api.export.STEP", 3)
    with django_assert_num_queries(1 + 3 + 3):
        assert len(exported(anybody)) == 4

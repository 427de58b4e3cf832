"""The export: every public result, once, in a stream."""

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.renderers import JSONRenderer
from rest_framework.throttling import SimpleRateThrottle

from arena.models import Bot, Ladder, Match, Round, Version
from arena.tournaments.corrections import forfeit_pairing
from tests import cast
from tests.arena.tournament_steps import bots, play_one, play_round, started
from tests.website.program import ROOT, Program
from tests.website.rows import make_match
from website.matches.serializers import MatchSummary

AGO = timedelta(hours=2)


def exported(program: Program, since: str = "", **asked: str | int) -> list[Any]:
    asked |= {"since": since} if since else {}
    answer = program.get(ROOT + "results/", asked)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.content.splitlines()]


def finished(match: Match, at: datetime) -> Match:
    Match.objects.filter(pk=match.pk).update(finished_at=at)
    return match


def seats(*found: Bot) -> list[Version]:
    return [bot.current for bot in found if bot.current]


@pytest.fixture
def matches(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> list[Match]:
    """Make four matches: the first finished last, and two at the same moment."""
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


def test_a_line_says_what_the_api_says_of_a_match(
    anybody: Program, matches: list[Match], alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    """The lines are put together without serializers, so they are compared with them here."""
    cup = play_round(started([alices_bot, bobs_bot], config=ladder.config))
    Match.objects.filter(purpose="tournament").update(finished_at=timezone.now() - AGO)
    assert Match.objects.filter(pairing__round__tournament=cup).exists()
    lines = exported(anybody)
    assert {line["purpose"] for line in lines} == {"ladder", "tournament"}
    for line in lines:
        match = Match.objects.get(pk=line["id"])
        games = [
            {
                "number": game.number + 1,
                "seating": game.seating,
                "scores": game.scores,
                "ranks": game.ranks,
                "reason": game.reason,
            }
            for game in match.games.all()
        ]
        said = json.loads(JSONRenderer().render(MatchSummary(match).data))
        more = {"seed": match.published_seed, "engine": match.engine, "games": games}
        more |= pairing_of(match)
        assert line == {"cursor": line["cursor"]} | said | more


def pairing_of(match: Match) -> dict[str, Any]:
    if match.pairing is None:
        return {"round": None, "stage": None, "group": None, "pairing": None, "forfeits": []}
    seats = match.pairing.seats.filter(has_forfeited=True).select_related("entrant__bot")
    return {
        "round": match.pairing.round.number,
        "stage": match.pairing.round.stage,
        "group": match.pairing.group,
        "pairing": match.pairing.pk,
        "forfeits": [seat.entrant.bot.slug for seat in seats],
    }


def test_a_line_says_who_lost_a_played_pairing_by_forfeit(anybody: Program, ladder: Ladder) -> None:
    started(bots(8, ladder), format="groups", terms={"groups": 2})
    match = play_one()
    assert match is not None
    assert match.pairing is not None
    loser = match.pairing.seats.select_related("entrant__bot").first()
    assert loser is not None
    forfeit_pairing(
        organiser=cast.olga(), pairing=match.pairing, entrant=loser.entrant, reason="It cheated."
    )
    Match.objects.update(finished_at=timezone.now() - AGO)
    line = next(line for line in exported(anybody) if line["id"] == match.pk)
    assert (line["round"], line["stage"], line["group"]) == (1, "", match.pairing.group)
    assert line["group"] in {0, 1}
    assert line["pairing"] == match.pairing.pk
    assert line["forfeits"] == [loser.entrant.bot.slug]


def test_the_cursor_of_any_line_leads_to_the_rest(
    anybody: Program, matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = exported(anybody)
    for number, line in enumerate(everything, 1):
        assert exported(anybody, line["cursor"]) == everything[number:]
    monkeypatch.setattr("website.matches.results_export.STEP", 1)
    assert exported(anybody) == everything
    assert exported(anybody, limit=3) == everything[:3]
    assert exported(anybody, everything[2]["cursor"], limit=3) == everything[3:]


def test_a_full_page_links_to_the_next_until_there_is_none(
    anybody: Program, matches: list[Match]
) -> None:
    everything, found = exported(anybody), []
    address = f"{ROOT}results/?limit=3"
    while address:
        answer = anybody.get(address)
        found += [json.loads(line) for line in answer.content.splitlines()]
        link = re.fullmatch(r'<http://testserver(/.*)>; rel="next"', answer.get("Link", ""))
        address = link[1] if link else ""
    assert found == everything
    assert "Link" not in anybody.get(f"{ROOT}results/")


def test_a_page_that_is_known_is_not_sent_again(anybody: Program, matches: list[Match]) -> None:
    tag = anybody.get(ROOT + "results/")["ETag"]
    known = anybody.get(ROOT + "results/", headers={"If-None-Match": tag})
    assert (known.status_code, known.content) == (304, b"")
    Match.objects.filter(pk=matches[0].pk).update(status="void")
    assert anybody.get(ROOT + "results/", headers={"If-None-Match": tag}).status_code == 200


def test_without_a_token_pages_come_less_often(
    anybody: Program, alices: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anonymous_exports", "2/min")
    statuses = [anybody.get(ROOT + "results/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert all(alices.get(ROOT + "results/").status_code == 200 for _ in range(3))


@pytest.mark.parametrize("limit", ["0", "-1", "many", "", "1e3", "9" * 30, "²"])
def test_what_is_no_number_of_lines_is_refused(limit: str, anybody: Program) -> None:
    assert "limit" in anybody.read(f"results/?limit={limit}", 422)["errors"]


def test_rounds_that_are_shown_at_one_moment_come_by_match(
    anybody: Program, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no cursor skips one of them, however small a step is."""
    found = bots(8, ladder)
    halves = {"First": found[:4], "Second": found[4:]}
    cups = [
        play_round(started(four, name=f"{name} Cup", reveal_minutes=60))
        for name, four in halves.items()
    ]
    begin = timezone.now() - AGO
    for match in Match.objects.all():
        finished(match, begin)
    shown = Round.objects.filter(tournament__in=cups).order_by("-pk")
    shown.update(reveal_at=begin + timedelta(minutes=1))
    played = Match.objects.filter(status="finished")
    expected = [match.pk for match in played.order_by("pk")]
    assert {match.pairing.round.tournament for match in played if match.pairing} == set(cups)
    monkeypatch.setattr("website.matches.results_export.MOMENTS", 1)
    lines = exported(anybody)
    assert [line["id"] for line in lines] == expected
    for number, line in enumerate(lines, 1):
        assert [one["id"] for one in exported(anybody, line["cursor"])] == expected[number:]


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


def test_a_step_takes_seven_queries(
    anybody: Program,
    matches: list[Match],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Besides two that find the start, one of them for rounds revealed later."""
    with django_assert_num_queries(2 + 7):
        exported(anybody)
    monkeypatch.setattr("website.matches.results_export.STEP", 3)
    with django_assert_num_queries(2 + 7 + 7):
        assert len(exported(anybody)) == 4

"""The live page of a check, for the owner only."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.text import slugify

from arena.bots.upload_rules import REASONS
from arena.models import Bot, Ladder, Match, Worker
from arena.results.finish_check import fault_report
from arena.results.note_failures import note_failures
from engine.messages import Message
from tests.arena.results.rows import queued
from tests.website.page import Page, visit
from tests.website.rows import make_fault, make_match, make_version
from website.bots.mistakes import mistake_url

PAGE = "/bots/alcuin/versions/2/"
HTMX = {"HX-Request": "true"}
FAILURE = {
    "verdict": "crash",
    "message": "IndexError: \x1b[31mlist index <out> of range",
    "traceback": 'File "bot.py", line 3, in decide\n\u202e',
    "decision": {"kind": "buy", "options": ["Copper", "<b>Gold</b>"]},
    "view": {"hand": ["Estate"]},
    "opponent": "big-money",
    "cpu": 0.25,
    "log": "\n".join(f"line {number}" for number in range(100)),
}


@pytest.mark.parametrize("who", ["as_bob", "as_charlie", "as_olga"])
@pytest.mark.parametrize("state", ["checking", "accepted", "rejected"])
def test_nobody_but_the_owner_sees_a_version(
    who: str, state: str, request: pytest.FixtureRequest, alices_bot: Bot
) -> None:
    make_version(alices_bot, state=state, failure=FAILURE)
    browser: Client = request.getfixturevalue(who)
    assert browser.get(PAGE).status_code == 404
    assert browser.get(PAGE, headers=HTMX).status_code == 404


def test_without_login_one_is_sent_to_log_in(visitor: Client, alices_bot: Bot) -> None:
    make_version(alices_bot, state="rejected", failure=FAILURE)
    assert visitor.get(PAGE).headers["Location"].startswith("/accounts/login/")


def test_a_check_is_polled_every_second_and_costs_a_304_while_nothing_moves(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    version = make_version(alices_bot, ladder, "checking")
    match = make_match(ladder, version, version, purpose="check", status="queued")
    assert visit(as_alice, PAGE).has('[hx-trigger^="every 1s"]')
    part = as_alice.get(PAGE, headers=HTMX)
    assert b"<html" not in part.content
    again = as_alice.get(PAGE, headers=HTMX | {"If-None-Match": part["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    match.status = Match.Status.RUNNING
    match.save()
    moved = as_alice.get(PAGE, headers=HTMX | {"If-None-Match": part["ETag"]})
    assert moved.status_code == 200
    assert "running" in Page(moved)


def test_a_check_without_a_worker_says_what_it_waits_for(as_alice: Client, alices_bot: Bot) -> None:
    make_version(alices_bot, state="checking")
    assert "Waiting for a worker." in visit(as_alice, PAGE, headers=HTMX)
    Worker.objects.create(host="a", slots=1, queues=["arena"], seen_at=timezone.now())
    page = visit(as_alice, PAGE, headers=HTMX)
    assert "Waiting for a worker." not in page.html
    assert "Checking." in page


def test_whole_page_and_part_are_never_taken_for_each_other(
    as_alice: Client, alices_bot: Bot
) -> None:
    make_version(alices_bot, state="checking")
    for headers in ({}, HTMX):
        response = as_alice.get(PAGE, headers=headers)
        assert "HX-Request" in response["Vary"]
        assert "no-cache" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]


def test_an_accepted_version_leads_to_leaderboard_and_first_match(
    as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    version = make_version(alices_bot, ladder, "accepted")
    Bot.objects.filter(pk=alices_bot.pk).update(current=version)
    waiting = visit(as_alice, PAGE)
    assert "Accepted" in waiting
    assert "is being scheduled" in waiting
    assert waiting.has("[data-live]")
    assert bobs_bot.current
    match = make_match(ladder, version, bobs_bot.current)
    settled = visit(as_alice, PAGE)
    assert f"/ladders/{ladder.slug}/" in settled.hrefs
    assert f"/matches/{match.pk}/" in settled.hrefs
    assert "data-live" not in settled.html


def test_a_first_match_that_waits_is_not_called_running(
    as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    version = make_version(alices_bot, ladder, "accepted")
    Bot.objects.filter(pk=alices_bot.pk).update(current=version)
    alices_bot.refresh_from_db()
    match = queued(ladder, alices_bot, bobs_bot)
    assert f"First rated match: Match {match.pk} queued" in visit(as_alice, PAGE)
    german = visit(as_alice, PAGE, headers={"accept-language": "de"})
    assert f"Erstes gewertetes Match: Match {match.pk} wartet" in german


def test_what_could_not_even_be_started_has_not_crashed(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    missing = {"verdict": "crash", "message": Message(REASONS["not_utf8"])}
    make_version(alices_bot, ladder, "rejected", failure=missing)
    page = visit(as_alice, PAGE)
    assert "Rejected: upload not usable" in page
    assert "crashed" not in page.html
    german = visit(as_alice, PAGE, headers={"accept-language": "de"})
    assert "Abgelehnt: Upload nicht verwendbar" in german
    assert "speichere" in german


def test_a_rejected_version_shows_all_that_is_needed_to_mend_it(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    make_version(alices_bot, ladder, "rejected", failure=FAILURE)
    page = visit(as_alice, PAGE)
    assert "crashed" in page
    assert "IndexError: ␛[31mlist index <out> of range" in page
    assert "line 3, in decide" in page
    assert "[U+202E]" in page
    assert "<b>Gold</b>" in page
    assert "Estate" in page
    assert "0.250" in page
    assert "big-money" in page
    assert "line 99" in page
    assert "line 59\n" not in page.html
    assert "/bots/alcuin/versions/new/" in page.hrefs
    assert "data-live" not in page.html


def test_a_rejection_without_details_is_still_a_page(as_alice: Client, alices_bot: Bot) -> None:
    make_version(alices_bot, state="rejected", failure={"verdict": "host", "message": "Try again"})
    assert "Try again" in visit(as_alice, PAGE)


def test_moment_decision_and_download_are_of_the_fault_that_failed_the_check(
    as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    version = make_version(alices_bot, ladder, "checking")
    assert bobs_bot.current
    first, second = (
        make_match(ladder, version, bobs_bot.current, purpose="check") for _ in range(2)
    )
    asked = {"kind": "buy", "options": ["Copper"], "least": 0, "most": 1, "seat": 0}
    told = make_fault(
        first, version, verdict="illegal", message="None is not an answer; x", decision=asked
    )
    other = make_fault(second, version, message="KeyError: 'Witch'", number=3)
    for fault in (told, other):
        note_failures(match=fault.game.match, faults=[fault])
    version.state, version.failure = "rejected", fault_report(told)
    version.save()
    page = visit(as_alice, PAGE)
    row = page.part("div.actions")
    assert row.link("Watch this moment").startswith(f"/matches/{first.pk}/games/1/replay/?at=")
    assert row.link("How to fix this").endswith("common-mistakes/#nothing-is-returned")
    answer = as_alice.get(row.link("Download decisions"))
    last = json.loads(answer.getvalue().splitlines()[-1])
    assert last["decision"] == asked
    assert "None is not an answer" in json.dumps(last)
    assert "kingsbench ask my_bot.py alcuin-v2-check.jsonl" in page
    assert "alcuin-v2-check.jsonl" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("who", ["as_bob", "as_olga"])
def test_nobody_else_downloads_it(
    who: str, request: pytest.FixtureRequest, alices_bot: Bot, ladder: Ladder
) -> None:
    make_version(alices_bot, ladder, "rejected", failure=FAILURE)
    assert request.getfixturevalue(who).get(f"{PAGE}decision.jsonl").status_code == 404


def test_a_rejection_without_a_game_has_nothing_to_watch_or_download(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    missing = {"verdict": "crash", "message": Message(REASONS["no_bot"])}
    make_version(alices_bot, ladder, "rejected", failure=missing)
    row = visit(as_alice, PAGE).part("div.actions")
    assert row.texts("a") == ["Upload a fixed version", "How to fix this"]
    assert row.link("How to fix this").endswith("#refused-uploads")


def test_each_message_of_the_common_mistakes_leads_to_its_entry() -> None:
    page = Path("docs/bots/common-mistakes.md").read_text()
    entries = re.findall(r"^### (.+)\n\n```text\n(\w+): (.+)$", page, re.MULTILINE)
    assert len(entries) > 14
    found = {title: mistake_url(verdict, words) for title, verdict, words in entries}
    expected = {
        title: f"/handbook/bots/common-mistakes/#{slugify(title)}" for title, *_rest in entries
    }
    assert found == expected

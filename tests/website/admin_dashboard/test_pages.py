"""The dashboard: for organisers only, with current figures."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.core.own_version import own_version
from arena.models import Bot, Entry, Ladder, Worker
from tests.website.page import Table, visit
from tests.website.rows import make_match
from website.templatetags.kingsbench import duration

PAGES = (
    "/dashboard/",
    "/dashboard/workers/",
    "/dashboard/people/",
    "/dashboard/people/alice/",
    "/admin/",
)


@pytest.mark.parametrize("page", PAGES)
def test_the_office_is_for_organisers(
    page: str, visitor: Client, as_charlie: Client, as_alice: Client
) -> None:
    assert visitor.get(page).status_code == 302
    for browser in (as_charlie, as_alice):
        assert browser.get(page).status_code == (302 if page == "/admin/" else 403)


def test_it_says_what_waits_and_what_is_played(
    as_olga: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    for status in ("queued", "queued", "running"):
        make_match(ladder, alices_bot.current, bobs_bot.current, status=status)
    page = visit(as_olga, "/dashboard/")
    queue = next(table for table in map(Table, page.node.css("table")) if "Ladder" in table)
    assert queue.row("Ladder").cells[1:3] == ["2", "1"]
    assert "No worker has reported" in page
    assert page.facts["Active workers"] == "0 of 0"


def test_a_wait_that_is_too_long_is_an_alarm(
    as_olga: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    since = timezone.now() - timedelta(hours=3)
    Entry.objects.filter(bot=alices_bot).update(waiting_since=since)
    assert "longer than the alarm limit" not in visit(as_olga, "/dashboard/").html
    Ladder.objects.filter(pk=ladder.pk).update(alarmed_at=since)
    page = visit(as_olga, "/dashboard/")
    assert "longer than the alarm limit" in page
    assert "3 h" in page


def test_workers_say_what_they_do_and_what_is_wrong(
    as_olga: Client,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    now = timezone.now()
    well = Worker.objects.create(
        host="mill.1", slots=4, seen_at=now, stamp={"level": "required", "probes": 53}
    )
    Worker.objects.create(
        host="barn.2", slots=2, seen_at=now - timedelta(hours=1), problem="no <bwrap> here",
        version="0.1.0 0001_other", uploads_problem="not mounted",
    )  # fmt: skip
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current, status="running")
    match.worker = f"{well.host}/77/abc"
    match.save()
    with django_assert_max_num_queries(25):
        page = visit(as_olga, "/dashboard/workers/")
    awake, silent = page.text.split("barn.2", 1)
    assert f"/matches/{match.pk}/" in page.hrefs
    assert "53" in awake
    assert own_version() in awake
    assert "Its version is not" not in awake
    assert "no heartbeat" in silent
    assert "no <bwrap> here" in silent
    assert "0.1.0 0001_other" in silent
    assert "Its version is not the one that the database was migrated for" in silent
    assert "not mounted" in silent


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "0 s"),
        (3.4, "3 s"),
        (60, "1 min"),
        (125, "2 min 5 s"),
        (3_600, "1 h"),
        (15_010, "4 h 10 min"),
        (200_000, "2 d 7 h"),
    ],
)
def test_lengths_of_time_are_said_in_two_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_organisers_see_an_alarm_on_every_page_and_others_do_not(
    as_olga: Client, as_alice: Client, ladder: Ladder
) -> None:
    Ladder.objects.filter(pk=ladder.pk).update(alarmed_at=timezone.now())
    told = "A bot has waited too long"
    assert told in visit(as_olga, "/cards/")
    assert told not in visit(as_alice, "/cards/").html

"""Trials on a version's page: for its owner only."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, Match, Version
from tests import cast
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_match, make_version
from website.bots.own_matches import OwnMatch

PAGE = "/bots/alcuin/versions/2/"
DECIDED = 17  # matches, all won: 1.2 ** 17 is above 19


@pytest.fixture
def newer(alices_bot: Bot, ladder: Ladder) -> Version:
    return make_version(alices_bot, ladder, activates=False)


def test_a_version_that_waits_is_tried_and_its_matches_speak(
    as_alice: Client, alices_bot: Bot, newer: Version, ladder: Ladder
) -> None:
    before = visit(as_alice, PAGE)
    assert "Version 1 keeps playing until you switch to this one." in before
    assert "data-live" not in before.html
    assert as_alice.post(f"{PAGE}trial/").headers["Location"] == PAGE
    waiting = visit(as_alice, PAGE)
    assert "20 matches to go" in waiting
    assert waiting.has("[data-live]")
    Match.objects.update(status=Match.Status.VOID)
    assert alices_bot.current
    for _ in range(DECIDED):
        make_match(ladder, newer, alices_bot.current, purpose="challenge")
    Match.objects.update(candidate=newer)
    decided = visit(as_alice, PAGE)
    assert "It is better" in decided
    assert f"0 · 0 · 0 · 0 · {DECIDED}" in decided
    assert "Switch to this version" in decided


def test_what_is_refused_is_said(as_alice: Client, newer: Version) -> None:
    as_alice.post(f"{PAGE}trial/")
    again = Page(as_alice.post(f"{PAGE}trial/", follow=True))
    assert "still running" in again


def test_the_gauntlet_stands_beside_the_trial_and_warns(
    as_alice: Client,
    alices_bot: Bot,
    newer: Version,
    ladder: Ladder,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    sample = make_bot(cast.house(), "Big Money", ladder, is_house=True)
    old = alices_bot.current
    assert as_alice.post(f"{PAGE}gauntlet/").headers["Location"] == PAGE
    waiting = visit(as_alice, PAGE)
    assert "16 matches to go" in waiting
    assert waiting.has("[data-live]")
    Match.objects.update(status=Match.Status.VOID)
    assert old
    assert sample.current
    for deal in range(DECIDED):
        make_match(ladder, newer, old, purpose="challenge")
        for one, other in ((sample.current, newer), (old, sample.current)):
            match = make_match(ladder, one, other, purpose="challenge")
            Match.objects.filter(pk=match.pk).update(seed=deal)
    Match.objects.update(candidate=newer)
    with django_assert_max_num_queries(16):
        shown = visit(as_alice, PAGE)
    assert "It is better" in shown
    assert "v2 beats v1, but does worse than v1 against the house bots." in shown
    assert "more than chance" in shown
    assert "✕ worse" in shown


@pytest.mark.parametrize("who", ["as_bob", "as_charlie", "as_olga"])
@pytest.mark.parametrize("what", ["trial", "gauntlet"])
def test_nobody_else_orders_a_trial(
    who: str, what: str, request: pytest.FixtureRequest, newer: Version
) -> None:
    browser = request.getfixturevalue(who)
    assert browser.post(f"{PAGE}{what}/").status_code == 404
    assert browser.get(f"{PAGE}{what}/").status_code == 405
    assert not Match.objects.exists()


@pytest.mark.parametrize("activates", [True, False])
def test_the_form_asks_whether_a_new_version_plays_at_once(
    as_alice: Client, alices_bot: Bot, ladder: Ladder, *, activates: bool
) -> None:
    assert "Play with it as soon as" in visit(as_alice, "/bots/alcuin/versions/new/")
    assert "Play with it as soon as" not in visit(as_alice, "/bots/upload/").html
    file = SimpleUploadedFile("bot.py", b"def decide(request):\n    return 0\n")
    sent = {"upload": file, "ladder": ladder.pk, "note": "Nothing but zeros"}
    as_alice.post("/bots/alcuin/versions/new/", sent | ({"activates": "on"} if activates else {}))
    version = alices_bot.versions.latest("number")
    assert (version.number, version.note) == (2, "Nothing but zeros")
    assert version.activates is activates


def test_a_bots_list_says_which_of_its_versions_won(
    alices_bot: Bot, newer: Version, ladder: Ladder
) -> None:
    """In a trial both seats are the bot's: each has its own rank."""
    old = alices_bot.current
    assert old
    made = {
        "won": make_match(ladder, newer, old, purpose="challenge"),
        "lost": make_match(ladder, old, newer, purpose="challenge"),
        "tied": make_match(ladder, newer, old, purpose="challenge"),
        "": make_match(ladder, newer, newer, purpose="challenge"),
    }
    made["tied"].seats.update(rank=1, points=1)
    for expected, match in made.items():
        row = OwnMatch(match, alices_bot, None)
        assert (row.result, row.words) == (expected, f"v2 {expected}" if expected else "")
        assert row.opponents == [alices_bot]


def test_an_undecided_trial_says_how_many_more_matches_decide_it(
    as_alice: Client, alices_bot: Bot, newer: Version, ladder: Ladder
) -> None:
    old = alices_bot.current
    assert old
    for number in range(12):
        match = make_match(ladder, newer, old, purpose="challenge")
        if number > 2:
            match.seats.update(points=1, rank=1)
    Match.objects.update(candidate=newer)
    page = visit(as_alice, PAGE)
    assert "Undecided" in page
    assert "At the present rate it is decided after about" in page
    assert "20 Elo: 1;" not in page

"""Trials on a version's page: for its owner only."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.matches.models.retention import public_matches
from arena.models import Bot, Ladder, Match, Version
from tests import cast
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_match, make_version
from website.bots.own_matches import OwnMatch
from website.matches import lists

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
    with django_assert_max_num_queries(17):
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


@pytest.fixture
def tried(alices_bot: Bot, newer: Version, ladder: Ladder) -> list[Match]:
    """Three matches of a trial, after one on the ladder."""
    rival = make_bot(cast.bob(), "Bede", ladder).current
    assert alices_bot.current
    assert rival
    make_match(ladder, alices_bot.current, rival)
    matches = [make_match(ladder, newer, alices_bot.current, purpose="challenge") for _ in range(3)]
    for match in matches:
        match.candidate = newer
        match.save()
    return matches


def places(match: Match) -> list[str]:
    """All addresses of one match."""
    at, api = f"/matches/{match.pk}", f"/api/v1/matches/{match.pk}"
    game = f"{at}/games/1"
    return [
        *(f"{at}/", f"{game}/", f"{game}/replay/", f"{game}/replay.json", f"{game}/record.json"),
        *(f"{game}/decisions-1.jsonl", f"{api}/", f"{api}/games/1/record/"),
        *(f"{api}/games/1/replay/", f"{api}/games/1/events/", f"{api}/games/1/decisions/1/"),
    ]


LISTS = (
    *("/", "/matches/", "/matches/?bot=alcuin", "/matches/?bot=alcuin&version=2"),
    *("/matches/?purpose=challenge", "/bots/alcuin/", "/api/v1/matches/?bot=alcuin"),
    *("/api/v1/matches/?bot=alcuin&version=2", "/api/v1/results/", "/bots/alcuin/matches.atom"),
    *("/people/alice/matches.atom", "/ladders/dominion-first-game/", "/search/?q=alcuin"),
    *("/bots/bede/", "/people/alice/", "/archive/", "/api/v1/archive/"),
)


@pytest.mark.parametrize("who", ["client", "as_bob", "as_charlie", "as_olga"])
def test_nobody_else_finds_a_trial_until_its_version_plays(
    who: str, request: pytest.FixtureRequest, tried: list[Match], newer: Version
) -> None:
    browser: Client = request.getfixturevalue(who)
    link = re.compile("|".join(rf"matches/{match.pk}\\b|\"id\": ?{match.pk}\\b" for match in tried))
    for path in LISTS:
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert not link.search(answer.text), path
    for path in places(tried[0]):
        assert browser.get(path).status_code == 404, path
    assert public_matches(timezone.now().date()) == [tried[0].pk - 1]
    newer.bot.promote(newer)
    for path in places(tried[0]):
        assert browser.get(path).status_code == 200, path


def test_the_owner_sees_a_private_trial_and_its_logs(as_alice: Client, tried: list[Match]) -> None:
    for path in places(tried[0]):
        assert as_alice.get(path).status_code == 200, path
    page = visit(as_alice, PAGE)
    assert "only you can see them until this version plays" in page
    listed = visit(as_alice, page.link("The matches of its trials"))
    assert {f"/matches/{match.pk}/" for match in tried} <= set(listed.hrefs)
    assert str(tried[0].pk) in visit(as_alice, "/bots/alcuin/logs/").text
    assert "Share" not in visit(as_alice, f"/matches/{tried[0].pk}/games/1/replay/").buttons


def test_public_trials_are_one_row_of_the_list(
    client: Client, tried: list[Match], newer: Version
) -> None:
    newer.bot.promote(newer)
    page = visit(client, "/matches/")
    assert len(page.table().rows) == 2
    asked = page.link("3 trials, unrated")
    assert len(visit(client, asked).table().rows) == 3


def test_trials_do_not_hide_a_bots_other_matches(
    client: Client, tried: list[Match], ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MOST_HIDDEN", 0)
    bot = tried[0].seats.all()[0].version.bot
    assert [match.purpose for match in lists.of_bot(bot, 1)] == ["ladder"]


def test_a_version_has_played_since_the_first_time(newer: Version) -> None:
    bot, old = newer.bot, newer.bot.current
    assert old
    assert not Version.objects.get(pk=newer.pk).plays_since
    bot.promote(newer)
    since = Version.objects.get(pk=newer.pk).plays_since
    assert since
    bot.promote(old)
    bot.promote(newer)
    assert Version.objects.get(pk=newer.pk).plays_since == since


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

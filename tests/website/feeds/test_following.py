"""Following: who may follow what, twice, no longer, and what the feed shows of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import Bot, Entry, Follow, Ladder, Match, Tournament, Version
from arena.people import follow as following
from tests.arena.league_steps import a_league
from tests.arena.league_steps import played as played_season
from tests.arena.tournament_steps import bots, opened, play_round, started
from tests.cast import alice
from tests.website.page import Page, visit
from tests.website.program import Program
from tests.website.rows import make_bot, make_match
from website.accounts.models import User
from website.feeds.feed import own_feed

TARGETS = ["bots/bede", "people/bob", "ladders/dominion-first-game", "leagues/royal-league"]


def toggle(browser: Client, target: str, on: str = "1", **more: str) -> Any:
    return browser.post(f"/following/{target}/", {"follow": on} | more, follow=True)


@pytest.mark.parametrize("target", TARGETS)
def test_a_button_follows_and_unfollows(
    target: str, as_alice: Client, bobs_bot: Bot, ladder: Ladder
) -> None:
    a_league(ladder=ladder)
    page = visit(as_alice, f"/{target}/")
    assert page.has("form.follow button[value='1']")
    assert "You follow this now" in Page(toggle(as_alice, target))
    assert visit(as_alice, f"/{target}/").has("form.follow button[value='0']")
    assert f"/{target}/" in visit(as_alice, "/feed/").hrefs
    toggle(as_alice, target)
    assert Follow.objects.count() == 1, "twice is once"
    toggle(as_alice, target, "0", feed="1")
    assert not Follow.objects.exists()
    assert toggle(as_alice, target, "0").status_code == 200, "twice is no error"


def test_a_tournament_is_followed(as_alice: Client, alices_bot: Bot) -> None:
    cup = opened([alices_bot])
    toggle(as_alice, f"tournaments/{cup.slug}")
    assert visit(as_alice, f"/tournaments/{cup.slug}/").has("form.follow button[value='0']")


@pytest.mark.parametrize(
    "target", ["bots/nobody", "people/nobody", "cups/bede", "bots/hidden", "people/%00"]
)
def test_what_one_may_not_see_or_is_not_there_is_not_found(
    target: str, as_alice: Client, bob: User
) -> None:
    Bot.objects.create(owner=bob, name="Hidden", slug="hidden")  # no version was accepted
    for on in "10":
        assert toggle(as_alice, target, on).status_code == 404
    assert not Follow.objects.exists()


def test_visitors_follow_nothing(visitor: Client, bobs_bot: Bot) -> None:
    assert not visit(visitor, "/bots/bede/").has("form.follow")
    assert "Log in" in Page(toggle(visitor, "bots/bede"))
    assert visitor.get("/feed/").headers["Location"] == "/accounts/login/?next=/feed/"
    assert not Follow.objects.exists()


def test_what_is_no_longer_seen_can_be_unfollowed_and_is_not_shown(
    as_alice: Client, alices: Program, bobs_bot: Bot
) -> None:
    toggle(as_alice, "bots/bede")
    toggle(as_alice, "people/bob")
    Bot.objects.update(current=None)
    User.objects.filter(username="bob").update(is_active=False)
    page = visit(as_alice, "/feed/")
    assert not {"/bots/bede/", "/people/bob/"} & set(page.hrefs)
    assert alices.read("following/")["results"] == []
    for target in ("bots/bede", "people/bob"):
        assert alices.delete(f"/api/v1/following/{target}/").status_code == 204
        assert alices.delete(f"/api/v1/following/{target}/").status_code == 404
    assert not Follow.objects.exists()


def test_what_is_deleted_is_followed_by_nobody(as_alice: Client, bobs_bot: Bot) -> None:
    toggle(as_alice, "bots/bede")
    Entry.objects.all().delete()
    Bot.objects.update(current=None)
    Version.objects.all().delete()
    bobs_bot.delete()
    assert not Follow.objects.exists()
    assert toggle(as_alice, "bots/bede", "0").status_code == 404
    assert visit(as_alice, "/feed/").status == 200


def test_there_is_a_limit(
    as_alice: Client, bobs_bot: Bot, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWS", 1)
    toggle(as_alice, "bots/bede")
    assert "Unfollow something first" in Page(toggle(as_alice, f"ladders/{ladder.slug}"))
    assert Follow.objects.count() == 1


# --- the API -------------------------------------------------------------------------------------
def test_programs_follow_list_and_read(
    alices: Program, anybody: Program, bobs_bot: Bot, ladder: Ladder
) -> None:
    for target in ("bots/bede", "people/BOB", f"ladders/{ladder.slug}"):
        for _time in range(2):
            assert alices.put(f"/api/v1/following/{target}/").status_code == 204
    rows = alices.read("following/")["results"]
    assert [(row["kind"], row["name"]) for row in rows] == [
        ("bots", "bede"),
        ("people", "bob"),
        ("ladders", ladder.slug),
    ]
    assert alices.put("/api/v1/following/bots/nobody/").status_code == 404
    assert alices.put("/api/v1/following/cups/bede/").status_code == 404
    anybody.read("following/", 401)
    anybody.read("feed/", 401)
    assert anybody.put("/api/v1/following/bots/bede/").status_code == 401
    shown = alices.read("feed/")
    assert [row["kind"] for row in shown["results"]][:1] == ["entry"]
    assert shown["next"] is None


def test_following_needs_its_scope(alice: User, bobs_bot: Bot) -> None:
    program = Program(alice, "read", "bots:write")
    assert program.put("/api/v1/following/bots/bede/").status_code == 403


# --- the feed ------------------------------------------------------------------------------------
def kinds(person: User) -> list[str]:
    return [item.kind for item in own_feed(person).items]


def test_matches_and_versions_of_a_bot(
    as_alice: Client, bobs_bot: Bot, alices_bot: Bot, ladder: Ladder
) -> None:
    assert bobs_bot.current
    assert alices_bot.current
    match = make_match(ladder, bobs_bot.current, alices_bot.current)
    make_match(ladder, alices_bot.current, alices_bot.current, purpose="check")
    assert kinds(alice()) == []
    toggle(as_alice, "bots/bede")
    toggle(as_alice, "bots/alcuin")
    toggle(as_alice, "people/bob")
    page = visit(as_alice, "/feed/")
    assert page.hrefs.count(f"/matches/{match.pk}/") == 1, "once, though followed thrice"
    assert sorted(kinds(alice())) == ["match", "version", "version"]
    Match.objects.update(status="queued")
    assert "match" not in kinds(alice())


def test_a_persons_bots_a_ladders_entries_a_leagues_seasons(
    as_alice: Client, bobs_bot: Bot, alices_bot: Bot, ladder: Ladder
) -> None:
    league = a_league(ladder=ladder)
    bots(4, ladder)
    played_season(league)
    toggle(as_alice, "people/bob")
    assert set(kinds(alice())) <= {"match", "version"}
    toggle(as_alice, f"ladders/{ladder.slug}")
    toggle(as_alice, f"leagues/{league.slug}")
    assert {"season", "round", "entry", "version"} <= set(kinds(alice()))


def test_rounds_tell_their_results_once_they_are_revealed(as_alice: Client, ladder: Ladder) -> None:
    cup = started(bots(4, ladder))
    play_round(cup)
    toggle(as_alice, f"tournaments/{cup.slug}")
    assert "results of round 1" in visit(as_alice, "/feed/")
    cup.reveal_minutes = 60
    cup.save()
    cup.rounds.update(reveal_at=timezone.now() + timedelta(hours=1))
    page = visit(as_alice, "/feed/")
    assert "results of round 1" not in page
    assert "round 1 has begun" in page


def test_it_pages_by_keys_without_losing_or_doubling(
    as_alice: Client, bobs_bot: Bot, alices_bot: Bot, ladder: Ladder, charlie: User
) -> None:
    assert bobs_bot.current
    assert alices_bot.current
    for number in range(40):
        make_match(ladder, bobs_bot.current, alices_bot.current)
        make_bot(charlie, f"Bot {number}", ladder)
    for target in ("bots/bede", "people/bob", "people/charlie", f"ladders/{ladder.slug}"):
        toggle(as_alice, target)
    seen: list[str] = []
    cursor, pages = "", 0
    while True:
        page = own_feed(alice(), cursor)
        seen += [f"{item.kind} {item.pk}" for item in page.items]
        cursor, pages = page.older, pages + 1
        if not cursor:
            break
    assert len(seen) == len(set(seen))
    assert len(seen) == 40 + Version.objects.exclude(bot=alices_bot).count() + Entry.objects.count()
    assert pages == 5
    assert 'rel="next"' in visit(as_alice, "/feed/").html
    for odd in ("x", "match-", "match-9" + "9" * 30, "-", "match-٣", "%00"):
        assert visit(as_alice, f"/feed/?before={odd}").status == 200


def test_drafts_are_for_organisers_alone(
    as_alice: Client, as_olga: Client, alices_bot: Bot
) -> None:
    cup = opened([alices_bot])
    toggle(as_alice, f"tournaments/{cup.slug}")
    Tournament.objects.update(state="draft")
    assert f"/tournaments/{cup.slug}/" not in visit(as_alice, "/feed/").hrefs
    assert toggle(as_alice, f"tournaments/{cup.slug}").status_code == 404
    assert toggle(as_olga, f"tournaments/{cup.slug}").status_code == 200
    assert as_olga.get(f"/tournaments/{cup.slug}/news.atom").status_code == 404

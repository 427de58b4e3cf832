"""Notifications: recipients, timing, uniqueness, and the transaction of their cause."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone

from arena.bots.checks import recheck_bot
from arena.bots.submit_bot import submit_bot
from arena.matches.challenges import order_challenge
from arena.matches.claim_match import claim_match
from arena.models import Bot, Ladder, Match, Notification, NotificationPreferences
from arena.notifications.models import DIGEST_AFTER
from arena.notifications.notify import notify
from arena.results.bench import bench
from tests.arena.league_steps import a_league, made
from tests.arena.league_steps import played as played_season
from tests.arena.results.rows import fault, played, record_result, result
from tests.arena.tournament_steps import play_out, started
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, charlie, has_played

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


@pytest.fixture
def ladder() -> Ladder:
    ladder = a_ladder()
    a_house_bot("Big Money", ladder)
    return ladder


def told(who: str, **kwargs: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return and delete the person's notifications, oldest first."""
    found = Notification.objects.filter(user__username=who, **kwargs).order_by("pk")
    notifications = [(one.kind, one.params) for one in found]
    found.delete()
    return notifications


def kinds(who: str) -> list[str]:
    return [kind for kind, _params in told(who)]


def submit(
    ladder: Ladder, name: str = "Alcuin", source: bytes = b"def decide(r): return 0\n"
) -> Bot:
    upload = ContentFile(source, name="bot.py")
    return submit_bot(owner=alice(), upload=upload, ladder=ladder, name=name).bot


def check(**kwargs: Any) -> Match:
    match = claim_match(worker="here/1/a")
    assert match is not None
    return record_result(match=match, result=result(2, 0, **kwargs))


def test_a_check_is_told_to_the_owner_when_it_is_decided(ladder: Ladder) -> None:
    submit(ladder)
    check()
    assert told("alice") == []
    check()
    assert told("alice") == [
        ("check.passed", {"bot": "Alcuin", "slug": "alcuin", "version": 1, "plays": True})
    ]
    submit(ladder, name="Aldhelm")
    check(faults=(fault(0),))
    [(kind, params)] = told("alice")
    assert kind == "check.failed"
    assert (params["verdict"], params["message"]) == ("crash", "KeyError: 'Gold'")
    assert not Notification.objects.exists()


def test_the_bench_and_the_way_off_it_are_told(ladder: Ladder) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    bench(bot=bot, reason="It faulted three times.")
    [(kind, params)] = told("alice")
    assert (kind, params["message"]) == ("bot.benched", "It faulted three times.")
    recheck_bot(owner=alice(), bot=bot)
    check()
    check()
    assert kinds("alice") == ["bot.released", "check.passed"]
    bench(bot=Bot.objects.get(is_house=True), reason="whatever")
    assert not Notification.objects.exists()


def test_the_first_fault_of_a_version_is_told_once(ladder: Ladder) -> None:
    ours, theirs = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    match = played(ladder, ours, theirs, points=(0.0, 2.0), faults=(fault(0),))
    [(kind, params)] = told("alice", kind=Kind.FIRST_FAULT)
    assert (params["match"], params["verdict"]) == (match.pk, "crash")
    Notification.objects.create(user=alice(), kind=kind, about=f"version {ours.current_id}")
    played(ladder, ours, theirs, points=(0.0, 2.0), faults=(fault(0),))
    assert Notification.objects.filter(kind=kind).count() == 1


def test_who_goes_past_a_bot_is_told_once_a_day_a_ladder(ladder: Ladder) -> None:
    """Bede beats Alcuin, and goes past Charlie's bot too, which did not play."""
    ours, theirs = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    third = a_bot(charlie(), "Cuthbert", ladder)
    has_played(ours, 20, mu=25.5, sigma=2.0)
    has_played(theirs, 20, mu=25.0, sigma=2.0)
    has_played(third, 20, mu=25.2, sigma=2.0)
    for rival in (a_bot(bob(), "Boniface", ladder), Bot.objects.get(is_house=True)):
        has_played(rival, 20, mu=25.1, sigma=2.0)  # his own, and nobody's
    played(ladder, theirs, ours)
    words = {"by": "Bede", "by_slug": "bede", "ladder": ladder.name, "ladder_slug": ladder.slug}
    assert told("charlie") == [
        ("ladder.overtaken", words | {"bot": "Cuthbert", "slug": "cuthbert"})
    ]
    assert not Notification.objects.exclude(user__username="alice").exists()
    notification = Notification.objects.get(user__username="alice")
    assert notification.params["bot"] == "Alcuin"
    played(ladder, ours, theirs, points=(2.0, 0.0))
    assert kinds("bob") == ["ladder.overtaken"]
    has_played(theirs, 20, mu=24.9, sigma=2.0)
    has_played(ours, 20, mu=25.0, sigma=2.0)
    played(ladder, theirs, ours)
    assert Notification.objects.get(user__username="alice") == notification
    yesterday = timezone.now() - timedelta(days=1, minutes=1)
    Notification.objects.update(created_at=yesterday)
    has_played(theirs, 20, mu=24.9, sigma=2.0)
    has_played(ours, 20, mu=25.0, sigma=2.0)
    played(ladder, theirs, ours)
    assert Notification.objects.filter(user__username="alice").count() == 2


def test_a_challenge_is_told_to_both_sides(ladder: Ladder) -> None:
    ours, theirs = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    order_challenge(challenger=alice(), bot=ours, opponent=theirs, ladder=ladder)
    match = check()
    for who in ("alice", "bob"):
        [(kind, params)] = told(who)
        assert kind == "challenge.finished"
        assert params == {
            "match": match.pk,
            "challenge": match.challenge_id,
            "matches": 1,
            "challenger": "Alcuin",
            "bots": ["Alcuin", "Bede"],
            "points": [2.0, 0.0],
            "ranks": [1, 2],
        }


def test_a_tournament_is_told_when_it_is_drawn_and_when_it_is_over(ladder: Ladder) -> None:
    bots = [a_bot(alice(), "Alcuin", ladder), a_bot(alice(), "Aldhelm", ladder)]
    bots += [a_bot(bob(), "Bede", ladder), Bot.objects.get(is_house=True)]
    tournament = started(bots, bots_per_owner=2)
    [(kind, params)] = told("alice")
    assert kind == "tournament.drawn"
    assert [one["bot"] for one in params["bots"]] == ["Alcuin", "Aldhelm"]
    assert kinds("bob") == ["tournament.drawn"]
    play_out(tournament)
    [(kind, params)] = told("alice", kind=Kind.FINISHED)
    places = {one.bot.name: one.place for one in tournament.entrants.select_related("bot")}
    assert [(one["bot"], one["place"]) for one in params["bots"]] == sorted(
        [(name, place) for name, place in places.items() if name.startswith("Al")],
        key=lambda pair: pair[1] or 0,
    )
    assert kinds("bob") == ["tournament.finished"]
    assert not Notification.objects.exists()


def test_the_end_of_a_tournament_is_told_when_everybody_may_know_it(ladder: Ladder) -> None:
    bots = [a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)]
    tournament = play_out(started(bots, reveal_minutes=30))
    last = tournament.rounds.latest("reveal_at")
    assert last.reveal_at is not None
    notification = Notification.objects.get(user__username="alice", kind=Kind.FINISHED)
    assert notification.visible_at == last.reveal_at
    assert notification.mail_due_at == last.reveal_at + DIGEST_AFTER
    before, at = last.reveal_at - timedelta(seconds=1), last.reveal_at
    assert notification not in Notification.objects.unread(before)
    assert notification not in Notification.objects.to_post(before)
    assert notification in Notification.objects.unread(at)
    later = at + timedelta(hours=1)
    notify(
        kind=Kind.FINISHED,
        about=notification.about,
        people={notification.user_id: {"x": 1}},
        visible_at=later,
    )
    notification.refresh_from_db()
    assert (notification.params, notification.visible_at) == ({"x": 1}, later)
    assert Notification.objects.filter(user=notification.user, kind=Kind.FINISHED).count() == 1


def test_a_season_is_told_when_it_is_made_and_when_it_is_over() -> None:
    league = a_league(divisions=1)
    ladder = league.ladder
    for owner, name in ((alice(), "Alcuin"), (bob(), "Bede")):
        a_bot(owner, name, ladder)
    season = made(league)
    [(kind, params)] = told("alice")
    assert kind == "season.made"
    assert params["season"] == 1
    assert [(one["bot"], one["division"]) for one in params["bots"]] == [("Alcuin", 1)]
    played_season(league)
    season.refresh_from_db()
    assert season.champion is not None
    [(kind, params)] = [one for one in told("alice") if one[0] != "season.made"]
    assert kind == "season.finished"
    assert params["champion"] == season.champion.name
    assert params["bots"][0]["place"] in {1, 2}


def test_what_is_not_wanted_is_not_shown_or_mailed(ladder: Ladder) -> None:
    NotificationPreferences.objects.create(
        user=alice(), channels={"bot.benched": ["mail"], "check.failed": []}
    )
    people: dict[int, dict[str, Any]] = {alice().pk: {}, bob().pk: {}}
    for kind in (Kind.BENCHED, Kind.CHECK_FAILED, Kind.CHECK_PASSED):
        notify(kind=kind, about="bot 1", people=people)
    found = {
        (one.user.username, one.kind): one for one in Notification.objects.select_related("user")
    }
    benched, failed = found["alice", "bot.benched"], found["alice", "check.failed"]
    assert (benched.in_app, benched.mail_due_at is None) == (False, False)
    assert (failed.in_app, failed.mail_due_at) == (False, None)
    assert found["bob", "bot.benched"].in_app
    assert found["bob", "bot.benched"].mail_due_at is not None
    assert found["bob", "check.passed"].mail_due_at is None


def test_what_did_not_happen_is_told_to_nobody() -> None:
    with transaction.atomic():
        notify(kind=Kind.RELEASED, about="bot 1", people={alice().pk: {}})
        transaction.set_rollback(True)
    assert not Notification.objects.exists()

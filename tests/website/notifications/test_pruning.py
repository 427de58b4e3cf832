"""Old read notifications are deleted; unread or unsent ones stay."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from arena.models import Notification
from tests.cast import alice, bob
from website.notifications import pruning
from website.notifications.models import Delivery
from website.notifications.pruning import prune_notifications
from website.notifications.webhooks import make_hook

pytestmark = pytest.mark.django_db
NOW = timezone.now()
OLD, YOUNG = NOW - timedelta(days=91), NOW - timedelta(days=89)


def notification(about: str, **fields: object) -> Notification:
    usual = {
        "kind": Notification.Kind.OVERTAKEN,
        "visible_at": OLD,
        "read_at": OLD,
        "posted_at": OLD,
    }
    return Notification.objects.create(user=alice(), about=about, **(usual | fields))


def left() -> set[str]:
    return set(Notification.objects.values_list("about", flat=True))


def test_what_was_read_long_ago_goes_and_all_else_stays() -> None:
    notification("read long ago")
    notification("on no page", in_app=False, read_at=None)
    notification("read lately", read_at=YOUNG)
    notification("never read", read_at=None)
    notification("not yet looked up for webhooks", posted_at=None)
    notification("still to be mailed", mail_due_at=NOW)
    notification("on no page, and young", in_app=False, read_at=None, visible_at=YOUNG)
    notification("told once for each version", kind=Notification.Kind.FIRST_FAULT)
    assert prune_notifications(now=NOW) == 2
    assert left() == {
        "read lately",
        "never read",
        "not yet looked up for webhooks",
        "still to be mailed",
        "on no page, and young",
        "told once for each version",
    }


def test_what_was_posted_goes_with_time_and_what_waits_does_not(settings: Settings) -> None:
    settings.WEBHOOKS_LOOPBACK = True
    hook = make_hook(owner=bob(), url="http://127.0.0.1:8001/", events=["bot.benched"])
    for event, made, due in (
        ("old", OLD, None),
        ("young", YOUNG, None),
        ("old and waiting", OLD, NOW),
    ):
        row = Delivery.objects.create(webhook=hook, event=event, body={}, due_at=due)
        Delivery.objects.filter(pk=row.pk).update(created_at=made)
    prune_notifications(now=NOW)
    assert set(Delivery.objects.values_list("event", flat=True)) == {"young", "old and waiting"}


def test_one_run_takes_some_and_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    for days in (95, 99, 97):
        notification(str(days), read_at=NOW - timedelta(days=days))
    assert prune_notifications(now=NOW) == 2
    assert left() == {"95"}
    with CaptureQueriesContext(connection) as queries:
        prune_notifications(now=NOW)
    assert left() == set()
    assert len(queries) <= 6


def test_how_long_they_are_kept_is_the_platforms_choice(settings: Settings) -> None:
    settings.NOTIFICATION_DAYS = 10
    notification("eleven days", read_at=NOW - timedelta(days=11))
    notification("nine days", read_at=NOW - timedelta(days=9))
    prune_notifications(now=NOW)
    assert left() == {"nine days"}

"""Old notices that were read go; what is unread, or still to be sent, stays."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from arena.models import Notice
from tests.cast import alice, bob
from website.notifications import pruning
from website.notifications.models import Delivery
from website.notifications.pruning import prune_notices
from website.notifications.webhooks import make_hook

pytestmark = pytest.mark.django_db
NOW = timezone.now()
OLD, YOUNG = NOW - timedelta(days=91), NOW - timedelta(days=89)


def notice(about: str, **fields: object) -> Notice:
    usual = {"kind": Notice.Kind.OVERTAKEN, "shows_at": OLD, "read_at": OLD, "posted_at": OLD}
    return Notice.objects.create(user=alice(), about=about, **(usual | fields))


def left() -> set[str]:
    return set(Notice.objects.values_list("about", flat=True))


def test_what_was_read_long_ago_goes_and_all_else_stays() -> None:
    notice("read long ago")
    notice("on no page", on_site=False, read_at=None)
    notice("read lately", read_at=YOUNG)
    notice("never read", read_at=None)
    notice("not yet looked up for webhooks", posted_at=None)
    notice("still to be mailed", mail_due_at=NOW)
    notice("on no page, and young", on_site=False, read_at=None, shows_at=YOUNG)
    notice("told once for each version", kind=Notice.Kind.FIRST_FAULT)
    assert prune_notices(now=NOW) == 2
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
    prune_notices(now=NOW)
    assert set(Delivery.objects.values_list("event", flat=True)) == {"young", "old and waiting"}


def test_one_run_takes_some_and_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    for days in (95, 99, 97):
        notice(str(days), read_at=NOW - timedelta(days=days))
    assert prune_notices(now=NOW) == 2
    assert left() == {"95"}
    with CaptureQueriesContext(connection) as queries:
        prune_notices(now=NOW)
    assert left() == set()
    assert len(queries) <= 6


def test_how_long_they_are_kept_is_the_platforms_choice(settings: Settings) -> None:
    settings.NOTIFICATION_DAYS = 10
    notice("eleven days", read_at=NOW - timedelta(days=11))
    notice("nine days", read_at=NOW - timedelta(days=9))
    prune_notices(now=NOW)
    assert left() == {"nine days"}

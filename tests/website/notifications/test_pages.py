"""Pages of notifications, preferences and webhooks: one's own only."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Notification, NotificationPreferences
from tests.website.notifications.receiver import Receiver, receiving
from tests.website.page import Page
from website.accounts.models import User
from website.notifications import context
from website.notifications.delivery_worker import send_all
from website.notifications.models import Delivery, Webhook
from website.notifications.words import notification_line

URL = "https://hooks.example.org/x?key=s3cret"
FORM = {"url": URL, "events": ["check.failed"]}
BOT = {"bot": "Al\u202ecuin", "slug": "alcuin"}
PARAMS: dict[str, dict[str, Any]] = {
    "check.passed": BOT | {"version": 2, "message": "Only defaults."},
    "check.failed": BOT | {"version": 2, "verdict": "crash", "message": "<b>KeyError</b>"},
    "bot.faulted": BOT | {"version": 2, "match": 7, "verdict": "timeout"},
    "bot.benched": BOT | {"message": "Faulted."},
    "bot.released": BOT,
    "bot.renamed": BOT | {"before": "Nasty", "message": "It insults."},
    "ladder.passed": BOT
    | {"version": 2, "ladder": "L", "ladder_slug": "l", "message": "Only defaults."},
    "ladder.failed": BOT
    | {
        "version": 2, "ladder": "L", "ladder_slug": "l", "verdict": "crash",
        "message": "<b>KeyError</b>",
    },
    "ladder.overtaken": BOT | {"by": "Bede", "by_slug": "bede", "ladder": "L", "ladder_slug": "l"},
    "tournament.unfit": BOT
    | {"tournament": "Cup", "tournament_slug": "cup", "message": "It was benched."},
    "tournament.drawn": {"tournament": "Cup", "tournament_slug": "cup", "bots": [BOT]},
    "tournament.finished": {
        "tournament": "Cup",
        "tournament_slug": "cup",
        "bots": [BOT | {"place": 2}, {"bot": "Bede", "slug": "bede", "place": None}],
    },
    "tournament.blocked": {
        "tournament": "Cup", "tournament_slug": "cup", "message": "Too <b>few</b> bots."
    },
    "league.blocked": {
        "league": "Fridays", "league_slug": "fridays", "message": "Too <b>few</b> bots."
    },
    "season.made": {
        "league": "Fridays", "league_slug": "fridays", "season": 3, "bots": [BOT | {"division": 1}]
    },
    "season.finished": {
        "league": "Fridays", "league_slug": "fridays", "season": 3,
        "bots": [BOT | {"division": 1, "place": 1}], "champion": "Bede", "champion_slug": "bede",
    },
    "challenge.finished": {
        "match": 9, "challenge": 8, "matches": 2, "challenger": "Bede",
        "bots": ["Bede", "Alcuin"], "points": [3.0, 1.0], "ranks": [1, 2],
    },
    "challenge.asked": {
        "challenge": 8, "challenger": "Bede", "opponent": "Alcuin", "matches": 2,
        "until": "2030-01-01T00:00:00+00:00",
    },
    "challenge.answered": {
        "challenge": 8, "challenger": "Alcuin", "opponent": "Bede", "matches": 2, "accepted": True
    },
    "webhook.stopped": {"webhook": 4, "host": "hooks.example.org"},
}  # fmt: skip


def a_notification(user: User, kind: str = "check.passed", **fields: Any) -> Notification:
    return Notification.objects.create(
        user=user, kind=kind, about="version 1", params=PARAMS[kind], **fields
    )


def text_of(response: Any) -> Page:
    return Page(response)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", Notification.Kind.values)
def test_every_kind_of_notice_has_its_words_and_its_page(
    kind: str, language: str, alice: User
) -> None:
    with translation.override(language):
        line = notification_line(a_notification(alice, kind))
    assert "%(" not in line.text
    assert "\u202e" not in line.text
    assert line.path.startswith("/")
    assert line.url.startswith("http")


def test_the_page_shows_ones_own_notices_that_are_to_be_known(
    as_alice: Client,
    as_bob: Client,
    alice: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    shown = [a_notification(alice, kind) for kind in Notification.Kind.values]
    a_notification(alice, "season.finished", visible_at=timezone.now() + timedelta(hours=1))
    a_notification(alice, "bot.benched", in_app=False)
    with django_assert_max_num_queries(8):
        page = text_of(as_alice.get("/notifications/"))
    assert len(page.parts("li.sheet.new")) == len(shown)
    assert "<b>KeyError" in page
    assert "new</span>" not in text_of(as_bob.get("/notifications/")).html


def test_notices_are_read_one_by_one_or_all_and_by_their_owner(
    as_alice: Client, as_bob: Client, alice: User
) -> None:
    first, second = a_notification(alice), a_notification(alice, "bot.benched")
    assert as_bob.post(f"/notifications/{first.pk}/read/").status_code == 404
    as_bob.post("/notifications/read/")
    gone = as_alice.post(f"/notifications/{first.pk}/read/", {"go": "1"})
    assert gone.headers["Location"] == "/bots/alcuin/versions/2/"
    unread = text_of(as_alice.get("/notifications/?unread=1"))
    assert "is benched" in unread
    assert "passed its check" not in unread.html
    as_alice.post("/notifications/read/")
    second.refresh_from_db()
    assert second.read_at is not None
    assert "No notifications" in text_of(as_alice.get("/notifications/?unread=1"))


def test_the_page_narrows_and_pages_back(as_alice: Client, alice: User) -> None:
    for kind in ["check.passed"] * 35 + ["bot.benched"]:
        a_notification(alice, kind)
    page = text_of(as_alice.get("/notifications/?kind=check.passed"))
    assert len(page.parts("li.sheet.new")) == 30
    older = page.part("a[rel=next]")["href"]
    rest = text_of(as_alice.get(f"/notifications/{older}"))
    assert len(rest.parts("li.sheet.new")) == 5
    assert as_alice.get("/notifications/?kind=%00&before=x&unread=").status_code == 200
    assert as_alice.get(f"/notifications/?before={'9' * 30}").status_code == 200


def test_how_many_are_unread_is_one_query_by_index_and_none_for_visitors(
    alice: User, rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        a_notification(alice)
    a_notification(alice, read_at=timezone.now())
    a_notification(alice, in_app=False)
    request = rf.get("/")
    request.user = alice
    with django_assert_num_queries(1) as queries:
        unread = context.frame(request)["unread_notifications"]
        assert (bool(unread), str(unread)) == (True, "3")
    Notification.objects.bulk_create(
        Notification(user=alice, kind="bot.released") for _ in range(120)
    )
    assert str(context.frame(request)["unread_notifications"]) == "99+"
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN QUERY PLAN " + queries[0]["sql"])
            assert "notification_unread" in str(cursor.fetchall())


def test_what_one_wants_to_be_told_is_kept_where_it_differs_from_the_usual(
    as_alice: Client, as_bob: Client, alice: User
) -> None:
    page = text_of(as_alice.get("/accounts/notifications/"))
    boxes = {name for name in page.html.split('name="') if " checked" in name.split(">")[0]}
    form = {box.split('"')[0]: "on" for box in boxes}
    assert "check_failed_mail" in form
    assert "overtaken_mail" not in form
    as_alice.post("/accounts/notifications/", form)
    assert NotificationPreferences.objects.get(user=alice).channels == {}
    del form["check_failed_mail"]
    as_alice.post("/accounts/notifications/", form | {"overtaken_mail": "on"})
    preferences = NotificationPreferences.objects.get(user=alice)
    assert preferences.channels == {"check.failed": ["site"], "ladder.overtaken": ["site", "mail"]}
    assert NotificationPreferences.objects.count() == 1


# --- webhooks ------------------------------------------------------------------------------------
@pytest.fixture
def hook(alice: User) -> Webhook:
    return Webhook.objects.create(owner=alice, url=URL, events=["check.failed"])


def test_the_secret_is_shown_when_it_is_made_and_when_it_is_renewed(
    as_alice: Client, alice: User
) -> None:
    made = as_alice.post("/accounts/webhooks/", FORM)
    hook = Webhook.objects.get(owner=alice)
    assert hook.secret in text_of(made)
    assert "no-store" in made.headers["Cache-Control"]
    own = f"/accounts/webhooks/{hook.pk}/"
    for page in (own, "/accounts/webhooks/"):
        assert hook.secret not in text_of(as_alice.get(page)).html
    renewed = text_of(as_alice.post(f"{own}secret/"))
    old, hook = hook.secret, Webhook.objects.get()
    assert hook.secret != old
    assert hook.secret in renewed


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"url": "http://hooks.example.org/"}, "begins with https"),
        ({"url": "https://hooks.example.org:25/"}, "port must be 443"),
        ({"events": []}, "at least one event"),
        ({"events": ["webhook.stopped"]}, "webhook.stopped"),
    ],
)
def test_what_cannot_be_a_web_hook_is_refused_in_words(
    changed: dict[str, Any], words: str, as_alice: Client, hook: Webhook
) -> None:
    for page in ("/accounts/webhooks/", f"/accounts/webhooks/{hook.pk}/"):
        response = as_alice.post(page, FORM | changed)
        assert response.status_code == 422
        assert words in text_of(response)
    assert Webhook.objects.get().url == URL


def test_all_that_is_wrong_with_a_web_hook_is_told_at_once(as_alice: Client) -> None:
    response = as_alice.post("/accounts/webhooks/", {"url": "http://hooks.example.org/"})
    assert set(response.context["form"].errors) == {"url", "events"}


def test_one_may_have_five(as_alice: Client) -> None:
    answers = [as_alice.post("/accounts/webhooks/", FORM).status_code for _ in range(6)]
    assert answers == [200] * 5 + [422]


def test_a_web_hook_is_its_owners_alone(as_bob: Client, as_olga: Client, hook: Webhook) -> None:
    own = f"/accounts/webhooks/{hook.pk}/"
    delivery = Delivery.objects.create(webhook=hook, event="check.failed", body={}, due_at=None)
    for browser in (as_bob, as_olga):
        assert browser.get(own).status_code == 404
        assert browser.post(own, FORM).status_code == 404
        for deed in ("secret", "remove", "test", str(delivery.pk)):
            assert browser.post(f"{own}{deed}/").status_code == 404
        assert "hooks.example.org" not in text_of(browser.get("/accounts/webhooks/")).html
    assert Delivery.objects.count() == 1


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def test_a_test_is_sent_by_the_delivery_worker_and_its_answer_is_shown(
    as_alice: Client, hook: Webhook, receiver: Receiver, settings: Any
) -> None:
    settings.WEBHOOKS_LOOPBACK = True
    own = f"/accounts/webhooks/{hook.pk}/"
    as_alice.post(own, {"url": receiver.url, "events": ["bot.benched"], "is_active": "on"})
    as_alice.post(f"{own}test/")
    assert receiver.got == []  # a web process posts nothing
    assert "waiting" in text_of(as_alice.get(own))
    receiver.answer = b"<script>alert(1)</script>"
    send_all()
    page = text_of(as_alice.get(own))
    assert "webhook.test" in page
    assert "<script>" in page
    delivery = Delivery.objects.get()
    as_alice.post(f"{own}{delivery.pk}/")
    send_all()
    assert receiver.ids()[0] == receiver.ids()[1]
    as_alice.post(f"{own}remove/")
    assert not Webhook.objects.exists()


def test_one_that_is_switched_off_sends_nothing_until_it_is_on_again(
    as_alice: Client, hook: Webhook
) -> None:
    own = f"/accounts/webhooks/{hook.pk}/"
    Webhook.objects.update(is_active=False, failures=15)
    as_alice.post(f"{own}test/")
    assert not Delivery.objects.exists()
    as_alice.post(own, FORM | {"is_active": "on"})
    hook.refresh_from_db()
    assert (hook.is_active, hook.failures) == (True, 0)
    for _ in range(12):
        as_alice.post(f"{own}test/")
    assert Delivery.objects.waiting().count() == 10
    as_alice.post(own, FORM)
    assert Delivery.objects.waiting().count() == 0


def read(notification: Notification) -> bool:
    return Notification.objects.get(pk=notification.pk).read_at is not None


def test_a_notification_is_read_once_its_page_was_seen(as_alice: Client, alices_bot: Bot) -> None:
    alice = alices_bot.owner
    linked, other = a_notification(alice, "bot.benched"), a_notification(alice, "ladder.overtaken")
    as_alice.post("/bots/alcuin/")
    assert not read(linked)
    assert as_alice.get("/bots/alcuin/").status_code == 200
    assert read(linked)
    assert not read(other)


def test_the_result_of_a_check_is_read_where_it_appears(as_alice: Client, alices_bot: Bot) -> None:
    result = a_notification(alices_bot.owner)
    Notification.objects.update(params=BOT | {"version": 1})
    poll = as_alice.get("/bots/alcuin/versions/1/", headers={"HX-Request": "true"})
    assert poll.status_code == 200
    assert read(result)


def test_passed_and_failed_are_told_apart(as_alice: Client, alice: User) -> None:
    a_notification(alice)
    Notification.objects.update(params=BOT | {"version": 2, "plays": False})
    a_notification(alice, "check.failed")
    page = text_of(as_alice.get("/notifications/"))
    assert [len(page.parts(f"li.{tone}")) for tone in ("good", "bad")] == [1, 1]
    assert "passed its check: accepted, not playing yet." in page

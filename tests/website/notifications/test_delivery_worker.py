"""The delivery worker: every notification is sent once, and failures are retried."""

import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import certifi
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings

from arena.core.translation import translate
from arena.models import Notification
from arena.notifications.models import DIGEST_AFTER
from arena.notifications.notify import notify
from tests.cast import alice, bob
from tests.patience import PATIENCE
from tests.website.notifications.receiver import Receiver, is_genuine, receiving
from website.accounts.models import User
from website.notifications import delivery_worker, webhook_client
from website.notifications.delivery_worker import FAILURES_MOST, LEASE, WAITS, mail_people, send_all
from website.notifications.models import KEPT, Delivery, Webhook, new_secret
from website.notifications.ssrf_guard import resolve
from website.notifications.webhooks import make_hook, send_again, send_test

pytestmark = pytest.mark.django_db
Kind = Notification.Kind
BOT = {"bot": "Alcuin", "slug": "alcuin"}
CHECK = BOT | {"version": 1, "verdict": "crash", "message": "KeyError: 'Gold'"}
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def open_ways(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    settings.SITE_URL = "https://kingsbench.example"
    settings.WEBHOOKS_LOOPBACK = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def hook(receiver: Receiver) -> Webhook:
    return make_hook(owner=alice(), url=receiver.url, events=["check.failed", "bot.benched"])


def tell(kind: Kind, user: User | None = None, **params: Any) -> None:
    known = CHECK if kind in {Kind.CHECK_FAILED, Kind.CHECK_PASSED} else BOT
    notify(kind=kind, about="bot 1", people={(user or alice()).pk: known | params})


def with_address(user: User, *, verified: bool = True) -> User:
    EmailAddress.objects.create(
        user=user, email=f"{user.username}@example.org", primary=True, verified=verified
    )
    return user


def send(after: timedelta = timedelta(0)) -> datetime:
    now = timezone.now() + after
    send_all(now=now)
    return now


def documented() -> Callable[..., bool]:
    """The function with which readers of our page verify a message."""
    page = (settings.ROOT / "docs" / "accounts.md").read_text()
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    verify: Callable[..., bool] = names["is_genuine"]
    return verify


# --- webhooks -------------------------------------------------------------------------------------
def test_a_web_hook_gets_the_events_it_chose_signed_and_once(
    hook: Webhook, receiver: Receiver
) -> None:
    make_hook(owner=bob(), url=receiver.url, events=["check.failed"])
    tell(Kind.CHECK_FAILED)
    tell(Kind.RELEASED)
    send()
    send()
    [(headers, body)] = receiver.got
    for verify in (is_genuine, documented()):
        assert verify(hook.secret, headers, body)
        assert not verify(hook.secret, headers, body + b" ")
        assert not verify(new_secret(), headers, body)
    assert headers["content-type"] == "application/json"
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    [message] = receiver.bodies()
    assert message["type"] == "check.failed"
    url = "https://kingsbench.example/bots/alcuin/versions/1/"
    assert message["data"] == CHECK | {"url": url}
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.answer, delivery.due_at) == (200, "thank you", None)
    assert delivery.delivered_at is not None


def test_a_failure_is_tried_again_later_under_the_same_id(
    hook: Webhook, receiver: Receiver
) -> None:
    receiver.status = 500
    tell(Kind.CHECK_FAILED)
    send()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.tries, delivery.delivered_at) == (500, 1, None)
    send()
    assert len(receiver.got) == 1
    receiver.status = 204
    send(after=WAITS[0] + timedelta(seconds=5))
    delivery.refresh_from_db()
    assert delivery.delivered_at is not None
    assert len(set(receiver.ids())) == 1 < len(receiver.ids())
    hook.refresh_from_db()
    assert hook.failures == 0


def test_what_fails_for_ever_is_given_up_and_then_switched_off_with_a_notice(
    hook: Webhook, receiver: Receiver
) -> None:
    receiver.status = 503
    tell(Kind.CHECK_FAILED)
    later = timedelta(0)
    for _ in range(len(WAITS) + 1):
        send(after=later)
        later += WAITS[-1] + HOUR
    delivery = Delivery.objects.get()
    assert (delivery.tries, delivery.due_at) == (len(WAITS) + 1, None)
    assert Webhook.objects.filter(is_active=True).exists()
    Webhook.objects.update(failures=FAILURES_MOST - 1)
    tell(Kind.BENCHED)
    send()
    assert not Webhook.objects.filter(is_active=True).exists()
    notification = Notification.objects.get(kind=Kind.WEBHOOK_STOPPED)
    assert notification.params["host"] == receiver.url.split("/")[2]
    assert "s3cret" not in str(notification.params)
    count = len(receiver.got)
    tell(Kind.BENCHED)
    send(after=HOUR)
    assert len(receiver.got) == count


def test_a_receiver_that_is_gone_is_switched_off_at_once(hook: Webhook, receiver: Receiver) -> None:
    receiver.status = 410
    tell(Kind.CHECK_FAILED)
    send()
    assert not Webhook.objects.get().is_active


def test_no_redirect_is_followed_and_a_long_answer_is_cut(
    hook: Webhook, receiver: Receiver
) -> None:
    receiver.status, receiver.answer = 302, b"<secret>" * 10_000 + b"\0"
    with receiving() as other:
        receiver.headers = [("location", other.url)]
        send_test(hook=hook)
        send()
        assert other.got == []
    delivery = Delivery.objects.get()
    assert delivery.status == 302
    assert len(delivery.answer) == 1000


def test_a_slow_receiver_costs_seconds_and_is_told(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_client, "TIMEOUT_SECONDS", 0.3)
    receiver.hold = threading.Event()
    send_test(hook=hook)
    send_test(hook=hook)
    send()
    for delivery in Delivery.objects.all():
        assert delivery.status is None
        assert delivery.error == "no response within 0.3 seconds"
    with override("de"):
        assert translate(delivery.error) == "keine Antwort innerhalb von 0.3 Sekunden"


def test_a_name_server_that_does_not_answer_costs_seconds_and_is_told(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()

    def slowly(url: str, turn: int) -> object:
        answers.wait(PATIENCE)
        return resolve(url, turn)

    monkeypatch.setattr(webhook_client, "resolve", slowly)
    monkeypatch.setattr(webhook_client, "TIMEOUT_SECONDS", 0.2)
    send_test(hook=hook)
    send()
    answers.set()
    assert "no response within" in Delivery.objects.get().error
    assert receiver.got == []


def test_a_name_that_leads_inside_is_not_connected_to(
    hook: Webhook, receiver: Receiver, settings: Settings
) -> None:
    """The address was public when entered; it is checked again for each connection."""
    settings.WEBHOOKS_LOOPBACK = False
    port = receiver.url.split(":")[2].split("/")[0]
    Webhook.objects.update(url=f"https://0x7f.1:{port}/hook")
    send_test(hook=hook)
    send()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.error) == (None, "The host is not on the public internet.")
    assert receiver.got == []


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Make a self-signed certificate for hooks.example, with its key."""
    path = tmp_path / "tls.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=hooks.example"
    key = tmp_path / "key.pem"
    names = ["-addext", "subjectAltName=DNS:hooks.example", "-keyout", str(key), "-out", str(path)]
    subprocess.run(["openssl", *words.split(), *names], check=True, capture_output=True)
    path.write_text(path.read_text() + key.read_text())
    return path


@pytest.mark.parametrize(
    ("name", "is_trusted", "outcome"),
    [
        ("hooks.example", True, "delivered"),
        ("hooks.example", False, "certificate verify failed"),
        ("other.example", True, "certificate is not valid for 'other.example'"),
    ],
)
def test_the_certificate_is_that_of_the_name_though_an_address_is_connected_to(
    name: str, is_trusted: bool, outcome: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_trusted:
        monkeypatch.setattr(certifi, "where", lambda: str(certificate))
    lookup = socket.getaddrinfo
    known = {"hooks.example": "127.0.0.1", "other.example": "127.0.0.1"}
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *args, **kwargs: lookup(known.get(host, host), *args, **kwargs),
    )
    with receiving(certificate) as receiver:
        url = receiver.url.replace("127.0.0.1", name)
        hook = make_hook(owner=alice(), url=url, events=["check.failed"])
        send_test(hook=hook)
        send()
    delivery = Delivery.objects.get()
    assert outcome in ("delivered" if delivery.delivered_at else delivery.error)
    assert len(receiver.got) == (outcome == "delivered")
    if receiver.got:
        assert receiver.got[0][0]["host"] == url.split("/")[2]


def test_a_message_can_be_sent_again_under_its_id_and_the_log_stays_short(
    hook: Webhook, receiver: Receiver
) -> None:
    send_test(hook=hook)
    send()
    first = Delivery.objects.get()
    again = send_again(delivery=first)
    send()
    assert receiver.ids()[0] == receiver.ids()[1]
    assert again.pk != first.pk
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, event="webhook.test", body={}, due_at=None) for _ in range(KEPT + 5)
    )
    send_test(hook=hook)
    assert hook.deliveries.count() == KEPT
    assert not Delivery.objects.filter(pk=first.pk).exists()


def test_what_a_worker_took_and_lost_is_sent_when_its_lease_is_over(
    hook: Webhook, receiver: Receiver
) -> None:
    send_test(hook=hook)
    now = timezone.now()
    Delivery.objects.update(due_at=now + LEASE, tries=1)
    send()
    assert receiver.got == []
    send(after=LEASE + timedelta(seconds=1))
    assert len(receiver.got) == 1


@pytest.mark.parametrize("what", ["webhook", "message"])
def test_what_its_owner_removes_while_it_is_posted_keeps_nothing_from_the_others(
    what: str, hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_hook(owner=bob(), url=hook.url, events=["check.passed"])
    send_test(hook=hook)
    send_test(hook=other)
    gone = hook if what == "webhook" else hook.deliveries.get()
    posted = delivery_worker._post_all

    def removed_meanwhile(deliveries: list[Delivery]) -> list[webhook_client.Answer]:
        answers = posted(deliveries)
        gone.delete()
        return answers

    monkeypatch.setattr(delivery_worker, "_post_all", removed_meanwhile)
    send()
    assert len(receiver.got) == 2
    assert [one.status for one in Delivery.objects.all()] == [200]


# --- mail -----------------------------------------------------------------------------------------
def test_what_is_urgent_is_mailed_at_once_and_once(settings: Settings) -> None:
    user = with_address(alice())
    User.objects.filter(pk=user.pk).update(language="de")
    tell(Kind.CHECK_FAILED)
    send()
    send(after=HOUR)
    [letter] = mail.outbox
    assert letter.to == ["alice@example.org"]
    assert "Alcuin v1" in letter.subject
    assert "KeyError: 'Gold'" in letter.body
    assert "https://kingsbench.example/bots/alcuin/versions/1/" in letter.body
    assert "https://kingsbench.example/accounts/notifications/" in letter.body
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    notification = Notification.objects.get()
    assert notification.mailed_at is not None
    assert notification.mail_due_at is None


def test_the_rest_is_collected_into_one_mail() -> None:
    with_address(alice())
    for _ in range(3):
        tell(Kind.FIRST_FAULT, version=1, match=7, verdict="crash")
    send()
    assert mail.outbox == []
    send(after=DIGEST_AFTER)
    [letter] = mail.outbox
    assert "3 notifications" in letter.subject
    assert letter.body.count("https://kingsbench.example/matches/7/") == 3


@pytest.mark.parametrize("case", ["unconfirmed", "none", "suspended", "no mail here"])
def test_nobody_is_written_to_who_cannot_or_must_not_be(case: str, settings: Settings) -> None:
    user = alice()
    if case != "none":
        with_address(user, verified=case != "unconfirmed")
    if case == "suspended":
        User.objects.filter(pk=user.pk).update(is_active=False)
    if case == "no mail here":
        settings.EMAIL_URL = ""
    tell(Kind.CHECK_FAILED)
    send()
    assert mail.outbox == []
    notification = Notification.objects.get()
    assert (notification.mailed_at, notification.mail_due_at) == (None, None)


def test_a_mail_that_no_server_takes_is_tried_again_and_given_up(settings: Settings) -> None:
    """Port 9 of loopback: nobody listens there."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    with_address(alice())
    tell(Kind.CHECK_FAILED)
    now = timezone.now()
    tries = []
    for _ in range(10):
        mail_people(now=now)
        tries.append(Notification.objects.get().mail_tries)
        now += WAITS[-1] + HOUR
    assert tries == [1, 2, 3, 4, 5, 6, 6, 6, 6, 6]
    assert Notification.objects.get().mailed_at is None


def test_what_is_being_mailed_is_left_alone_by_another_worker() -> None:
    with_address(alice())
    tell(Kind.CHECK_FAILED)
    Notification.objects.update(mail_due_at=timezone.now() + LEASE, mail_tries=1)
    tell(Kind.BENCHED, message="It faulted.")
    send()
    [letter] = mail.outbox
    assert "benched" in letter.subject
    assert "v1" not in letter.body

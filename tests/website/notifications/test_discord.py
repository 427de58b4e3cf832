"""Webhooks that Discord reads: its form and limits, nobody mentioned, retried as the others."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from arena.models import Notification
from arena.notifications.notify import notify
from tests.cast import alice
from tests.website.notifications.receiver import Receiver, receiving
from tests.website.page import Page, visit
from website.accounts.models import User
from website.notifications.delivery_worker import WAITS, send_all
from website.notifications.discord import MARKDOWN, MOST_CONTENT, fit
from website.notifications.models import Delivery, Webhook
from website.notifications.ssrf_guard import BadDestination
from website.notifications.webhooks import make_hook, send_again, send_test

pytestmark = pytest.mark.django_db
Kind = Notification.Kind
FORM = {"url": "https://hooks.example.org/x", "events": ["check.failed"], "kind": "discord"}
CHECK = {"bot": "Alcuin", "slug": "alcuin", "version": 1, "verdict": "crash", "message": "KeyError"}


@pytest.fixture(autouse=True)
def open_ways(settings: Settings) -> None:
    settings.SITE_URL = "https://kingsbench.example"
    settings.WEBHOOKS_LOOPBACK = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        found.status, found.answer = 204, b""
        yield found


@pytest.fixture
def hook(receiver: Receiver) -> Webhook:
    return make_hook(
        owner=alice(), url=receiver.url, events=["check.failed"], kind=Webhook.Kind.DISCORD
    )


def tell(**params: Any) -> None:
    notify(kind=Kind.CHECK_FAILED, about="bot 1", people={alice().pk: CHECK | params})


def send(after: timedelta = timedelta(0)) -> None:
    send_all(now=timezone.now() + after)


def units(text: str) -> int:
    """Its length as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2


def test_it_gets_a_message_without_a_signature(hook: Webhook, receiver: Receiver) -> None:
    tell()
    send()
    [(headers, _body)] = receiver.got
    assert not [name for name in headers if name.startswith("webhook-")]
    assert headers["content-type"] == "application/json"
    [body] = receiver.bodies()
    assert body.keys() == {"content", "embeds", "allowed_mentions"}
    assert body["content"] == r"Alcuin v1 failed its check\: crashed."
    assert body["allowed_mentions"] == {"parse": []}
    [embed] = body["embeds"]
    assert embed["url"] == "https://kingsbench.example/bots/alcuin/versions/1/"
    assert (embed["title"], embed["description"]) == ("A check failed", "KeyError")
    assert Delivery.objects.get().delivered_at is not None


def test_it_is_written_in_the_owners_language(hook: Webhook, receiver: Receiver) -> None:
    User.objects.filter(username="alice").update(language="de")
    tell()
    send()
    assert "Prüfung" in receiver.bodies()[0]["content"]


@pytest.mark.parametrize(
    "name", ["@everyone", "<@&1>", "[free](https://evil.example)", "**loud**", "`x`", "\\", "# big"]
)
def test_names_neither_mention_nor_format(name: str, hook: Webhook, receiver: Receiver) -> None:
    tell(bot=name, message=name)
    send()
    body = receiver.bodies()[0]
    escaped = MARKDOWN.sub(r"\\\1", name)
    assert body["content"].startswith(f"{escaped} v1")
    assert body["embeds"][0]["description"] == escaped
    assert escaped[0] == "\\"
    assert body["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize("sign", ["x", "*", "\\", "\N{GRINNING FACE}"])
def test_long_texts_are_cut_to_its_limits(sign: str, hook: Webhook, receiver: Receiver) -> None:
    tell(bot=sign * 3000, message=sign * 9000)
    send()
    [body] = receiver.bodies()
    [embed] = body["embeds"]
    assert 1500 < units(body["content"]) <= 2000
    assert units(embed["description"]) <= 4096
    assert units(embed["title"]) <= 256
    assert sum(units(embed[name]) for name in ("title", "description")) <= 6000


def test_a_cut_leaves_no_half_sign() -> None:
    for count in range(MOST_CONTENT - 3, MOST_CONTENT + 3):
        for sign in ("*", "\N{GRINNING FACE}"):
            text = fit("x" * count + sign * 9, MOST_CONTENT)
            assert units(text) <= MOST_CONTENT
            assert not text.removesuffix("\N{HORIZONTAL ELLIPSIS}").endswith("\\")


def test_failures_are_tried_again_and_tests_and_resends_work(
    hook: Webhook, receiver: Receiver
) -> None:
    receiver.status = 429
    tell()
    send()
    receiver.status = 204
    send(after=WAITS[0] + timedelta(seconds=5))
    assert len(receiver.got) == 2
    send_again(delivery=Delivery.objects.get())
    send()
    send_test(hook=hook)
    send()
    bodies = receiver.bodies()
    assert bodies[2] == bodies[0]
    assert "This webhook works" in bodies[3]["content"]


def test_private_addresses_are_refused_here_too(settings: Settings) -> None:
    settings.WEBHOOKS_LOOPBACK = False
    with pytest.raises(BadDestination):
        make_hook(
            owner=alice(), url="http://127.0.0.1/", events=["check.failed"],
            kind=Webhook.Kind.DISCORD,
        )  # fmt: skip


def test_the_kind_is_chosen_when_adding_and_there_is_no_secret(as_alice: Client) -> None:
    made = Page(as_alice.post("/accounts/webhooks/", FORM))
    hook = Webhook.objects.get()
    assert hook.kind == "discord"
    assert "whsec_" not in made.html
    own = f"/accounts/webhooks/{hook.pk}/"
    assert "New secret" not in visit(as_alice, own)
    refused = Page(as_alice.post(f"{own}secret/", follow=True))
    assert "needs no secret" in refused
    assert "Discord" in visit(as_alice, "/accounts/webhooks/")
    changed = {"url": FORM["url"], "events": ["bot.benched"], "is_active": "on", "kind": "signed"}
    as_alice.post(own, changed)
    hook.refresh_from_db()
    assert (hook.kind, hook.events) == ("discord", ["bot.benched"])


def test_an_unknown_kind_is_refused(as_alice: Client) -> None:
    response = as_alice.post("/accounts/webhooks/", FORM | {"kind": "carrier pigeon"})
    assert response.status_code == 422
    assert not Webhook.objects.exists()

"""API access: tokens, scopes, sessions and rate limits."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rest_framework.throttling import SimpleRateThrottle

from arena.models import Bot, Ladder
from tests import cast
from tests.website.program import ROOT, Program, secret_of
from website.accounts.models import Token, User

TERMS: dict[str, Any] = {
    "name": "New ladder",
    "game": "dominion",
    "seats": 2,
    "games_per_match": 2,
    "config": {"kingdom": "First Game"},
}


def asked(path: str = "me/", **headers: str) -> Any:
    return Client(headers=headers).get(ROOT + path)


def test_a_token_says_who_asks(alice: User) -> None:
    told = Program(alice, "read", "bots:write").read("me/")
    assert told["username"] == "alice"
    assert told["token"]["scopes"] == ["read", "bots:write"]
    assert told["token"]["prefix"].startswith("kb_")
    assert told["quotas"]["challenges"] == {"most": 30, "left": 30}


@pytest.mark.parametrize("secret", ["", "kb_", "kb_wrong", "kb_" + "a" * 43, "ä" * 10, "a b c"])
def test_what_is_no_token_is_refused(secret: str, db: None) -> None:
    answer = asked("bots/", Authorization=f"Bearer {secret}")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert answer.json()["detail"].startswith("Invalid token")


def test_revoked_and_suspended_tokens_are_refused(alice: User, bob: User) -> None:
    alices, bobs = Program(alice), Program(bob)
    alice.tokens.get().revoke()
    alices.read("bots/", 401)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    bobs.read("me/", 401)


def test_who_guesses_tokens_has_to_wait_and_whoever_has_one_there_does_not(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "token_failures", "3/min")
    good = secret_of(alice)
    for _ in range(3):
        assert asked("me/", Authorization="Bearer kb_guess").status_code == 401
    assert asked("me/", Authorization=f"Bearer {good}").status_code == 200
    answer = asked("me/", Authorization="Bearer kb_guess")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    elsewhere = Client(headers={"Authorization": "Bearer kb_guess"}, REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(ROOT + "me/").status_code == 401
    assert asked("bots/").status_code == 200


@pytest.mark.parametrize(("header", "scope"), [("Bearer kb_guess", "token_failures"), ("", "anon")])
def test_an_ipv6_network_counts_as_one_address(
    header: str, scope: str, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, "3/min")

    def status(address: str) -> int:
        browser = Client(headers={"Authorization": header}, REMOTE_ADDR=address)
        return browser.get(ROOT + "bots/").status_code

    assert 429 not in [status(f"2001:db8::{number}") for number in range(1, 4)]
    assert status("2001:db8::ffff:1") == 429
    assert status("2001:db8:0:1::1") != 429


def test_forwarded_addresses_are_believed_behind_a_proxy_alone(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "2/min")
    statuses = [
        Client(headers={"X-Forwarded-For": f"192.0.2.{number}"}).get(ROOT + "bots/").status_code
        for number in range(3)
    ]
    assert statuses == [200, 200, 429]


def test_each_scope_opens_its_own_and_nothing_else(
    alice: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    challenge = {"bot": "alcuin", "opponent": "bede", "ladder": ladder.slug}
    doors: dict[str, tuple[str, str, dict[str, Any]]] = {
        "read": ("GET", "me/", {}),
        "bots:write": ("PATCH", "bots/alcuin/", {"description": "x"}),
        "challenges:write": ("POST", "challenges/", challenge),
        "entries:write": ("POST", "tournaments/nowhere/entries/", {"bot": "alcuin"}),
        "following:write": ("PUT", "following/bots/bede/", {}),
        "organise": ("POST", "ladders/", TERMS),
    }
    for held in set(Token.Scope.values) - {"organise"}:
        program = Program(alice, held)
        for scope, (method, path, sent) in doors.items():
            answer = program.generic(
                method, ROOT + path, Program.written(sent), content_type="application/json"
            )
            is_shut = answer.status_code == 403
            assert is_shut == (scope != held), (held, scope, answer.content)
            if is_shut:
                assert scope in answer.json()["detail"]


def test_an_organisers_token_without_the_scope_is_anybodys(olgas: Program) -> None:
    plain = Program(cast.olga(), "read", "bots:write")
    assert not plain.read("me/")["is_organiser"]
    plain.read("audit/", 403)
    assert olgas.read("me/")["is_organiser"]
    assert olgas.read("audit/")["results"] == []


def test_who_organises_no_more_has_no_token_that_does(olgas: Program) -> None:
    olgas.send("ladders/", 201, **TERMS)
    User.objects.filter(username="olga").update(is_staff=False)
    olgas.send("ladders/", 403, **TERMS | {"name": "Another"})
    olgas.read("audit/", 403)


def test_a_session_reads_and_writes_only_with_its_csrf_token(
    as_alice: Client, alice: User, alices_bot: Bot
) -> None:
    assert as_alice.get(f"{ROOT}me/").json()["token"] is None
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(alice)
    sent = {"data": {"description": "x"}, "content_type": "application/json"}
    answer = guarded.patch(f"{ROOT}bots/alcuin/", **sent)  # type: ignore[arg-type]
    assert answer.status_code == 403
    assert "CSRF" in answer.json()["detail"]
    guarded.get("/api/")
    header = {"X-CSRFToken": guarded.cookies["csrftoken"].value}
    answer = guarded.patch(f"{ROOT}bots/alcuin/", headers=header, **sent)  # type: ignore[arg-type]
    assert answer.status_code == 200


def test_visitors_write_nothing(anybody: Program, alices_bot: Bot) -> None:
    for path in ("bots/", "ladders/", "challenges/", "bots/alcuin/withdraw/", "tournaments/"):
        answer = anybody.send(path, 401)
        assert answer["status"] == 401
    anybody.read("me/", 401)
    anybody.read("audit/", 401)


@pytest.mark.parametrize(
    ("rate", "path", "sent"),
    [("uploads", "bots/alcuin/recheck/", {}), ("challenges", "challenges/", {"bot": "alcuin"})],
)
def test_costly_actions_have_rates_of_their_own(
    rate: str,
    path: str,
    sent: dict[str, Any],
    alices: Program,
    alices_bot: Bot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, rate, "2/min")
    alices.send(path, 409 if rate == "uploads" else 422, **sent)
    alices.send(path, 409 if rate == "uploads" else 422, **sent)
    problem = alices.send(path, 429, **sent)
    assert problem["title"] == "Too Many Requests"
    alices.read("me/")


def test_people_are_counted_by_account_whatever_their_tokens(
    alice: User, bobs: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "user", "2/min")
    first, second = Program(alice), Program(alice, "read")
    first.read("me/")
    second.read("me/")
    first.read("me/", 429)
    bobs.read("me/")


def test_a_request_with_a_token_asks_once_who_that_is(
    alices: Program, ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    alices.read("ladders/")  # notes that the token is used
    with django_assert_num_queries(2):
        alices.read("ladders/")

"""The account area: permissions, and choices that take effect."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, Notification, RatingChange
from tests.cast import PASSWORD
from tests.website.page import Page
from tests.website.rows import make_bot, make_match
from website.accounts.models import Token, User
from website.accounts.sessions import device

PAGES = [
    "/accounts/",
    "/accounts/profile/",
    "/accounts/notifications/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/tokens/",
    "/accounts/webhooks/",
    "/accounts/data/",
    "/accounts/delete/",
    "/notifications/",
]
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0"


def body(response: object) -> Page:
    return Page(response)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_area_is_for_whoever_is_logged_in(
    page: str,
    as_charlie: Client,
    visitor: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(14):
        response = as_charlie.get(page)
    assert response.status_code == 200
    if page.startswith("/accounts/"):
        assert (
            body(response).has(f'[href="{page}"][aria-current=page]') or page == "/accounts/delete/"
        )
    refused = visitor.get(page)
    assert refused.status_code == 302
    assert refused.headers["Location"] == f"/accounts/login/?next={page}"


def test_a_profile_is_read_by_everybody_and_its_choices_are_obeyed(
    as_charlie: Client, visitor: Client, charlie: User
) -> None:
    form = {
        "about": "I like <b>moats</b>.",
        "affiliation": "University of Trier",
        "web": "https://example.org/charlie",
        "language": "de",
        "time_zone": "Asia/Tokyo",
    }
    assert as_charlie.post("/accounts/profile/", form).status_code == 302
    page = body(visitor.get("/people/charlie/"))
    assert "I like <b>moats" in page
    assert "University of Trier" in page
    assert page.part('[href="https://example.org/charlie"]')["rel"].startswith("nofollow ugc")
    own = body(as_charlie.get("/people/Charlie/"))
    assert own.language == "de"
    assert "JST" in own.html
    assert "UTC" in page.html
    charlie.refresh_from_db()
    as_charlie.post("/language/", {"language": "fr", "next": "/"})
    assert body(as_charlie.get("/")).language == "de"
    as_charlie.post("/language/", {"language": "en", "next": "/"})
    assert body(as_charlie.get("/")).language == "en"
    visitor.post("/language/", {"language": "de", "next": "/"})
    assert body(visitor.get("/")).language == "de"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("web", "http://example.org"),
        ("web", "javascript:alert(1)"),
        ("time_zone", "Mars/Olympus"),
        ("language", "xx"),
        ("about", "x" * 501),
    ],
)
def test_what_a_profile_cannot_hold_is_refused(field: str, value: str, as_charlie: Client) -> None:
    response = as_charlie.post("/accounts/profile/", {field: value})
    assert response.status_code == 422
    assert body(response).errors


def test_a_web_address_that_will_not_do_is_told_once(as_charlie: Client) -> None:
    answer = as_charlie.post("/accounts/profile/", {"web": "ftp://example.org"})
    words = ["Enter an address such as https://example.org/."]
    assert answer.context["form"].errors["web"] == words


def test_what_is_wrong_with_boxes_describes_them(as_charlie: Client) -> None:
    page = body(as_charlie.post("/accounts/tokens/", {"name": "laptop"}))
    assert page.has("[aria-describedby=id_scopes_error]")
    assert set(page.errors) == {"scopes"}


def test_the_profile_takes_back_what_the_switch_has_chosen(as_alice: Client) -> None:
    as_alice.post("/language/", {"language": "de", "next": "/"})
    assert body(as_alice.get("/")).language == "de"
    as_alice.post("/accounts/profile/", {"language": "", "time_zone": ""})
    assert body(as_alice.get("/")).language == "en"


def test_days_that_are_said_to_be_those_of_utc_are(
    as_charlie: Client, charlie: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    User.objects.filter(pk=charlie.pk).update(time_zone="Asia/Tokyo")
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, bobs_bot.current)
    RatingChange.objects.update(played_at=datetime(2026, 1, 1, 23, 30, tzinfo=UTC))
    page = body(as_charlie.get(f"/bots/alcuin/history/{ladder.slug}/?days"))
    assert "2026-01-01" in page
    assert "2026-01-02" not in page.html


def test_a_time_zone_that_this_machine_lacks_is_no_server_error(
    as_charlie: Client, charlie: User
) -> None:
    User.objects.filter(pk=charlie.pk).update(time_zone="Atlantis/Capital")
    assert as_charlie.get("/accounts/").status_code == 200


def test_a_page_shows_bots_that_play_and_is_gone_with_its_owner(
    visitor: Client, alice: User, alices_bot: Bot, ladder: Ladder
) -> None:
    assert "Alcuin" in body(visitor.get("/people/alice/"))
    alices_bot.withdraw()
    assert "Alcuin" not in body(visitor.get("/people/alice/")).html
    alice.is_active = False
    alice.save()
    assert visitor.get("/people/alice/").status_code == 404
    assert visitor.get("/people/nobody/").status_code == 404


def test_a_token_is_shown_once_and_opens_nothing_when_revoked(
    as_alice: Client, as_bob: Client, alice: User
) -> None:
    form = {"name": "laptop", "scopes": ["read"], "days": "30"}
    made = as_alice.post("/accounts/tokens/", form)
    token = Token.objects.get()
    assert token.expires_at is not None
    assert timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=31)
    secret = body(made).part(".secret-text").text
    assert secret.startswith(token.prefix)
    assert "no-store" in made.headers["Cache-Control"]
    later = body(as_alice.get("/accounts/tokens/"))
    assert "laptop" in later
    assert secret not in later.html
    assert as_bob.post(f"/accounts/tokens/{token.pk}/revoke/").status_code == 404
    as_alice.post(f"/accounts/tokens/{token.pk}/revoke/")
    assert not alice.tokens.live().exists()
    assert "No tokens yet" in body(as_alice.get("/accounts/tokens/"))


def test_only_organisers_are_offered_a_token_that_organises(
    as_alice: Client, as_olga: Client
) -> None:
    form = {"name": "crown", "scopes": ["organise"], "days": ""}
    assert as_alice.post("/accounts/tokens/", form).status_code == 422
    assert as_olga.post("/accounts/tokens/", form).status_code == 200
    assert Token.objects.get().expires_at is None


def log_in(agent: str) -> Client:
    browser = Client(headers={"user-agent": agent})
    assert browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD}).url == "/"  # type: ignore[attr-defined]
    return browser


def test_sessions_are_listed_by_device_and_end_one_by_one_or_all_others(
    alice: User, as_bob: Client
) -> None:
    here, there, elsewhere = log_in(CHROME), log_in(EDGE), log_in("curl/8")
    page = body(here.get("/accounts/sessions/"))
    assert page.text.index("Chrome on Linux") < page.text.index("Edge on Windows")
    assert "unknown device" in page
    other = UserSession.objects.get(user=alice, user_agent=EDGE)
    assert as_bob.post(f"/accounts/sessions/{other.pk}/end/").status_code == 404
    here.post(f"/accounts/sessions/{other.pk}/end/")
    assert there.get("/accounts/").status_code == 302
    assert elsewhere.get("/accounts/").status_code == 200
    here.post("/accounts/sessions/end/")
    assert elsewhere.get("/accounts/").status_code == 302
    assert here.get("/accounts/").status_code == 200
    assert Session.objects.count() == 1 + 1  # here, and Bob's


def test_sessions_of_an_older_password_are_not_listed(alice: User) -> None:
    here, _there = log_in(CHROME), log_in(EDGE)
    new = "a-moat-of-words-9"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert here.post("/accounts/password/change/", form).status_code == 302
    page = body(here.get("/accounts/sessions/"))
    assert "Chrome on Linux" in page
    assert "Edge" not in page.html


def test_a_device_is_named_as_far_as_it_says_what_it_is() -> None:
    assert device("Mozilla/5.0 (iPhone) Version/17 Safari/604") == "Safari on iPhone"
    assert device("Mozilla/5.0 (Windows NT 10.0; rv:127.0) Firefox/127.0") == "Firefox on Windows"
    assert device("Chrome/1") == "Chrome"


def exported(browser: Client) -> zipfile.ZipFile:
    response = browser.post("/accounts/data/")
    assert response["Content-Type"] == "application/zip"
    assert response["Cache-Control"] == "no-store, private"
    return zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))  # type: ignore[attr-defined]


def rows_of(zipped: zipfile.ZipFile, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in zipped.read(f"{name}.jsonl").splitlines()]


def test_an_export_holds_what_is_ones_own_and_nothing_of_others(
    as_alice: Client, alice: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    for owner, uid in ((alice, "a-1"), (bobs_bot.owner, "b-1")):
        SocialAccount.objects.create(user=owner, provider="github", uid=uid)
    as_alice.post("/accounts/tokens/", {"name": "laptop", "scopes": ["read"], "days": "30"})
    hidden = timezone.now() + timedelta(hours=1)
    for kind, at in (("check.passed", timezone.now()), ("tournament.finished", hidden)):
        Notification.objects.create(user=alice, kind=kind, about="x", visible_at=at)
    zipped = exported(as_alice)
    assert zipped.testzip() is None
    assert rows_of(zipped, "profile")[0]["username"] == "alice"
    assert rows_of(zipped, "addresses")[0]["email"] == "alice@example.org"
    assert [row["slug"] for row in rows_of(zipped, "bots")] == ["alcuin"]
    assert [row["match"] for row in rows_of(zipped, "matches")] == [match.pk]
    assert [row["kind"] for row in rows_of(zipped, "notifications")] == ["check.passed"]
    assert rows_of(zipped, "tokens")[0]["name"] == "laptop"
    assert [row["uid"] for row in rows_of(zipped, "linked_accounts")] == ["a-1"]
    source = zipped.read("sources/alcuin/1-bot.py")
    assert b"def decide" in source
    whole = b"".join(zipped.read(name) for name in zipped.namelist())
    assert alice.password.encode() not in whole
    assert Token.objects.get().digest.encode() not in whole
    assert not [name for name in zipped.namelist() if "bede" in name]


def test_an_export_goes_on_without_a_source_that_is_gone(
    as_alice: Client, alice: User, alices_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    make_bot(alice, "Aldhelm", ladder)
    alices_bot.current.source.storage.delete(str(alices_bot.current.source.name))
    names = exported(as_alice).namelist()
    assert [name for name in names if "sources/" in name] == ["sources/aldhelm/1-bot.py"]


def test_an_export_can_be_had_some_times_an_hour(as_charlie: Client) -> None:
    answers = [as_charlie.post("/accounts/data/").status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]

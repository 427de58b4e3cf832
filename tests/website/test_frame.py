"""Common to all pages: headers, limits, error pages, colours, languages, health."""

import re

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.models import Bot, Ladder, Worker
from tests.website.games.kingdomino.tables import a_match, play
from tests.website.page import Page, visit
from tests.website.rows import make_fault, make_match
from website.accounts.models import User
from website.site import errors

TOO_MUCH = 20 * 1024 * 1024


@pytest.fixture
def pages(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot, charlie: User) -> list[str]:
    """Every kind of page, with rows on it."""
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    make_fault(match, alices_bot.current)
    config = {"variants": ["dynasty", "harmony"]}
    kingdomino = a_match(charlie, play(3, config, seed=1), config)
    return [
        "/",
        "/ladders/",
        f"/ladders/{ladder.slug}/",
        "/matches/",
        f"/matches/{match.pk}/",
        f"/matches/{match.pk}/games/2/",
        "/bots/",
        "/bots/?mine=1",
        "/bots/alcuin/",
        "/bots/alcuin/versions/1/",
        "/bots/alcuin/versions/new/",
        "/bots/upload/",
        "/cards/",
        "/cards/moat/",
        "/cards/kingdoms/",
        "/cards/rulings/",
        "/dominoes/",
        f"/matches/{kingdomino.pk}/",
        "/ladders/new/",
        f"/ladders/{ladder.slug}/edit/",
        "/accounts/logout/",
        "/accounts/password/change/",
        "/nowhere/",
    ]


def test_members_are_told_that_no_worker_runs(
    as_alice: Client, as_olga: Client, visitor: Client
) -> None:
    told = "No worker can play."
    assert told in visit(as_alice, "/")
    assert told in visit(as_olga, "/").part(".notice:has(a[href='/dashboard/workers/'])")
    assert told not in visit(visitor, "/").html
    Worker.objects.create(host="post", slots=0, queues=["arena-delivery"], seen_at=timezone.now())
    assert told in visit(as_alice, "/")
    Worker.objects.create(host="a", slots=1, queues=["arena"], seen_at=timezone.now())
    assert told not in visit(as_alice, "/").html


def test_every_page_forbids_inline_code_and_has_none(
    pages: list[str], alice: User, as_alice: Client
) -> None:
    alice.is_staff = True
    alice.save()
    for page in [*pages, "/health/", "/example/my_bot.py"]:
        response = as_alice.get(page)
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response["X-Frame-Options"] == "DENY"
        shown = Page(response)
        assert not re.search(r"<script(?![^>]*\ssrc=)", shown.html), page
        assert not re.search(r"<[^>]+\s(style|on\w+)=", shown.html), page
        assert "<style" not in shown.html, page
        assert not re.search(r'(src|href)="(https?:)?//', shown.html), page


@pytest.mark.parametrize("page", ["/", "/ladders/", "/matches/", "/bots/", "/accounts/login/"])
def test_pages_open_to_all_work_on_an_empty_platform(page: str, visitor: Client) -> None:
    assert visitor.get(page).status_code == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_parsed(as_alice: Client) -> None:
    response = as_alice.generic("POST", "/bots/upload/", b"x" * TOO_MUCH, "multipart/form-data")
    assert response.status_code == 413
    assert "too large" in Page(response)


def test_only_files_may_be_longer_than_a_mebibyte(visitor: Client) -> None:
    text = {"login": "x" * 1_100_000}
    for sent in (
        visitor.post("/accounts/login/", text),
        visitor.post("/accounts/login/", text, content_type="application/x-www-form-urlencoded"),
    ):
        assert sent.status_code == 413
        assert "up to 1.0\xa0MB together" in Page(sent)
    problem = visitor.post("/api/v1/bots/", text, content_type="application/json")
    assert problem.status_code == 413
    assert "everything else 1 MiB" in problem.json()["detail"]


def test_a_body_without_a_length_is_refused_with_words(visitor: Client) -> None:
    response = visitor.post("/accounts/login/", headers={"transfer-encoding": "chunked"})
    assert response.status_code == 411
    assert "Content-Length" in Page(response)
    problem = visitor.post("/api/v1/bots/", headers={"transfer-encoding": "chunked"})
    assert (problem.status_code, problem.json()["title"]) == (411, "Length Required")


def test_an_unreadable_length_is_no_server_error(visitor: Client) -> None:
    assert visitor.get("/", headers={"content-length": "many"}).status_code == 200


def test_a_form_without_its_token_is_refused_with_words(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "alice"})
    assert response.status_code == 403
    assert "security token" in Page(response)


def test_a_page_that_does_not_exist_says_so(visitor: Client) -> None:
    response = visitor.get("/ladders/no-such-ladder/")
    assert response.status_code == 404
    assert "Page not found" in Page(response)
    assert Page(response).link("Start page") == "/"


def test_the_address_of_a_form_opened_by_itself_leads_back_to_the_form(
    as_alice: Client, alices_bot: Bot
) -> None:
    response = as_alice.get(f"/bots/{alices_bot.slug}/withdraw/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This address only receives a form." in Page(response)


def test_our_own_failure_is_told_without_the_database(rf: RequestFactory) -> None:
    response = errors.server_error(rf.get("/"))
    assert response.status_code == 500
    assert b"<h1>Server error</h1>" in getattr(response, "content", b"")


@pytest.mark.parametrize(
    ("handler", "status"), [(errors.bad_request, 400), (errors.forbidden, 403)]
)
def test_refusals_are_pages_of_ours(
    handler: object, status: int, rf: RequestFactory, db: None
) -> None:
    assert callable(handler)
    response = handler(rf.get("/"))
    assert response.status_code == status
    assert b"Kingsbench" in response.content


def test_health_is_for_machines(visitor: Client) -> None:
    assert visitor.get("/health/").json() == {"status": "ok", "database": "ok"}


def test_health_fails_without_a_database(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("no route to host")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", gone)
        assert visitor.get("/health/").status_code == 503


def test_the_colours_are_kept_in_a_cookie(visitor: Client) -> None:
    response = visitor.post("/theme/", {"theme": "dark", "next": "/bots/"})
    assert response.headers["Location"] == "/bots/"
    assert visit(visitor, "/").part("html")["data-theme"] == "dark"
    visitor.post("/theme/", {"theme": ""})
    assert "data-theme" not in visit(visitor, "/").html


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_the_colour_switch_leads_nowhere_else(target: str, visitor: Client) -> None:
    response = visitor.post("/theme/", {"theme": "dark", "next": target})
    assert response.headers["Location"] == "/"


def test_german_is_spoken_when_asked_for(visitor: Client) -> None:
    visitor.post("/language/", {"language": "de", "next": "/"})
    page = visit(visitor, "/")
    assert page.language == "de"
    assert "Anmelden" in page


def test_all_are_told_when_no_worker_can_jail(visitor: Client) -> None:
    assert "Uploads are closed" not in visit(visitor, "/").html
    problem = "run <b>sysctl</b> -w user.max_user_namespaces=1"
    Worker.objects.create(host="one", slots=2, problem=problem, seen_at=timezone.now())
    page = visit(visitor, "/")
    assert "Uploads are closed" in page
    assert "run <b>sysctl" in page


def test_pages_that_follow_each_other_ask_once_whether_all_is_well(
    as_olga: Client, settings: Settings
) -> None:
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = settings.CACHES | {"process": {"BACKEND": memory, "LOCATION": "of this test"}}
    for asked in (True, False):
        with CaptureQueriesContext(connection) as queries:
            as_olga.get("/accounts/profile/")
        told = " ".join(query["sql"] for query in queries)
        assert [about in told for about in ("arena_worker", "alarmed_at")] == [asked, asked]
    caches["process"].clear()
    Worker.objects.create(host="one", slots=2, problem="no jail", seen_at=timezone.now())
    assert "Uploads are closed" in visit(as_olga, "/")
    caches["process"].clear()


def test_the_home_page_costs_the_same_however_much_is_played(
    pages: list[str],
    visitor: Client,
    ladder: Ladder,
    alices_bot: Bot,
    bobs_bot: Bot,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    for _ in range(6):
        make_match(ladder, alices_bot.current, bobs_bot.current)
    with django_assert_num_queries(16):  # five of them once in a while, for notable matches
        visitor.get("/")
    with django_assert_num_queries(11):
        # jail, tournaments, 2 x ladders, two tops, 2 x matches, 2 x games, what runs
        visitor.get("/")

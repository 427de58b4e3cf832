"""Cached pages: nobody sees what is another's, and the own act at once."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from itertools import chain
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver
from django.utils import timezone
from pytest_django import Settings

from arena.matches.watch_live import show_live, watch_live
from arena.models import Bot, Ladder, Notification, Tournament
from arena.results.count_statistics import count_statistics
from engine import catalogue
from tests import cast
from tests.arena.tournament_steps import bots, play_round, started
from tests.website.page import Page, visit
from tests.website.rows import make_fault, make_log, make_match, make_version
from website.accounts.models import User
from website.site.page_cache import ACTED, PAGES, CachedResponse, CachedView, PageCache

HTMX = {"HX-Request": "true"}
FOREVER = 1000.0
TOKEN = r'<input type="hidden" name="csrfmiddlewaretoken" value="\w{64}">'
DIFFERS = rf"{TOKEN}|>[^<]*</time>"  # a form's token each time, a time each minute
NOTHING = CachedResponse(200, {}, None, b"")


@pytest.fixture
def cached(settings: Settings) -> Iterator[None]:
    settings.PAGE_CACHE_SECONDS = FOREVER
    PAGES.clear()
    yield
    PAGES.clear()


@pytest.fixture
def addresses(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> dict[str, list[str]]:
    """Addresses of each cached view, where the cast sees different things."""
    assert alices_bot.current
    assert bobs_bot.current
    finished = make_match(ladder, alices_bot.current, bobs_bot.current)
    count_statistics(ladder=ladder)
    make_fault(finished, alices_bot.current)
    make_log(finished, bobs_bot.current, "Bob's secret print")
    check = make_match(ladder, alices_bot.current, bobs_bot.current, purpose="check")
    running = make_match(ladder, alices_bot.current, bobs_bot.current, status="running")
    watch_live(match=running)
    game = catalogue.new("dominion", seats=2, seed=running.seed, config=running.config)
    show_live(match=running, number=0, seating=[1, 0], game=game)
    Bot.objects.filter(pk=bobs_bot.pk).update(state="benched", bench_reason="Bob's secret bench")
    new = Bot.objects.create(owner=cast.bob(), name="Brand new", slug="new")
    make_version(new, ladder, state="checking")
    hidden = play_round(started([*bots(3, ladder), alices_bot], reveal_minutes=60))
    draft = Tournament.objects.get(pk=hidden.pk)
    draft.pk, draft.slug, draft.name, draft.state = None, "draft", "Draft Cup", "draft"
    draft.save()
    match, shown = f"/matches/{finished.pk}/", f"/ladders/{ladder.slug}/"
    return {
        "home": ["/"],
        "ladders:index": ["/ladders/"],
        "ladders:leaderboard": [shown, f"{shown}?mine=1", f"{shown}?new=1", f"{shown}?q=alice"],
        "ladders:statistics": [f"{shown}statistics/", f"{shown}statistics/?card=Moat"],
        "ladders:statistics_cards": [f"{shown}statistics/cards/?sort=card"],
        "ladders:statistics_openings": [f"{shown}statistics/openings/"],
        "ladders:markdown": [f"/ladders/{ladder.slug}.md"],
        "llms": ["/llms.txt"],
        "archive:index": ["/archive/"],
        "tournaments:index": ["/tournaments/"],
        "tournaments:detail": [
            *(f"/tournaments/{hidden.slug}/", f"/tournaments/{hidden.slug}/?round=1"),
            "/tournaments/draft/",
        ],
        "bots:index": ["/bots/", "/bots/?mine=1"],
        "bots:detail": [f"/bots/{one}/" for one in (alices_bot.slug, bobs_bot.slug, "new")],
        "matches:index": ["/matches/", "/matches/?bot=new"],
        "matches:detail": [match, f"/matches/{check.pk}/", f"/matches/{running.pk}/"],
        "matches:game": [f"{match}games/1/"],
        "matches:live": [f"/matches/{running.pk}/live/"],
        "matches:watch": [f"{match}games/1/replay/", f"/matches/{check.pk}/games/1/replay/"],
    }


def views(found: URLResolver | None = None, space: str = "") -> Iterator[tuple[str, Any]]:
    for one in (found or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from views(one, f"{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern):
            yield f"{space}{one.name}", one.callback


def is_cached(view: Any) -> bool:
    while view is not None:
        if isinstance(view, CachedView):
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def read(browser: Client, address: str, headers: dict[str, str]) -> tuple[int, str]:
    response = browser.get(address, headers=headers)
    body = response.content.decode() + response.headers.get("Location", "")
    return response.status_code, re.sub(DIFFERS, "", body)


def test_each_reader_sees_what_they_saw_without_the_cache(
    cached: None, addresses: dict[str, list[str]], settings: Settings
) -> None:
    known = {name for name, view in views() if is_cached(view)}
    assert known == set(addresses), "each cached view is tried"
    Notification.objects.update(read_at=timezone.now())  # a visit reads some
    readers = {
        "visitor": reader("en"),
        "alice": reader("en", cast.alice()),
        "bob": reader("de", cast.bob()),
        "charlie": reader("en", cast.charlie()),
        "Besucher": reader("de"),
        "olga": reader("de", cast.olga()),
    }
    for address in chain(*addresses.values()):
        for part in ({}, HTMX):
            settings.PAGE_CACHE_SECONDS = 0
            fresh = {name: read(one, address, part) for name, one in readers.items()}
            settings.PAGE_CACHE_SECONDS = FOREVER
            for names in ([*readers], [*reversed(readers)]):  # whoever fills the cache
                PAGES.clear()
                for name in names:
                    assert read(readers[name], address, part) == fresh[name], (address, name)


def reader(language: str, person: User | None = None) -> Client:
    """Return a browser of this language; Germans with an account live in Tokyo."""
    browser = Client(headers={"Accept-Language": language})
    if person:
        zone = "Asia/Tokyo" if language == "de" else "UTC"
        User.objects.filter(pk=person.pk).update(language=language, time_zone=zone)
        browser.force_login(person)
    return browser


def test_a_poll_that_finds_nothing_new_asks_the_database_for_its_reader_alone(
    cached: None, addresses: dict[str, list[str]], visitor: Client, as_charlie: Client
) -> None:
    for browser, most in ((visitor, 0), (as_charlie, 3)):
        for address in ("/", addresses["bots:detail"][0], addresses["tournaments:detail"][0]):
            etag = browser.get(address, headers=HTMX).headers["ETag"]
            with CaptureQueriesContext(connection) as queries:
                again = browser.get(address, headers={**HTMX, "If-None-Match": etag})
            assert again.status_code == 304
            assert len(queries) <= most


def test_a_part_is_the_same_for_all_who_see_no_more_than_visitors(
    cached: None, alices_bot: Bot, visitor: Client, as_alice: Client, as_charlie: Client
) -> None:
    parts = [browser.get("/", headers=HTMX) for browser in (visitor, as_alice, as_charlie)]
    assert len({part.content for part in parts}) == 1
    assert len({part.headers["ETag"] for part in parts}) == 1
    assert 'data-owner="alice"' in parts[0].content.decode()
    assert 'data-viewer="alice"' in as_alice.get("/").content.decode()


def test_who_has_just_acted_sees_the_effect_at_once(
    cached: None, ladder: Ladder, alices_bot: Bot, as_alice: Client, visitor: Client
) -> None:
    before = visit(visitor, "/")
    visit(as_alice, "/", headers=HTMX)
    sent = as_alice.post(f"/bots/{alices_bot.slug}/withdraw/")
    mark = sent.cookies[ACTED]
    assert mark["max-age"] == FOREVER + 1, "longer than what was rendered before"
    assert mark["httponly"]
    for headers in ({}, HTMX):
        assert "Alcuin" not in visit(as_alice, "/", headers=headers).part("#live")
    assert visit(visitor, "/").text == before.text, "others a moment later"


def test_no_cached_page_holds_a_form_that_needs_a_token(
    cached: None, addresses: dict[str, list[str]], visitor: Client
) -> None:
    for address in chain(*addresses.values()):
        page = Page(visitor.get(address))
        if page.status == HTTPStatus.NOT_FOUND:  # no page that is kept
            continue
        assert "csrfmiddlewaretoken" not in page.html, address
        forms = [form for form in page.parts("form") if form["method"] == "post"]
        assert {form["action"] for form in forms} <= {"/theme/", "/language/"}, address


def test_visitors_choose_theme_and_language_without_a_token_and_accounts_need_one(
    visitor: Client, as_alice: Client
) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/theme/", {"theme": "dark"}).cookies["theme"].value == "dark"
    assert strict.post("/language/", {"language": "de"}).status_code == 302
    strict.force_login(cast.alice())
    assert strict.post("/language/", {"language": "de"}).status_code == 403
    assert cast.alice().language != "de"


def test_what_an_address_looks_like_is_not_mixed_up(
    cached: None, visitor: Client, ladder: Ladder
) -> None:
    plain = visit(visitor, "/")
    visitor.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in visit(visitor, "/").html
    german = visit(visitor, "/", headers={"Accept-Language": "de"})
    assert 'lang="de"' in german.html
    assert "data-theme" not in plain.html


def test_of_many_who_ask_at_once_one_renders() -> None:
    cache, begun, go = PageCache(9), Event(), Event()
    rendered = []

    def render() -> CachedResponse:
        begun.set()
        assert go.wait(30)
        rendered.append(1)
        return NOTHING

    with ThreadPoolExecutor(8) as crowd:
        first = crowd.submit(cache.get, "page", render, FOREVER)
        assert begun.wait(30)
        others = [crowd.submit(cache.get, "page", render, FOREVER) for _ in range(7)]
        go.set()
        assert all(one.result() is NOTHING for one in (first, *others))
    assert len(rendered) == 1


def test_an_error_is_raised_and_not_kept() -> None:
    cache = PageCache(9)

    def fail() -> CachedResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cache.get("page", fail, FOREVER)
    assert cache.get("page", lambda: NOTHING, FOREVER) is NOTHING


def test_old_pages_and_more_than_fit_are_dropped() -> None:
    cache = PageCache(2)
    rendered: list[str] = []

    def get(key: str, seconds: float = FOREVER) -> None:
        def render() -> CachedResponse:
            rendered.append(key)
            return NOTHING

        cache.get(key, render, seconds)

    for key in "aabcca":
        get(key)
    assert rendered == ["a", "b", "c", "a"]
    get("a", seconds=0)
    assert rendered[-2:] == ["a", "a"]

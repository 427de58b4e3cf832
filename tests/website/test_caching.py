"""Shared caches store nothing of somebody with an account."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from arena.models import Bot, Ladder
from tests.website.program import Program
from website.accounts.models import User

LOGGED_OUT = {"account_logout", "account_login", "account_signup"}


def addresses(patterns: Any, before: str = "/") -> Iterator[str]:
    """Yield all addresses without parameters."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, route)
        elif not set("<(^") & set(route) and pattern.name not in LOGGED_OUT:
            yield route


@pytest.mark.parametrize("staff", [False, True])
def test_no_page_of_somebody_with_an_account_is_for_shared_caches(
    *, staff: bool, as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    User.objects.filter(username="alice").update(is_staff=staff)
    own = [
        *(f"/bots/{alices_bot.slug}/", f"/bots/{alices_bot.slug}/versions/1/source/"),
        *(f"/ladders/{ladder.slug}/", f"/bots/{alices_bot.slug}/ratings/{ladder.slug}.json"),
        *("/people/alice/", "/people/alice/matches.atom", "/nowhere/", "/handbook/api/"),
    ]
    paths = [*addresses(get_resolver().url_patterns), *own]
    assert len(paths) > 60
    public = {}
    for path in paths:
        said = as_alice.get(path).headers.get("Cache-Control", "")
        if not {"private", "no-store"} & set(said.replace(" ", "").split(",")):
            public[path] = said
    assert public == {}


def test_an_answer_to_a_token_is_private(alice: User, alices_bot: Bot) -> None:
    alices = Program(alice)
    for path in ("/api/v1/bots/", "/api/v1/me/", "/api/v1/results/", "/bots/alcuin/"):
        assert "private" in alices.get(path).headers["Cache-Control"]


def test_what_a_visitor_reads_may_be_stored(client: Client, db: None) -> None:
    assert "private" not in client.get("/handbook/api/").headers.get("Cache-Control", "")

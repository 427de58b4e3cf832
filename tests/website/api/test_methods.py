"""Methods that an address does not support return 405 to every user."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.urls import URLResolver

from tests import cast
from tests.website.program import ROOT, Program
from website import api_urls as urls
from website.accounts.models import User

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}


def patterns(found: Iterable[Any], before: str) -> Iterator[tuple[str, set[str]]]:
    """Every address with the methods that it offers."""
    for one in found:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, here)
        else:
            actions = getattr(one.callback, "actions", {"get": ""})
            yield re.sub(r"<\w+:\w+>", "1", here), {method.upper() for method in actions}


ADDRESSES = sorted(
    (path, method)
    for path, offered in patterns(urls.urlpatterns, "/api/")
    for method in METHODS - offered
)


@pytest.mark.long(2)
@pytest.mark.parametrize("who", ["anybody", "alice", "olga"])
def test_a_method_that_is_not_offered_is_answered_so(who: str, db: None, alice: User) -> None:
    people = {"anybody": None, "alice": alice, "olga": cast.olga()}
    program = Program(people[who])
    program.raise_request_exception = False
    assert len(ADDRESSES) > 300
    wrong = {}
    for path, method in ADDRESSES:
        answer = program.generic(method, path, "{}", content_type="application/json")
        allowed = answer.get("Allow", "").split(", ")
        if answer.status_code != 405 or method in allowed or allowed == [""]:
            wrong[f"{method} {path}"] = (answer.status_code, allowed)
    assert wrong == {}


def test_the_answer_says_what_is_offered(alices: Program) -> None:
    answer = alices.delete(ROOT + "results/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert answer.json()["title"] == "Method Not Allowed"
    assert alices.head(ROOT + "results/").status_code == 200

"""Send odd numbers to every address and every query parameter that has a number."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.test import Client
from django.urls import get_resolver
from rest_framework.throttling import SimpleRateThrottle

from tests import cast
from tests.website.scripts.odd_addresses import fill_database, problems_of
from website.api.docs import schema_json

NUMBERS = (
    *(str(2**31), str(2**63 - 1), str(2**63), str(2**64), str(10**30), "-1", "0"),
    *("007", "0" * 40 + "1", "%D9%A3", "%EF%BC%93"),
)  # the Arabic and the full-width digit three are digits that are not ASCII's
SOME = (str(2**63), f"-{2**63}", "%D9%A3")
NUMBER = re.compile(r"<(?:int|number):\w+>")
WORDS = {
    "username": "bob",
    "ladder": "a-ladder",
    "other": "bede",
    "bot": "alcuin",
    "kind": "bots",
    "name": "bede",
}
SLUGS = {"ladders": "a-ladder", "leagues": "a-league", "tournaments": "a-cup"}
OTHERS = ("page", "before", "cursor", "limit", "version", "number", "at", "division", "seats")


def walk() -> tuple[int, int, list[tuple[str, str]]]:
    """Return how many addresses and parameters have a number, and which of them broke, and how."""
    for pace in SimpleRateThrottle.THROTTLE_RATES:
        SimpleRateThrottle.THROTTLE_RATES[pace] = None
    match = fill_database()
    owner = cast.alice()
    owner.is_staff = owner.is_superuser = True  # comes to every page
    owner.save()
    browser = Client(HTTP_HOST="localhost", raise_request_exception=False)
    browser.force_login(owner)
    addresses = list(_addresses(str(match)))
    asked = [*_asked_of_pages(str(match)), *_asked_of_api(str(match))]
    broken: list[tuple[str, str]] = []
    for number in NUMBERS:
        for address in addresses:
            page = NUMBER.sub(number, address)
            broken += problems_of(page, browser.get(page))
    for number in SOME:
        for address in addresses:
            page = NUMBER.sub(number, address)
            broken += problems_of(page, browser.post(page), reads=False)
        for page in asked:
            found = page.replace("{}", number)
            broken += problems_of(found, browser.get(found))
    return len(addresses), len(asked), broken


def _addresses(match: str) -> Iterator[str]:
    """Yield every address with a number, once for each of its numbers; the others exist."""
    for address in _routes(get_resolver().url_patterns, match):
        for number in NUMBER.finditer(address):
            before, after = address[: number.start()], address[number.end() :]
            yield _known(before, match) + number[0] + _known(after, match)
    for model in admin.site._registry:
        yield f"/admin/{model._meta.app_label}/{model._meta.model_name}/<int:pk>/change/"


def _known(route: str, match: str) -> str:
    return NUMBER.sub("1", route.replace("<number:match_id>", match))


def _asked_of_pages(match: str) -> Iterator[str]:
    for address in _routes(get_resolver().url_patterns, match):
        if not address.startswith("/api/"):
            yield f"{_known(address, match)}?" + "&".join(f"{name}={{}}" for name in OTHERS)


def _asked_of_api(match: str) -> Iterator[str]:
    """Yield every query parameter that the API describes."""
    ids = {"match_id": match, "slug": "alcuin"} | WORDS
    for path, methods in json.loads(schema_json())["paths"].items():
        space = path.split("/")[3]
        known = ids | ({"slug": SLUGS[space]} if space in SLUGS else {})
        names = re.findall(r"\{(\w+)\}", path)
        at = path.format_map({name: known.get(name, "1") for name in names})
        for parameter in methods.get("get", {}).get("parameters", ()):
            if parameter["in"] == "query":
                yield f"{at}?{parameter['name']}={{}}"


def _routes(patterns: Any, match: str, before: str = "/", space: str = "") -> Iterator[str]:
    """Yield the addresses, with words for all that is no number."""
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            if pattern.app_name != "admin":  # it is not made of converters
                below = pattern.namespace or space
                yield from _routes(
                    pattern.url_patterns, match, before + str(pattern.pattern), below
                )
        elif "(" not in str(pattern.pattern) and pattern.name != "health_ready":
            route = before + str(pattern.pattern)
            kind = route.split("/")[3] if space == "api" and route.count("/") > 2 else space
            words = {"slug": SLUGS.get(kind, "alcuin")} | WORDS
            for named in re.finditer(r"<(?!int|number)\w+:(\w+)>", route):
                route = route.replace(named[0], words.get(named[1], "2030-01-31"))
            yield route

"""`/api/v1/search/`."""

import pytest

from arena.models import Bot
from tests.website.program import Program
from website.accounts.models import User


def test_groups_with_their_results(anybody: Program, alices_bot: Bot) -> None:
    [group] = anybody.read("search/?q=alcuin&kind=bots")["groups"]
    expected = {"kind": "bot", "title": "Alcuin", "url": "/bots/alcuin/", "excerpt": ""}
    assert group == {"name": "bots", "count": 1, "results": [expected]}
    assert "cards" in [one["name"] for one in anybody.read("search/?q=moat")["groups"]]


def test_what_is_hidden_is_not_found(alice: User, alices: Program, bobs: Program) -> None:
    Bot.objects.create(owner=alice, name="Unchecked", slug="unchecked")
    assert alices.read("search/?q=unchecked&kind=bots")["groups"]
    assert bobs.read("search/?q=unchecked&kind=bots")["groups"] == []


@pytest.mark.parametrize("asked", ["", "?q=", f"?q={'x' * 10_000}", "?q=a&kind=all", "?q=a%00"])
def test_bad_queries_are_explained(anybody: Program, asked: str) -> None:
    assert anybody.read(f"search/{asked}", status=422)["errors"]


def test_signs_alone_find_nothing(anybody: Program) -> None:
    assert anybody.read("search/?q=%26%26")["groups"] == []

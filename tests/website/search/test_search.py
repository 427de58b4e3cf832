"""The search page: every kind, ranked, in both languages, and nothing that is hidden."""

import re

import pytest
from django.test import Client

from arena.models import Bot, Ladder, Tournament
from tests.arena.tournament_steps import opened
from tests.cast import a_bot, a_ladder, bob, charlie, olga
from tests.website.rows import make_bot
from website.accounts.models import User
from website.search.search import search

pytestmark = pytest.mark.django_db


def page(client: Client, query: str, **more: str) -> str:
    answer = client.get("/search/", {"q": query, **more})
    assert answer.status_code == 200
    return answer.content.decode()


def found(query: str, viewer: User | None = None, only: str = "") -> dict[str, list[str]]:
    groups = search(query, viewer, only=only)
    return {group.name: [result.title for result in group.results] for group in groups}


def test_every_kind_is_found_and_what_matched_is_marked(
    visitor: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    User.objects.create_user("alcuin-fan")
    cup = opened(name="Alcuin Cup")
    shown = page(visitor, "alcuin")
    for address in (
        f"/bots/{alices_bot.slug}/",
        "/people/alcuin-fan/",
        f"/tournaments/{cup.slug}/",
    ):
        assert f'href="{address}"' in shown
    assert "<mark>Alcuin</mark> Cup" in shown
    assert f'href="/ladders/{ladder.slug}/"' in page(visitor, "first gam")
    assert '"/cards/moat/"' in page(visitor, "moat")
    assert re.search(r'href="/handbook/operators/data/#[\w-]*search', page(visitor, "pg_trgm"))


def test_the_best_comes_first(alice: User, ladder: Ladder) -> None:
    make_bot(alice, "My Moat Machine", ladder)
    make_bot(alice, "Moathouse", ladder)
    make_bot(alice, "Quarry", ladder, description="Buys every Moat.")
    make_bot(alice, "Moat", ladder)
    assert found("moat")["bots"] == ["Moat", "Moathouse", "My Moat Machine", "Quarry"]
    assert next(iter(found("quarry"))) == "bots"
    assert next(iter(found("laboratory"))) == "cards"


def test_cards_are_found_in_both_languages_and_misspelled(visitor: Client) -> None:
    assert found("Burggraben")["cards"] == found("moat")["cards"][:1] == ["Moat"]
    assert found("laboratroy")["cards"][0] == "Laboratory"
    visitor.cookies["django_language"] = "de"
    assert "<mark>Burggraben</mark>" in page(visitor, "burggraben")


def test_german_pages_of_the_handbook_are_found_by_section(visitor: Client) -> None:
    visitor.cookies["django_language"] = "de"
    found = page(visitor, "Schmiede bringt drei")
    assert 'href="/handbook/bots/tutorial/#schritt-3-karten-die-nachziehen"' in found


def test_handbook_pages_are_found_in_the_other_language(visitor: Client) -> None:
    assert 'href="/handbook/ratings/"' in page(visitor, "wertung")


def test_what_a_viewer_may_not_see_is_not_found(alice: User) -> None:
    opened(name="Zebra Cup")
    Tournament.objects.update(state="draft")
    Bot.objects.create(owner=alice, name="Zebra Bot", slug="zebra-bot")
    User.objects.create_user("zebra-person", is_active=False)
    assert found("zebra", alice) == {"bots": ["Zebra Bot"]}
    for stranger in (None, bob(), charlie()):
        assert found("zebra", stranger) == {}
    assert found("zebra", olga()) == {"bots": ["Zebra Bot"], "competitions": ["Zebra Cup"]}


def test_each_viewer_in_turn_sees_their_own(
    as_alice: Client, as_bob: Client, visitor: Client, alice: User
) -> None:
    Bot.objects.create(owner=alice, name="Unchecked", slug="unchecked")
    seen = ["/bots/unchecked/" in page(one, "unchecked") for one in (as_alice, as_bob, visitor)]
    assert seen == [True, False, False]


def test_a_group_shows_ten_and_all_of_it_on_request(visitor: Client, alice: User) -> None:
    ladder = a_ladder()
    for number in range(12):
        a_bot(alice, f"Tower {number}", ladder)
    assert "&amp;kind=bots" in page(visitor, "tower")
    assert len(found("tower")["bots"]) == 10
    assert len(found("tower", only="bots")["bots"]) == 12
    assert "Tower</mark> 11" in page(visitor, "tower", kind="bots")


@pytest.mark.parametrize(
    "query",
    [
        *("a & b | !c", "':*", "moat:*", "\\", '"moat', "50%", "_", "a <-> b", "(((", "-moat", "'"),
        *("Łódź", "город", "机器人2", "ロボット", "بوت", "e\u0301te\u0301", "²", "💰 gold", "ß"),
        "a " * 40,
        "x" * 80,
    ],
)
def test_operators_and_other_scripts_are_plain_words(visitor: Client, query: str) -> None:
    page(visitor, query)


def test_bots_are_found_in_other_scripts_and_any_case(alice: User, ladder: Ladder) -> None:
    make_bot(alice, "Öffner Город", ladder, slug="opener")
    assert found("ГОРОД")["bots"] == found("öffner")["bots"] == ["Öffner Город"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("x" * 10_000, "At most 80 characters"),
        ("", "Enter what you are looking for."),
        ("&&& --", "Enter a word or a number"),
        ("a\0b", "Null characters are not allowed"),
    ],
)
def test_bad_input_is_explained(visitor: Client, query: str, words: str) -> None:
    assert words in page(visitor, query)


def test_an_unknown_kind_is_refused_and_nothing_found_is_said(visitor: Client) -> None:
    assert "Nothing found" in page(visitor, "qqxxyyzz")
    assert "Nothing found" not in page(visitor, "moat", kind="nothing")
    assert "Nothing found" not in visitor.get("/search/").content.decode()


def test_every_page_links_to_it(visitor: Client, as_alice: Client) -> None:
    for client in (visitor, as_alice):
        assert 'href="/search/"' in client.get("/").content.decode()

"""A name is found however it is written: composed or not, full-width, in any case."""

import unicodedata
from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.test import Client

from arena.core.names import is_same
from arena.models import Block, Bot, Follow, Ladder
from tests import cast
from tests.website.page import Page, visit
from tests.website.program import Program
from tests.website.rows import make_bot, make_match
from website.accounts.models import User

ZOE, ELAN = "Zoé", "Elan 7"  # names of bots are ASCII
WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in map(chr, range(0x21, 0x7F))}


def decomposed(name: str) -> str:
    return unicodedata.normalize("NFD", name)


def wide(name: str) -> str:
    return name.translate(WIDE)


def capitals(name: str) -> str:
    return name.upper()


WAYS = [decomposed, wide, capitals, str.lower, lambda name: decomposed(wide(name.upper()))]
Way = Callable[[str], str]


@pytest.fixture
def zoe(db: None) -> User:
    return cast.person(ZOE)


@pytest.fixture
def elan(zoe: User, ladder: Ladder) -> Bot:
    return make_bot(zoe, ELAN, ladder, slug="elan-7")


@pytest.mark.parametrize("way", WAYS)
def test_one_name_has_many_forms(way: Way) -> None:
    assert is_same(way(ZOE), ZOE)
    assert not is_same(way(ZOE), "Zoe")


@pytest.mark.parametrize("way", WAYS)
def test_somebody_logs_in(way: Way, client: Client, zoe: User) -> None:
    sent = {"login": way(ZOE), "password": cast.PASSWORD}
    assert client.post("/accounts/login/", sent).status_code == 302
    assert client.session["_auth_user_id"] == str(zoe.pk)


@pytest.mark.parametrize("way", WAYS)
def test_a_taken_name_is_refused_at_sign_up(way: Way, client: Client, zoe: User) -> None:
    sent = {"username": way(ZOE), "password1": cast.PASSWORD, "password2": cast.PASSWORD}
    page = Page(client.post("/accounts/signup/", sent))
    assert "taken" in page.errors["username"]
    assert User.objects.count() == 1


def test_a_name_is_stored_composed(client: Client, db: None) -> None:
    sent = {"username": decomposed(wide(ZOE)), "password1": cast.PASSWORD}
    client.post("/accounts/signup/", sent | {"password2": cast.PASSWORD})
    assert User.objects.get().username == ZOE


@pytest.mark.parametrize("way", WAYS)
def test_the_pages_of_a_person_are_found(
    way: Way, client: Client, as_olga: Client, elan: Bot
) -> None:
    name = quote(way(ZOE))
    for path in (f"/people/{name}/", f"/people/{name}/matches.atom"):
        assert client.get(path).status_code == 200, path
    assert ZOE in visit(as_olga, f"/dashboard/people/{name}/")
    assert ZOE in visit(as_olga, "/dashboard/people/", {"q": way(ZOE[1:])})


@pytest.mark.parametrize("way", WAYS)
def test_a_person_is_followed_and_blocked(
    way: Way, as_alice: Client, alice: User, elan: Bot
) -> None:
    alices = Program(alice)
    name = quote(way(ZOE))
    for rows, path in ((Follow, f"following/people/{name}/"), (Block, f"blocks/{name}/")):
        alices.generic("PUT", f"/api/v1/{path}")
        assert rows.objects.count() == 1, path
        alices.generic("DELETE", f"/api/v1/{path}")
        assert not rows.objects.exists(), path
    as_alice.post("/challenges/block/", {"username": way(ZOE)})
    assert Block.objects.count() == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_bot_is_found_by_every_search(
    way: Way, client: Client, elan: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert elan.current
    assert bobs_bot.current
    make_match(ladder, elan.current, bobs_bot.current)
    asked = {"bot": way(ELAN)}
    assert client.get("/api/v1/matches/", asked).json()["results"]
    assert visit(client, "/matches/", asked).has("table")
    for part in (way(ELAN), way(ELAN[:3])):
        found = client.get("/api/v1/bots/", {"search": part}).json()["results"]
        assert [bot["name"] for bot in found] == [ELAN]
        assert ELAN in visit(client, "/bots/", {"search": part}).part("main")
        assert ELAN in visit(client, f"/ladders/{ladder.slug}/", {"q": part}).part("main")
        assert ELAN in visit(client, "/search/", {"q": part}).part("main")
    assert client.get("/api/v1/bots/", {"owner": way(ZOE)}).json()["results"]
    compared = visit(client, "/bots/compare/", {"a": way(ELAN), "b": "bede"})
    assert not compared.errors
    assert ELAN in visit(client, "/bots/history/", {"bot": way(ELAN), "ladder": ladder.slug})


@pytest.mark.parametrize("way", WAYS)
def test_a_bots_name_is_taken_in_every_form(way: Way, as_bob: Client, elan: Bot) -> None:
    made = make_bot(cast.bob(), "Cy", slug="cy")
    answer = as_bob.post(f"/bots/{made.slug}/edit/", {"name": way(ELAN)})
    assert answer.status_code == 422
    assert "taken" in Page(answer).errors["name"]


def test_a_name_that_cannot_be_stored_is_nobodys(client: Client, zoe: User) -> None:
    for name in ("Zoé%00", "%00", "%E2%80%8B"):
        assert client.get(f"/people/{name}/").status_code == 404

"""Challenges by program: sent, listed, answered, read; and blocked people."""

from typing import Any

import pytest

from arena.models import Block, Bot, Challenge, Ladder, Match
from tests.website.program import Program


@pytest.fixture
def pair(alices_bot: Bot, bobs_bot: Bot) -> None:
    """Bob's bot asks first."""
    Bot.objects.filter(slug="bede").update(asks_first=True)


def send(program: Program, ladder: Ladder, status: int = 201, **terms: Any) -> Any:
    sent = {"bot": "alcuin", "ladder": ladder.slug} | terms
    return program.send("bots/bede/challenges/", status, **sent)


def test_it_waits_is_accepted_and_read_by_everybody(
    pair: None, alices: Program, bobs: Program, anybody: Program, ladder: Ladder
) -> None:
    told = send(alices, ladder, matches=2, seed=7, config={"kingdom": "Big Money"})
    path = f"challenges/{told['id']}/"
    assert (told["state"], told["matches"], told["seed"]) == ("asked", 2, 7)
    assert (told["result"]["matches"], told["result"]["waiting"]) == ([], 0)
    assert bobs.names("challenges/?box=waiting", "id") == [told["id"]]
    assert alices.names("challenges/?box=sent", "id") == [told["id"]]
    assert alices.names("challenges/?box=received", "id") == []
    anybody.read(path, 404)
    anybody.read("challenges/", 401)
    assert bobs.send(f"{path}accept/")["state"] == "accepted"
    shown = anybody.read(path)
    assert shown["config"] == {"kingdom": "Big Money"}
    assert [one["id"] for one in shown["result"]["matches"]] == list(
        Match.objects.order_by("pk").values_list("pk", flat=True)
    )
    assert [side["bot"] for side in shown["result"]["sides"]] == ["alcuin", "bede"]
    match = shown["result"]["matches"][0]["id"]
    assert anybody.read(f"matches/{match}/")["challenge"] == told["id"]
    assert bobs.send(f"{path}accept/", 409)["type"] == "/api/#wrong-state"


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"matches": 0}, "matches"),
        ({"matches": 10_000}, "matches"),
        ({"matches": None}, "matches"),
        ({"seed": -1}, "seed"),
        ({"seed": 10**40}, "seed"),
        ({"config": {"kingdom": ["Moat"] * 9}}, "config"),
        ({"config": {"kingdom": "random", "sets": ["atlantis"]}}, "config"),
        ({"config": []}, "config"),
        ({"kingdom": "random"}, "kingdom"),
        ({"bot": "nobody"}, "bot"),
    ],
)
def test_bad_terms_are_named(
    terms: dict[str, Any], field: str, pair: None, alices: Program, ladder: Ladder
) -> None:
    assert field in send(alices, ladder, 422, **terms)["errors"]
    assert not Challenge.objects.exists()


def test_others_neither_see_nor_answer(
    pair: None, alices: Program, bobs: Program, charlies: Program, olgas: Program, ladder: Ladder
) -> None:
    path = f"challenges/{send(alices, ladder)['id']}/"
    for verb in ("accept", "refuse", "withdraw"):
        for program in (charlies, olgas):
            program.send(f"{path}{verb}/", 404)
    alices.send(f"{path}accept/", 403)
    bobs.send(f"{path}withdraw/", 403)
    send(bobs, ladder, 403)
    assert bobs.send(f"{path}refuse/")["state"] == "refused"
    alices.send(f"{path}withdraw/", 409)


def test_an_owner_is_asked_or_not(alices: Program, bobs: Program, pair: None) -> None:
    assert bobs.read("bots/bede/")["asks_first"]
    told = bobs.send("bots/bede/", 200, "PATCH", asks_first=False)
    assert (told["asks_first"], told["takes_challenges"]) == (False, True)
    alices.send("bots/bede/", 403, "PATCH", asks_first=True)


def test_blocks_are_listed_made_and_lifted(
    pair: None, alices: Program, bobs: Program, anybody: Program, ladder: Ladder
) -> None:
    path = f"challenges/{send(alices, ladder)['id']}/"
    bobs.send(f"{path}refuse/", block=True)
    assert bobs.names("blocks/", "username") == ["alice"]
    assert alices.names("blocks/", "username") == []
    assert send(alices, ladder, 409)["type"] == "/api/#no-challenge"
    delete(alices, "blocks/alice/", 404)
    delete(bobs, "blocks/alice/", 204)
    delete(bobs, "blocks/alice/", 404)
    for _time in range(2):
        answer = bobs.put("/api/v1/blocks/ALICE/", content_type="application/json")
        assert answer.status_code == 204
    assert Block.objects.count() == 1
    bobs.send("blocks/nobody/", 404, "PUT")
    bobs.send("blocks/bob/", 409, "PUT")
    anybody.send("blocks/alice/", 401, "PUT")


def delete(program: Program, path: str, status: int) -> None:
    assert program.delete(f"/api/v1/{path}").status_code == status


def test_the_older_call_says_where_to_ask(pair: None, alices: Program, ladder: Ladder) -> None:
    sent = {"bot": "alcuin", "opponent": "bede", "ladder": ladder.slug}
    told = alices.send("challenges/", 409, **sent)
    assert "bots/bede/challenges/" in told["detail"]

"""Errors below /api/ are problem documents in English."""

from typing import Any

import pytest
from django.test import Client

from arena.models import Bot, Ladder
from tests.website.program import ROOT, Program
from tests.website.rows import make_match

TYPE = "application/problem+json"
GERMAN = {"Accept-Language": "de"}


def problem(answer: Any, status: int) -> Any:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == TYPE
    assert answer["Content-Language"] == "en"
    told = answer.json()
    assert {"type", "title", "status", "detail"} <= told.keys()
    assert told["status"] == status
    return told


def test_what_is_not_there(visitor: Client, ladder: Ladder) -> None:
    for path in ("nothing/", "bots/nobody/", "matches/0/", "ladders/x/leaderboard/"):
        problem(visitor.get(ROOT + path, headers=GERMAN), 404)
    problem(visitor.get("/api/v2/"), 404)
    problem(visitor.get(f"{ROOT}matches/{'9' * 30}/"), 404)


def test_what_cannot_be_done_there(alices: Program, ladder: Ladder) -> None:
    for method in ("PUT", "DELETE", "OPTIONS"):
        answer = alices.generic(method, ROOT + "bots/")
        problem(answer, 405)
        assert "GET" in answer["Allow"]
    problem(alices.post(ROOT + "schema/"), 405)


def test_addresses_without_their_slash(alices: Program) -> None:
    told = problem(alices.post(ROOT + "bots", {}, "application/json"), 404)
    assert told["detail"] == "Addresses end with a slash. Use /api/v1/bots/."
    assert alices.get(ROOT + "bots").status_code == 301


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"description": NaN}', "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[]", "application/json", 422),
        (b"null", "application/json", 422),
        (b'{"description": "\\u0000"}', "application/json", 422),
        (b'{"description": "\\ud800"}', "application/json", 400),
        (b"description=x", "application/x-www-form-urlencoded", 415),
        (b"description: x", "application/yaml", 415),
    ],
)
def test_bodies_that_make_no_sense(
    body: bytes, kind: str, status: int, alices: Program, alices_bot: Bot
) -> None:
    answer = alices.generic("PATCH", ROOT + "bots/alcuin/", body, content_type=kind)
    problem(answer, status)


def test_fields_are_named_with_what_is_wrong(olgas: Program) -> None:
    sent: dict[str, Any] = {"name": "x", "game": "chess", "limits": {"game_cpu": -1}, "config": []}
    told = olgas.send("ladders/", 422, **sent)
    assert told["type"] == "/api/#invalid"
    assert told["errors"]["name"] == ["Ensure this field has at least 2 characters."]
    assert told["errors"]["seats"] == ["This field is required."]
    assert set(told["errors"]) > {"game", "limits.game_cpu", "config"}
    assert "limits.game_cpu: Ensure this value" in told["detail"]


def test_refusals_have_names_and_no_german(as_bob: Client, alices_bot: Bot) -> None:
    as_bob.post("/language/", {"language": "de", "next": "/"})
    answer = as_bob.post(
        f"{ROOT}bots/alcuin/withdraw/", content_type="application/json", headers=GERMAN
    )
    told = problem(answer, 403)
    assert told == {
        "type": "/api/#not-yours",
        "title": "Not yours",
        "status": 403,
        "detail": "Only the bot's owner can withdraw it.",
    }
    answer = as_bob.get(f"{ROOT}matches/?status=x", headers=GERMAN)
    assert "Select a valid choice" in problem(answer, 422)["detail"]


def test_types_lead_to_their_meaning(visitor: Client) -> None:
    page = visitor.get("/api/").content.decode()
    for name in ("quota-used", "not-yours", "invalid", "missing-scope", "bad-terms"):
        assert f'<tr id="{name}">' in page


def test_our_own_faults_say_nothing_of_how(
    visitor: Client, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("website.ladders.api.LadderDetail.to_representation", fail)
    visitor.raise_request_exception = False
    answer = visitor.get(f"{ROOT}ladders/{ladder.slug}/")
    assert "secret" not in problem(answer, 500)["detail"]


def test_answers_are_not_sent_again_while_nothing_has_changed(
    alices: Program, bobs: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    path = f"{ROOT}ladders/{ladder.slug}/leaderboard/"
    first = alices.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(first["Vary"].split(", "))
    again = alices.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    make_match(ladder, alices_bot.current, bobs_bot.current)  # type: ignore[arg-type]
    changed = alices.get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    own = alices.get(f"{ROOT}bots/alcuin/")["ETag"]
    assert bobs.get(f"{ROOT}bots/alcuin/", headers={"If-None-Match": own}).status_code == 200


def test_every_answer_is_json_whatever_is_accepted(visitor: Client, ladder: Ladder) -> None:
    for accepted in ("text/html", "application/xml", "image/png", "nonsense"):
        answer = visitor.get(ROOT + "ladders/", headers={"Accept": accepted})
        assert answer["Content-Type"] == "application/json"

"""Unknown fields of a request body are named, with the nearest known one."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.throttling import SimpleRateThrottle

from arena.models import Bot, Ladder, Tournament
from tests import cast
from tests.website.program import ROOT, Program
from website.api.docs import schema_json
from website.api.schema import SHOWN

NEAR = {"most_entrans": ["Unknown field. Did you mean “most_entrants”?"]}
CASES: list[tuple[str, str, dict[str, Any], dict[str, list[str]]]] = [
    ("POST", "tournaments/", {"most_entrans": 7}, NEAR),
    ("PATCH", "tournaments/nowhere/", {"most_entrans": 7}, NEAR),
    (
        "POST",
        "ladders/",
        {"limits": {"game_cpus": 1}, "x": 1},
        {
            "limits.game_cpus": ["Unknown field. Did you mean “game_cpu”?"],
            "x": ["Unknown field."],
        },
    ),
    ("PATCH", "ladders/nowhere/", {"slug": "other"}, {"slug": ["Unknown field."]}),
    ("POST", "leagues/", {"seats": 2}, {"seats": ["Unknown field."]}),
    (
        "POST",
        "leagues/x/pause/",
        {"reasons": "x"},
        {"reasons": ["Unknown field. Did you mean “reason”?"]},
    ),
    ("POST", "ladders/x/open/", {"reason": "x"}, {"reason": ["Unknown field."]}),
    ("PATCH", "bots/alcuin/", {"name": "x"}, {"name": ["Unknown field."]}),
]


@pytest.mark.parametrize(("method", "path", "sent", "errors"), CASES)
def test_unknown_fields_are_named(
    method: str, path: str, sent: Any, errors: Any, olgas: Program
) -> None:
    told = olgas.send(path, 422, method, **sent)
    assert told["type"] == "/api/#invalid"
    assert told["errors"] == errors
    for name, [words] in errors.items():
        assert f"{name}: {words}" in told["detail"]


def operations() -> list[tuple[str, str, str]]:
    found = json.loads(schema_json())["paths"]
    return [
        (method.upper(), re.sub(r"\{\w+\}", "1", path), next(iter(body), "application/json"))
        for path, methods in found.items()
        for method, one in methods.items()
        if method in {"post", "put", "patch", "delete"}
        for body in [one.get("requestBody", {}).get("content", {})]
    ]


def test_every_endpoint_that_writes_refuses_what_it_does_not_know(
    olgas: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in SimpleRateThrottle.THROTTLE_RATES:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, name, None)
    every = operations()
    assert len(every) > 35
    assert {kind for _method, _path, kind in every} == {"application/json", "multipart/form-data"}
    wrong = {}
    for method, path, kind in every:
        if kind == "application/json":
            answer = olgas.generic(method, path, '{"strange_key": 1}', content_type=kind)
        else:
            answer = olgas.post(path, {"strange_key": "1"})
        if answer.status_code != 422 or list(answer.json()["errors"]) != ["strange_key"]:
            wrong[f"{method} {path}"] = answer.content
    assert wrong == {}


def test_an_upload_with_an_unknown_field_stores_nothing(alices: Program, ladder: Ladder) -> None:
    sent = {"upload": SimpleUploadedFile("bot.py", b"x = 1"), "name": "New", "ladders": ladder.slug}
    answer = alices.post(f"{ROOT}bots/", sent)
    assert answer.status_code == 422
    assert answer.json()["errors"] == {"ladders": ["Unknown field. Did you mean “ladder”?"]}
    assert not Bot.objects.exists()


def test_a_body_for_an_action_without_one_is_refused(alices: Program, alices_bot: Bot) -> None:
    path = f"{ROOT}bots/alcuin/withdraw/"
    for body in ('["x"]', '"x"', "7"):
        answer = alices.generic("POST", path, body, content_type="application/json")
        assert answer.status_code == 422, answer.content
    alices_bot.refresh_from_db()
    assert alices_bot.state != Bot.State.WITHDRAWN
    assert alices.generic("POST", path, "{}", content_type="application/json").status_code == 200


def test_of_a_flood_of_unknown_fields_some_are_named(olgas: Program) -> None:
    sent: dict[str, Any] = {f"key_{number}": 1 for number in range(5000)}
    told = olgas.send("ladders/", 422, **sent)
    assert len(told["errors"]) == SHOWN


def test_who_may_not_write_learns_no_fields(anybody: Program, alices: Program) -> None:
    anybody.send("tournaments/", 401, most_entrans=7)
    alices.send("tournaments/", 403, most_entrans=7)


def test_a_past_deadline_is_refused_as_by_the_form(olgas: Program, ladder: Ladder) -> None:
    sent: dict[str, Any] = {
        "name": "Late Cup",
        "game": "dominion",
        "config": {"kingdom": "First Game"},
        "entry_deadline": "2020-01-01T00:00Z",
        "starts_at": cast.olga().date_joined.replace(year=cast.olga().date_joined.year + 1),
    }
    words = "This time has already passed. Choose a later one."
    told = olgas.send("tournaments/", 422, **sent)
    assert (told["detail"], told["errors"]) == (words, {"entry_deadline": [words]})
    made = olgas.send("tournaments/", 201, **sent | {"entry_deadline": sent["starts_at"]})
    path = f"tournaments/{made['slug']}/"
    changed = {"entry_deadline": sent["entry_deadline"]}
    assert olgas.send(path, 422, "PATCH", **changed)["detail"] == words
    Tournament.objects.update(**changed)
    assert olgas.send(path, 200, "PATCH", description="x", **changed)["description"] == "x"


def reading() -> dict[str, set[str]]:
    """The query parameters of each address that is read, as described."""
    return {
        re.sub(r"\{\w+\}", "1", path): {
            parameter["name"]
            for parameter in methods["get"].get("parameters", [])
            if parameter["in"] == "query"
        }
        for path, methods in json.loads(schema_json())["paths"].items()
        if "get" in methods
    }


def test_every_endpoint_refuses_parameters_that_it_does_not_have(
    olgas: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in SimpleRateThrottle.THROTTLE_RATES:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, name, None)
    every = reading()
    assert len(every) > 30
    wrong = {}
    for path, known in every.items():
        answer = olgas.get(path, {"zzz": "1"} | dict.fromkeys(known, "x"))
        if answer.status_code != 422 or answer.json()["errors"] != {"zzz": ["Unknown parameter."]}:
            wrong[path] = answer.content
    assert wrong == {}


def test_the_nearest_parameter_is_named(anybody: Program) -> None:
    told = anybody.read("matches/?ladders=x", 422)
    assert told["errors"] == {"ladders": ["Unknown parameter. Did you mean “ladder”?"]}
    sent = anybody.generic("POST", f"{ROOT}bots/alcuin/withdraw/?x=1")
    assert sent.status_code == 401


def test_a_write_refuses_a_parameter_as_well(alices: Program, alices_bot: Bot) -> None:
    assert alices.send("bots/alcuin/withdraw/?now=1", 422)["errors"].keys() == {"now"}
    alices_bot.refresh_from_db()
    assert alices_bot.state != Bot.State.WITHDRAWN


@pytest.mark.parametrize(
    "asked",
    [
        *("limit=0", "limit=-1", "limit=x", "limit=", "limit=1.5", "limit=٣", "cursor=x"),
        *("status=over", "purpose=fun", "since=soon", "version=x", "version=0", "result=win"),
        *("game=chess", "bot=" + "x" * 51),
    ],
)
def test_a_wrong_value_is_refused(asked: str, anybody: Program) -> None:
    name = asked.partition("=")[0]
    assert list(anybody.read(f"matches/?{asked}", 422)["errors"]) == [name]


def test_a_limit_beyond_the_most_is_the_most(anybody: Program, alices_bot: Bot) -> None:
    for most in ("201", "99999999", "0001"):
        assert len(anybody.read(f"bots/?limit={most}")["results"]) == 1
        assert anybody.get(f"{ROOT}results/?limit={most}").status_code == 200

"""The API's description is true: every request it allows gets a response it describes."""

from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from arena.models import Bot, Ladder, Pairing
from tests import cast
from tests.arena.league_steps import a_league, played
from tests.arena.resilience.chaos import sized
from tests.arena.tournament_steps import bots, play_round, started
from tests.website.program import secret_of
from tests.website.rows import make_bot, make_fault, make_log, make_match
from website.wsgi import application

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
TAGS = ("bots", "ladders", "leagues", "tournaments", "matches", "rest")
EXAMPLES = sized(6, 4)  # an operation
Row = dict[str, Any]


def test_the_description_is_valid_and_complete(tmp_path: Any) -> None:
    file = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert "/api/v1/tournaments/{slug}/redraw/" in file.read_text()


def test_it_is_served_and_its_page_is_light(visitor: Client) -> None:
    described = visitor.get("/api/v1/schema/").json()
    ids = [one["operationId"] for path in described["paths"].values() for one in path.values()]
    assert len(ids) == len(set(ids)) > 60
    page = visitor.get("/api/").content.decode()
    for path in described["paths"]:
        assert path in page
    assert "swagger-ui-bundle" not in "".join(page.partition("</head>")[:1])


@pytest.fixture
def rows(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Row:
    """Return names of existing rows, some of every kind."""
    match = make_match(ladder, *[bot.current for bot in (alices_bot, bobs_bot) if bot.current])
    make_fault(match, match.seats.all()[0].version)
    make_log(match, match.seats.all()[0].version, "printed")
    other = cast.a_ladder(name="Two", slug="two", game="kingdomino", config={}, state="paused")
    make_bot(cast.bob(), "Third", other)
    cup = play_round(started([*bots(3, ladder), alices_bot]))
    league = a_league(ladder=ladder)
    season = played(league)
    pairing = Pairing.objects.filter(round__tournament=cup).latest("pk")
    return {
        "bots": {"slug": "alcuin", "number": 1},
        "ladders": {"slug": ladder.slug, "bot": "alcuin"},
        "matches": {"match_id": match.pk, "number": 1, "seat": 1},
        "tournaments": {"slug": cup.slug, "number": 1, "bot": "alcuin"},
        "leagues": {"slug": league.slug, "number": season.number},
        "body": {
            "bot": "alcuin",
            "opponent": "bede",
            "ladder": ladder.slug,
            "pairing": pairing.pk,
            "config": {},
            "limits": {},
            "terms": {},
        },
    }


@pytest.fixture
def people(rows: Row, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """Return the cast's headers, without rate limits."""
    for name in SimpleRateThrottle.THROTTLE_RATES:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, name, None)
    cast_members = (cast.alice(), cast.bob(), cast.charlie(), cast.olga())
    return [{}, *({"Authorization": f"Bearer {secret_of(one)}"} for one in cast_members)]


@pytest.mark.long(6)
@pytest.mark.parametrize("tag", TAGS)
def test_every_answer_is_as_described(tag: str, rows: Row, people: list[dict[str, str]]) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]  # that it is valid is tested above
        name = operation.path.split("/")[3]
        if tag == (name if name in TAGS else "rest"):
            ask(operation, rows, rows.get(name, {}), people)
            tried += 1
    assert tried


def ask(operation: Any, rows: Row, known: Row, people: list[dict[str, str]]) -> None:
    """Send what the description allows, as each person in turn; roll back its effects."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), who=st.sampled_from(people), is_real=st.booleans())
    def once(case: Any, who: dict[str, str], is_real: bool) -> None:
        if is_real:
            make_real(case, rows["body"], known)
        with transaction.atomic():
            answer = case.call(headers=who)
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS, headers=who)

    once()


def make_real(case: Any, body: Row, known: Row) -> None:
    """Make the request refer to existing rows."""
    for name in case.path_parameters or {}:
        case.path_parameters[name] = known.get(name, case.path_parameters[name])
    if isinstance(case.body, dict):
        case.body |= {name: value for name, value in body.items() if name in case.body}

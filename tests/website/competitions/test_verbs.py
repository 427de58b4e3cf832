"""One entry of a registry is a verb on the page and in the API, for organisers only."""

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from django.urls import include, path
from django.utils.functional import lazystr
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings
from rest_framework import serializers

from arena.core.guards import REASON_MOST, require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import Action, Bot, Entry, Ladder, League, RatingRun, Tournament
from arena.tournaments.organise import make_tournament
from tests.arena.league_steps import a_league
from tests.arena.tournament_steps import bots, started, terms
from tests.cast import alice, charlie, olga
from tests.website.program import Program
from website import urls
from website.api.fields import ReasonInput
from website.api_urls import TOURNAMENT
from website.competitions.verbs import Verb, verb_paths
from website.ladders.verbs import VERBS as LADDER_VERBS
from website.leagues.verbs import VERBS as LEAGUE_VERBS
from website.tournaments.api import TournamentAdmin
from website.tournaments.verbs import VERBS as TOURNAMENT_VERBS
from website.tournaments.verbs import TournamentVerb

CUP, LEAGUE = "tournaments/autumn-cup/", "leagues/royal-league/"
LADDER = "ladders/dominion-first-game/"
PAGES = {CUP: f"/{CUP}organise/", LEAGUE: f"/{LEAGUE}", LADDER: f"/{LADDER}"}
VERBS: dict[str, Mapping[str, Verb]] = {
    CUP: TOURNAMENT_VERBS,
    LEAGUE: LEAGUE_VERBS,
    LADDER: LADDER_VERBS,
}
ALL = [(place, key) for place, verbs in VERBS.items() for key in verbs]


@pytest.fixture
def competitions(ladder: Ladder, alices_bot: Bot) -> None:
    started([*bots(3, ladder), alices_bot])
    a_league(ladder=ladder)


def states() -> list[Any]:
    kinds = (Tournament, League, Ladder, Entry, RatingRun)
    return [*(list(kind._default_manager.values()) for kind in kinds), Action.objects.count()]


@pytest.mark.usefixtures("competitions")
@pytest.mark.parametrize(("place", "key"), ALL)
def test_organisers_have_it_on_the_page_and_in_the_api(
    place: str, key: str, as_olga: Client
) -> None:
    answer = as_olga.post(f"{PAGES[place]}{key}/", follow=True)
    assert len(answer.redirect_chain) == 1
    assert len(answer.context["messages"]) == 1
    assert as_olga.get(f"{PAGES[place]}{key}/").status_code == 405
    path = f"/api/v1/{place}{key}/"
    sent = Program(olga()).post(path, {}, content_type="application/json")
    assert sent.status_code in {200, 409, 422}, sent.content


@pytest.mark.usefixtures("competitions")
@pytest.mark.parametrize(("place", "key"), ALL)
def test_others_are_refused(
    place: str, key: str, as_alice: Client, as_charlie: Client, visitor: Client
) -> None:
    before = states()
    page, sent = f"{PAGES[place]}{key}/", {"reason": "mine", "bot": "alcuin"}
    for browser in (as_alice, as_charlie):
        assert browser.post(page, sent).status_code == 403
    assert visitor.post(page, sent)["Location"] == f"/accounts/login/?next={page}"
    for person, status in ((alice(), 403), (charlie(), 403), (None, 401)):
        Program(person).send(f"{place}{key}/", status, **sent)
    assert states() == before


@pytest.mark.parametrize("key", TOURNAMENT_VERBS)
def test_a_draft_is_hidden_from_others(key: str, as_alice: Client) -> None:
    make_tournament(organiser=olga(), terms=terms())
    assert as_alice.post(f"{PAGES[CUP]}{key}/").status_code == 404
    Program(alice()).send(f"{CUP}{key}/", 403)


@pytest.mark.usefixtures("competitions")
@pytest.mark.parametrize("place", VERBS)
def test_other_words_are_no_verbs(place: str, as_olga: Client) -> None:
    assert as_olga.post(f"{PAGES[place]}explode/").status_code == 404
    Program(olga()).send(f"{place}explode/", 404)


def test_the_api_describes_each(visitor: Client) -> None:
    paths = visitor.get("/api/v1/schema/").json()["paths"]
    for place, verbs in VERBS.items():
        for key, verb in verbs.items():
            found = paths[f"/api/v1/{place.split('/')[0]}/{{slug}}/{key}/"]["post"]
            assert (found["summary"], found["description"]) == (verb.summary, verb.description)
            assert ("requestBody" in found) == (verb.takes is not None)
            assert found["x-scope"] == "organise"


# --- a verb made up here -------------------------------------------------------------------------


class Greeting(ReasonInput):
    """How often to greet."""

    times = serializers.IntegerField(default=1, max_value=3, label="How often")


def greet_entrants(
    *, organiser: AbstractBaseUser, tournament: Tournament, times: int, reason: str
) -> int:
    """Greet them and return how often."""
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    log_action(actor=organiser, verb="greet_entrants", target=tournament, reason=reason)
    return times


GREET = TournamentVerb(
    "greet",
    greet_entrants,
    takes=Greeting,
    needs_reason=True,
    summary="Greet the entrants",
    about="All of them.",
    done=lazystr("They were greeted %(times)s times."),
    params=lambda _sent, times: {"times": times},
    logged=lazystr("Entrants greeted"),
    offered=lambda report: not report.tournament.is_over,
    label=lazystr("Greet them"),
    title=lazystr("Greet the entrants"),
)


@pytest.fixture
def greet(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Register the verb as if it were in the registry from the start."""
    monkeypatch.setitem(TOURNAMENT_VERBS, GREET.key, GREET)
    paths = verb_paths(TOURNAMENT, TournamentAdmin, {GREET.key: GREET})
    module = ModuleType("urls_with_another_verb")
    vars(module)["urlpatterns"] = [path("api/v1/", include(paths)), *urls.urlpatterns]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    settings.ROOT_URLCONF = module.__name__


@pytest.mark.usefixtures("competitions", "greet")
def test_an_entry_is_all_that_the_page_needs(as_olga: Client, as_alice: Client) -> None:
    page = PAGES[CUP]
    assert "Greet them</button>" in as_olga.get(page).content.decode()

    def said(**sent: str) -> str:
        response = as_olga.post(f"{page}greet/", sent, follow=True)
        return " ".join(map(str, response.context["messages"]))

    assert said().startswith("Give a reason.")
    assert said(reason="Fair", times="9") == (
        "How often: Ensure this value is less than or equal to 3."
    )
    most = "." * REASON_MOST
    assert f"more than {REASON_MOST} characters" in said(reason=f"{most}.", times="2")
    assert as_alice.post(f"{page}greet/", {"reason": "Fair"}).status_code == 403
    assert not Action.objects.filter(verb="greet_entrants").exists()
    assert said(reason=" Fair ", times="2") == "They were greeted 2 times."
    assert Action.objects.get(verb="greet_entrants").reason == "Fair"
    history = as_olga.get(page).content.decode().split("History")[1]
    assert "Entrants greeted" in history


@pytest.mark.usefixtures("competitions", "greet")
def test_an_entry_is_all_that_the_api_needs() -> None:
    program = Program(olga())
    assert program.send(f"{CUP}greet/", 422)["type"] == "/api/#needs-reason"
    told = program.send(f"{CUP}greet/", 422, reason="Fair", times=9)
    assert told["errors"] == {"times": ["Ensure this value is less than or equal to 3."]}
    assert program.send(f"{CUP}greet/", reason="Fair")["slug"] == "autumn-cup"
    assert Action.objects.filter(verb="greet_entrants").count() == 1
    Program(alice()).send(f"{CUP}greet/", 403, reason="mine")
    Program().send(f"{CUP}greet/", 401, reason="mine")


@pytest.mark.usefixtures("greet")
def test_an_entry_is_described() -> None:
    generator = SchemaGenerator(urlconf="urls_with_another_verb")  # type: ignore[no-untyped-call]
    schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    found = schema["paths"]["/api/v1/tournaments/{slug}/greet/"]["post"]
    assert found["operationId"] == "tournamentadmin_greet"
    assert found["summary"] == "Greet the entrants"
    assert found["description"] == "All of them. Needs a reason."
    assert "GreetingRequest" in str(found["requestBody"])

"""Leagues by API."""

from typing import Any

import pytest

from arena.models import League
from tests import cast
from tests.arena.league_steps import a_league, played
from tests.arena.tournament_steps import bots
from tests.website.program import Program

TERMS: dict[str, Any] = {
    "name": "Royal League",
    "ladder": "dominion-first-game",
    "format": "round_robin",
    "divisions": 2,
    "division_size": 4,
    "promoted": 1,
    "schedule": "0 18 * * FRI",
    "time_zone": "Europe/Berlin",
}


def test_organisers_make_change_pause_resume_and_close(
    olgas: Program, anybody: Program, db: None
) -> None:
    cast.a_ladder(limits={"game_cpu": 3.0})
    other = cast.a_ladder(name="Two", slug="two", game="kingdomino", config={})
    made = olgas.send("leagues/", 201, **TERMS)
    assert (made["slug"], made["game"], made["limits"]) == (
        "royal-league",
        "dominion",
        {"game_cpu": 3.0},
    )
    path = "leagues/royal-league/"
    assert olgas.send(path, 200, "PATCH", promoted=0)["division_size"] == 4
    moved = olgas.send(path, 200, "PATCH", ladder=other.slug)
    assert (moved["game"], moved["config"], moved["limits"]) == ("kingdomino", {}, {})
    assert olgas.send(path + "pause/", reason="summer")["next_run_at"] is None
    assert olgas.send(path + "pause/", 409)["type"] == "/api/#wrong-state"
    assert olgas.send(path + "resume/")["state"] == "active"
    assert olgas.send(path + "close/", 422)["type"] == "/api/#needs-reason"
    assert olgas.send(path + "close/", reason="the end")["state"] == "closed"
    assert anybody.names("leagues/?state=closed") == ["royal-league"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"schedule": "every day"}, "not a cron expression"),
        ({"schedule": "0 0 31 2 *"}, "never occurs"),
        ({"time_zone": "Mars/Base"}, "Unknown time zone"),
        ({"promoted": 3}, "Fewer than half"),
        ({"ladder": "nowhere"}, "ladder"),
        ({"name": "x" * 51}, "name"),
    ],
)
def test_terms_that_no_league_can_have(
    changed: dict[str, Any], told: str, olgas: Program, db: None
) -> None:
    cast.a_ladder()
    assert told in olgas.send("leagues/", 422, **TERMS | changed)["detail"]
    assert not League.objects.exists()


def test_the_next_season_is_foretold_to_organisers(
    olgas: Program, alices: Program, anybody: Program, db: None
) -> None:
    cast.a_ladder()
    olgas.send("leagues/", 201, **TERMS)
    path = "leagues/royal-league/forecast/"
    alices.read(path, 403)
    anybody.read(path, 401)
    Program(cast.olga(), "read").read(path, 403)
    told = olgas.read(path)
    league = League.objects.get()
    assert told["starts_at"] == olgas.read("leagues/royal-league/")["next_run_at"]
    assert (told["rounds"], told["matches"], told["games"]) == (3, 2 * 6, 2 * 6 * 4)
    assert 75 < told["best_wins_of_100"] < 95
    assert (told["seconds"], told["ends_at"], told["clashes"]) == (None, None, [])
    other = a_league(name="Other League", ladder=league.ladder)
    clash = olgas.read(path)["clashes"]
    assert [(one["kind"], one["slug"]) for one in clash] == [("league", other.slug)]
    olgas.read("leagues/nowhere/forecast/", 404)


def test_nobody_else_organises(
    alices: Program, charlies: Program, anybody: Program, db: None
) -> None:
    league = a_league()
    for program, status in ((alices, 403), (charlies, 403), (anybody, 401)):
        program.send("leagues/", status, **TERMS)
        program.send(f"leagues/{league.slug}/", status, "PATCH", promoted=0)
        for verb in ("pause", "resume", "close"):
            program.send(f"leagues/{league.slug}/{verb}/", status, reason="mine")
    league.refresh_from_db()
    assert (league.state, league.promoted) == ("active", 1)


def test_a_season_tells_who_stands_where(anybody: Program, db: None) -> None:
    league = a_league()
    bots(8, league.ladder)
    season = played(league)
    listed = anybody.read(f"leagues/{league.slug}/seasons/")["results"]
    assert [one["number"] for one in listed] == [season.number]
    assert listed[0]["champion"]["slug"] == season.champion.slug  # type: ignore[union-attr]
    told = anybody.read(f"leagues/{league.slug}/seasons/{season.number}/")
    first, second = told["divisions"]
    assert (first["level"], len(first["places"])) == (1, 4)
    assert first["places"][0]["bot"] == listed[0]["champion"]
    assert [one["goes_down"] for one in first["places"]] == [False, False, False, True]
    assert [one["goes_up"] for one in second["places"]] == [True, False, False, False]
    anybody.read(f"tournaments/{first['tournament']}/standings/")
    anybody.read(f"leagues/{league.slug}/seasons/9/", 404)

"""A third game, registered in two lines, passes every page and call: see tests/tiny."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from arena.models import Bot, HumanGame, Ladder, Match
from arena.results.apply_results import apply_results
from arena.results.count_statistics import count_statistics
from arena.tournaments.lifecycle import start_tournament
from engine import catalogue, conformance
from kit.check import asking
from sandbox.jail import Jailer, JailUnavailable
from tests import cast
from tests.arena.league_steps import a_league
from tests.arena.tournament_steps import frozen, play_out
from tests.tiny.platform import play_ladder, play_queued, tiny_bots, tiny_ladder
from tests.website.page import Page, visit
from tests.website.play.test_play import bot_answers
from tests.website.program import Program
from website.accounts.models import User
from website.games import MODULES

LADDER_FORM = {
    "name": "Deep pots",
    "game": "tiny",
    "seats": "3",
    "games_per_match": "3",
    "tiny-pot": "12",
    "state": "open",
}
MATCH_FILES = ("replay.json", "record.json", "decisions-1.jsonl", "decisions-2.jsonl")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game as a newcomer registers it, and nothing else."""
    monkeypatch.setitem(catalogue.FOLDERS, "tiny", "tests.tiny")
    monkeypatch.setitem(MODULES, "tiny", "tests.tiny.site_game")
    yield
    catalogue.info.cache_clear()


@pytest.fixture(scope="module")
def jailer() -> Jailer:
    """The strongest jail of this machine."""
    try:
        return Jailer.strongest()
    except JailUnavailable as unavailable:
        pytest.skip(f"NO JAIL ON THIS MACHINE: {unavailable}")


@pytest.fixture
def ladder(db: None) -> Ladder:
    return tiny_ladder()


@pytest.fixture
def bots(ladder: Ladder) -> tuple[Bot, Bot]:
    return tiny_bots(ladder)


@pytest.fixture
def match(ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer) -> Match:
    """A rated match that was played in real jails and counted."""
    return play_ladder(ladder, jailer)


def page(browser: Client, path: str, status: int = 200) -> str:
    """Return the page's text."""
    response = browser.get(path)
    assert response.status_code == status, path
    return b"".join(response).decode()


def test_its_engine_keeps_the_promises_of_a_game() -> None:
    for seats in (2, 3):
        conformance.check("tiny", seats=seats, seed=seats, every=1)


# --- forms ---------------------------------------------------------------------------------------
def test_a_ladder_is_made_and_edited_with_fields_from_its_catalogue(as_olga: Client) -> None:
    text = page(as_olga, "/ladders/new/?game=tiny")
    assert "how much there is to take" in text
    assert as_olga.post("/ladders/new/", LADDER_FORM).status_code == 302
    assert Ladder.objects.get().config == {"pot": 12}
    edited = as_olga.post("/ladders/deep-pots/edit/", LADDER_FORM | {"tiny-pot": "15"})
    assert edited.status_code == 302
    assert Ladder.objects.get().config == {"pot": 15}
    refused = as_olga.post("/ladders/deep-pots/edit/", LADDER_FORM | {"tiny-pot": "2"})
    assert refused.status_code == 422
    assert "pot is a whole number from 3 to 99, not 2" in Page(refused)


# --- pages ---------------------------------------------------------------------------------------
@pytest.mark.jail
def test_every_page_shows_its_matches(
    match: Match, visitor: Client, as_alice: Client, as_olga: Client
) -> None:
    game = f"/matches/{match.pk}/games/1/"
    for path in (
        *("/", "/ladders/", "/ladders/?game=tiny", "/ladders/pots/", "/matches/"),
        *("/matches/?game=tiny", f"/matches/{match.pk}/", game, f"{game}replay/", f"{game}embed/"),
        *("/bots/", "/bots/alcuin/", "/bots/alcuin/against/", "/bots/alcuin/versions/"),
        *("/bots/alcuin/history/pots/", "/bots/compare/?a=alcuin&b=bede", "/replay/"),
        *("/bots/alcuin/against/bede/", "/tournaments/?game=tiny", "/leagues/?game=tiny"),
        *(
            "/cards/statistics/",
            "/handbook/",
            "/handbook/kinds-of-decisions/",
            "/api/",
            "/people/alice/",
        ),
    ):
        for browser in (visitor, as_alice, as_olga):
            page(browser, path)
    assert "Tiny" in page(visitor, "/ladders/pots/")
    apply_results(ladder_id=match.ladder_id or 0)
    assert count_statistics(ladder=Ladder.objects.get(slug="pots")) == 1
    counted = visit(visitor, "/ladders/pots/statistics/")
    assert {"By seat", "Length of games", "Points", "How games end"} <= set(counted.headings)
    text = page(visitor, f"/matches/{match.pk}/")
    assert "<dt>Pot</dt><dd>9</dd>" in text
    assert '<span class="who">Alcuin</span> takes 3.' in text
    german = visit(visitor, game, headers={"Accept-Language": "de"})
    assert " nimmt 3." in german
    assert "der Topf ist leer" in german
    assert "Pots (Tiny)" in page(as_alice, "/bots/upload/")
    for path in ("/bots/alcuin/versions/new/", "/bots/bede/challenge/"):
        assert "Pots" in page(as_alice, path)


@pytest.mark.jail
def test_its_replay_is_text_with_and_without_script(match: Match, visitor: Client) -> None:
    game = f"/matches/{match.pk}/games/1/"
    text = page(visitor, f"{game}replay/?at=3")
    for words in ("<dt><bdi>Pot</bdi></dt>", "How much do you take?", "<li>1</li><li>2</li>"):
        assert words in text, words
    for file in MATCH_FILES:
        page(visitor, game + file)
    shown = json.loads(page(visitor, "/matches/words/tiny/"))
    assert shown["board"] == "/static/js/games/plain.js"
    assert shown["prompts"] == {"take": "How much do you take?"}
    replay_data = json.loads(page(visitor, f"{game}replay.json"))
    assert replay_data["start"]["pot"] == 9
    assert replay_data["outcome"]["scores"] == replay_data["scores"][-1][1]


@pytest.mark.jail
def test_its_decisions_are_a_file_for_ask(match: Match, visitor: Client, tmp_path: Any) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text(page(visitor, f"/matches/{match.pk}/games/1/decisions-1.jsonl"))
    hello, *decides, _finish = asking.read_recording(path, None)
    assert hello.game == "tiny"  # type: ignore[union-attr]
    assert {one.decision.kind for one in decides} == {"take"}  # type: ignore[union-attr]


@pytest.mark.jail
def test_what_its_matches_came_to_is_counted(match: Match, visitor: Client) -> None:
    text = page(visitor, "/bots/alcuin/")
    assert "Bede" in text
    assert 'id="kingdoms"' not in text
    assert 'id="variants"' not in text


# --- play by hand --------------------------------------------------------------------------------
def test_a_person_plays_it_by_hand_to_its_end(
    bots: tuple[Bot, Bot], charlie: User, as_charlie: Client
) -> None:
    assert "Tiny with default rules" in page(as_charlie, "/play/against/alcuin/")
    asked = {"rules": "game:tiny", "seats": "2", "others": str(bots[0].pk), "seat": "first"}
    assert as_charlie.post("/play/against/alcuin/", asked).status_code == 302
    game = HumanGame.objects.get()
    text = page(as_charlie, f"/play/{game.pk}/")
    assert "How much do you take?" in text
    assert '<span class="pick-label">3</span>' in text
    while game.is_open:
        if game.status == HumanGame.Status.ASKING:
            sent = {"number": game.choices_count, "pick": "0"}
            assert as_charlie.post(f"/play/{game.pk}/", sent).status_code == 302
            game.refresh_from_db()
        else:
            game = bot_answers(game)
        page(as_charlie, f"/play/{game.pk}/")
    assert "charlie takes 1." in page(as_charlie, f"/play/{game.pk}/").replace("</span>", "")
    for path in ("", "replay/", "replay.json", "record/"):
        page(as_charlie, f"/play/{game.pk}/{path}")
    page(as_charlie, "/play/")


# --- tournaments and leagues ---------------------------------------------------------------------
@pytest.mark.jail
def test_a_tournament_of_it_is_played_in_jails(
    bots: tuple[Bot, Bot], jailer: Jailer, visitor: Client, as_olga: Client
) -> None:
    cup = frozen(bots, game="tiny", config={"pot": 9}, games_per_match=2)
    start_tournament(organiser=cup.organiser, tournament=cup)
    match = play_queued(jailer)
    cup = play_out(cup)
    for path in ("", "?round=1"):
        assert "Tiny" in page(visitor, f"/tournaments/{cup.slug}/{path}")
    page(as_olga, f"/tournaments/{cup.slug}/organise/")
    page(as_olga, "/tournaments/new/?game=tiny")
    assert "takes 3." in page(visitor, f"/matches/{match.pk}/")


def test_a_league_of_it_has_its_pages(
    ladder: Ladder, bots: tuple[Bot, Bot], visitor: Client, as_olga: Client
) -> None:
    league = a_league(game="tiny", config={"pot": 9}, ladder=ladder)
    for path in ("/leagues/", f"/leagues/{league.slug}/"):
        assert "Tiny" in page(visitor, path)
    page(as_olga, f"/leagues/{league.slug}/edit/")


# --- the API -------------------------------------------------------------------------------------
@pytest.mark.jail
def test_every_call_of_the_api_takes_it(match: Match) -> None:
    program = Program(cast.olga())
    assert program.read("ladders/pots/")["game"] == "tiny"
    for path in ("ladders/", "ladders/pots/leaderboard/", "matches/", "bots/alcuin/"):
        program.read(path)
    assert program.read(f"matches/{match.pk}/")["game"] == "tiny"
    assert program.get("/api/v1/results/").status_code == 200
    game = f"matches/{match.pk}/games/1/"
    assert program.read(f"{game}record/")["game"] == "tiny"
    assert [one["type"] for one in program.read(f"{game}events/")["events"]][-1] == "end"
    assert program.get(f"/api/v1/{game}decisions/1/").status_code == 200
    made = program.send(
        "ladders/", 201, name="Third", game="tiny", config={"pot": 7}, seats=2, games_per_match=2
    )
    assert made["config"] == {"pot": 7}
    refused: dict[str, Any] = {"name": "Fourth", "game": "tiny", "config": {"pot": "x"}}
    program.send("ladders/", 422, seats=2, games_per_match=2, **refused)

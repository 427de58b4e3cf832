"""Replays of stored games: page, embedded frame, files and permissions."""

import json
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.matches.referee.decision_log import DecisionLog
from arena.models import Bot, Game, Ladder, Match
from engine import catalogue
from kit.check import asking
from tests.cast import a_ladder
from tests.engine.test_golden import play, wander
from tests.website.page import Page, visit
from tests.website.rows import make_fault, make_log, make_match, make_version
from website.accounts.models import User
from website.matches.decisions import NotReplayable, decision_file
from website.matches.report import GameReport

PAGES = ("replay/", "embed/", "replay.json", "record.json", "decisions-1.jsonl")


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


def address(match: Match, page: str, number: int = 1) -> str:
    return f"/matches/{match.pk}/games/{number}/{page}"


def with_decision_log(match: Match) -> Game:
    """The match's first game, played anew and stored as the referee does."""
    game, log, number = catalogue.new("dominion", seats=2, seed=9), DecisionLog(), 0
    while (decision := game.decision) is not None:
        log.ask(game.logged, decision)
        game.choose(wander(decision, number))
        log.spent(0.0123)
        number += 1
    stored = match.games.get(number=0)
    stored.record = game.record()
    stored.packed_events = Game.pack(game.events(None))
    stored.packed_decisions = Game.pack(log.rows(stored.record["choices"]))
    stored.save()
    return stored


def test_a_position_can_be_read_and_stepped_without_javascript(
    visitor: Client, match: Match
) -> None:
    with_decision_log(match)
    start = visit(visitor, address(match, "replay/"))
    assert "Event 0 of" in start
    assert start.part("a[rel=next]")["href"] == "?at=1"
    page = visit(visitor, address(match, "replay/") + "?at=5")
    assert "Event 5 of" in page
    assert "Alcuin, turn 1" in page
    for words in ("46 Copper", "8 Province", "deck 5, discard 0", "points 3, turns 0"):
        assert words in page, words
    assert "play_treasures" in page
    assert page.has("a[rel=prev]")
    last = visit(visitor, address(match, "replay/") + "?at=9999999")
    assert "The game ends" in last
    assert 'rel="next"' not in last.html
    for odd in ("-3", "x", "1e9", "9" * 400):
        assert "Event 0 of" in visit(visitor, address(match, "replay/"), {"at": odd})


def test_the_match_page_leads_to_every_game(visitor: Client, match: Match) -> None:
    page = visit(visitor, f"/matches/{match.pk}/games/2/")
    assert address(match, "replay/", 2) in page.hrefs
    assert "Watch game 2" in page
    assert visit(visitor, address(match, "replay/", 2)).has("[data-replay]")
    assert visitor.get(address(match, "replay/", 3)).status_code == 404
    assert visitor.get(address(match, "replay/", 0)).status_code == 404


def test_the_replay_has_every_question_and_is_sent_once(visitor: Client, match: Match) -> None:
    stored = with_decision_log(match)
    response = visitor.get(address(match, "replay.json"), headers={"Accept-Encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert len(response.content) < 60_000
    replay_data = visitor.get(address(match, "replay.json")).json()
    assert replay_data["names"] == ["Alcuin", "Bede"]
    assert replay_data["frames"][-1][1].startswith("The game ends")
    assert [one["picks"] for one in replay_data["questions"]] == stored.record["choices"]
    assert replay_data["questions"][0]["cpu"] == 0.0123
    assert replay_data["outcome"]["scores"] == stored.scores
    again = visitor.get(address(match, "replay.json"), headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    saved = visitor.get(address(match, "replay.json") + "?save")
    assert saved["Content-Disposition"] == f'attachment; filename="match-{match.pk}-1.replay.json"'


def test_hostile_names_reach_no_page_as_markup(visitor: Client, match: Match, bob: User) -> None:
    bob.bots.update(name="<script>alert(1)</script>\u202egnp")
    page = visit(visitor, address(match, "replay/") + "?at=5")
    assert "<script>alert" not in page.html
    assert "\u202e" not in page.html
    replay_data = visitor.get(address(match, "replay.json")).json()
    assert replay_data["names"][1] == "<script>alert(1)</script>[U+202E]gnp"
    assert "\u202e" not in json.dumps(replay_data, ensure_ascii=False)


@pytest.mark.parametrize("status", ["queued", "running", "void"])
def test_nothing_is_shown_of_a_match_without_result(
    status: str, as_alice: Client, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(status=status, serial=None)
    for page in PAGES:
        assert as_alice.get(address(match, page)).status_code == 404


def test_checks_are_their_owners_own_and_never_framed(
    as_alice: Client, as_bob: Client, visitor: Client, ladder: Ladder, alices_bot: Bot
) -> None:
    version = make_version(alices_bot, ladder)
    check = make_match(ladder, version, version, purpose="check")
    for page in PAGES:
        assert visitor.get(address(check, page)).status_code == 404
        assert as_bob.get(address(check, page)).status_code == 404
        assert as_alice.get(address(check, page)).status_code == (404 if "embed" in page else 200)
    assert "iframe" not in visit(as_alice, address(check, "replay/")).html


def test_the_frame_may_stand_on_any_page_and_sets_no_cookie(visitor: Client, match: Match) -> None:
    frame = visitor.get(address(match, "embed/"))
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "script-src 'self'" in frame["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame
    assert not frame.cookies
    assert "csrf" not in Page(frame).html
    page = visitor.get(address(match, "replay/"))
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    line = f'<iframe src="http://testserver{address(match, "embed/")}"'
    assert line in Page(page)


@pytest.mark.parametrize(
    ("query", "theme", "plays"),
    [
        ("", None, False),
        ("?theme=dark&autoplay=1", "dark", True),
        ("?theme=light&autoplay=0", "light", False),
        ("?theme=%22%3E%3Cscript&autoplay=yes", None, False),
    ],
)
def test_the_frame_wears_the_asked_theme_and_plays_at_once(
    visitor: Client, match: Match, query: str, theme: str | None, plays: bool
) -> None:
    with_decision_log(match)
    visitor.cookies["theme"] = "light"  # a frame is not the reader's own page
    frame = visit(visitor, address(match, f"embed/{query}"))
    assert frame.has("html[data-theme]") == (theme is not None)
    assert theme is None or frame.has(f"html[data-theme={theme}]")
    assert frame.has("main[data-autoplay]") == plays


def test_a_record_plays_again(visitor: Client, match: Match) -> None:
    stored = with_decision_log(match)
    assert visitor.get(address(match, "record.json")).json() == stored.record


def test_a_decision_file_is_what_ask_takes(visitor: Client, match: Match, tmp_path: Path) -> None:
    stored = with_decision_log(match)
    response = visitor.get(address(match, "decisions-2.jsonl"))
    assert response.headers["Content-Type"] == "application/jsonl"
    path = tmp_path / "decisions.jsonl"
    path.write_bytes(b"".join(response))
    hello, *decides, finish = asking.read_recording(path, None)
    assert (hello.seat, hello.game) == (1, "dominion")  # type: ignore[union-attr]
    asked = [one for one in stored.logged_decisions if one["seat"] == 1]
    assert [one.decision.kind for one in decides] == [one["kind"] for one in asked]  # type: ignore[union-attr]
    assert finish.outcome.scores == stored.scores  # type: ignore[union-attr]
    first = json.loads(path.read_text().splitlines()[1])
    assert first["view"]["seats"][0]["hand"] is None
    assert first["picked"] == asked[0]["picks"]
    assert visitor.get(address(match, "decisions-3.jsonl")).status_code == 404
    assert visitor.get(address(match, "decisions-0.jsonl")).status_code == 404
    etag = {"If-None-Match": response["ETag"]}
    assert visitor.get(address(match, "decisions-2.jsonl"), headers=etag).status_code == 304
    with pytest.raises(NotReplayable, match="no such seat"):
        decision_file(stored, 7)


def test_a_record_of_other_rules_gives_no_decision_file_but_is_still_watched(
    visitor: Client, match: Match
) -> None:
    stored = with_decision_log(match)
    stored.record["engine"] = "dominion-0"
    stored.save()
    refused = visitor.get(address(match, "decisions-1.jsonl"))
    assert refused.status_code == 409
    page = Page(refused)
    assert "dominion-0" in page
    assert "You can still read and watch" in page
    assert visitor.get(address(match, "replay.json")).status_code == 200


def test_a_game_unknown_here_is_read_and_not_watched(visitor: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(config={"kingdom": "Lost"})
    stored = match.games.get(number=0)
    stored.record["config"] = {"kingdom": "Lost"}
    stored.save()
    answer = visitor.get(address(match, "replay.json"))
    assert answer.status_code == 422
    assert "Lost" in answer.json()["error"]
    page = visitor.get(address(match, "replay/"))
    assert "not watch it" in Page(page)


def test_kingdomino_is_told_in_words_too(visitor: Client, alices_bot: Bot, bobs_bot: Bot) -> None:
    game = play(catalogue.new("kingdomino", seats=2, seed=3), wandering=True)
    ladder = a_ladder(name="Dominoes", slug="dominoes", game="kingdomino", config={})
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    match.games.update(record=game.record(), packed_events=Game.pack(game.events(None)))
    page = visit(visitor, address(match, "replay/") + "?at=30")
    assert "in the bag" in page
    assert "This row" in page
    replay_data = visitor.get(address(match, "replay.json")).json()
    assert replay_data["questions"][0]["kind"] == "pick"  # rebuilt: none were stored
    assert replay_data["start"]["bag_size"] == 24


def test_what_boards_say_is_in_the_readers_language(visitor: Client) -> None:
    english = visitor.get("/matches/words/dominion/").json()
    german = visitor.get("/matches/words/dominion/", headers={"Accept-Language": "de"}).json()
    assert english["cards"]["Village"]["name"] == "Village"
    assert (german["language"], german["cards"]["Village"]["name"]) == ("de", "Dorf")
    assert german["cards"]["Militia"]["kinds"] == ["action", "attack"]
    assert "lands" in visitor.get("/matches/words/kingdomino/").json()
    assert english["board"] == "/static/js/games/dominion.js"
    assert visitor.get("/matches/words/chess/").status_code == 404


def test_watching_asks_the_database_little(
    visitor: Client, match: Match, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for page in PAGES:
        with django_assert_max_num_queries(8):
            visitor.get(address(match, page) + "?at=50")


def test_replays_from_ones_own_disk_are_read_by_the_browser_alone(visitor: Client) -> None:
    response = visitor.get("/replay/")
    page = Page(response)
    assert page.has("input[type=file]")
    assert "--replay game.json" in page
    assert page.has("[data-words-of]")
    assert page.part("[data-games]")["data-games"] == "dominion kingdomino"
    assert visitor.post("/replay/", {"replay": "x"}).status_code == 405


def test_output_stands_beside_the_decision_for_the_bots_owner_alone(
    as_alice: Client, as_bob: Client, visitor: Client, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    stored = with_decision_log(match)
    log = make_log(match, alices_bot.current, "loaded, my plan\x1b\n@note my \x1bhope\n, the end")
    own = [n for n, one in enumerate(stored.logged_decisions) if one["seat"] == 0][2]
    log.marks = [[own, 7], [len(stored.record["choices"]), 32]]
    log.save()
    asked = as_alice.get(address(match, "replay.json"))
    data = asked.json()
    assert [n for n, one in enumerate(data["questions"]) if "output" in one] == [own]
    assert data["questions"][own]["output"] == " my plan\u241b\n"
    assert data["questions"][own]["notes"] == ["my \u241bhope"]
    assert data["output"] == [[0, 0, "loaded,", []], [len(data["frames"]), 0, ", the end", []]]
    after = stored.logged_decisions[own]["after"]
    page = visit(as_alice, address(match, "replay/"), {"at": str(after)})
    assert "my plan" in page
    assert "my \u241bhope" in page
    for browser in (as_bob, visitor):
        other = browser.get(address(match, "replay.json"))
        assert not is_told(other.content.decode())
        assert other["ETag"] != asked["ETag"]
        assert not is_told(visit(browser, address(match, "replay/"), {"at": str(after)}).html)
    assert not is_told(visit(as_alice, address(match, "embed/"), {"at": str(after)}).html)


def is_told(text: str) -> bool:
    """Whether Alice's output or notes are in it."""
    return "my plan" in text or "hope" in text


def test_the_last_position_says_who_won_and_why(visitor: Client, match: Match) -> None:
    data = visitor.get(address(match, "replay.json")).json()
    assert data["outcome"]["faulted"] == []
    last = {"at": str(data["frames"][-1][0])}
    game = match.games.get(number=0)
    result = GameReport(match, game, None).result
    for page in ("replay/", "embed/"):
        assert result in visit(visitor, address(match, page), last)
        assert result not in visit(visitor, address(match, page), {"at": "3"})


def test_a_failure_links_to_its_moment_for_its_owner(
    as_alice: Client, as_bob: Client, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    stored = with_decision_log(match)
    after = [one for one in stored.logged_decisions if one["seat"] == 0][4]["after"]
    make_fault(match, alices_bot.current, number=5)
    moment = f"{address(match, 'replay/')}?at={after}"
    assert moment in visit(as_alice, f"/matches/{match.pk}/").hrefs
    assert moment not in visit(as_bob, f"/matches/{match.pk}/").hrefs
    assert as_alice.get(moment).status_code == 200

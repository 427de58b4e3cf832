"""The owner's inbox of failures, and the way from a failure to `kingsbench ask`."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.matches.referee.fault import Fault, secret_of
from arena.matches.referee.protocol import Decide, Hello
from arena.matches.referee.seeds import derived_seed
from arena.models import Bot, BotSeat, Failure, HumanGame, Ladder, Match, Version
from arena.results.note_failures import note_failures, note_human_game_failure
from engine.game import Decision
from kit.check.asking import read_recording
from tests import cast
from tests.website.matches.test_replay import with_decision_log
from tests.website.page import Page, visit
from tests.website.rows import make_fault, make_log, make_match

OTHERS = ["as_bob", "as_charlie", "as_olga"]
DECISION = {
    "seat": 1,
    "kind": "buy",
    "options": ["Copper", "Silver"],
    "least": 0,
    "most": 1,
    "ordered": False,
    "source": None,
    "about": None,
    "default": [],
}


@pytest.fixture
def match(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


@pytest.fixture
def failure(match: Match, alices_bot: Bot) -> Failure:
    assert alices_bot.current
    fault = make_fault(match, alices_bot.current, decision=DECISION)
    note_failures(match=match, faults=[fault])
    return Failure.objects.get()


def test_the_owner_finds_it_on_the_page_in_the_inbox_and_whole(
    as_alice: Client, failure: Failure, match: Match
) -> None:
    for address in ("/bots/alcuin/", "/bots/alcuin/failures/"):
        page = visit(as_alice, address)
        assert "ZeroDivisionError" in page
        assert f"/bots/alcuin/failures/{failure.pk}/" in page.hrefs
    whole = visit(as_alice, f"/bots/alcuin/failures/{failure.pk}/")
    for words in ("secret-line-in-bot.py", "secret-print", "secret-hand", "9.250"):
        assert words in whole
    assert any(href.startswith(f"/matches/{match.pk}/games/1/") for href in whole.hrefs)


def fails_against_charlie(alices_bot: Bot, ladder: Ladder) -> HumanGame:
    """Make a game of Charlie in which the bot crashed."""
    assert alices_bot.current
    game = HumanGame.objects.create(
        user=cast.charlie(),
        game="dominion",
        engine="dominion/1",
        config=ladder.config,
        seed=7,
        seats_count=2,
        human_seat=0,
        status=HumanGame.Status.FINISHED,
        moved_at=timezone.now(),
    )
    fault = Fault(
        game=0,
        entrant=1,
        verdict="crash",
        message="KeyError: 'Gold'",
        traceback="secret-line",
        decision=DECISION,
        view={"turn": 4},
        number=12,
        cpu=0.25,
        log="printed",
    )
    seat = BotSeat.objects.create(
        game=game,
        seat=1,
        version=alices_bot.current,
        verdict=fault.verdict,
        message=fault.message,
        failure=secret_of(fault),
    )
    note_human_game_failure(seat=seat, fault=fault, at=timezone.now())
    return game


def test_a_fault_at_a_persons_table_stands_there_as_well(
    as_alice: Client, as_charlie: Client, as_olga: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    game = fails_against_charlie(alices_bot, ladder)
    failure = Failure.objects.get()
    own = f"/bots/alcuin/failures/{failure.pk}/"
    assert "KeyError" in visit(as_alice, "/bots/alcuin/failures/")
    whole = visit(as_alice, own)
    assert "secret-line" in whole
    assert "in a game against a person" in whole
    assert "charlie" not in whole.html
    hello, asked = lines_of(as_alice, failure)
    assert (hello["config"], hello["seat"], asked["decision"]) == (ladder.config, 1, DECISION)
    for other in (as_charlie, as_olga):
        assert other.get(own).status_code == 404
    game.delete()
    gone = visit(as_alice, own)
    assert "It was deleted with the account" in gone
    assert "decision.jsonl" not in gone.html
    assert as_alice.get(f"{own}decision.jsonl").status_code == 404
    visit(as_alice, "/bots/alcuin/failures/")


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_else_finds_any_of_it(
    who: str, request: pytest.FixtureRequest, failure: Failure
) -> None:
    browser = request.getfixturevalue(who)
    own = f"/bots/alcuin/failures/{failure.pk}/"
    for address in ("/bots/alcuin/failures/", own, f"{own}decision.jsonl"):
        assert browser.get(address).status_code == 404
    assert browser.post(f"{own}mark/", {"done": "1"}).status_code == 404
    assert "To fix" not in visit(browser, "/bots/alcuin/").html
    failure.refresh_from_db()
    assert not failure.is_done


def test_a_visitor_is_asked_to_log_in(visitor: Client, failure: Failure) -> None:
    own = f"/bots/alcuin/failures/{failure.pk}/"
    for address in ("/bots/alcuin/failures/", own, f"{own}decision.jsonl"):
        assert visitor.get(address).headers["Location"].startswith("/accounts/login/")
    assert "ZeroDivisionError" not in visit(visitor, "/bots/alcuin/").html


def test_a_failure_of_one_bot_is_not_found_under_another(
    as_bob: Client, failure: Failure, bobs_bot: Bot
) -> None:
    assert as_bob.get(f"/bots/bede/failures/{failure.pk}/").status_code == 404


def test_what_is_mended_moves_to_the_other_list_and_back(
    as_alice: Client, failure: Failure
) -> None:
    mark = f"/bots/alcuin/failures/{failure.pk}/mark/"
    assert as_alice.get(mark).status_code == 405
    assert "Marked as fixed" in " ".join(
        Page(as_alice.post(mark, {"done": "1"}, follow=True)).messages
    )
    assert "ZeroDivisionError" not in visit(as_alice, "/bots/alcuin/failures/").html
    assert "ZeroDivisionError" in visit(as_alice, "/bots/alcuin/failures/?done=1")
    assert "Nothing left to fix" in visit(as_alice, "/bots/alcuin/")
    as_alice.post(mark, {"done": "0"})
    assert "ZeroDivisionError" in visit(as_alice, "/bots/alcuin/failures/")


def test_the_decision_file_is_one_that_the_command_line_reads(
    as_alice: Client, failure: Failure, tmp_path: Path
) -> None:
    response = as_alice.get(f"/bots/alcuin/failures/{failure.pk}/decision.jsonl")
    assert "attachment" in response["Content-Disposition"]
    file = tmp_path / "failure.jsonl"
    file.write_bytes(b"".join(response))
    hello, decide = read_recording(file, None)
    assert isinstance(hello, Hello)
    assert isinstance(decide, Decide)
    assert (hello.game, hello.config, hello.seat) == ("dominion", {"kingdom": "First Game"}, 1)
    assert (decide.id, decide.decision.kind, decide.clock.left) == (12, "buy", 9.25)
    assert decide.view == {"hand": ["secret-hand"]}
    assert "4242424242" not in file.read_text(), "the deal's seed"
    assert "decision.jsonl" in visit(as_alice, f"/bots/alcuin/failures/{failure.pk}/").html


def lines_of(browser: Client, failure: Failure) -> list[dict[str, Any]]:
    """Return the lines of the failure's file."""
    answer = browser.get(f"/bots/alcuin/failures/{failure.pk}/decision.jsonl")
    text = b"".join(answer)
    return [json.loads(line) for line in text.splitlines()]


def failing(match: Match, version: Version, number: int, cut: int | None = None) -> Failure:
    """Store a game that ends with a failure at that decision of the first seat."""
    stored = with_decision_log(match)
    asked = [n for n, one in enumerate(stored.logged_decisions) if one["seat"] == 0][number - 1]
    stored.record["choices"] = stored.record["choices"][: asked if cut is None else cut]
    stored.decisions = [number, number]
    stored.save()
    decision = {key: stored.logged_decisions[asked][key] for key in Decision._fields if key != "of"}
    decision["default"] = list(Decision(**decision).default)
    fault = make_fault(match, version, decision=decision, number=number)
    note_failures(match=match, faults=[fault])
    return Failure.objects.get()


@pytest.mark.parametrize("cut", [None, 5000])
def test_the_file_is_the_game_up_to_the_failure(
    cut: int | None, as_alice: Client, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    failure = failing(match, alices_bot.current, 7, cut)
    hello, *decides = lines_of(as_alice, failure)
    assert hello["random"] == derived_seed(match.seed, "random", 0, 0)
    assert [one["id"] for one in decides] == [1, 2, 3, 4, 5, 6, 7]
    assert {one["decision"]["seat"] for one in decides} == {0}
    assert all("picked" in one and one["cpu"] == 0.0123 for one in decides[:-1])
    assert sum(one.get("pause", 0.0) for one in decides) > 0.0123
    last = decides[-1]
    assert (last["verdict"], last["clock"]["left"]) == ("crash", 9.25)
    assert last["message"] == "ZeroDivisionError: division by zero"
    assert ("picked" in last) == (cut is not None)
    assert last["view"]["seats"][1]["hand"] is None


def test_the_file_of_the_whole_game_has_the_failing_decision(
    visitor: Client, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    failing(match, alices_bot.current, 7)
    text = b"".join(visitor.get(f"/matches/{match.pk}/games/1/decisions-1.jsonl"))
    _hello, *decides, finish = map(json.loads, text.splitlines())
    assert [one["id"] for one in decides] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.get("verdict") for one in decides] == [None] * 6 + ["crash"]
    assert "clock" not in decides[-1], "for the owner"
    assert finish["type"] == "finish"
    other = b"".join(visitor.get(f"/matches/{match.pk}/games/1/decisions-2.jsonl"))
    assert b"verdict" not in other


def test_of_a_game_of_other_rules_the_file_is_the_decision_alone(
    as_alice: Client, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    failure = failing(match, alices_bot.current, 7)
    game = match.games.get(number=0)
    game.record["engine"] = "dominion/0"
    game.save()
    hello, decide = lines_of(as_alice, failure)
    assert (decide["id"], decide["verdict"], decide["clock"]["left"]) == (7, "crash", 9.25)
    assert hello["seat"] == decide["decision"]["seat"] == 0


def test_the_file_of_a_failure_at_the_start_is_the_start(
    as_alice: Client, match: Match, alices_bot: Bot, tmp_path: Path
) -> None:
    assert alices_bot.current
    fault = make_fault(match, alices_bot.current, decision=None, number=0)
    note_failures(match=match, faults=[fault])
    failure = Failure.objects.get()
    assert "decision.jsonl" in visit(as_alice, f"/bots/alcuin/failures/{failure.pk}/").html
    lines = lines_of(as_alice, failure)
    assert [one["type"] for one in lines] == ["hello", "finish"]
    file = tmp_path / "failure.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    recorded = read_recording(file, None).fault()
    assert recorded
    assert (recorded["verdict"], recorded["number"]) == ("crash", 0)


def test_the_owner_reads_what_it_printed(
    as_alice: Client, match: Match, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    make_log(match, alices_bot.current, "my <b>plan</b>\x1b[2J")
    make_log(match, bobs_bot.current, "a rival's plan")
    page = visit(as_alice, "/bots/alcuin/logs/")
    assert "my <b>plan</b>" in page
    assert "\x1b" not in page.html
    assert "rival" not in page.html
    assert f"/matches/{match.pk}/" in page.hrefs


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_else_reads_what_it_printed(
    who: str, request: pytest.FixtureRequest, match: Match
) -> None:
    assert request.getfixturevalue(who).get("/bots/alcuin/logs/").status_code == 404

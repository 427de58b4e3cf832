"""A match in the reader's language: its page, its replay and its faults."""

import json
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from arena.core import translation
from arena.core.translation import translate
from arena.matches.referee import protocol
from arena.models import Bot, Fault, Game, Ladder, Match
from arena.results.bench import count_faults
from engine import catalogue
from engine.dominion.card import CARDS
from engine.game import Decision, IllegalChoice
from engine.kingdomino.state import OVER
from engine.messages import Message, from_json, to_json
from engine.record import BadRecord, replay
from sandbox.limits import Limits
from sandbox.meter import Meter
from tests.cast import a_ladder
from tests.engine.test_golden import play
from tests.website.ladders.test_organise import NEW, TEN, form
from tests.website.matches.test_replay import address, with_decision_log
from tests.website.page import Page, visit
from tests.website.rows import make_match

GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


def marked(words: str) -> str:
    """Mark words as if translated, to tell them from English."""
    return f"«{words}»"


def test_the_page_of_a_match_tells_its_log_in_german(visitor: Client, match: Match) -> None:
    with_decision_log(match)
    match.games.update(reason="Province pile empty")
    path = f"/matches/{match.pk}/games/1/"
    german = visit(visitor, path, headers=GERMAN)
    english = visit(visitor, path)
    assert "leerer Stapel Provinz" in german
    assert "Alcuin spielt " in german
    assert "plays" not in german.html
    assert "Province pile empty" in english
    assert "Alcuin plays " in english
    assert "spielt" not in english.html
    for text in (german.html, english.html):
        assert '<div class="log">' in text, "its language is the page's"


def test_a_position_and_its_question_are_told_in_german(visitor: Client, match: Match) -> None:
    game = with_decision_log(match)
    path = address(match, "replay/")
    page = visit(visitor, path, {"at": 5}, headers=GERMAN)
    assert "Alcuin, Zug 1" in page
    assert "Geldkarten ausspielen?" in page
    assert "play_treasures" in page, "bots know it by this name"
    assert "Play treasures?" in visit(visitor, path, {"at": 5})
    asked = next(one for one in game.logged_decisions if one["kind"] == "trash")
    page = visit(visitor, path, {"at": asked["after"]}, headers=GERMAN)
    source = CARDS[asked["source"]].german
    assert f"{source}: Karten entsorgen" in page
    options = "".join(f"<li>{CARDS[name].german}</li>" for name in asked["options"])
    assert page.part("ul.asked-options").html == f'<ul class="asked-options">{options}</ul>'


def test_a_replay_speaks_as_its_reader_and_english_to_take_away(
    visitor: Client, match: Match
) -> None:
    with_decision_log(match)
    path = address(match, "replay.json")
    german, english = visitor.get(path, headers=GERMAN), visitor.get(path)
    replays = german.json(), english.json()
    assert [replay_data["language"] for replay_data in replays] == ["de", "en"]
    assert [replay_data["frames"][-1][1].split(" (")[0] for replay_data in replays] == [
        "Das Spiel endet",
        "The game ends",
    ]
    hidden = [frame[4] for frame in replays[0]["frames"] if len(frame) > 3]
    assert hidden
    assert all(" Karte" in message for message in hidden)
    assert visitor.get(path + "?save", headers=GERMAN).json() == replays[1]
    assert len(german.content) < 1.05 * len(english.content)
    changed = visitor.get(path, headers={"If-None-Match": english["ETag"], **GERMAN})
    assert changed.status_code == 200, "another language is another file"


def test_boards_have_german_for_what_may_be_chosen(visitor: Client) -> None:
    words = visitor.get("/matches/words/dominion/", headers=GERMAN).json()
    assert words["phrases"]["put on deck"] == "auf den Nachziehstapel legen"
    lands = visitor.get("/matches/words/kingdomino/", headers=GERMAN).json()["lands"]
    assert (lands["grassland"], lands["wheat"]) == ("Wiese", "Weizen")


# --- refusals and faults -------------------------------------------------------------------------


def test_a_refused_configuration_is_said_in_the_readers_language(
    as_olga: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "gettext", marked)
    sent = form(name="Odd", way="cards", cards=[*TEN[:9], "Gold"])
    page = Page(as_olga.post(NEW, sent))
    assert "«Gold is a basic card and cannot be in a kingdom»" in page


def test_what_stands_in_a_sentence_is_said_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "gettext", marked)
    record = {"game": "chess", "engine": "", "config": {}, "seats": 2, "seed": 1, "choices": []}
    with pytest.raises(BadRecord, match="is not known here: unknown game 'chess'") as refused:
        replay(record)
    assert translate(refused.value.problem) == (
        "«the game of the record is not known here: «unknown game 'chess'; the games are: "
        "dominion, kingdomino»»"
    )
    problem = Message("No worker: %(error)s", {"error": Message("The worker was lost.")})
    assert translate(problem) == "«No worker: «The worker was lost.»»"
    assert translate(Message("%(error)s", {"error": "The worker was lost."})).count("«") == 1


def complaint(decision: Decision, picks: Any) -> Message:
    with pytest.raises(IllegalChoice) as refused:
        decision.check(picks)
    return refused.value.problem


def faults() -> list[Message]:
    """Return the messages of all bot faults."""
    one = Decision(0, "trash", ("Copper", "Estate", "Gold"))
    some = one._replace(most=2)
    told = [complaint(one, [0, 1]), complaint(some, []), complaint(some, ["Gold"])]
    told += [complaint(some, [7]), complaint(some, [1, 1])]
    clocks = ((True, 9.0), (False, 9.0), (False, 0.5))
    for (start, left), idle in product(clocks, (0.0, 0.5)):
        meter = Meter.for_question(Limits(decision_cpu=1.0), left, idle, start=start)
        told += [
            Message(*meter.cpu_message(Limits())),
            Message(*meter.wall_message(100.0, 0.0)),
            Message(*meter.wall_message(1.0, 999.0)),
        ]
    for line in (b'{"id":2,"picks":[]}', b'{"type":"ready"}', b"{"):
        with pytest.raises(protocol.ProtocolError) as refused:
            protocol.read_answer(line, asked=1)
        told.append(refused.value.problem)
    return told


def test_each_fault_has_its_german() -> None:
    with override("de"):
        for message in faults():
            stored = from_json(json.loads(json.dumps(to_json(message))))
            assert stored == message
            assert translate(stored) != message
            assert "%" not in translate(stored)


def test_a_fault_is_told_in_the_readers_language_and_a_bots_own_words_are_kept(
    visitor: Client, match: Match
) -> None:
    game = match.games.get(number=0)
    seat = match.seats.get(position=0)
    illegal = complaint(Decision(0, "trash", ("Copper", "Estate")), [0, 1])
    known = "was stopped because of a forbidden system call"
    for message in (illegal, "KeyError: <b>Moat\u202e", known, "%(x)s %s %"):
        Fault.objects.create(
            game=game, seat=seat, verdict="illegal", message=message, number=1, cpu=0.1
        )
    path = f"/matches/{match.pk}/games/1/"
    text = visitor.get(path, headers=GERMAN).content.decode()
    assert "zu wählen sind 1 der Möglichkeiten, nicht 2" in text
    assert "KeyError: &lt;b&gt;Moat[U+202E]" in text
    assert f"<code>{known}</code>" in text, "a bot's own words, though they are ours as well"
    assert "<code>%(x)s %s %</code>" in text
    api = visitor.get(f"/api/v1/matches/{match.pk}/", headers=GERMAN).json()
    told = [fault["message"] for shown in api["games"] for fault in shown["faults"]]
    assert told[:2] == ["pick 1 of the options, not 2", "KeyError: <b>Moat\u202e"]


def test_a_bench_is_explained_in_german(as_alice: Client, alices_bot: Bot, match: Match) -> None:
    seat = match.seats.get(position=0)
    fault = complaint(Decision(0, "trash", ("Copper", "Estate")), [0, 1])
    Fault.objects.create(
        game=match.games.get(number=0), seat=seat, verdict="illegal", message=fault, number=1, cpu=1
    )
    seat.faults = 1
    assert match.ladder
    for _match in range(match.ladder.bench_after):
        count_faults(seat=seat, ladder=match.ladder)
    text = as_alice.get("/bots/alcuin/", headers=GERMAN).content.decode()
    assert "zu wählen sind 1 der Möglichkeiten, nicht 2" in text
    assert "most recently" not in text
    notified = as_alice.get("/notifications/", headers=GERMAN).content.decode()
    assert "zu wählen sind 1 der Möglichkeiten, nicht 2" in notified
    own = as_alice.get("/api/v1/bots/alcuin/", headers=GERMAN).json()["own"]
    assert "pick 1 of the options, not 2" in own["bench_reason"], "programs read English"


def test_kingdomino_is_told_in_german(visitor: Client, alices_bot: Bot, bobs_bot: Bot) -> None:
    game = play(catalogue.new("kingdomino", seats=2, seed=3), wandering=True)
    ladder = a_ladder(name="Dominoes", slug="dominoes", game="kingdomino", config={})
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    match.games.update(
        record=game.record(), packed_events=Game.pack(game.events(None)), reason=OVER
    )
    page = visit(visitor, f"/matches/{match.pk}/games/1/", headers=GERMAN)
    assert " setzt einen König auf Dominostein " in page
    assert "alle Dominosteine sind gelegt" in page
    assert "sets a king" not in page.html

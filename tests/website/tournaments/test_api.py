"""Tournaments by API: reading, entering and organising."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entrant, Ladder, Match, Pairing, Round, Tournament
from arena.tournaments.corrections import forfeit_pairing
from arena.tournaments.entries import exclude_entrant
from arena.tournaments.standings import Ledger, Result, TieBreak, table
from tests import cast
from tests.arena.tournament_steps import (
    bots,
    by_lot,
    opened,
    play_one,
    play_out,
    play_round,
    started,
    the_pairing,
)
from tests.website.program import Program
from tests.website.rows import make_match
from website.tournaments.verbs import VERBS

TERMS: dict[str, Any] = {
    "name": "Winter Cup",
    "game": "dominion",
    "config": {"kingdom": "First Game"},
    "format": "swiss",
    "terms": {"rounds": 2},
    "tie_breaks": ["buchholz", "wins"],
    "admission": "hand",
    "most_entrants": 8,
    "entry_deadline": timezone.now() + timedelta(days=1),
    "starts_at": timezone.now() + timedelta(days=2),
}


@pytest.fixture
def cup(ladder: Ladder, alices_bot: Bot) -> Tournament:
    """A running round robin of three house bots and Alice's."""
    return started([*bots(3, ladder), alices_bot])


@pytest.fixture
def sign_up(alices_bot: Bot, bobs_bot: Bot) -> Tournament:
    """An open Swiss for one that owners may enter."""
    return opened(format="swiss", admission="sign_up", most_entrants=2)


def test_a_tournament_is_made_run_and_won_by_an_organiser(
    olgas: Program, anybody: Program, ladder: Ladder
) -> None:
    house = bots(4, ladder)
    made = olgas.send("tournaments/", 201, **TERMS, ladder=ladder.slug)
    path = f"tournaments/{made['slug']}/"
    assert (made["state"], made["seed"]) == ("draft", None)
    anybody.read(path, 404)
    assert anybody.names("tournaments/") == []
    assert olgas.send(path, 200, "PATCH", terms={"rounds": 1})["terms"] == {"rounds": 1}
    assert olgas.send(path + "open/")["state"] == "open"
    for bot in house:
        olgas.send(path + "admit/", bot=bot.slug)
    olgas.send(path + "exclude/", bot=house[3].slug, reason="by mistake")
    olgas.send(path + "admit/", bot=house[3].slug)
    assert [one["number"] for one in olgas.send(path + "freeze/")["entrants"]] == [1, 2, 3, 4]
    assert olgas.send(path + "start/")["state"] == "running"
    olgas.send(path + "pause/", reason="dinner")
    assert olgas.send(path + "resume/")["state"] == "running"
    play_out(Tournament.objects.get())
    over = anybody.read(path)
    assert (over["state"], over["seed"]) == ("finished", Tournament.objects.get().seed)
    standings = anybody.read(path + "standings/")
    assert [line["rank"] for line in standings["tables"][0]["lines"]] == [1, 1, 3, 3]
    assert standings["tie_breaks"] == ["buchholz", "wins"]
    assert standings["champions"][0]["slug"] == over["entrants"][0]["bot"]["slug"]
    verbs = olgas.names(f"audit/?target=tournament%20{Tournament.objects.get().pk}", "verb")
    assert {"make_tournament", "pause_tournament", "exclude_entrant"} <= set(verbs)


def test_seeds_are_given_by_hand_until_it_starts(olgas: Program, ladder: Ladder) -> None:
    house = bots(4, ladder)
    cup = opened(house, most_entrants=8)
    path = f"tournaments/{cup.slug}/"
    order = [house[2].slug, house[0].slug]
    olgas.send(path + "seeds/", bots=order, reason="last year's places")
    frozen = olgas.send(path + "freeze/")["entrants"]
    assert [one["bot"]["slug"] for one in frozen[:2]] == order
    for wrong in (["nobody"], "house-1", [17]):
        assert olgas.send(path + "seeds/", 422, bots=wrong)["type"] == "/api/#invalid"
    for strange in ([house[0].slug] * 2, [cast.a_house_bot("Out", ladder).slug]):
        told = olgas.send(path + "seeds/", 409, bots=strange)
        assert told["type"] == "/api/#not-entered"
    assert olgas.read(path)["entrants"] == frozen, "nothing has changed"
    olgas.send(path + "start/")
    assert olgas.send(path + "seeds/", 409, bots=[])["type"] == "/api/#wrong-state"


def test_what_is_left_open_is_as_usual_in_a_new_tournament_and_stays_in_an_old_one(
    olgas: Program, ladder: Ladder
) -> None:
    made = olgas.send("tournaments/", 201, **{**TERMS, "terms": {}})
    assert (made["terms"], made["games_per_match"]) == ({"more_rounds": 1}, 4)
    path = f"tournaments/{made['slug']}/"
    assert olgas.send(path, 200, "PATCH", format="round_robin", terms={})["terms"] == {}
    assert olgas.send(path, 200, "PATCH", format="swiss")["terms"] == {"more_rounds": 1}
    none = olgas.send(path, 200, "PATCH", terms={"more_rounds": 0})
    assert none["terms"] == {"more_rounds": 0}
    old = opened(name="Old Cup", format="swiss", terms={})
    changed = olgas.send(f"tournaments/{old.slug}/", 200, "PATCH", games_per_match=6)
    assert (changed["terms"], changed["games_per_match"]) == ({}, 6)
    refused = olgas.send(path, 422, "PATCH", terms={"more_rounds": -1})
    assert "more_rounds" in refused["detail"]


def test_the_estimate_is_for_organisers(
    olgas: Program, alices: Program, anybody: Program, ladder: Ladder
) -> None:
    cup = opened(bots(3, ladder), most_entrants=5)
    path = f"tournaments/{cup.slug}/estimate/"
    alices.read(path, 403)
    anybody.read(path, 401)
    Program(cast.olga(), "read").read(path, 403)
    told = olgas.read(path)
    assert (told["measured"], told["slots"]) == (0, settings.CORES)
    three = next(one for one in told["estimates"] if one["entrants"] == 3)
    assert (three["rounds"], three["matches"], three["most_matches"]) == (3, 3, 3)
    assert (three["seconds"], three["refusal"]) == (None, "")
    assert (three["games"], three["most_games"]) == (6, 6)
    assert 75 < three["best_wins_of_100"] < 95
    assert three["standard_error"] in {1, 2}
    other = three["alternatives"][0]
    assert (other["format"], other["rounds"], other["games_per_match"]) == ("swiss", 2, 2)
    assert other["games"] == 2 * other["matches"] == 4
    assert other["best_wins_of_100"] < three["best_wins_of_100"]
    played = make_match(ladder, *[bot.current for bot in Bot.objects.all()[:2] if bot.current])
    began = timezone.now() - timedelta(seconds=20)
    Match.objects.filter(pk=played.pk).update(started_at=began, finished_at=timezone.now())
    five = olgas.read(path)["estimates"][-1]
    assert five["entrants"] == 5
    assert five["seconds"] > 0


def test_pairings_are_forfeited_and_replayed(olgas: Program, cup: Tournament) -> None:
    path = f"tournaments/{cup.slug}/"
    first = olgas.read(path + "rounds/1/")["pairings"][0]
    loser = first["seats"][0]["bot"]
    sent: dict[str, Any] = {"pairing": first["id"], "bot": loser, "reason": "its owner asked"}
    assert olgas.send(path + "forfeit/", 422, **sent | {"reason": ""})["type"].endswith("reason")
    olgas.send(path + "forfeit/", 200, **sent)
    again = olgas.read(path + "rounds/1/")["pairings"][0]
    assert (again["state"], again["seats"][0]["has_forfeited"]) == ("forfeited", True)
    olgas.send(path + "rejudge/", pairing=first["id"], reason="it was wrong")
    assert Pairing.objects.get(pk=first["id"]).state == "playing"
    olgas.send(path + "rejudge/", 404, pairing=2**62, reason="it was wrong")
    olgas.send(path + "forfeit/", 422, pairing="x", bot=loser, reason="no")


def test_what_cannot_be_done_now_is_refused(olgas: Program, cup: Tournament) -> None:
    path = f"tournaments/{cup.slug}/"
    for verb in ("open", "freeze", "start", "resume"):
        assert olgas.send(path + f"{verb}/", 409)["type"] == "/api/#wrong-state"
    assert olgas.send(path, 409, "PATCH", format="swiss")["type"] == "/api/#wrong-state"
    assert olgas.send(path, 200, "PATCH", description="New words")["description"] == "New words"
    assert olgas.send(path + "cancel/", reason="the end")["state"] == "cancelled"


def test_nobody_else_organises(
    alices: Program, charlies: Program, anybody: Program, cup: Tournament
) -> None:
    path = f"tournaments/{cup.slug}/"
    pairing = Pairing.objects.filter(round__tournament=cup).first()
    assert pairing is not None
    sent: dict[str, Any] = {"reason": "mine", "bot": "alcuin", "pairing": pairing.pk}
    for program, status in ((alices, 403), (charlies, 403), (anybody, 401)):
        program.send("tournaments/", status, **TERMS)
        program.send(path, status, "PATCH", name="Mine")
        for verb in VERBS:
            program.send(f"{path}{verb}/", status, **sent)
    cup.refresh_from_db()
    assert (cup.state, cup.name) == ("running", "Autumn Cup")


def test_owners_enter_and_leave(
    alices: Program, bobs: Program, charlies: Program, sign_up: Tournament
) -> None:
    path = f"tournaments/{sign_up.slug}/entries/"
    entered = alices.send(path, 201, bot="alcuin")
    assert (entered["bot"]["slug"], entered["state"]) == ("alcuin", "entered")
    assert alices.send(path, 409, bot="alcuin")["type"] == "/api/#already-entered"
    assert bobs.send(path, 403, bot="alcuin")["type"] == "/api/#not-yours"
    charlies.send(path, 422, bot="nobody")
    bobs.send(f"{path}alcuin/", 403, "DELETE")
    assert alices.send(f"{path}alcuin/", 200, "DELETE")["state"] == "withdrawn"
    assert alices.send(f"{path}alcuin/", 409, "DELETE")["type"] == "/api/#not-entered"
    assert Entrant.objects.get().state == "withdrawn"


def test_results_are_hidden_until_they_are_revealed(
    olgas: Program, alices: Program, anybody: Program, ladder: Ladder, alices_bot: Bot
) -> None:
    cup = started([*bots(3, ladder), alices_bot], reveal_minutes=60)
    play_round(cup)
    path = f"tournaments/{cup.slug}/"
    for program in (alices, anybody):
        hidden = program.read(path + "rounds/1/")
        assert hidden["hides_results"]
        assert all(pairing["matches"] == [] for pairing in hidden["pairings"])
        assert all(
            (seat["points"], seat["rank"]) == (None, None)
            for pairing in hidden["pairings"]
            for seat in pairing["seats"]
        )
        standings = program.read(path + "standings/")
        assert standings["revealed_until"] == 0
        assert {line["points"] for line in standings["tables"][0]["lines"]} == {0.0}
        assert [one["number"] for one in program.read(path + "rounds/")] == [1]
        program.read(path + "rounds/2/", 404)
        assert program.names("matches/?purpose=tournament", "id") == []
    assert not olgas.read(path + "rounds/1/")["hides_results"]
    match = Match.objects.filter(pairing__round__number=1).first()
    assert match is not None
    anybody.read(f"matches/{match.pk}/", 404)
    olgas.read(f"matches/{match.pk}/")
    Round.objects.filter(number=1).update(reveal_at=timezone.now())
    assert anybody.read(path + "standings/")["revealed_until"] == 1
    anybody.read(f"matches/{match.pk}/")


def table_of(results: dict[str, Any]) -> list[tuple[int, str]]:
    """Compute rank and bot from nothing but the API's results."""
    played = [
        Result(
            pairing["round"],
            tuple(seat["number"] for seat in pairing["seats"]),
            tuple(seat["rank"] for seat in pairing["seats"]),
            tuple(seat["score"] or 0.0 for seat in pairing["seats"]),
            frozenset(seat["number"] for seat in pairing["seats"] if seat["has_forfeited"]),
        )
        for pairing in results["pairings"]
        if pairing["state"] != "playing"
    ]
    entrants = {one["number"]: one for one in results["entrants"] if one["number"]}
    gone = [number for number, one in entrants.items() if one["last_round"] is not None]
    ledger = Ledger(sorted(entrants), played, withdrawn=gone)
    rows = table(ledger, [TieBreak(one) for one in results["tie_breaks"]])
    return [(row.rank, entrants[int(row.entrant)]["bot"]["slug"]) for row in rows]


def test_the_final_table_follows_from_the_results_alone(anybody: Program, ladder: Ladder) -> None:
    """Of a Swiss with byes, a withdrawal between rounds, and forfeits before and after play."""
    house = bots(9, ladder)
    cup = started(house, format="swiss", terms={"rounds": 5}, most_entrants=9)
    forfeited = the_pairing(cup)
    first = forfeited.seats.all()[0].entrant
    forfeit_pairing(organiser=cast.olga(), pairing=forfeited, entrant=first, reason="Late.")
    while play_one(by_lot):
        pass
    played = the_pairing(cup, 2)
    second = played.seats.all()[0].entrant
    forfeit_pairing(organiser=cast.olga(), pairing=played, entrant=second, reason="It cheated.")
    cup = play_round(cup, by_lot)
    exclude_entrant(organiser=cast.olga(), tournament=cup, bot=house[4], reason="It is broken.")
    cup = play_out(cup, by_lot)
    assert cup.state == "finished"
    results = anybody.read(f"tournaments/{cup.slug}/results/")
    states = Counter(pairing["state"] for pairing in results["pairings"])
    assert states["bye"] >= 2
    assert states["forfeited"] >= 3
    ranks = table_of(results)
    shown = anybody.read(f"tournaments/{cup.slug}/standings/")["tables"][0]["lines"]
    assert ranks == [(line["rank"], line["bot"]["slug"]) for line in shown]
    places = {one["bot"]["slug"]: one["place"] for one in results["entrants"]}
    assert places == {slug: rank for rank, slug in ranks}


def test_results_have_what_is_revealed_and_nothing_more(
    olgas: Program, anybody: Program, ladder: Ladder
) -> None:
    house = bots(5, ladder)
    cup = started(house, reveal_minutes=60, format="swiss", terms={"rounds": 3})
    cup = play_round(cup)
    path = f"tournaments/{cup.slug}/results/"
    assert anybody.read(path)["pairings"] == []
    Round.objects.filter(number=1).update(reveal_at=timezone.now())
    exclude_entrant(organiser=cast.olga(), tournament=cup, bot=house[4], reason="It is broken.")
    cup = play_out(cup)
    seen = anybody.read(path)
    assert seen["revealed_until"] == 1
    assert {pairing["round"] for pairing in seen["pairings"]} == {1}
    assert {one["last_round"] for one in seen["entrants"]} == {None}
    assert {one["place"] for one in seen["entrants"]} == {None}
    assert {pairing["round"] for pairing in olgas.read(path)["pairings"]} == {1, 2, 3}
    lines = anybody.read(f"tournaments/{cup.slug}/standings/")["tables"][0]["lines"]
    assert table_of(seen) == [(line["rank"], line["bot"]["slug"]) for line in lines]
    Round.objects.update(reveal_at=timezone.now())
    assert 2 in {one["last_round"] for one in anybody.read(path)["entrants"]}


def test_results_of_a_draft_are_for_organisers(olgas: Program, anybody: Program) -> None:
    made = olgas.send("tournaments/", 201, **TERMS)
    olgas.read(f"tournaments/{made['slug']}/results/")
    anybody.read(f"tournaments/{made['slug']}/results/", 404)


def test_places_are_hidden_with_the_results(
    olgas: Program, anybody: Program, ladder: Ladder
) -> None:
    cup = play_out(started(bots(2, ladder), reveal_minutes=60))
    assert cup.state == "finished"
    path = f"tournaments/{cup.slug}/"
    assert {one["place"] for one in anybody.read(path)["entrants"]} == {None}
    assert {one["place"] for one in olgas.read(path)["entrants"]} == {1, 2}
    assert anybody.read(path + "standings/")["champions"] == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"terms": {"rounds": "many"}}, "rounds"),
        ({"terms": {"\ud83d\ude00": 1}}, "settings"),
        ({"terms": []}, "terms"),
        ({"tie_breaks": ["luck"]}, "tie_breaks"),
        ({"format": "duel"}, "format"),
        ({"most_entrants": 1}, "most_entrants"),
        ({"entry_deadline": "soon"}, "entry_deadline"),
        ({"starts_at": timezone.now()}, "cannot be before the entry deadline"),
        ({"starts_at": "9999-12-31T23:59:59Z"}, "within two years"),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, ""),
        ({"seats": 3}, "Pod formats need"),
        ({"ladder": {"slug": "x"}}, "ladder"),
        ({"admission": "ladder"}, "Choose the ladder"),
    ],
)
def test_terms_that_no_tournament_can_have(
    changed: dict[str, Any], told: str, olgas: Program
) -> None:
    assert told in olgas.send("tournaments/", 422, **TERMS | changed)["detail"]
    assert not Tournament.objects.exists()


def test_a_tournament_asks_the_same_whatever_its_size(
    anybody: Program, ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cup = play_round(started(bots(8, ladder)))
    for path in ("", "standings/", "rounds/", "rounds/1/", "results/"):
        with django_assert_max_num_queries(14):
            anybody.read(f"tournaments/{cup.slug}/{path}")

"""Ladders by API: the page's figures, and organisers' actions."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entry, Ladder
from arena.ratings.trueskill import interval
from tests.website.program import Program
from tests.website.rows import make_bot, make_match
from website.accounts.models import User
from website.ladders import board
from website.ladders.rating_words import PROVISIONAL

TERMS: dict[str, Any] = {
    "name": "Swift courts",
    "game": "kingdomino",
    "seats": 3,
    "games_per_match": 3,
    "config": {"variants": ["harmony"]},
    "limits": {"game_cpu": 4.5},
}


def dominion(**config: Any) -> dict[str, Any]:
    return {"game": "dominion", "config": {"kingdom": "random", **config}}


def owners(count: int) -> list[User]:
    return [User.objects.create_user(f"owner{number}") for number in range(count)]


@pytest.fixture
def crowded(ladder: Ladder) -> Ladder:
    """Nine bots of nine owners, of which the fourth to sixth are level."""
    for number, owner in enumerate(owners(9)):
        level = 4 if number in {4, 5, 6} else number
        make_bot(owner, f"Bot {number}", ladder, mu=40.0 - level, sigma=2.0)
    return ladder


def test_the_leaderboard_has_the_numbers_of_the_page_on_every_page(
    anybody: Program, crowded: Ladder
) -> None:
    rows = board.ranked_rows(crowded, list(board.ranked(crowded)))
    seen: list[Any] = []
    page = anybody.read(f"ladders/{crowded.slug}/leaderboard/?limit=2")
    while True:
        seen += page["results"]
        if not page["next"]:
            break
        page = anybody.get(page["next"]).json()
    assert [line["place"] for line in seen] == [1, 2, 3, 4, 5, 5, 5, 8, 9]
    assert [
        (line["place"], line["bot"]["name"], line["rating"], line["low"], line["high"])
        for line in seen
    ] == [(row.place, row.entry.bot.name, row.rating, *row.interval) for row in rows]
    skills = [row.skill for row in rows]
    for line in seen:
        low, high = line["low"], line["high"]
        best = 1 + sum(interval(skill)[0] > high for skill in skills)
        worst = sum(interval(skill)[1] >= low for skill in skills)
        assert line["rank_range"] == [best, worst]
        assert line["provisional"] == (line["sigma"] > PROVISIONAL)


def test_a_leaderboard_asks_the_same_whatever_its_length(
    anybody: Program, crowded: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    page = anybody.read(f"ladders/{crowded.slug}/leaderboard/?limit=4")
    with django_assert_max_num_queries(7):
        assert len(anybody.get(page["next"]).json()["results"]) == 4


def test_who_has_no_place_is_not_on_it(
    anybody: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    bobs_bot.bench("crashed")
    lines = anybody.read(f"ladders/{ladder.slug}/leaderboard/")["results"]
    assert [line["bot"]["slug"] for line in lines] == ["alcuin"]


def test_how_a_rating_moved_goes_from_the_latest_match_back(
    anybody: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    for _ in range(3):
        make_match(ladder, alices_bot.current, bobs_bot.current)  # type: ignore[arg-type]
    page = anybody.read(f"ladders/{ladder.slug}/history/alcuin/?limit=2")
    assert [change["serial"] for change in page["results"]] == [3, 2]
    rest = anybody.get(page["next"]).json()["results"]
    assert [change["serial"] for change in rest] == [1]
    entry = Entry.objects.get(bot=alices_bot)
    assert page["results"][0]["mu_after"] == entry.mu
    anybody.read(f"ladders/{ladder.slug}/history/nobody/", 404)


def test_organisers_make_and_change_ladders(olgas: Program, anybody: Program) -> None:
    told = olgas.send("ladders/", 201, **TERMS)
    assert (told["slug"], told["state"], told["limits"]) == (
        "swift-courts",
        "open",
        {"game_cpu": 4.5},
    )
    changed = olgas.send(
        "ladders/swift-courts/", 200, "PATCH", bench_after=7, limits={"start_cpu": 2.0}
    )
    assert (changed["bench_after"], changed["config"]) == (7, {"variants": ["harmony"]})
    assert changed["limits"] == {"start_cpu": 2.0}
    assert anybody.read("ladders/?game=kingdomino")["results"][0]["slug"] == "swift-courts"
    assert olgas.send("ladders/", 409, **TERMS)["type"] == "/api/#name-taken"


def test_organisers_choose_sets_bane_and_black_market_deck(olgas: Program) -> None:
    terms = dominion(sets=["cornucopia", "promo"], bane="Cellar", black_market=["Smithy", "Moat"])
    told = olgas.send("ladders/", 201, **TERMS | terms)
    assert told["config"] == terms["config"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seats": 7}, "seats"),
        ({"seats": 5}, "seats"),
        ({"games_per_match": 2}, "multiple of its 3 seats"),
        ({"config": {"variants": ["chess"]}}, "chess"),
        ({"config": {"unheard": 1}}, "unheard"),
        (dominion(sets=["base", "base"]), "'base' is named twice"),
        (dominion(sets=["stash"]), "stash"),
        (dominion(sets=["base"], bane="Hamlet"), "Young Witch, not 'Hamlet'"),
        (dominion(sets=["cornucopia"], bane="Smithy"), "Smithy"),
        (dominion(sets=["promo", "base"], black_market=["Stash"]), "Stash"),
        ({"game": "dominion", "config": {"black_market": ["Moat"]}}, "Black Market"),
        ({"name": "x" * 81}, "name"),
        ({"limits": {"game_cpu": 1e9}}, "game_cpu"),
        ({"draw_probability": -1}, "draw_probability"),
        ({"game_noise": 99}, "game_noise"),
    ],
)
def test_terms_that_no_ladder_can_have(changed: dict[str, Any], told: str, olgas: Program) -> None:
    assert told in olgas.send("ladders/", 422, **TERMS | changed)["detail"]
    assert not Ladder.objects.exists()


def test_organisers_open_pause_freeze_and_close(olgas: Program, ladder: Ladder) -> None:
    for verb, state in (
        ("pause", "paused"),
        ("freeze", "frozen"),
        ("open", "open"),
        ("close", "closed"),
    ):
        assert olgas.send(f"ladders/{ladder.slug}/{verb}/")["state"] == state
        ladder.refresh_from_db()
        assert ladder.state == state


def test_nobody_else_changes_a_ladder(
    alices: Program, charlies: Program, anybody: Program, ladder: Ladder
) -> None:
    paths = ["open", "pause", "freeze", "close", "recompute"]
    for program, status in ((alices, 403), (charlies, 403), (anybody, 401)):
        program.send("ladders/", status, **TERMS)
        program.send(f"ladders/{ladder.slug}/", status, "PATCH", name="Mine")
        for verb in paths:
            program.send(f"ladders/{ladder.slug}/{verb}/", status, reason="mine")
    ladder.refresh_from_db()
    assert (ladder.name, ladder.state) == ("Dominion: first game", "open")
    assert not ladder.rating_runs.exists()

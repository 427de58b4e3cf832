"""Statistics for people: each rated game counts once, a voided one not at all."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from arena.models import Bot, Game, Ladder, LadderStatistic, Match
from arena.results import count_statistics as module
from arena.results.correct_result import rejudge_match, void_result
from arena.results.count_statistics import (
    PlayedGame,
    count_statistics,
    forget_statistics,
    played_games,
    to_count,
)
from engine import catalogue
from tests.arena.processes import Platform
from tests.arena.results.rows import fault, played, record_result, result, running
from tests.arena.scripts import statistics
from tests.cast import a_house_bot, a_ladder, olga

pytestmark = pytest.mark.django_db
DRAWN = {"kingdom": "random", "sets": ["base"]}
RULES = catalogue.info("dominion").engine


@pytest.fixture
def bots(ladder: Ladder) -> list[Bot]:
    return [a_house_bot(f"House {number}", ladder) for number in range(2)]


def turn(seat: int, number: int, *bought: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [{"type": "turn", "seat": seat, "turn": number}]
    for card in bought:
        events.append({"type": "buy", "seat": seat, "cards": [card]})
        events.append({"type": "gain", "seat": seat, "to": "discard", "cards": [card]})
    return events


GAME = [
    *turn(0, 1, "Moat"),
    *turn(1, 1, "Silver"),
    *turn(0, 2, "Silver"),
    *turn(1, 2, "Silver"),
    *turn(0, 3, "Gold"),
]


def with_events(
    ladder: Ladder, bots: list[Bot], *points: float, rules: str = "dominion/1"
) -> Match:
    found = result(*(points or (1.0, 0.0)), engine=rules)
    games = [replace(found.games[0], events=GAME)]
    return record_result(match=running(ladder, *bots), result=replace(found, games=games))


def counter(dimension: str, key: str = "", given: str = "") -> list[float] | None:
    """Return games, seats, points, amount; None if there is no row."""
    row = LadderStatistic.objects.filter(dimension=dimension, key=key, given=given).first()
    return [row.games, row.seats, row.points, row.amount] if row else None


def everything() -> list[tuple[Any, ...]]:
    """Return all counters that are not zero."""
    found = LadderStatistic.objects.exclude(games=0, seats=0)
    return list(
        found.order_by(*LadderStatistic.KEYS).values_list(
            *LadderStatistic.KEYS, *LadderStatistic.SUMS
        )
    )


def test_a_game_counts_by_seat_length_points_end_card_and_opening(
    ladder: Ladder, bots: list[Bot]
) -> None:
    with_events(ladder, bots)
    with_events(ladder, bots, 0.5, 0.5)
    assert count_statistics(ladder=ladder) == 2
    assert counter("total") == [2, 0, 0, 6]
    assert counter("seat", "0") == [2, 2, 1.5, 15]
    assert counter("seat", "1") == [2, 2, 0.5, 5]
    assert counter("length", "3") == [2, 0, 0, 0]
    assert counter("score", "10") == [0, 1, 1.0, 0]
    assert counter("score", "5") == [0, 2, 1.0, 0]
    assert counter("ending", "the Provinces are gone") == [2, 0, 0, 0]
    assert counter("card", "Moat") == [2, 2, 1.5, 2], "gained by the first seat alone"
    assert counter("card", "Silver") == [2, 4, 2.0, 6]
    assert counter("card", "Village") == [2, 0, 0, 0], "nobody wanted it"
    assert counter("card", "Witch") is None, "it is not in this kingdom"
    assert counter("opening", '["Moat","Silver"]') == [0, 2, 1.5, 0]
    assert counter("opening", '["Silver","Silver"]') == [0, 2, 0.5, 0]
    assert not LadderStatistic.objects.exclude(given="").exists(), "the kingdom is always the same"


def test_games_of_drawn_kingdoms_count_for_each_of_their_cards(bots: list[Bot]) -> None:
    ladder = a_ladder(slug="drawn", name="Drawn", config=DRAWN)
    match = running(ladder, *bots)
    match.engine = RULES
    card, *others = match.features.keys
    events = [*turn(0, 1, card), *turn(1, 1, "Silver"), *turn(0, 2, "Silver"), *turn(1, 2)]
    found = result(1.0, 0.0, engine=RULES)
    games = [replace(found.games[0], events=events)]
    record_result(match=match, result=replace(found, games=games))
    count_statistics(ladder=ladder)
    given = set(LadderStatistic.objects.values_list("given", flat=True))
    assert given == {"", card, *others}
    for one in (card, *others):
        assert counter("total", given=one) == [1, 0, 0, 2]
        assert counter("card", "Silver", given=one) == [1, 2, 1.0, 2]
        assert counter("seat", "1", given=one) == [1, 1, 0.0, 0]
    opening = json.dumps(sorted([card, "Silver"]), separators=(",", ":"))
    assert counter("opening", opening, given=card) == [0, 1, 1.0, 0]
    openings = LadderStatistic.objects.filter(dimension="opening")
    assert {(row.given, row.key) for row in openings} == {
        ("", opening), (card, opening), ("", '["Silver"]'),
    }  # fmt: skip


def test_of_other_rules_the_kingdom_is_unknown_and_the_rest_counts(bots: list[Bot]) -> None:
    ladder = a_ladder(slug="drawn", name="Drawn", config=DRAWN)
    with_events(ladder, bots, rules="dominion/0")
    count_statistics(ladder=ladder)
    assert counter("seat", "0") == [1, 1, 1.0, 10]
    assert not LadderStatistic.objects.filter(dimension="card").exists()


def test_a_table_of_three_has_shares_of_beaten_opponents(bots: list[Bot], ladder: Ladder) -> None:
    three = a_ladder(slug="three", name="Three", seats=3)
    played(three, *bots, a_house_bot("House 3", ladder), points=(2.0, 0.5, 0.5))
    count_statistics(ladder=three)
    assert [counter("seat", str(seat)) for seat in range(3)] == [
        [1, 1, 1.0, 20],
        [1, 1, 0.25, 5],
        [1, 1, 0.25, 5],
    ]


def test_games_with_a_fault_say_nothing(ladder: Ladder, bots: list[Bot]) -> None:
    match = running(ladder, *bots)
    record_result(match=match, result=result(1.0, 0.0, faults=(fault(1),)))
    assert count_statistics(ladder=ladder) == 1
    assert everything() == []
    assert not to_count()


def test_what_is_not_rated_is_not_counted(ladder: Ladder, bots: list[Bot]) -> None:
    played(ladder, *bots, level="unsandboxed")
    assert count_statistics(ladder=ladder) == 0
    assert everything() == []


def test_other_games_have_their_decisions_for_length(ladder: Ladder, bots: list[Bot]) -> None:
    other = a_ladder(slug="kingdomino", name="Kingdomino", game="kingdomino", config={})
    row = {"type": "row", "seat": None, "numbers": [3, 5, 8, 9]}
    picks = [{"type": "pick", "seat": seat, "number": 5 + 3 * seat} for seat in range(2)]
    found = result(1.0, 0.0)
    game = replace(found.games[0], events=[row, *picks])
    record_result(match=running(other, *bots), result=replace(found, games=[game]))
    count_statistics(ladder=other)
    assert counter("length", "80") == [1, 0, 0, 0]
    assert counter("opening", '["2"]') == [0, 1, 1.0, 0]
    assert counter("opening", '["3"]') == [0, 1, 0.0, 0]


def test_counted_again_nothing_changes_and_the_rest_follows(
    ladder: Ladder, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    for _ in range(3):
        with_events(ladder, bots)
    assert [count_statistics(ladder=ladder) for _ in range(3)] == [2, 1, 0]
    before = everything()
    assert counter("total") == [3, 0, 0, 9]
    forget_statistics(ladder=ladder)
    assert everything() == []
    assert list(to_count()) == [ladder]
    while count_statistics(ladder=ladder):
        pass
    assert everything() == before


@pytest.mark.parametrize("is_counted_before", [True, False])
def test_a_voided_match_leaves_no_trace(
    ladder: Ladder, bots: list[Bot], *, is_counted_before: bool
) -> None:
    with_events(ladder, bots)
    count_statistics(ladder=ladder)
    before = everything()
    wrong = with_events(ladder, bots, 0.0, 1.0)
    if is_counted_before:
        count_statistics(ladder=ladder)
        assert everything() != before
    void_result(organiser=olga(), match=wrong, reason="a cut cable")
    assert list(to_count()) == [ladder]
    for _ in range(2):
        count_statistics(ladder=ladder)
        assert everything() == before
    assert not to_count()


def test_a_rejudged_match_counts_by_its_new_result(ladder: Ladder, bots: list[Bot]) -> None:
    wrong = with_events(ladder, bots)
    count_statistics(ladder=ladder)
    rejudge_match(organiser=olga(), match=wrong, reason="a cut cable")
    with_events(ladder, bots, 0.0, 1.0)
    count_statistics(ladder=ladder)
    assert counter("seat", "0") == [1, 1, 0.0, 0]


def test_two_at_once_count_once(
    ladder: Ladder, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_events(ladder, bots)
    lost: list[int] = []

    def overtaken(matches: list[int]) -> Iterator[PlayedGame]:
        monkeypatch.setattr(module, "played_games", played_games)
        lost.append(count_statistics(ladder=ladder))
        return played_games(matches)

    monkeypatch.setattr(module, "played_games", overtaken)
    assert count_statistics(ladder=ladder) == 0, "another was faster"
    assert lost == [1]
    assert counter("total") == [1, 0, 0, 3]


@pytest.mark.parametrize("events", [b"", b"no gzip", Game.pack([{"nonsense": 1}])])
def test_a_damaged_game_stops_no_other(ladder: Ladder, bots: list[Bot], events: bytes) -> None:
    bad = with_events(ladder, bots)
    Game.objects.filter(match=bad).update(packed_events=events)
    with_events(ladder, bots)
    assert count_statistics(ladder=ladder) == 2
    assert counter("opening", json.dumps(["Moat", "Silver"], separators=(",", ":"))) == [
        0, 1, 1.0, 0,
    ]  # fmt: skip
    assert not to_count()


@pytest.fixture
def several(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform on PostgreSQL with some matches not yet counted."""
    platform = Platform(tmp_path_factory.mktemp("statistics"), DATABASE_URL=postgres_url)
    platform.call(statistics.fill)
    yield platform
    platform.empty()


@pytest.mark.services
def test_several_processes_a_kill_and_an_organiser_at_once_count_every_match_once(
    several: Platform,
) -> None:
    several.call(statistics.die, 7)
    before = several.call(statistics.sums)
    assert (before["games"], before["last"]) == (7, 7), "what was not stored whole is not there"
    several.together(statistics.count, statistics.count, partial(statistics.count, voids=True))
    assert several.call(statistics.sums) == {
        "games": 56, "seats": 112, "points": 56.0, "finished": 56, "voided": 4, "last": 60,
    }  # fmt: skip

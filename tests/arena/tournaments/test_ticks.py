"""Tournaments run by the tick: late, doubled, and never while only waiting."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Ladder, League, Match, Pairing, Round, Tournament, Worker
from arena.tournaments.entries import admit_entrant
from arena.tournaments.estimate_tournament import (
    estimate_tournament,
    find_clashes,
    measure_pace,
)
from arena.tournaments.lifecycle import (
    pause_tournament,
    resume_tournament,
    run_tournaments,
    to_advance,
)
from tests.arena.results.rows import played
from tests.arena.tournament_steps import (
    DAY,
    bots,
    entrant,
    frozen,
    opened,
    play_one,
    play_out,
    play_round,
    started,
    terms,
)
from tests.cast import a_ladder, olga

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(state="paused")


# --- the tick ------------------------------------------------------------------------------------
def test_deadline_and_start_come_by_themselves(ladder: Ladder) -> None:
    made = opened(bots(2, ladder))
    seen = []
    for now in (
        made.entry_deadline - timedelta(seconds=1),
        made.entry_deadline,
        made.starts_at - timedelta(seconds=1),
        made.starts_at,
    ):
        run_tournaments(now=now)
        made.refresh_from_db()
        seen.append(str(made.state))
    assert seen == ["open", "frozen", "frozen", "running"]
    assert Match.objects.count() == 1


def test_a_tick_that_is_days_late_does_all_at_once_and_again_does_nothing(ladder: Ladder) -> None:
    made = opened(bots(4, ladder))
    for _ in range(3):
        run_tournaments(now=made.starts_at + 9 * DAY)
    made.refresh_from_db()
    assert (made.state, made.rounds.count(), Match.objects.count()) == ("running", 1, 2)


def test_what_cannot_start_is_paused_with_its_trouble_and_starts_when_mended(
    ladder: Ladder,
) -> None:
    field = bots(2, ladder)
    made = opened(field[:1])
    run_tournaments(now=made.starts_at)
    made.refresh_from_db()
    assert made.state == "paused"
    assert "at least two entrants, not 1" in made.problem
    admit_entrant(organiser=olga(), tournament=made, bot=field[1])
    made = resume_tournament(organiser=olga(), tournament=made)
    assert (made.state, made.problem) == ("frozen", "")
    run_tournaments(now=made.starts_at)
    made.refresh_from_db()
    assert made.state == "running"


def test_resuming_after_its_time_starts_at_once(ladder: Ladder) -> None:
    made = frozen(bots(2, ladder), entry_deadline=NOW - 2 * DAY, starts_at=NOW - DAY)
    Tournament.objects.update(state="paused", problem="The machine was away.")
    assert resume_tournament(organiser=olga(), tournament=made).state == "running"


def test_a_result_whose_worker_died_before_the_next_step_is_taken_up_by_the_tick(
    ladder: Ladder,
) -> None:
    made = started(bots(2, ladder), terms={"double": True})
    assert to_advance() == set()
    play_one()
    assert to_advance() == {made.pk}
    run_tournaments()
    assert to_advance() == set()
    assert made.rounds.count() == 2
    Match.objects.live().update(status="void")
    assert to_advance() == {made.pk}
    run_tournaments()
    assert Match.objects.live().count() == 1


def test_tournaments_that_wait_for_their_matches_are_not_looked_at(ladder: Ladder) -> None:
    field = bots(4, ladder)
    play_out(started(field, name="Finished Cup"))
    pause_tournament(organiser=olga(), tournament=started(field, name="Paused Cup"))
    started(field, name="Waiting Cup")
    opened(name="Open Cup")
    with CaptureQueriesContext(connection) as queries:
        run_tournaments()
    assert len(queries) == 6
    assert all(query["sql"].startswith("SELECT") for query in queries)


def test_changed_rules_are_noticed_by_the_tick(ladder: Ladder) -> None:
    made = started(bots(2, ladder))
    Tournament.objects.update(rules="dominion-0")
    run_tournaments()
    made.refresh_from_db()
    assert (made.state, Match.objects.live().count()) == ("paused", 0)


def test_what_goes_wrong_with_one_leaves_the_others_alone(ladder: Ladder) -> None:
    field = bots(2, ladder)
    broken = frozen(field, name="Broken Cup")
    sound = frozen(field, name="Sound Cup")
    Tournament.objects.filter(pk=broken.pk).update(terms=[3])
    run_tournaments(now=sound.starts_at)
    states = dict(Tournament.objects.values_list("name", "state"))
    assert states == {"Broken Cup": "frozen", "Sound Cup": "running"}
    assert sound.rounds.count() == 1


# --- reveal --------------------------------------------------------------------------------------
def test_results_are_hidden_until_they_are_revealed_round_by_round(ladder: Ladder) -> None:
    made = started(bots(4, ladder), reveal_minutes=30)
    assert made.revealed_until(timezone.now()) == 0
    made = play_out(made)
    end = made.finished_at
    assert end is not None
    at = [one.reveal_at for one in made.rounds.all()]
    assert [round((when - end) / timedelta(minutes=30)) for when in at if when] == [1, 2, 3]
    shown = {}
    for minutes in (0, 31, 61, 91):
        now = end + timedelta(minutes=minutes)
        shown[minutes] = made.revealed_until(now)
        rounds = list(Round.objects.revealed(now))
        assert {pairing.round for pairing in Pairing.objects.revealed(now)} == set(rounds)
    assert shown == {0: 0, 31: 1, 61: 2, 91: None}
    assert sum(row.points for row in made.standings(until=1)[0]) == 2
    assert sum(row.points for row in made.standings()[0]) == 6
    assert made.standings(until=0)[0][0].points == 0


def test_without_a_delay_all_is_shown_at_once(ladder: Ladder) -> None:
    made = play_round(started(bots(4, ladder)))
    now = timezone.now()
    assert made.revealed_until(now) is None
    assert Round.objects.revealed(now).count() == 2


def test_standings_brackets_and_places_come_from_the_rows(ladder: Ladder) -> None:
    field = bots(4, ladder)
    made = play_round(started(field, format="single_elimination"))
    bracket = made.bracket()
    assert bracket is not None
    assert len(bracket.matches) == 3
    assert made.standings() == []
    made = play_out(made)
    assert [place for place, _ in made.places()] == [1, 2, 3, 3]
    assert entrant(made, made.places()[0][1]).place == 1  # type: ignore[arg-type]


# --- outline -------------------------------------------------------------------------------------
def test_an_estimate_says_how_long_it_takes_from_measured_times(ladder: Ladder) -> None:
    assert measure_pace(game="dominion", seats=2).game_seconds is None
    assert estimate_tournament(terms=terms()).ends_at is None
    one, other = bots(2, ladder)
    for seconds in (20, 40):
        match = played(ladder, one, other)
        Match.objects.filter(pk=match.pk).update(
            started_at=NOW, finished_at=NOW + timedelta(seconds=seconds)
        )
    assert measure_pace(game="dominion", seats=2)[:2] == (15.0, 2)
    Worker.objects.create(host="here", slots=2, seen_at=timezone.now())
    wanted = terms()
    told = estimate_tournament(terms=wanted, entrants=4)
    assert (told.estimate.rounds, told.estimate.matches) == (3, 6)
    assert told.duration == timedelta(seconds=(6 / 2 + 3 / 2) * 30)
    assert told.ends_at == wanted.starts_at + told.duration


def test_an_estimate_tells_with_what_it_clashes(ladder: Ladder) -> None:
    one, other = bots(2, ladder)
    match = played(ladder, one, other)
    Match.objects.filter(pk=match.pk).update(
        started_at=NOW, finished_at=NOW + timedelta(minutes=20)
    )
    mine = opened([one, other], starts_at=NOW + 3 * DAY)
    same = opened(name="Same Time", starts_at=NOW + 3 * DAY + timedelta(minutes=5))
    opened(name="Much Later", starts_at=NOW + 30 * DAY)
    opened(name="Over By Then", most_entrants=2, starts_at=NOW + 2 * DAY)
    league = League.objects.create(
        name="Fridays", slug="fridays", organiser=olga(), game="dominion", ladder=ladder,
        next_run_at=mine.starts_at + timedelta(minutes=10),
    )  # fmt: skip
    told = estimate_tournament(terms=terms(starts_at=mine.starts_at), entrants=4, tournament=mine)
    assert [(clash.kind, clash.name) for clash in told.clashes] == [
        ("tournament", same.name),
        ("league", league.name),
    ]
    assert find_clashes(starts_at=NOW + 9 * DAY, ends_at=NOW + 10 * DAY) == []


def test_one_that_should_be_over_still_clashes_while_it_is_played(ladder: Ladder) -> None:
    one, other = bots(2, ladder)
    match = played(ladder, one, other)
    Match.objects.filter(pk=match.pk).update(started_at=NOW, finished_at=NOW + timedelta(minutes=1))
    made = started([one, other])
    Tournament.objects.update(started_at=NOW - DAY, starts_at=NOW - DAY)
    now = timezone.now()
    (clash,) = find_clashes(starts_at=now - timedelta(hours=1), ends_at=now + DAY)
    assert clash.name == made.name

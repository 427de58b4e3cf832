"""The ladder's queue: never empty, never long."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.bots.checks import record_passed
from arena.bots.manage_bot import withdraw_bot
from arena.ladders.matchmake import MatchmakingStep, matchmake
from arena.ladders.opponent_memory import LadderMemory
from arena.ladders.opponents import (
    FEW_OWNERS,
    HOUSE_REST,
    OWNER_FLOOR,
    REMEMBERED,
    SETTLED_MATCHES,
    Candidate,
    has_share_left,
)
from arena.matches.claim_match import claim_match
from arena.matches.models.matches import UNSANDBOXED
from arena.matches.order_match import (
    LADDER_PRIORITY,
    NEWCOMER_PRIORITY,
    PLACEMENT_PRIORITY,
)
from arena.models import Bot, Entry, Ladder, Match, RatingChange, Seat, Version, Worker
from tests.arena.results.rows import played, queued, record_result, result, running
from tests.cast import (
    a_bot,
    a_house_bot,
    a_ladder,
    alice,
    bob,
    entry_of,
    has_played,
    has_waited,
    person,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_cores(settings: Settings) -> None:
    settings.CORES = 2
    settings.IDLE_PACE = 5.0


def a_field(ladder: Ladder, count: int, matches: int = 20) -> list[Bot]:
    bots = [a_house_bot(f"House {number}", ladder) for number in range(count)]
    for bot in bots:
        has_played(bot, matches)
        if matches >= SETTLED_MATCHES:
            has_waited(bot, HOUSE_REST)
    return bots


def seated(match: Match) -> set[Bot]:
    return {seat.version.bot for seat in match.seats.select_related("version__bot")}


def test_matches_are_made_ahead_once_fewer_wait_than_there_are_slots(ladder: Ladder) -> None:
    a_field(ladder, 12)
    assert len(matchmake(ladder_id=ladder.pk)) == 4
    assert matchmake(ladder_id=ladder.pk) == [], "the queue does not grow"
    waiting = Match.objects.queued()
    for match in waiting[:2]:
        match.delete()
    assert matchmake(ladder_id=ladder.pk) == [], "one for each slot waits"
    waiting[0].delete()
    assert len(matchmake(ladder_id=ladder.pk)) == 3


def test_in_a_small_field_no_more_wait_than_there_are_slots(ladder: Ladder) -> None:
    a_field(ladder, 8)
    assert len(matchmake(ladder_id=ladder.pk)) == 2


def test_a_full_queue_is_left_alone_in_a_few_statements(
    ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_field(ladder, 12)
    matchmake(ladder_id=ladder.pk)
    with django_assert_max_num_queries(8):
        matchmake(ladder_id=ladder.pk)


def test_more_workers_have_more_places(ladder: Ladder) -> None:
    a_field(ladder, 12)
    now = timezone.now()
    Worker.objects.create(host="a", slots=3, seen_at=now)
    Worker.objects.create(host="b", slots=1, seen_at=now)
    Worker.objects.create(host="asleep", slots=50, seen_at=now - timedelta(hours=1))
    assert len(matchmake(ladder_id=ladder.pk)) == 4


def test_a_match_names_the_current_versions_and_the_ladders_rules(ladder: Ladder) -> None:
    Ladder.objects.update(limits={"game_cpu": 3.0})
    bots = a_field(ladder, 2)
    (match,) = matchmake(ladder_id=ladder.pk)
    assert seated(match) == set(bots)
    assert (match.game, match.config, match.limits) == (
        "dominion",
        {"kingdom": "First Game"},
        {"game_cpu": 3.0},
    )
    assert (match.games_planned, match.priority) == (2, LADDER_PRIORITY)


def test_newcomers_are_queued_first_even_if_the_queue_is_full(ladder: Ladder) -> None:
    bots = a_field(ladder, 8)
    for pair in ((0, 1), (2, 3), (4, 5)):
        queued(ladder, *(bots[one] for one in pair))
    newcomer = a_bot(alice(), "Alcuin", ladder)
    (match,) = matchmake(ladder_id=ladder.pk)
    assert newcomer in seated(match)
    assert match.priority == NEWCOMER_PRIORITY
    assert Match.objects.queued().first() == match
    assert matchmake(ladder_id=ladder.pk) == [], "one for each newcomer"


def test_a_bots_first_ten_matches_come_before_those_of_placed_bots(ladder: Ladder) -> None:
    a_field(ladder, 4)
    bot = a_bot(alice(), "Alcuin", ladder)
    priorities = {}
    for matches in (1, 9, 10):
        Match.objects.all().delete()
        has_played(bot, matches, virtual_finish=0.5)
        priorities[matches] = {
            match.priority for match in matchmake(ladder_id=ladder.pk) if bot in seated(match)
        }
    assert priorities == {1: {PLACEMENT_PRIORITY}, 9: {PLACEMENT_PRIORITY}, 10: {LADDER_PRIORITY}}


def test_new_house_bots_are_no_more_urgent_than_others(ladder: Ladder) -> None:
    for number in range(4):
        a_house_bot(f"House {number}", ladder)
    matches = matchmake(ladder_id=ladder.pk)
    assert {match.priority for match in matches} == {LADDER_PRIORITY}


def test_a_newcomer_whom_nobody_may_meet_lets_the_queue_not_grow(ladder: Ladder) -> None:
    for number in range(6):
        has_played(a_bot(alice(), f"Alcuin {number}", ladder), 20)
    a_bot(alice(), "Alfred", ladder)
    assert matchmake(ladder_id=ladder.pk) == []
    bots = a_field(ladder, 6)
    for pair in ((0, 1), (2, 3)):
        queued(ladder, *(bots[one] for one in pair))
    Match.objects.filter(pk=Match.objects.queued()[0].pk).update(priority=0)
    made = matchmake(ladder_id=ladder.pk)
    assert [match.priority for match in made] == [NEWCOMER_PRIORITY]


def test_who_has_waited_longest_is_next(ladder: Ladder) -> None:
    bots = a_field(ladder, 5)
    has_waited(bots[3], 3600)
    assert bots[3] in seated(matchmake(ladder_id=ladder.pk)[0])


@pytest.mark.parametrize("state", ["paused", "frozen", "closed"])
def test_no_matches_are_made_where_the_ladder_is_not_open(ladder: Ladder, state: str) -> None:
    a_field(ladder, 4)
    Ladder.objects.update(state=state)
    assert matchmake(ladder_id=ladder.pk) == []


def test_benched_withdrawn_and_left_bots_are_not_seated(ladder: Ladder) -> None:
    benched, left = a_field(ladder, 2)
    benched.bench("crashed")
    Entry.objects.filter(bot=left).update(is_active=False)
    withdraw_bot(owner=alice(), bot=a_bot(alice(), "Alcuin", ladder))
    a_bot(bob(), "Bede", ladder)
    assert matchmake(ladder_id=ladder.pk) == []


def informed(ladder: Ladder, bot: Bot, now: datetime | None = None) -> Candidate:
    """Return matchmaking's data on the bot."""
    tables = MatchmakingStep(ladder, now or timezone.now(), Counter(), LadderMemory(ladder))
    (candidate,) = tables.candidates(ladder.entries.filter(bot=bot))
    return tables.informed(candidate)


def met(ladder: Ladder, bot: Bot, now: datetime | None = None) -> tuple[int, ...]:
    """Return the opponents that matchmaking remembers."""
    return informed(ladder, bot, now).met


def test_latest_opponents_come_first_in_memory(ladder: Ladder) -> None:
    one, two, three = a_field(ladder, 3)
    played(ladder, one, two)
    played(ladder, one, three)
    played(ladder, one, two)
    assert met(ladder, one) == (two.pk, three.pk, two.pk)
    assert met(ladder, three) == (one.pk,)


def test_after_a_week_a_meeting_is_forgotten(ladder: Ladder) -> None:
    one, two = a_field(ladder, 2)
    played(ladder, one, two)
    assert met(ladder, one, timezone.now() + timedelta(days=6)) == (two.pk,)
    assert met(ladder, one, timezone.now() + timedelta(days=8)) == ()


def test_memory_has_a_bound(ladder: Ladder) -> None:
    one, two = a_field(ladder, 2)
    match = played(ladder, one, two)
    change = RatingChange.objects.get(entry__bot=one)
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now())
    seats = Seat.objects.bulk_create(
        Seat(match=match, position=place, version=change.seat.version)
        for place in range(2, REMEMBERED + 12)
    )
    RatingChange.objects.bulk_create(
        RatingChange(
            entry=change.entry,
            seat=seat,
            serial=seat.position,
            mu_before=25,
            mu_after=25,
            sigma_before=1,
            sigma_after=1,
        )
        for seat in seats
    )
    latest = LadderMemory(ladder).latest(one.pk)
    assert len(latest) == REMEMBERED


def test_owners_are_remembered_without_the_house(ladder: Ladder) -> None:
    (house,) = a_field(ladder, 1)
    one, two = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    for other in (two, house, two):
        played(ladder, one, other)
    assert informed(ladder, one).met == (two.pk, house.pk, two.pk)
    assert informed(ladder, one).met_owners == (bob().pk, bob().pk)
    assert informed(ladder, house).met_owners == (alice().pk,)


def test_a_rating_goes_into_the_choice_with_its_doubt(ladder: Ladder) -> None:
    (bot,) = a_field(ladder, 1)
    Entry.objects.update(sigma=2.5)
    assert informed(ladder, bot).sigma == 2.5


def some_owners(ladder: Ladder, count: int) -> list[Bot]:
    """Make this many settled bots, each with its own owner."""
    members = [person(f"owner {number}") for number in range(count)]
    bots = [a_bot(owner, f"Bot of {owner.username}", ladder) for owner in members]
    for bot in bots:
        has_played(bot, SETTLED_MATCHES)
    return bots


def opponents(ladder: Ladder, bot: Bot, matches: int) -> Counter[Bot]:
    """Count the opponents of a bot that is always next; no match finishes."""
    found: Counter[Bot] = Counter()
    for _match in range(matches):
        Entry.objects.filter(bot=bot).update(virtual_finish=0.5)
        for match in matchmake(ladder_id=ladder.pk):
            if bot in (seats := seated(match)):
                found.update(seats - {bot})
            match.delete()
    return found


@pytest.mark.long(3)
def test_two_that_met_too_often_meet_no_more(ladder: Ladder) -> None:
    one, friend, *others = some_owners(ladder, FEW_OWNERS + 4)
    for _match in range(OWNER_FLOOR):
        played(ladder, one, friend)
    assert friend not in opponents(ladder, one, 20), "by what the one has played"
    for other in 2 * others:
        played(ladder, one, other)
    assert friend not in opponents(ladder, one, 20), "by what the friend has played"
    for other in 2 * others:
        played(ladder, friend, other)
    first, second = informed(ladder, one), informed(ladder, friend)
    assert has_share_left(first, second, FEW_OWNERS + 3)
    assert has_share_left(second, first, FEW_OWNERS + 3)


def test_an_owners_bots_share_what_one_may_play(ladder: Ladder) -> None:
    bots = some_owners(ladder, FEW_OWNERS + 4)
    one, friend = bots[:2]
    more = [a_bot(friend.owner, f"More {number}", ladder) for number in range(3)]
    for bot in more:
        has_played(bot, SETTLED_MATCHES)
        played(ladder, one, bot)
    assert not {friend, *more} & set(opponents(ladder, one, 20))


def test_where_all_have_met_too_often_play_goes_on(ladder: Ladder, settings: Settings) -> None:
    settings.IDLE_PACE = 0.0
    one, two = some_owners(ladder, 2)
    for _match in range(30):
        played(ladder, one, two)
    assert len(matchmake(ladder_id=ladder.pk)) == 1


def test_a_bot_pays_its_own_seconds_and_an_even_share_of_the_rest(ladder: Ladder) -> None:
    one, two = a_field(ladder, 2, SETTLED_MATCHES)
    match = running(ladder, one, two)
    Match.objects.update(started_at=timezone.now() - timedelta(seconds=10))
    slow = replace(result(2.0, 0.0).games[0], cpu=[6.0, 2.0])
    record_result(match=match, result=replace(result(2.0, 0.0), games=[slow]))
    shared = (lasted(match, least=10.0) - 6.0 - 2.0) / 2
    assert entry_of(one).virtual_finish == pytest.approx(1.0 + 6.0 + shared)
    assert entry_of(two).virtual_finish == pytest.approx(1.0 + 2.0 + shared)


def test_a_sleeper_pays_for_the_time_that_it_was_waited_for(ladder: Ladder) -> None:
    sleeper, other = a_field(ladder, 2, SETTLED_MATCHES)
    match = running(ladder, sleeper, other)
    Match.objects.update(started_at=timezone.now() - timedelta(seconds=100))
    game = replace(result(2.0, 0.0).games[0], cpu=[0.5, 3.0], wall=[92.0, 2.0])
    record_result(match=match, result=replace(result(2.0, 0.0), games=[game]))
    assert [seat.wall for seat in match.seats.order_by("position")] == [92.0, 2.0]
    shared = (lasted(match, least=100.0) - 92.0 - 3.0) / 2  # CPU used out of turn counts as well
    assert entry_of(sleeper).virtual_finish == pytest.approx(1.0 + 92.0 + shared)
    assert entry_of(other).virtual_finish == pytest.approx(1.0 + 3.0 + shared)


def lasted(match: Match, *, least: float) -> float:
    """Return the match's seconds by its row: a loaded machine adds to those that the test set."""
    match.refresh_from_db()
    assert match.started_at
    assert match.finished_at
    seconds = (match.finished_at - match.started_at).total_seconds()
    assert seconds >= least
    return seconds


def test_an_owners_bots_pay_for_each_other_and_house_bots_for_themselves(ladder: Ladder) -> None:
    one, two = a_bot(alice(), "Alcuin", ladder), a_bot(alice(), "Alfred", ladder)
    rival, _other = a_field(ladder, 2, SETTLED_MATCHES)
    for bot in (one, two):
        has_played(bot, SETTLED_MATCHES)
    played(ladder, one, rival)
    paid, alone = entry_of(one).virtual_finish - 1.0, entry_of(rival).virtual_finish - 1.0
    assert paid == pytest.approx(2 * alone)


def test_an_unrated_match_is_a_turn_as_well(ladder: Ladder) -> None:
    one, two = a_field(ladder, 2, matches=0)
    played(ladder, one, two, level=UNSANDBOXED)
    entry = entry_of(one)
    assert (entry.matches, entry.version_matches) == (0, 1)
    assert entry.virtual_finish > 0


def test_the_line_moves_on_and_who_comes_late_has_saved_no_turns(ladder: Ladder) -> None:
    one, two, late = a_field(ladder, 3)
    Entry.objects.filter(bot__in=[one, two]).update(virtual_finish=500.0)
    late.bench("crashed")
    matchmake(ladder_id=ladder.pk)
    ladder.refresh_from_db()
    assert ladder.virtual_time == 500.0
    Match.objects.update(status=Match.Status.VOID)
    late.release()
    played(ladder, late, one)
    assert entry_of(late).virtual_finish > 500.0


def test_in_its_first_matches_a_slow_bot_waits_three_times_as_long_as_it_played(
    ladder: Ladder,
) -> None:
    a_field(ladder, 12, SETTLED_MATCHES)
    Ladder.objects.update(virtual_time=1.0)
    slow = a_bot(alice(), "Alcuin", ladder)
    has_played(slow, 1, virtual_finish=1.0 + 20.0)  # a match of a minute
    has_waited(slow, 175)
    assert slow not in set().union(*map(seated, matchmake(ladder_id=ladder.pk)))
    assert entry_of(slow).virtual_finish == 21.0
    Match.objects.all().delete()
    has_waited(slow, 181)
    (match,) = [match for match in matchmake(ladder_id=ladder.pk) if slow in seated(match)]
    assert match.priority == PLACEMENT_PRIORITY
    assert 0.0 < entry_of(slow).virtual_finish < 1.0, "the next wait is no longer"


def test_the_rating_of_a_placed_bot_and_of_the_house_has_time(ladder: Ladder) -> None:
    placed, house = a_bot(alice(), "Alcuin", ladder), a_house_bot("House", ladder)
    a_field(ladder, 12, SETTLED_MATCHES)
    has_played(placed, 10, virtual_finish=21.0)
    has_played(house, 1, virtual_finish=21.0)
    for bot in (placed, house):
        has_waited(bot, 1000)
    matchmake(ladder_id=ladder.pk)
    assert {entry_of(bot).virtual_finish for bot in (placed, house)} == {21.0}


def test_a_new_version_is_placed_anew_and_at_once(ladder: Ladder) -> None:
    a_field(ladder, 8)
    bot = a_bot(alice(), "Alcuin", ladder)
    has_played(bot, 40, virtual_finish=1e6)
    version = bot.current
    assert version is not None
    bot.promote(version)
    assert entry_of(bot).virtual_finish == 1e6, "a passed re-check moves it no further ahead"
    newer = another_version(bot, ladder)
    entry = entry_of(bot)
    assert (entry.virtual_finish, entry.version_matches, entry.matches) == (0.0, 0, 40)
    match = matchmake(ladder_id=ladder.pk)[0]
    assert match.seats.get(position=0).version == newer
    assert match.priority == NEWCOMER_PRIORITY


def another_version(bot: Bot, ladder: Ladder) -> Version:
    """Let a newer version of the bot play from now on."""
    newer = Version.objects.create(
        bot=bot, number=2, filename="bot.py", sha256="0" * 64, size=1, state="accepted"
    )
    record_passed(version=newer, ladder=ladder)
    bot.promote(newer)
    return newer


@pytest.mark.parametrize(("owed", "is_first"), [(5.0, True), (400.0, False)])
def test_a_version_whose_bot_has_used_too_much_begins_in_turn(
    ladder: Ladder, owed: float, *, is_first: bool
) -> None:
    """Who sleeps in first matches and uploads again must not be first again."""
    a_field(ladder, 8)
    sleeper = a_bot(alice(), "Alcuin", ladder)
    has_played(sleeper, 1, virtual_finish=owed)
    another_version(sleeper, ladder)
    assert entry_of(sleeper).version_matches == 0
    made = matchmake(ladder_id=ladder.pk)
    assert (NEWCOMER_PRIORITY in {match.priority for match in made}) is is_first
    assert (sleeper in seated(made[0])) is is_first


def test_a_new_bot_waits_while_another_of_its_owner_has_used_too_much(ladder: Ladder) -> None:
    a_field(ladder, 8)
    has_played(a_bot(alice(), "Alcuin", ladder), 1, virtual_finish=400.0)
    second, rival = a_bot(alice(), "Alfred", ladder), a_bot(bob(), "Bede", ladder)
    first, *others = matchmake(ladder_id=ladder.pk)
    assert (rival in seated(first), first.priority) == (True, NEWCOMER_PRIORITY)
    assert not any(second in seated(match) for match in others)
    Entry.objects.exclude(bot__owner=alice()).update(virtual_finish=500.0)
    Match.objects.all().delete()
    made = matchmake(ladder_id=ladder.pk)
    assert any(second in seated(match) for match in made), "it is its turn"


def test_an_owners_new_bots_begin_one_after_the_other(ladder: Ladder) -> None:
    a_field(ladder, 12)
    for number in range(6):
        a_bot(alice(), f"Alcuin {number}", ladder)
    a_bot(bob(), "Bede", ladder)

    def first_matches() -> int:
        made = matchmake(ladder_id=ladder.pk)
        return sum(match.priority == NEWCOMER_PRIORITY for match in made)

    assert first_matches() == 2, "one of each owner"
    assert first_matches() == 0
    match = claim_match(worker="here/1/a")
    assert match is not None
    record_result(match=match, result=result(2.0, 0.0))
    matchmake(ladder_id=ladder.pk)
    begun = Match.objects.filter(priority=NEWCOMER_PRIORITY)
    assert begun.count() == 3, "the next begins"


def test_indexes_hold_those_alone_that_may_be_seated(ladder: Ladder) -> None:
    (bot,) = a_field(ladder, 1)
    bot.bench("crashed")
    assert not entry_of(bot).is_playing
    bot.release()
    assert entry_of(bot).is_playing
    bot.withdraw()
    assert not entry_of(bot).is_playing
    bot.release()
    assert not entry_of(bot).is_playing, "withdrawn it stays"


def test_the_longest_wait_is_a_number_of_seconds(ladder: Ladder) -> None:
    assert ladder.entries.all().longest_wait(timezone.now()) == 0.0
    bots = a_field(ladder, 3)
    has_waited(bots[0], 5000)
    has_waited(bots[1], 300)
    bots[0].bench("crashed")
    now = entry_of(bots[1]).waiting_since + timedelta(seconds=300)
    assert ladder.entries.all().longest_wait(now) == pytest.approx(300, abs=1)


def test_tables_of_more_seats_are_filled_or_not_made(ladder: Ladder) -> None:
    Ladder.objects.update(seats=4)
    bots = a_field(ladder, 3)
    assert matchmake(ladder_id=ladder.pk) == []
    bots += [a_house_bot("Fourth", ladder)]
    (match,) = matchmake(ladder_id=ladder.pk)
    assert seated(match) == set(bots)


def test_nobody_sits_at_two_tables_of_one_step(ladder: Ladder, settings: Settings) -> None:
    settings.CORES = 20
    a_field(ladder, 10)
    matches = matchmake(ladder_id=ladder.pk)
    assert len(matches) == 5
    assert len(set().union(*map(seated, matches))) == 10


def test_where_all_are_settled_matches_keep_a_pace(ladder: Ladder) -> None:
    a_field(ladder, 6, SETTLED_MATCHES)
    now = timezone.now()
    (match,) = matchmake(ladder_id=ladder.pk, now=now)
    assert match.not_before == now + timedelta(seconds=5)
    assert matchmake(ladder_id=ladder.pk) == [], "one at a time"


def test_the_pace_is_shared_by_the_open_ladders(ladder: Ladder) -> None:
    a_ladder(slug="second", name="Second")
    a_ladder(slug="over", name="Over", state="closed")
    a_field(ladder, 6, SETTLED_MATCHES)
    now = timezone.now()
    (match,) = matchmake(ladder_id=ladder.pk, now=now)
    assert match.not_before == now + timedelta(seconds=10)


def test_a_newcomer_ends_the_leisure(ladder: Ladder) -> None:
    a_field(ladder, 6, SETTLED_MATCHES)
    matchmake(ladder_id=ladder.pk)
    newcomer = a_bot(alice(), "Alcuin", ladder)
    match = matchmake(ladder_id=ladder.pk)[0]
    assert newcomer in seated(match)
    assert match.not_before is None


def test_without_a_pace_play_never_pauses(ladder: Ladder, settings: Settings) -> None:
    settings.IDLE_PACE = 0.0
    a_field(ladder, 6, SETTLED_MATCHES)
    assert [match.not_before for match in matchmake(ladder_id=ladder.pk)] == [None, None]


@pytest.mark.long(6)
def test_house_bots_alone_play_a_few_matches_an_hour(ladder: Ladder) -> None:
    a_field(ladder, 4, matches=SETTLED_MATCHES)
    began, played = timezone.now(), 0
    for minute in range(121):
        now = began + timedelta(minutes=minute)
        for match in Match.objects.live():
            Match.objects.filter(pk=match.pk).update(status="finished", finished_at=now)
            Entry.objects.filter(bot__in=seated(match)).update(waiting_since=now)
            played += 1
        matchmake(ladder_id=ladder.pk, now=now)
    assert 2 <= played <= 2 * 4

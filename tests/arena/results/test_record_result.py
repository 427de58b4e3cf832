"""Recording results: everything stored, ratings moved once and in order, faulting bots benched."""

import random

import pytest

from arena.bots.versions import promote_version
from arena.ladders.models.ladders import BENCH_AFTER
from arena.models import Bot, Entry, Fault, Ladder, Match, RatingChange, VersionRating
from arena.queue.models.leased import ClaimLost
from arena.ratings.parameters import Parameters
from arena.ratings.trueskill import Rating, of_new_version, rate
from arena.results.bench import MANY
from tests.arena.recomputed import recomputed, stored
from tests.arena.results.rows import fault, played, queued, record_result, result, running
from tests.cast import a_house_bot, entry_of, play_with

pytestmark = pytest.mark.django_db


def test_everything_about_the_match_is_stored(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots)
    record_result(match=match, result=result(2, 0, faults=(fault(1),)))
    match.refresh_from_db()
    assert (match.status, match.serial, match.engine, match.protocol) == (
        "finished",
        1,
        "dominion/1",
        "1",
    )
    assert match.stamp["bubblewrap"] == "0.8.0"
    assert match.published_seed == match.seed
    first, second = match.seats.all()
    assert (first.points, first.rank, first.faults) == (2.0, 1, 0)
    assert (second.points, second.rank, second.faults) == (0.0, 2, 1)
    game = match.games.get()
    assert game.events == [{"type": "turn", "seat": 0, "turn": 1}]
    stored = Fault.objects.get()
    assert (stored.game, stored.seat, stored.decision) == (game, second, fault(1).decision)
    assert [(log.seat, log.text) for log in game.logs.all()] == [(first, "printed by the first")]


def test_the_ratings_move_by_one_update(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = played(ladder, *bots)
    winner, loser = (entry_of(bot) for bot in bots)
    ties = Parameters().draw_probability
    assert [winner.skill, loser.skill] == rate([Rating(), Rating()], [1, 2], draw_probability=ties)
    assert winner.rating == winner.mu - winner.sigma
    assert (winner.matches, winner.wins, winner.losses) == (1, 1, 0)
    assert (loser.matches, loser.wins, loser.losses) == (1, 0, 1)
    assert winner.last_played_at == winner.waiting_since == match.finished_at
    change = RatingChange.objects.get(entry=winner)
    assert (change.serial, change.mu_before, change.mu_after) == (1, 25.0, winner.mu)


def test_a_shared_first_place_is_a_draw(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    played(ladder, *bots, points=(1.0, 1.0))
    assert [entry_of(bot).draws for bot in bots] == [1, 1]


def test_a_match_is_recorded_exactly_once(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots)
    record_result(match=match, result=result(2, 0))
    with pytest.raises(ClaimLost):
        record_result(match=match, result=result(0, 2))
    assert (entry_of(bots[0]).matches, entry_of(bots[0]).wins) == (1, 1)
    assert match.games.count() == 1


def test_who_has_lost_the_claim_records_nothing(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots)
    Match.objects.filter(pk=match.pk).update(worker="there/9/z")
    with pytest.raises(ClaimLost):
        record_result(match=match, result=result(2, 0))
    assert not RatingChange.objects.exists()
    assert Match.objects.get().status == Match.Status.RUNNING


def test_if_anything_fails_nothing_is_stored(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots)
    broken = result(2, 0, faults=(fault(7),))
    with pytest.raises(IndexError):
        record_result(match=match, result=broken)
    match.refresh_from_db()
    ladder.refresh_from_db()
    assert (match.status, match.games.count(), ladder.recorded) == ("running", 0, 0)


def test_checks_move_no_ratings(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots)
    Match.objects.update(purpose=Match.Purpose.CHECK)
    record_result(match=match, result=result(2, 0))
    match.refresh_from_db()
    assert (match.status, match.serial) == ("finished", None)
    assert not RatingChange.objects.exists()


def test_outside_a_jail_nothing_is_rated_and_the_turn_passes_on(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    before = entry_of(bots[0]).waiting_since
    match = running(ladder, *bots)
    record_result(match=match, result=result(2, 0, level="unsandboxed"))
    entry = entry_of(bots[0])
    assert (entry.matches, entry.mu) == (0, 25.0)
    assert entry.waiting_since > before


@pytest.mark.long(3)
def test_ratings_can_be_computed_again_to_the_last_bit(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    field = [*bots, a_house_bot("Big Money", ladder), a_house_bot("Militia", ladder)]
    dice = random.Random(5)
    for number in range(40):
        pair = dice.sample(field, 2)
        played(ladder, *pair, points=dice.choice([(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)]))
        if number == 20:
            play_with(field[0], b"# the second version", ladder)
    ladder.refresh_from_db()
    assert recomputed(ladder) == stored(ladder)
    serials = list(Match.objects.rated().values_list("serial", flat=True))
    assert serials == list(range(1, 41))


def test_a_new_version_begins_where_the_one_before_stands(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    for _ in range(5):
        played(ladder, *bots)
    old = entry_of(bots[0]).skill
    play_with(bots[0], b"# the second version", ladder)
    new = of_new_version(old, ladder.parameters.drift)
    assert entry_of(bots[0]).skill == new, "it shows before the first match"
    assert new.mu == old.mu
    assert new.sigma > old.sigma
    played(ladder, *bots)
    row = VersionRating.objects.get(version__number=2)
    assert row.before
    assert row.before.number == 1
    assert last_change(bots[0]).before == new
    assert last_change(bots[0]).after == row.skill == entry_of(bots[0]).skill
    assert entry_of(bots[0]).matches == 6


def test_going_back_takes_up_the_older_versions_own_rating(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    for _ in range(5):
        played(ladder, *bots)
    first = entry_of(bots[0]).skill
    old = bots[0].current
    assert old
    play_with(bots[0], b"# the second version", ladder)
    for _ in range(5):
        played(ladder, *reversed(bots))
    assert entry_of(bots[0]).mu < first.mu
    promote_version(bot=bots[0], version=old)
    assert entry_of(bots[0]).skill == first
    played(ladder, *bots)
    assert last_change(bots[0]).before == first


def test_a_late_match_of_a_replaced_version_counts_for_that_version(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    played(ladder, *bots)
    late = running(ladder, *bots)
    play_with(bots[0], b"# the second version", ladder)
    played(ladder, *bots)
    new = entry_of(bots[0]).skill
    record_result(match=late, result=result(0, 2))
    assert entry_of(bots[0]).skill == new
    assert entry_of(bots[0]).matches == 3
    old = VersionRating.objects.get(version__number=1, entry__bot=bots[0])
    assert (old.matches, old.losses, old.last_serial) == (2, 1, 3)


def last_change(bot: Bot) -> RatingChange:
    return RatingChange.objects.filter(entry__bot=bot).latest("serial")


def faulted(ladder: Ladder, *bots: Bot) -> None:
    played(ladder, *bots, points=(0.0, 2.0), faults=(fault(0), fault(0, game=1)))


def test_own_faults_in_a_row_bench_a_bot_and_say_why(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    for _ in range(BENCH_AFTER - 1):
        faulted(ladder, *bots)
    bots[0].refresh_from_db()
    assert bots[0].may_play
    waiting = queued(ladder, *bots)
    Match.objects.filter(pk=waiting.pk).update(priority=-1)
    faulted(ladder, *bots)
    bots[0].refresh_from_db()
    bots[1].refresh_from_db()
    waiting.refresh_from_db()
    assert bots[0].state == Bot.State.BENCHED
    assert "in a row with a fault: 3" in bots[0].bench_reason
    assert "KeyError: 'Gold'" in bots[0].bench_reason
    assert bots[1].may_play
    assert waiting.status == Match.Status.VOID
    assert list(Entry.objects.playing()) == [entry_of(bots[1])]


def test_a_match_without_an_own_fault_starts_the_count_anew(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    for _ in range(3):
        faulted(ladder, *bots)
        played(ladder, *bots, faults=(fault(1),))
    bots[0].refresh_from_db()
    assert (bots[0].state, bots[0].faults_in_row) == (Bot.State.ACTIVE, 0)


def test_many_faults_among_the_latest_matches_bench_a_bot_as_well(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    """Two of three matches faulted: never three in a row."""
    for count in range(1, MANY + 1):
        faulted(ladder, *bots)
        bots[0].refresh_from_db()
        assert bots[0].may_play is (count < MANY)
        if count % 2 == 0:
            played(ladder, *bots)
    assert "7 of the last 20 rated matches" in bots[0].bench_reason
    assert "KeyError: 'Gold'" in bots[0].bench_reason


def test_faults_before_the_end_of_a_bench_are_forgiven(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    test_many_faults_among_the_latest_matches_bench_a_bot_as_well(ladder, bots)
    bots[0].release()
    faulted(ladder, *bots)
    bots[0].refresh_from_db()
    assert bots[0].may_play


def test_faults_of_an_older_version_are_not_the_new_ones(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    for _ in range(MANY - 1):
        faulted(ladder, *bots)
        played(ladder, *bots)
    play_with(bots[0], b"# the second version", ladder)
    faulted(ladder, *bots)
    bots[0].refresh_from_db()
    assert bots[0].may_play


def test_house_bots_may_fault_for_ever_and_it_shows(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    stumbler = a_house_bot("Stumbler", ladder)
    for _ in range(BENCH_AFTER + 2):
        faulted(ladder, stumbler, bots[1])
    stumbler.refresh_from_db()
    assert stumbler.may_play
    assert entry_of(stumbler).faults == BENCH_AFTER + 2

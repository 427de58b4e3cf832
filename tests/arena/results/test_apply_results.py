"""Results are stored without the ladder, then applied in order, many at once or one by one."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.health import platform_health
from arena.matches.claim_match import claim_match
from arena.models import Action, Bot, Entry, Ladder, Match, RatingChange, TickStep, VersionRating
from arena.results.apply_results import RatingStep, apply_results
from arena.results.store_result import store_result
from arena.worker.apply_pending import FEW, LOOKS, Rater, apply_pending
from tests.arena.recomputed import recomputed, stored
from tests.arena.results.rows import fault, queued, result
from tests.cast import a_house_bot, a_ladder, play_with
from website.deploy.readiness import readiness

pytestmark = pytest.mark.django_db
POINTS = [(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)]


def a_field(ladder: Ladder, count: int = 4) -> list[Bot]:
    Ladder.objects.filter(pk=ladder.pk).update(state="paused")
    return [a_house_bot(f"{ladder.slug} {number}", ladder) for number in range(count)]


def store(ladder: Ladder, *bots: Bot, points: Sequence[float] = (2.0, 0.0), **more: Any) -> Match:
    match = queued(ladder, *bots)
    claimed = claim_match(worker="here/1/a")
    assert claimed == match
    return store_result(match=claimed, result=result(*points, **more))


def state_of(ladder: Ladder) -> list[Any]:
    entries = ladder.entries.order_by("pk").values_list(
        "mu", "sigma", "matches", "wins", "draws", "losses", "version_matches", "has_place"
    )
    return list(entries)


def test_a_stored_result_moves_nothing_until_it_is_applied(ladder: Ladder) -> None:
    bots = a_field(ladder)
    before = state_of(ladder)
    match = store(ladder, *bots[:2])
    ladder.refresh_from_db()
    assert (match.status, match.is_being_rated, ladder.recorded) == ("finished", True, 0)
    assert state_of(ladder) == before
    assert [one.pk for one in apply_results(ladder_id=ladder.pk)] == [match.pk]
    match.refresh_from_db()
    assert (match.is_pending, match.serial) == (False, 1)
    assert state_of(ladder) != before
    assert apply_results(ladder_id=ladder.pk) == []


def test_many_at_once_are_as_one_by_one_to_the_last_bit(ladder: Ladder) -> None:
    other = a_ladder(slug="other", name="Other")
    dice = random.Random(7)
    fields = {one: a_field(one) for one in (ladder, other)}
    for number in range(30):
        pair, points = dice.sample(range(4), 2), dice.choice(POINTS)
        for one, bots in fields.items():
            store(one, *[bots[bot] for bot in pair], points=points)
        apply_results(ladder_id=other.pk)
        if number == 15:
            for bots in fields.values():
                play_with(bots[0], b"# the second version", ladder)
    assert len(apply_results(ladder_id=ladder.pk)) == 30
    for one in fields:
        one.refresh_from_db()
        assert recomputed(one) == stored(one)
    assert [row[2:6] for row in state_of(ladder)] == [row[2:6] for row in state_of(other)]
    ratings = [list(stored(one).values()) for one in fields]
    assert ratings[0] == ratings[1]
    assert list(ladder.matches.rated().values_list("serial", flat=True)) == list(range(1, 31))
    assert RatingChange.objects.count() == 2 * 2 * 30


def test_results_are_applied_in_the_order_of_their_ends(ladder: Ladder) -> None:
    bots = a_field(ladder)
    first, second = queued(ladder, *bots[:2]), queued(ladder, *bots[2:])
    for _ in range(2):
        claim_match(worker="here/1/a")
    for match in (second, first):
        store_result(match=Match.objects.get(pk=match.pk), result=result(2.0, 0.0))
    apply_results(ladder_id=ladder.pk)
    serials = dict(Match.objects.values_list("pk", "serial"))
    assert serials == {second.pk: 1, first.pk: 2}


def test_more_results_take_hardly_more_statements(
    ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    bots = a_field(ladder, 8)
    for number in range(20):
        store(ladder, bots[number % 8], bots[(number + 3) % 8], points=(1.0, 1.0))
    with django_assert_max_num_queries(40):
        assert len(apply_results(ladder_id=ladder.pk)) == 20


def test_if_anything_fails_nothing_is_applied_and_it_is_tried_again(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_ladder(slug="other", name="Other")
    fields = {one: a_field(one) for one in (ladder, other)}
    for one, bots in fields.items():
        store(one, *bots[:2])
    before, rate = state_of(ladder), RatingStep.store

    def fails(step: RatingStep) -> None:
        rate(step)
        if step.ladder == ladder:
            raise ValueError("no such thing")

    with monkeypatch.context() as broken:
        broken.setattr(RatingStep, "store", fails)
        assert apply_pending() == 1, "the other ladder's"
    assert state_of(ladder) == before
    assert not VersionRating.objects.filter(entry__ladder=ladder).exists()
    assert TickStep.objects.failures()["result"] == 1
    assert apply_pending() == 0, "it rests before the next try"
    Match.objects.update(not_before=None)
    assert apply_pending() == 1
    assert not Match.objects.pending().exists()


def test_few_results_of_a_ladder_wait_for_some_looks(ladder: Ladder) -> None:
    bots, rater = a_field(ladder), Rater()
    store(ladder, *bots[:2])
    for _ in range(LOOKS):
        assert apply_pending(rater=rater) == 0
    store(ladder, *bots[2:4])
    assert apply_pending(rater=rater) == 2
    store(ladder, *bots[:2])
    assert apply_pending(rater=rater) == 0, "later ones wait, too"
    assert apply_pending() == 1
    for _ in range(FEW):
        store(ladder, *bots[:2])
    assert apply_pending(rater=rater) == FEW, "these are enough"


def test_what_people_wait_for_is_applied_at_once(ladder: Ladder) -> None:
    bots = a_field(ladder)
    for purpose in (Match.Purpose.CHALLENGE, Match.Purpose.LADDER):
        Match.objects.filter(pk=store(ladder, *bots[:2]).pk).update(purpose=purpose)
    assert apply_pending(rater=Rater()) == 2


def spoil(monkeypatch: pytest.MonkeyPatch, *matches: Match) -> None:
    """Make these matches' results fail, whenever they are applied."""
    rate, spoiled = RatingStep.rate, {match.pk for match in matches}

    def fails(step: RatingStep, match: Match, seats: Any) -> None:
        if match.pk in spoiled:
            raise ValueError("no such thing")
        rate(step, match, seats)

    monkeypatch.setattr(RatingStep, "rate", fails)


def test_a_result_that_cannot_be_applied_is_set_aside_and_its_ladder_goes_on(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = a_field(ladder)
    first, bad, last = (store(ladder, *bots[number : number + 2]) for number in range(3))
    spoil(monkeypatch, bad)
    for applied in (2, 0, 0):
        assert apply_pending() == applied
        assert Match.objects.filter(is_pending=True, not_before__isnull=True).count() == 0
        Match.objects.update(not_before=None)
    bad.refresh_from_db()
    assert (bad.status, bad.is_pending, bad.serial) == ("void", False, None)
    assert str(bad.error) == "Its result could not be applied: ValueError: no such thing"
    assert [match.pk for match in ladder.matches.rated()] == [first.pk, last.pk]
    ladder.refresh_from_db()
    assert recomputed(ladder) == stored(ladder)
    assert platform_health(timezone.now()).set_aside_last_day == 1
    assert readiness()["results"] == "Results of the last day that could not be applied: 1."
    assert Action.objects.get(verb="set_aside").target == f"match {bad.pk}"


def test_where_none_of_several_can_be_applied_none_is_to_blame(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = a_field(ladder)
    matches = [store(ladder, *bots[:2]) for _ in range(2)]
    spoil(monkeypatch, *matches)
    for _ in range(4):
        assert apply_pending() == 0
    assert not Match.objects.exclude(apply_tries=0).exists()
    assert TickStep.objects.failures()["ladder"] == 4
    monkeypatch.undo()
    assert apply_pending() == 2


def test_a_row_of_faults_is_counted_in_order_within_one_batch(ladder: Ladder, bob_bot: Bot) -> None:
    house, _other = a_field(ladder, 2)
    for has_fault in (True, True, False, True):
        faults = (fault(0),) if has_fault else ()
        store(ladder, bob_bot, house, points=(0.0, 2.0), faults=faults)
    apply_results(ladder_id=ladder.pk)
    bob_bot.refresh_from_db()
    assert (bob_bot.faults_in_row, bob_bot.state) == (1, Bot.State.ACTIVE)
    for _ in range(2):
        store(ladder, bob_bot, house, points=(0.0, 2.0), faults=(fault(0),))
    apply_results(ladder_id=ladder.pk)
    bob_bot.refresh_from_db()
    assert bob_bot.state == Bot.State.BENCHED
    assert Entry.objects.get(bot=bob_bot, ladder=ladder).faults == 5


@pytest.fixture
def bob_bot(bots: tuple[Bot, Bot]) -> Bot:
    return bots[0]

"""Choosing opponents."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.ladders.opponents import (
    HOUSE_REST,
    LATEST,
    LEAST_SECONDS,
    OWNER_FLOOR,
    OWNER_SHARE,
    PLACEMENT_HASTE,
    PLACEMENT_MATCHES,
    SETTLED_MATCHES,
    Candidate,
    by_virtual_time,
    charged_finish,
    has_share_left,
    information,
    margin,
    may_meet,
    opponent,
    other_owners,
)
from arena.ratings.trueskill import BETA, Rating, outcome


def bot(number: int, **fields: object) -> Candidate:
    usual: dict[str, object] = {"owner": number, "mu": 25.0, "matches": 20, "virtual_finish": 100.0}
    return Candidate(id=number, **(usual | fields))  # type: ignore[arg-type]


def drawn(first: Candidate, *others: Candidate, times: int = 100) -> Counter[int | None]:
    """Count how often each bot is drawn as the first one's opponent."""
    found = (opponent([first], others, random.Random(seed)) for seed in range(times))
    return Counter(one.id if one else None for one in found)


# --- whose turn it is ----------------------------------------------------------------------------
def line(*candidates: Candidate) -> list[int]:
    return [one.id for one in by_virtual_time(candidates)]


def test_the_earliest_turn_is_first_and_of_equals_who_has_waited_longest() -> None:
    field = [
        bot(1, virtual_finish=5.0),
        bot(2, virtual_finish=3.0, waited=1.0),
        bot(3, virtual_finish=3.0, waited=9.0),
    ]
    assert line(*field) == [3, 2, 1]


def test_a_bot_without_any_match_is_first() -> None:
    assert line(bot(1, waited=1e6), bot(2, matches=0, virtual_finish=0.0))[0] == 2
    assert bot(2, matches=0, virtual_finish=0.0).is_new
    assert not bot(2, matches=0).is_new, "an unrated match was a turn as well"


def test_uncertainty_gives_no_turn() -> None:
    assert line(bot(1, sigma=8.0, virtual_finish=3.0), bot(2, sigma=1.0, virtual_finish=2.0)) == [
        2,
        1,
    ]


def test_who_has_a_match_before_it_is_not_seated_first() -> None:
    assert line(bot(1, virtual_finish=0.0, live=1), bot(2)) == [2]


def charge(virtual_finish: float = 0.0, **fields: object) -> float:
    usual: dict[str, object] = {"virtual_time": 0.0, "seconds": 2.0, "bots": 1, "matches": 60}
    return charged_finish(virtual_finish, **(usual | fields))  # type: ignore[arg-type]


def test_a_match_costs_the_seconds_that_were_used() -> None:
    assert charge(10.0, seconds=2.0) == 12.0
    assert charge(10.0, seconds=0.0) == 10.0 + LEAST_SECONDS, "no match is free"


def test_absence_saves_nothing_up() -> None:
    assert charge(10.0, virtual_time=500.0) == 502.0


def test_more_bots_are_no_larger_share() -> None:
    assert charge(seconds=2.0, bots=5) == 10.0


def test_placement_is_faster() -> None:
    assert charge(matches=PLACEMENT_MATCHES - 1) == pytest.approx(2.0 / PLACEMENT_HASTE)
    assert charge(matches=PLACEMENT_MATCHES) == 2.0


@given(
    virtual_finish=some.floats(0, 1e9),
    at=some.floats(0, 1e9),
    seconds=some.floats(0, 1e5),
    bots=some.integers(1, 50),
    matches=some.integers(0, 200),
)
def test_a_match_always_sends_a_bot_back(
    virtual_finish: float, at: float, seconds: float, bots: int, matches: int
) -> None:
    after = charged_finish(
        virtual_finish, virtual_time=at, seconds=seconds, bots=bots, matches=matches
    )
    assert after > virtual_finish
    assert after > at


# --- who may meet --------------------------------------------------------------------------------
def test_two_bots_of_one_owner_never_meet() -> None:
    assert not may_meet(bot(1, owner=7), bot(2, owner=7))
    assert not may_meet(bot(1, owner=7), bot(2, owner=7, is_house=True))
    assert drawn(bot(1, owner=7), bot(2, owner=7)) == {None: 100}
    assert drawn(bot(1, owner=7), bot(2, owner=7), bot(3)) == {3: 100}


def test_house_bots_may_meet_each_other() -> None:
    assert may_meet(bot(1, owner=7, is_house=True), bot(2, owner=7, is_house=True))


def test_nobody_meets_itself() -> None:
    assert not may_meet(bot(1, is_house=True), bot(1, is_house=True))


def test_settled_house_bots_meet_now_and_then_alone() -> None:
    settled = bot(1, is_house=True, matches=SETTLED_MATCHES)
    other = bot(2, is_house=True, matches=SETTLED_MATCHES)
    assert not may_meet(settled, other)
    assert may_meet(replace(settled, waited=HOUSE_REST), other)
    assert may_meet(settled, replace(other, waited=HOUSE_REST))
    assert may_meet(settled, replace(other, matches=SETTLED_MATCHES - 1))
    assert may_meet(settled, bot(3, matches=SETTLED_MATCHES)), "members' bots play as before"


def shared(number: int, counts: dict[int, int], **fields: object) -> Candidate:
    """Return a bot with these matches by owner; each owner here has one bot."""
    owners = tuple(Counter(counts).elements())
    return bot(number, met=owners, met_owners=owners, **fields)


EVEN = dict.fromkeys(range(2, 12), 10)  # ten others, each met as often
OVER = EVEN | {2: 20}  # one of them met more than one and a half times its share


def test_two_owners_meet_in_no_more_than_their_share_of_matches() -> None:
    field = [bot(number) for number in range(2, 12)]
    assert 2 not in drawn(replace(shared(1, OVER), met=()), *field)
    assert 2 in drawn(replace(shared(1, EVEN), met=()), *field)
    allowed = int(OWNER_SHARE * 10) - 1
    assert has_share_left(shared(1, {2: allowed, 3: 100 - allowed}), bot(2), 10)
    assert not has_share_left(shared(1, {2: allowed + 1, 3: 99 - allowed}), bot(2), 10)


def test_the_share_is_that_of_all_bots_of_an_owner() -> None:
    first = bot(1, met=tuple(range(100, 120)), met_owners=(2,) * 10 + tuple(range(3, 13)))
    field = [bot(20, owner=2), *[bot(number) for number in range(3, 13)]]
    assert 20 not in drawn(first, *field)


def test_neither_plays_more_than_its_share() -> None:
    assert not has_share_left(shared(2, {1: 20, 3: 20}), bot(1), 10)
    field = [shared(2, {1: 20, 3: 20}), *[bot(number) for number in range(3, 12)]]
    assert 2 not in drawn(bot(1), *field)


def test_whom_all_have_met_too_often_plays_on() -> None:
    field = [shared(number, {1: 20, 20: 20}) for number in range(2, 12)]
    assert None not in drawn(bot(1), *field)


def test_a_table_of_more_is_filled_whoever_has_met() -> None:
    table = [shared(1, {5: 9, 6: 9, 7: 9}), shared(2, {8: 9, 9: 9, 10: 9})]
    window = [bot(number) for number in range(5, 11)]
    assert opponent(table, window, random.Random(1)) is not None


def test_a_few_matches_are_always_allowed() -> None:
    assert has_share_left(shared(1, {2: OWNER_FLOOR - 1}), bot(2), 1000)
    assert not has_share_left(shared(1, {2: OWNER_FLOOR}), bot(2), 1000)


def test_house_bots_have_no_share() -> None:
    often = shared(1, {2: 100})
    house = bot(2, is_house=True)
    assert has_share_left(often, house, 30)
    assert has_share_left(house, often, 30)
    busy = shared(1, {2: 100}, is_house=True)
    assert has_share_left(busy, bot(2), 30)


def test_matches_against_the_house_make_no_room_for_friends() -> None:
    met = replace(shared(1, OVER), met=(99,) * 1000)
    assert not has_share_left(met, bot(2), 10)


def test_owners_are_counted_without_the_house_and_with_those_who_are_busy() -> None:
    window = [bot(1), bot(2), bot(3, owner=2), bot(4, is_house=True), bot(5, live=2)]
    assert other_owners(window) == 2
    assert other_owners([bot(1)]) == 1


@pytest.mark.parametrize("others", [1, 2, 3])
def test_among_few_owners_nobody_waits(others: int) -> None:
    busy = [bot(number, live=2) for number in range(3, 2 + others)]
    assert drawn(shared(1, {2: 200}), bot(2), *busy) == {2: 100}


def test_among_more_owners_a_bot_waits_for_another() -> None:
    busy = [bot(number, live=2) for number in range(3, 7)]
    assert drawn(shared(1, {2: 200}), bot(2), *busy) == {None: 100}


@given(some.dictionaries(some.integers(2, 12), some.integers(0, 60)), some.integers(0, 2**32))
def test_whatever_has_been_played_somebody_may_be_met(counts: dict[int, int], seed: int) -> None:
    field = [bot(number) for number in range(2, 8)]
    assert opponent([shared(1, counts)], field, random.Random(seed)) is not None


def test_everybody_at_a_table_may_meet_everybody() -> None:
    table = [bot(1, owner=1), shared(2, {5: 20}, owner=2)]
    window = [bot(3, owner=2), bot(4, owner=1), bot(5), bot(6), bot(7, live=2)]
    for seed in range(50):
        joined = opponent(table, window, random.Random(seed))
        assert joined is not None
        assert joined.id == 6


def test_nobody_is_drawn_beyond_two_matches() -> None:
    assert drawn(bot(1), bot(2, live=2)) == {None: 100}
    assert drawn(bot(1), bot(2, live=1)) == {2: 100}


# --- who is drawn --------------------------------------------------------------------------------
def test_the_latest_opponent_is_not_drawn_while_another_waits() -> None:
    assert drawn(bot(1, met=(2,)), bot(2), bot(3, mu=60.0)) == {3: 100}


def test_the_only_opponent_is_met_again() -> None:
    assert drawn(bot(1, met=(2,)), bot(2)) == {2: 100}


def test_at_most_half_of_the_field_counts_as_met_lately() -> None:
    field = [bot(number) for number in range(2, 6)]
    assert set(drawn(bot(1, met=(2, 3, 4, 5)), *field)) == {4, 5}


LATER = [bot(number, virtual_finish=900.0) for number in (90, 91)]  # resting


def test_an_open_result_tells_more_than_a_sure_one() -> None:
    field = [bot(2, mu=26.0, sigma=1.0), bot(3, mu=50.0, sigma=1.0), *LATER]
    assert drawn(bot(1, sigma=1.0), *field) == {2: 100}


def test_of_open_results_that_of_the_less_known_tells_more() -> None:
    field = [bot(2, sigma=1.0), bot(3, sigma=4.0), *LATER]
    assert drawn(bot(1, sigma=1.0), *field) == {3: 100}


def test_who_joins_tells_of_all_at_the_table() -> None:
    table = [bot(1, mu=20.0, sigma=1.0), bot(2, mu=40.0, sigma=1.0), bot(3, mu=40.0, sigma=1.0)]
    window = [bot(4, mu=20.0, sigma=1.0), bot(5, mu=38.0, sigma=1.0), *LATER]
    joined = opponent(table, window, random.Random(1))
    assert joined is not None
    assert joined.id == 5


@pytest.mark.parametrize("apart", [0.0, 3.0, -10.0, 40.0])
@pytest.mark.parametrize("draw_probability", [0.1, 0.4])
def test_information_is_the_variance_of_what_results_say(
    apart: float, draw_probability: float
) -> None:
    def chances(skill: float) -> tuple[float, float, float]:
        win, draw = outcome(Rating(skill, 0.0), Rating(0.0, 0.0), draw_probability=draw_probability)
        return win, draw, 1 - win - draw

    step = 1e-4
    around = zip(chances(apart - step), chances(apart + step), chances(apart), strict=True)
    expected = sum(
        ((after - before) / (2 * step)) ** 2 / chance for before, after, chance in around
    )
    ties = margin(draw_probability)
    assert information(apart, ties) == pytest.approx(expected, rel=1e-4)


def test_a_match_that_is_decided_tells_nothing() -> None:
    assert information(1000 * BETA, 1.0) == 0.0


def test_the_latest_opponents_are_not_met_again_at_once() -> None:
    field = [bot(number) for number in range(2, 32)]
    first = bot(1, met=tuple(range(2, 32)))
    seen = drawn(first, *field, times=300)
    assert set(seen) <= set(range(2 + LATEST, 32))
    assert len(seen) > LATEST


def test_of_equal_ratings_each_is_as_likely() -> None:
    met = drawn(bot(0), *[bot(number) for number in range(1, 6)], times=500)
    assert set(met) == {1, 2, 3, 4, 5}
    assert min(met.values()) > 60


def test_who_has_had_more_than_others_rests() -> None:
    field = [
        bot(2, virtual_finish=900.0),
        bot(3, virtual_finish=10.0),
        bot(4, virtual_finish=20.0),
        bot(5, virtual_finish=800.0),
    ]
    assert set(drawn(bot(1), *field)) == {3, 4}


def test_a_new_version_is_placed_against_house_or_settled_bots() -> None:
    new = bot(1, matches=PLACEMENT_MATCHES - 1)
    field = [bot(2), bot(3, matches=0), bot(4, mu=50.0, matches=SETTLED_MATCHES)]
    assert drawn(new, *field) == {4: 100}
    assert drawn(new, *field[:2], bot(5, mu=0.0, matches=0, is_house=True)) == {5: 100}
    assert set(drawn(new, *field[:2])) == {2, 3}, "where there are none, anybody"


def test_only_settled_bots_and_the_house_draw_a_new_version() -> None:
    field = [bot(2, matches=0), bot(3, mu=50.0)]
    assert drawn(bot(1), *field) == {3: 100}
    assert 2 in drawn(bot(1, matches=SETTLED_MATCHES), *field)
    assert 2 in drawn(bot(1, matches=0, is_house=True), *field)


@given(some.lists(some.floats(-100, 100), min_size=1, max_size=30), some.integers(0, 2**32))
def test_somebody_is_drawn_from_any_field_and_all_numbers_stay_sound(
    mus: list[float], seed: int
) -> None:
    window = [bot(number, mu=mu) for number, mu in enumerate(mus, 1)]
    assert opponent([bot(0)], window, random.Random(seed)) in window


# --- in the long run -----------------------------------------------------------------------------
class Play:
    """A ladder in memory: the next bot plays, and each is charged its own seconds."""

    def __init__(self, costs: dict[int, float], owners: dict[int, int] | None = None) -> None:
        self.costs = costs
        self.owners = owners or {one: one for one in costs}
        self.turns = dict.fromkeys(costs, 1.0)
        self.waits = dict.fromkeys(costs, 0.0)
        self.seats: Counter[int] = Counter()
        self.longest = 0.0
        self.dice = random.Random(3)

    def rounds(self, count: int) -> "Play":
        for _round in range(count):
            self.play()
        return self

    def play(self) -> None:
        field = [
            bot(
                one,
                owner=self.owners[one],
                virtual_finish=self.turns[one],
                waited=wait,
                mu=20.0 + one,
            )
            for one, wait in self.waits.items()
        ]
        first = by_virtual_time(field)[0]
        second = opponent([first], field, self.dice)
        assert second is not None
        self.waits = {one: wait + 1 for one, wait in self.waits.items()}
        self.longest = max(self.longest, *self.waits.values())
        for one in (first.id, second.id):
            self.seats[one] += 1
            self.waits[one] = 0.0
            bots = list(self.owners.values()).count(self.owners[one])
            seconds, at = self.costs[one], first.virtual_finish
            self.turns[one] = charged_finish(
                self.turns[one], virtual_time=at, seconds=seconds, bots=bots, matches=60
            )


def test_bots_of_equal_cost_play_equally_often() -> None:
    play = Play(dict.fromkeys(range(9), 1.0)).rounds(900)
    assert max(play.seats.values()) <= 1.05 * min(play.seats.values())


def test_a_slow_owner_gets_fewer_turns_and_nobody_starves() -> None:
    costs = dict.fromkeys(range(12), 1.0) | {0: 8.0, 1: 8.0}
    play = Play(costs).rounds(3000)
    fast = [play.seats[one] for one in range(2, 12)]
    for slow in (0, 1):
        assert play.seats[slow] < 0.25 * min(fast), "it slows only itself"
        used = play.seats[slow] * costs[slow]
        assert used < 1.5 * max(fast), "and has about the same seconds"
    assert max(fast) < 1.3 * min(fast)
    assert play.longest < 12 * 8, "a turn comes at the latest when all have used as much"


def test_an_owner_of_many_bots_has_the_share_of_one() -> None:
    owners = {one: 0 if one < 5 else one for one in range(12)}
    play = Play(dict.fromkeys(owners, 1.0), owners).rounds(2000)
    many = sum(play.seats[one] for one in range(5))
    single = [play.seats[one] for one in range(5, 12)]
    assert many < 2.5 * min(single), "five bots, and by far not five times the seats"
    assert min(play.seats.values()) > 0

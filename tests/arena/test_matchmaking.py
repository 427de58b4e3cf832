"""Who plays whom."""

import random
from collections import Counter

from arena.matchmaking import SETTLED_MATCHES, Candidate, by_turn, is_settled, pairings


def bot(number: int, **fields: object) -> Candidate:
    usual: dict[str, object] = {"owner": number, "mu": 25.0, "matches": 20, "waited": 10.0}
    return Candidate(id=number, **(usual | fields))  # type: ignore[arg-type]


def pairs(
    candidates: list[Candidate], *, seats: int = 2, most: int = 1, seed: int = 1
) -> list[tuple[int, ...]]:
    dice = random.Random(seed)
    lineups = pairings(candidates, seats=seats, most=most, dice=dice)
    return [tuple(one.id for one in lineup) for lineup in lineups]


def test_who_has_waited_longest_is_seated_first() -> None:
    field = [bot(1, waited=5), bot(2, waited=50), bot(3, waited=20)]
    for seed in range(20):
        assert pairs(field, seed=seed)[0][0] == 2


def test_a_bot_without_a_rated_match_comes_before_any_wait() -> None:
    field = [bot(1, waited=1e6), bot(2, waited=1e6), bot(3, waited=0, matches=0)]
    assert pairs(field)[0][0] == 3


def test_a_newcomers_waiting_counts_more_but_starves_nobody() -> None:
    assert by_turn([bot(1, waited=20), bot(2, waited=10, matches=3)])[0].id == 2
    assert by_turn([bot(1, waited=40), bot(2, waited=10, matches=3)])[0].id == 1


def test_two_bots_of_one_owner_never_meet() -> None:
    field = [bot(1, owner=7), bot(2, owner=7)]
    assert pairs(field) == []
    field.append(bot(3))
    for seed in range(50):
        assert 3 in pairs(field, seed=seed)[0]


def test_house_bots_may_meet_each_other() -> None:
    field = [bot(1, owner=7, is_house=True), bot(2, owner=7, is_house=True)]
    assert len(pairs(field)) == 1


def test_the_latest_opponent_is_not_drawn_while_another_waits() -> None:
    field = [bot(1, waited=99, met=(2,)), bot(2), bot(3, mu=60.0)]
    assert {pairs(field, seed=seed)[0] for seed in range(50)} == {(1, 3)}


def test_the_only_opponent_is_met_again() -> None:
    assert pairs([bot(1, waited=99, met=(2,)), bot(2)]) == [(1, 2)]


def test_near_ratings_meet_mostly_and_far_ones_sometimes() -> None:
    field = [bot(0, waited=99, mu=25.0), *[bot(n, mu=25.0 + 2 * n) for n in range(1, 16)]]
    met = Counter(pairs(field, seed=seed)[0][1] for seed in range(4000))
    assert met[1] > 3 * met[5] > 0
    assert met[15] > 10, "the tail is heavy: the farthest are met as well"


def test_a_bot_with_a_match_before_it_is_seated_by_others_but_not_first() -> None:
    field = [bot(1, waited=500, live=1), bot(2, waited=1)]
    assert pairs(field) == [(2, 1)]
    assert pairs([bot(1, live=1), bot(2, live=1)]) == []


def test_nobody_is_queued_beyond_two_matches() -> None:
    assert pairs([bot(1), bot(2, live=2)]) == []


def test_nobody_sits_in_two_lineups_and_no_more_are_made_than_asked_for() -> None:
    field = [bot(number) for number in range(10)]
    lineups = pairs(field, most=3)
    seated = [one for lineup in lineups for one in lineup]
    assert len(lineups) == 3
    assert len(set(seated)) == 6
    assert len(pairs(field, most=99)) == 5


def test_tables_of_more_seats_are_filled_or_not_made() -> None:
    field = [bot(number) for number in range(4)]
    assert sorted(pairs(field, seats=4)[0]) == [0, 1, 2, 3]
    assert pairs(field, seats=5) == []


def test_over_many_rounds_everybody_plays_about_as_often() -> None:
    dice, played, waits = random.Random(3), Counter[int](), dict.fromkeys(range(9), 0.0)
    for _round in range(900):
        field = [bot(number, mu=20.0 + number, waited=waits[number]) for number in range(9)]
        (lineup,) = pairings(field, seats=2, most=1, dice=dice)
        for number in waits:
            waits[number] = 0.0 if number in {one.id for one in lineup} else waits[number] + 1
        played.update(one.id for one in lineup)
    assert max(played.values()) < 1.5 * min(played.values())


def test_a_ladder_is_settled_when_everybody_has_played_enough() -> None:
    settled = [bot(number, matches=SETTLED_MATCHES) for number in range(3)]
    assert is_settled(settled)
    assert not is_settled([*settled, bot(9, matches=SETTLED_MATCHES - 1)])

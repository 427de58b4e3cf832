"""Brackets: pairings, eliminations and the champion."""

import random
from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair
from arena.tournaments.pairing.bracket import (
    Bracket,
    BracketProgress,
    Fixture,
    Origin,
    Source,
    Stage,
    Status,
    crossing_for,
    double_elimination,
    seed_order,
    single_elimination,
)
from arena.tournaments.standings import Entrant

seeds = some.integers(0, 2**32)


class Story(NamedTuple):
    """A bracket played to its end: its state, and the matches in order of play."""

    end: BracketProgress
    winners: dict[int, Entrant]
    matches: list[Fixture]

    @property
    def losses(self) -> Counter[Entrant | None]:
        return Counter(self.end.fixtures[one.match.number].loser for one in self.matches)


def play(
    bracket: Bracket, seed: int = 1, *, strong: bool = False, withdrawn: Collection[Entrant] = ()
) -> Story:
    """Play ready matches in any order; the better seed wins, or a random one."""
    dice, winners, matches = random.Random(seed), dict[int, Entrant](), list[Fixture]()
    while ready := (now := bracket.after(winners, withdrawn)).ready:
        fixture = dice.choice(ready)
        there = [one for one in fixture.entrants if one is not None]
        winner = min(there, key=bracket.entrants.index) if strong else dice.choice(there)
        winners[fixture.match.number] = winner
        matches.append(fixture)
    return Story(now, winners, matches)


def first_round(bracket: Bracket) -> list[str]:
    return [" v ".join(map(str, one.sources)) for one in bracket.matches if one.round == 1]


# --- seeding -------------------------------------------------------------------------------------
def test_seeds_stand_as_usual() -> None:
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seed_order(16)[:6] == [1, 16, 8, 9, 4, 13]
    for size in (2, 4, 8, 16, 32):
        order = seed_order(size)
        assert sorted(order) == list(range(1, size + 1))
        assert all(
            one + other == size + 1 for one, other in zip(order[::2], order[1::2], strict=True)
        )


@pytest.mark.parametrize("entrants", range(2, 34))
def test_byes_go_to_the_best_seeds_and_the_better_seed_always_winning_keeps_the_order(
    entrants: int,
) -> None:
    bracket = single_elimination(range(entrants))
    full = 1 << (entrants - 1).bit_length()
    drawn = [one for one in bracket.matches if (one.stage, one.round) == (Stage.WINNERS, 1)]
    there = {
        source.number for one in drawn for source in one.sources if source.origin is Origin.SEED
    }
    if entrants > 2:
        assert there == set(range(full - entrants + 1, entrants + 1)) or entrants == full
    story = play(bracket, strong=True)
    assert story.end.champion == 0
    assert story.end.places[1] == (2, 1)
    for place, one in story.end.places:
        assert place <= int(one) + 1


def test_a_bracket_of_six_by_hand() -> None:
    bracket = single_elimination("abcdef", third_place=True)
    assert [
        (str(one.stage), one.round, tuple(map(str, one.sources))) for one in bracket.matches
    ] == [
        ("winners", 1, ("4", "5")),
        ("winners", 1, ("3", "6")),
        ("winners", 2, ("1", "winner of M1")),
        ("winners", 2, ("2", "winner of M2")),
        ("third", 1, ("loser of M3", "loser of M4")),
        ("final", 1, ("winner of M3", "winner of M4")),
    ]
    now = bracket.after({1: "d", 2: "f"})
    assert [one.entrants for one in now.ready] == [("a", "d"), ("b", "f")]
    assert now.fixtures[6].status is Status.WAITING
    assert now.champion is None
    assert now.places == ((1, "a"), (1, "b"), (1, "d"), (1, "f"), (5, "c"), (5, "e"))
    end = bracket.after({1: "d", 2: "f", 3: "d", 4: "b", 5: "a", 6: "b"})
    assert end.champion == "b"
    assert end.places == ((1, "b"), (2, "d"), (3, "a"), (4, "f"), (5, "c"), (5, "e"))


def test_without_a_match_for_it_the_third_place_is_shared() -> None:
    end = play(single_elimination("abcd"), strong=True).end
    assert end.places == ((1, "a"), (2, "b"), (3, "c"), (3, "d"))


# --- played to the end ----------------------------------------------------------------------------
@settings(max_examples=60)
@given(some.integers(2, 40), seeds)
def test_single_elimination_puts_out_all_but_one(entrants: int, seed: int) -> None:
    story = play(single_elimination(range(entrants)), seed)
    assert story.end.champion is not None
    assert set(story.losses.values()) == {1}
    assert set(story.losses) == set(range(entrants)) - {story.end.champion}
    assert (
        len(story.matches) == estimate(FormatTerms(FORMATS["single_elimination"]), entrants).matches
    )


@settings(max_examples=80)
@given(some.integers(3, 40), seeds, some.booleans())
def test_double_elimination_puts_out_who_has_lost_twice(
    entrants: int, seed: int, reset: bool
) -> None:
    story = play(double_elimination(range(entrants), reset=reset), seed)
    assert story.end.champion is not None
    others = {one: story.losses[one] for _, one in story.end.places[1:]}
    assert story.losses[story.end.champion] <= 1
    runner_up = story.end.places[1][1]
    if not reset and story.losses[story.end.champion] == 1:
        assert others.pop(runner_up) == 1
    assert set(others.values()) == {2}
    said = estimate(FormatTerms(FORMATS["double_elimination"], reset=reset), entrants)
    assert said.matches <= len(story.matches) <= said.most_matches
    assert [place for place, _ in story.end.places[:4]] == [1, 2, 3, 4][:entrants]


@settings(max_examples=40)
@given(some.integers(9, 64), seeds)
def test_who_drops_does_not_meet_at_once_whom_he_has_met(entrants: int, seed: int) -> None:
    story = play(double_elimination(range(entrants)), seed)
    met: set[frozenset[Entrant | None]] = set()
    for fixture in story.matches:
        pair = frozenset(fixture.entrants)
        if fixture.match.stage is Stage.LOSERS and fixture.match.round <= 2:
            assert pair not in met
        met.add(pair)


def test_crossings_keep_those_who_have_met_apart() -> None:
    assert crossing_for(4, [0]) == 3  # first against last
    assert crossing_for(4, [0, 3]) in {1, 2}
    assert crossing_for(2, [0, 1, 1]) == 0, "both parts hold some: to those from the longest ago"
    assert crossing_for(1, [0, 0]) == 0


def test_a_double_elimination_of_eight_by_hand() -> None:
    bracket = double_elimination("abcdefgh")
    drawn = {
        (str(stage), number): [" v ".join(map(str, one.sources)) for one in matches]
        for stage, number, matches in bracket.rounds()
    }
    assert drawn == {
        ("winners", 1): ["1 v 8", "4 v 5", "2 v 7", "3 v 6"],
        ("losers", 1): ["loser of M1 v loser of M2", "loser of M3 v loser of M4"],
        ("winners", 2): ["winner of M1 v winner of M2", "winner of M3 v winner of M4"],
        ("losers", 2): ["loser of M8 v winner of M5", "loser of M7 v winner of M6"],
        ("losers", 3): ["winner of M9 v winner of M10"],
        ("winners", 3): ["winner of M7 v winner of M8"],
        ("losers", 4): ["loser of M12 v winner of M11"],
        ("final", 1): ["winner of M12 v winner of M13"],
        ("reset", 1): ["winner of M14 v loser of M14"],
    }


def test_the_final_is_played_again_only_when_the_unbeaten_one_loses_it() -> None:
    bracket = double_elimination("abc")
    before = {1: "b", 2: "a", 3: "b"}
    won = bracket.after(before | {4: "a"})
    assert won.champion == "a"
    assert won.fixtures[5].status is Status.NEEDLESS
    assert won.places == ((1, "a"), (2, "b"), (3, "c"))
    lost = bracket.after(before | {4: "b"})
    assert lost.champion is None
    assert [one.match.stage for one in lost.ready] == [Stage.RESET]
    assert set(lost.ready[0].entrants) == {"a", "b"}
    assert bracket.after(before | {4: "b", 5: "a"}).champion == "a"
    once = double_elimination("abc", reset=False)
    assert once.after(before | {4: "b"}).champion == "b"


# --- withdrawals and wrong results ----------------------------------------------------------------
def test_who_meets_a_withdrawn_one_goes_on_without_playing() -> None:
    bracket = single_elimination("abcd")
    now = bracket.after({}, withdrawn={"a"})
    assert now.fixtures[1].is_walkover
    assert now.fixtures[1].winner == "d"
    assert [one.match.number for one in now.ready] == [2]
    kept = bracket.after({1: "a"}, withdrawn={"a"})
    assert kept.fixtures[1].winner == "a", "a result that is there stays"
    assert bracket.after({1: "a", 2: "b"}, withdrawn={"a"}).champion == "b"


def test_where_both_withdraw_nobody_goes_on() -> None:
    bracket = single_elimination("abcd")
    now = bracket.after({2: "b"}, withdrawn={"a", "d"})
    assert now.fixtures[1].winner is None
    assert now.champion == "b"
    assert now.places == ((1, "b"), (2, "a"), (2, "c"), (2, "d"))
    assert bracket.after({}, withdrawn=set("abcd")).champion is None


@given(some.integers(3, 24), seeds, some.data())
def test_with_withdrawals_there_is_still_a_champion(
    entrants: int, seed: int, data: some.DataObject
) -> None:
    out = data.draw(some.sets(some.integers(0, entrants - 1), max_size=entrants - 1))
    for bracket in (double_elimination(range(entrants)), single_elimination(range(entrants))):
        story = play(bracket, seed, withdrawn=out)
        assert story.end.champion not in {None, *out}
        assert sorted(int(one) for _, one in story.end.places) == list(range(entrants))
        assert story.end.places[0] == (1, story.end.champion)


def test_results_that_cannot_be_are_refused() -> None:
    bracket = single_elimination("abcd")
    with pytest.raises(CannotPair, match="'x' cannot have won match 1"):
        bracket.after({1: "x"})
    with pytest.raises(CannotPair, match="cannot have won match 3"):
        bracket.after({3: "a"})
    with pytest.raises(CannotPair, match="no match 9"):
        bracket.after({9: "a"})


def test_too_few_are_refused() -> None:
    with pytest.raises(CannotPair, match=r"At least 2 entrants are needed\. Present: 1"):
        single_elimination("a")
    with pytest.raises(CannotPair, match=r"At least 3 entrants are needed\. Present: 2"):
        double_elimination("ab")
    with pytest.raises(CannotPair, match=r"At least 4 entrants are needed\. Present: 3"):
        single_elimination("abc", third_place=True)


def test_sources_read_as_they_are_drawn() -> None:
    assert str(Source(Origin.SEED, 3)) == "3"
    assert str(Source(Origin.WINNER, 3)) == "winner of M3"
    assert first_round(single_elimination("abcd"))[:2] == ["1 v 4", "2 v 3"]

"""Blame for failed matches: never on an innocent opponent."""

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from arena.ladders.suspicion import TriedMatch, Tries, chance_of, count_failures, is_suspect

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
GUILTY = 0


def tried(*bots: int, failed: int = 0, minute: float = 0.0, is_finished: bool = True) -> TriedMatch:
    """A match of a quarter of a minute."""
    began = BEGAN + timedelta(minutes=minute)
    ended = began + timedelta(seconds=15)
    return TriedMatch(frozenset(bots), failed, is_finished, began, ended)


def suspects(matches: Sequence[TriedMatch], bots: int) -> set[int]:
    """Return the bots that the rule would bench."""
    of = {bot: [match for match in matches if bot in match.bots] for bot in range(bots)}
    return {
        bot
        for bot in of
        if is_suspect(bot, of[bot], of, tries(match for match in matches if bot not in match.bots))
    }


def tries(matches: Iterable[TriedMatch]) -> Tries:
    counted = list(matches)
    finished = sum(match.is_finished for match in counted)
    return Tries(sum(match.failed for match in counted), finished)


def season(
    bots: int, rounds: int, *, failing: float, host: float = 0.0, seed: int = 1
) -> list[TriedMatch]:
    """Matches of pairs: every try fails by the machine with chance `host`, and where the guilty bot
    would lose, every second time, with chance `failing`."""
    dice = random.Random(seed)
    matches = []
    for number in range(rounds):
        pair = dice.sample(range(bots), 2)
        chance = host
        if GUILTY in pair and dice.random() < 0.5:
            chance = max(host, failing)
        failed = 0
        while failed < 3 and dice.random() < chance:
            failed += 1
        matches.append(tried(*pair, failed=failed, minute=number, is_finished=failed < 3))
    return matches


@pytest.mark.parametrize("bots", [3, 6, 20])
@pytest.mark.parametrize("failing", [1.0, 0.5])
@pytest.mark.parametrize("seed", range(5))
def test_who_fails_when_it_loses_is_suspected_and_nobody_else(
    bots: int, failing: float, seed: int
) -> None:
    matches = season(bots, rounds=40 * bots, failing=failing, seed=seed)
    assert suspects(matches, bots) == {GUILTY}


@pytest.mark.parametrize("host", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("rounds", [20, 100, 400])
def test_on_a_machine_that_often_fails_hardly_anybody_is_suspected(
    host: float, rounds: int
) -> None:
    seasons = [season(8, rounds, failing=0.0, host=host, seed=seed) for seed in range(50)]
    assert sum(len(suspects(matches, 8)) for matches in seasons) <= 0.015 * 8 * len(seasons)


def test_finishing_what_is_won_is_no_way_out() -> None:
    own = [tried(GUILTY, 1 + number % 3, minute=number) for number in range(30)]
    own += [
        tried(GUILTY, 1 + number % 3, failed=3, minute=40 + number, is_finished=False)
        for number in range(5)
    ]
    others = [tried(1, 2, minute=number) for number in range(60)]
    assert suspects(own + others, 4) == {GUILTY}


def test_tries_that_failed_count_though_the_match_was_finished() -> None:
    own = [tried(GUILTY, 1 + number, failed=1, minute=number) for number in range(3)]
    others = [tried(1 + n % 3, 1 + (n + 1) % 3, minute=n) for n in range(60)]
    assert suspects([*own, *others], 4) == {GUILTY}


def test_machines_that_were_lost_while_one_bot_played_convict_nobody() -> None:
    own = [tried(0, 1 + number, failed=1, minute=10 * number) for number in range(3)]
    own += [tried(0, 1 + number, minute=10 * number + 5) for number in range(6)]
    others = [tried(1 + n % 7, 1 + (n + 1) % 7, minute=n) for n in range(25)]
    assert suspects([*own, *others], 8) == set()


def test_the_chance_is_the_tail_of_a_binomial_distribution() -> None:
    assert chance_of(Tries(3, 1), Tries(0, 12)) == pytest.approx(0.25**3)
    assert chance_of(Tries(2, 0), Tries(1, 1)) == pytest.approx(3 * 0.5**3 + 0.5**3)
    assert chance_of(Tries(0, 4), Tries(2, 4)) == pytest.approx(1.0)


def test_a_bot_that_fails_with_one_opponent_alone_is_not_told_from_it() -> None:
    matches = [tried(0, 1, failed=3, minute=n, is_finished=False) for n in range(9)]
    matches += [tried(one, other, minute=20) for one in (0, 1) for other in (2, 3)]
    assert suspects(matches, 4) == set()


def test_an_opponent_with_a_clean_record_is_not_blamed_for_one_that_has_none() -> None:
    matches = [tried(0, 1, minute=n) for n in range(3)]
    matches += [tried(0, 1, failed=1, minute=10 + n, is_finished=False) for n in range(3)]
    matches += [tried(1, 2, minute=20)]
    assert suspects(matches, 3) == {0}


def test_an_innocent_opponent_is_not_framed_by_a_bot_that_plays_much() -> None:
    matches = [tried(0, 1, failed=3, minute=n, is_finished=False) for n in range(6)]
    matches += [tried(0, 2, minute=20 + n) for n in range(94)]
    matches += [tried(1, 3, minute=20 + n) for n in range(10)]
    assert suspects(matches, 4) == set()


def test_what_a_lost_machine_takes_counts_once() -> None:
    together = [tried(0, n, failed=1) for n in range(1, 5)]
    assert count_failures(together) == 1
    one_by_one = [tried(0, n, failed=1, minute=n) for n in range(1, 5)]
    assert count_failures(one_by_one) == 4


def test_matches_that_overlap_one_after_the_other_are_no_single_event() -> None:
    chain = [tried(0, n, failed=1, minute=n / 6) for n in range(1, 9)]
    assert count_failures(chain) == 4

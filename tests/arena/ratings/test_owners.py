"""Unusual pairs of owners, and no others, are found and weighted down."""

import random
from itertools import combinations

import numpy as np
import pytest

from arena.ratings.fit import Fit, fit
from arena.ratings.network import Network
from arena.ratings.owners import USUAL
from arena.ratings.tally import Played, Tally
from tests.arena.ratings.fields import Field

HONEST, FRIEND = 20, 0
BOTS = range(HONEST + 6)
OWNERS = {bot: 100 + bot for bot in BOTS}


def lost(loser: int, winner: int, times: int = 1) -> list[Played]:
    return [Played((winner, loser), [(1, 2), (1, 2)], (1, 2))] * times


def with_throwers() -> list[Played]:
    """Six strong bots play normally, but lose to the friend."""
    field = Field.normal(len(BOTS), deviation=4.0)
    field.strengths[FRIEND] = 25.0
    field.strengths[HONEST:] = [29.0] * 6
    matches = [match for match in field.rounds(100) if not is_thrown(match)]
    thrown = [match for loser in BOTS[HONEST:] for match in lost(loser, FRIEND, 6)]
    return matches + thrown


def is_thrown(match: Played) -> bool:
    return FRIEND in match.players and max(match.players) >= HONEST


def test_thrown_matches_are_found_and_lift_less() -> None:
    matches = with_throwers()
    tally = Tally.of(matches)
    blind, weighed = fit(tally), fit(tally, owners=OWNERS)
    honest = Tally.of([match for match in matches if not is_thrown(match)])
    truth = fit(honest).skills[FRIEND].mu
    lift = blind.skills[FRIEND].mu - truth
    assert lift > 1
    assert weighed.skills[FRIEND].mu - truth < 0.4 * lift
    assert weighed.unusual
    for pair in weighed.unusual:
        assert pair.one == OWNERS[FRIEND], "the first is the lower number"
        assert pair.other >= OWNERS[HONEST], "nobody honest"
        assert (pair.matches, pair.points) == (6, 12.0)
        assert pair.expected < 7
        assert pair.z > 4
        assert pair.weight == pytest.approx((USUAL / pair.z) ** 2)
    sizes = [abs(pair.z) for pair in weighed.unusual]
    assert sizes == sorted(sizes, reverse=True)


def test_the_others_of_an_owner_count_together() -> None:
    """Two owners, each with many bots that meet once: no two bots are unusual, their owners are."""
    field = Field.normal(30, deviation=2.0)
    matches = [match for match in field.rounds(40) if whose(match) != {0, 1}]
    matches += [match for a in range(5) for b in range(5, 10) for match in lost(b, a)]
    owners = {bot: min(bot // 5, 2) if bot < 10 else bot for bot in range(30)}
    (found,) = fit(Tally.of(matches), owners=owners).unusual
    assert (found.one, found.other, found.matches, found.points) == (0, 1, 25, 50.0)
    assert not fit(Tally.of(matches), owners={bot: bot for bot in range(30)}).unusual


def whose(match: Played) -> set[int]:
    return {bot // 5 for bot in match.players}


def test_house_bots_and_an_owners_own_matches_count_in_full() -> None:
    matches = with_throwers()
    tally = Tally.of(matches)
    blind = fit(tally)
    for owners in ({}, {FRIEND: 1}, dict.fromkeys(BOTS, 7)):
        assert fit(tally, owners=owners) == blind
    of_house = {bot: bot for bot in BOTS if bot < HONEST}
    assert all(max(pair.one, pair.other) < HONEST for pair in fit(tally, owners=of_house).unusual)


def test_an_honest_ladder_lists_hardly_anybody_and_stays_as_it_is() -> None:
    tally = Tally.of(Field.normal(40).rounds(100))
    blind, weighed = fit(tally), fit(tally, owners={bot: bot for bot in range(40)})
    assert len(weighed.unusual) <= 1, "of 780 pairs"
    for bot, (mu, sigma) in blind.skills.items():
        assert weighed.skills[bot].mu == pytest.approx(mu, abs=0.5)
        assert weighed.skills[bot].sigma == pytest.approx(sigma, rel=0.1)


def test_a_ring_keeps_its_places() -> None:
    """Rock beats scissors, scissors paper and paper rock, whatever their strength."""
    field = Field.normal(30)
    matches = [match for match in field.rounds(120) if not set(match.players) <= {0, 1, 2}]
    for winner, loser in ((0, 1), (1, 2), (2, 0)):
        matches += lost(loser, winner, 8)
    tally = Tally.of(matches)
    blind, weighed = fit(tally), fit(tally, owners={bot: bot for bot in range(30)})
    assert agreement(weighed, field) > agreement(blind, field) - 0.005


def agreement(found: Fit, field: Field) -> float:
    """Return Kendall's tau of skills and strengths."""
    pairs = list(combinations(range(len(field.strengths)), 2))
    right = sum(
        (found.skills[a].mu > found.skills[b].mu) == (field.strengths[a] > field.strengths[b])
        for a, b in pairs
    )
    return 2 * right / len(pairs) - 1


def test_a_pair_is_compared_with_what_all_others_say() -> None:
    matches = Field.normal(20, deviation=4.0).rounds(60)
    strange = lost(4, 3, 12)
    found = fit(Tally.of(matches + strange), owners={3: 3, 4: 4})
    (pair,) = found.unusual
    met = [match for match in matches if set(match.players) == {3, 4}]
    others = fit(Tally.of([match for match in matches if match not in met]))
    gap = (others.skills[3].mu - others.skills[4].mu) / others.parameters.unit
    margin = others.parameters.margin
    game = others.parameters._replace(game_noise=1.0, tie=margin).chances(gap)
    expected = (game[0] + game[1] / 2) * 2 * (12 + len(met))
    assert pair.expected == pytest.approx(expected, rel=0.1)


def test_owners_keep_a_fit_the_same_in_any_order() -> None:
    matches = with_throwers()
    shuffled = random.Random(3).sample(matches, len(matches))
    first = fit(Tally.of(matches), owners=OWNERS)
    turned = dict(reversed(OWNERS.items()))
    assert fit(Tally.of(shuffled), owners=turned) == first, "to the last bit"


def test_the_variance_of_a_sum_of_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = np.array([0, 0, 1, 2, 3]), np.array([1, 2, 2, 3, 4])
    network = Network(np.full(5, 0.3), one, other, np.array([1.0, 2.0, 0.5, 1.5, 3.0]))
    share, group = np.array([0.6, 0.4, -1.0, 0.7, 0.3]), np.array([0, 0, 1, 2, 2])
    expected = []
    for at in range(3):
        arms = np.zeros(5)
        np.add.at(arms, one[group == at], share[group == at])
        np.add.at(arms, other[group == at], -share[group == at])
        expected.append(arms @ np.linalg.inv(network.matrix) @ arms)
    assert network.sums(one, other, share, group, 10) == pytest.approx(expected)
    monkeypatch.setattr("arena.ratings.network.MOST_DENSE", 1)
    assert network.sums(one, other, share, group, 4000) == pytest.approx(expected, rel=0.1)


@pytest.mark.long(2)
@pytest.mark.parametrize("players", [2, 2100])
def test_owners_who_met_once_are_nobodys_surprise(players: int) -> None:
    matches = Field.normal(players).rounds(1)
    found = fit(Tally.of(matches), owners={bot: bot for bot in range(players)})
    assert not found.unusual


def test_who_always_wins_is_no_cheat() -> None:
    matches = [match for other in range(1, 30) for match in lost(other, 0, 10)]
    found = fit(Tally.of(matches), owners={bot: bot for bot in range(30)})
    assert not found.unusual
    assert found.skills[0].mu == max(skill.mu for skill in found.skills.values())

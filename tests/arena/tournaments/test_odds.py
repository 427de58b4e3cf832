"""Odds of the best entrant in a cup: simulation, table and comparisons."""

import json
import random
from math import sqrt
from statistics import fmean

import pytest

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.odds import FormatChoice, alternatives, choice, odds
from arena.tournaments.odds.choices import MOST_GAMES
from arena.tournaments.odds.simulation import SimulatedTournament, shares
from arena.tournaments.odds.table import TABLE
from arena.tournaments.pairing import CannotPair

SWISS = FormatTerms(FORMATS["swiss"])
CUPS = [
    FormatTerms(FORMATS["round_robin"]),
    SWISS,
    FormatTerms(FORMATS["single_elimination"]),
    FormatTerms(FORMATS["double_elimination"]),
    FormatTerms(FORMATS["groups"]),
    FormatTerms(FORMATS["pod_rotation"]),
    FormatTerms(FORMATS["pod_knockout"], seats=3, advance=1),
]


def won(cup: SimulatedTournament, cups: int) -> float:
    """Return the share of simulated cups that the best entrant wins."""
    return fmean(shares(cup, number)[-1] for number in range(cups))


@pytest.mark.parametrize("terms", CUPS, ids=str)
@pytest.mark.parametrize("games", [1, 12])
def test_without_luck_the_best_always_wins(terms: FormatTerms, games: int) -> None:
    assert won(SimulatedTournament(terms, 9, games, luck=0.0), 5) == 1


@pytest.mark.parametrize("terms", [FormatTerms(FORMATS["round_robin"]), SWISS], ids=str)
@pytest.mark.parametrize("games", [1, 2])
def test_of_two_equals_each_wins_half(terms: FormatTerms, games: int) -> None:
    cups = 1000
    assert abs(won(SimulatedTournament(terms, 2, games, spread=0.0), cups) - 0.5) < 3 * 0.5 / sqrt(
        cups
    )


def test_equals_tie_in_a_third_of_matches_of_two_games() -> None:
    cup = SimulatedTournament(SWISS, 2, 2, spread=0.0)
    cups = 1000
    tied = fmean(shares(cup, number) == [0.5] for number in range(cups))
    assert abs(tied - 1 / 3) < 3 * sqrt(2 / 9 / cups)


@pytest.mark.parametrize("terms", CUPS, ids=str)
def test_the_number_of_a_cup_is_all_its_luck(terms: FormatTerms) -> None:
    cup = SimulatedTournament(terms, 8, 12)
    once = [shares(cup, number) for number in range(4)]
    random.seed(5)
    assert once == [shares(cup, number) for number in range(4)]


def test_a_longer_swiss_begins_as_the_shorter_one() -> None:
    for number in range(4):
        three = shares(SimulatedTournament(FormatTerms(FORMATS["swiss"], rounds=3), 8, 2), number)
        assert (
            shares(SimulatedTournament(FormatTerms(FORMATS["swiss"], rounds=5), 8, 2), number)[:3]
            == three
        )


def test_more_games_find_the_best_more_often() -> None:
    cups = 200
    found = [
        won(SimulatedTournament(FormatTerms(FORMATS["single_elimination"]), 8, games), cups)
        for games in (1, 4, 32)
    ]
    assert found[0] + 0.03 < found[1] < found[2] - 0.03


# --- the table -----------------------------------------------------------------------------------


def test_the_table_is_what_the_simulation_plays() -> None:
    cell = json.loads(TABLE.read_text())["round_robin"]["3"]
    for rotations, stored in cell["shares"].items():
        cup = SimulatedTournament(FormatTerms(FORMATS["round_robin"]), 3, 2 * int(rotations) or 1)
        assert stored == [round(won(cup, cell["cups"]), 4)]


def test_what_was_played_is_looked_up_and_the_rest_lies_between() -> None:
    cells = json.loads(TABLE.read_text())["swiss"]
    eight, sixteen = (cells[size]["shares"]["1"][3] for size in ("8", "16"))
    terms = FormatTerms(FORMATS["swiss"], rounds=4)
    found = {entrants: odds(terms, entrants, 2) for entrants in (8, 11, 16)}
    assert found[8] is not None
    assert found[16] is not None
    assert found[11] is not None
    assert (found[8].wins, found[16].wins) == (eight, sixteen)
    assert sixteen < found[11].wins < eight
    assert 0 < found[16].error < 0.03


def test_games_between_those_played_lie_between_and_more_count_as_the_most() -> None:
    found = [
        odds(FormatTerms(FORMATS["single_elimination"]), 16, games) for games in (1, 2, 4, 6, 8, 60)
    ]
    wins = [one.wins for one in found if one]
    assert wins == sorted(wins)
    assert wins[4] == wins[5] > wins[3] > wins[2]
    assert odds(FormatTerms(FORMATS["single_elimination"]), 32, 1) is None, (
        "single games of so many"
    )


@pytest.mark.parametrize("terms", CUPS, ids=str)
@pytest.mark.parametrize("entrants", [2, 3, 5, 65, 512])
def test_few_and_many_entrants_are_known_left_out_or_refused(
    terms: FormatTerms, entrants: int
) -> None:
    try:
        estimate(terms, entrants)
    except CannotPair:
        with pytest.raises(CannotPair):
            odds(terms, entrants, 12)
        return
    found = odds(terms, entrants, 12)
    assert found is None or (entrants < 65 and 0.3 < found.wins <= 1)


def test_what_nobody_has_played_is_unknown() -> None:
    assert odds(FormatTerms(FORMATS["groups"], groups=3, advance=1), 16, 2) is None
    assert odds(FormatTerms(FORMATS["pod_swiss"], seats=4, fewest_seats=2), 8, 4) is None
    assert odds(FormatTerms(FORMATS["pod_swiss"], seats=4, fewest_seats=3), 8, 4) is not None


def test_every_share_of_the_table_is_one() -> None:
    table = json.loads(TABLE.read_text())
    cells = [(entrants, cell) for row in table.values() for entrants, cell in row.items()]
    assert len(cells) > 40
    for entrants, cell in cells:
        assert cell["cups"] >= (30 if entrants == "64" else 50)
        assert all(0 < share <= 1 for shares in cell["shares"].values() for share in shares)


# --- what is compared ----------------------------------------------------------------------------


def _way(one: FormatChoice) -> tuple[str, int, int]:
    return one.terms.format.key, one.estimate.rounds, one.games


def test_alternatives_are_near_in_cost_and_worth_it() -> None:
    chosen = choice(SWISS, 16, 2)
    others = alternatives(chosen, 16)
    assert [one.terms.format is FORMATS["swiss"] for one in others] == [False, True]
    for other in others:
        assert _way(other) != _way(chosen)
        assert other.odds is not None
        assert chosen.odds is not None
        gain = other.odds.wins - chosen.odds.wins
        assert gain > chosen.odds.error or other.most_games < chosen.most_games


def test_nothing_is_compared_with_the_unknown() -> None:
    assert alternatives(choice(SWISS, 512, 2), 512) == []


@pytest.mark.parametrize("terms", CUPS, ids=str)
@pytest.mark.parametrize("entrants", range(2, 20))
def test_only_what_can_be_played_is_an_alternative(terms: FormatTerms, entrants: int) -> None:
    try:
        chosen = choice(terms, entrants, MOST_GAMES)
    except CannotPair:
        return
    for other in alternatives(chosen, entrants):
        assert other.games <= MOST_GAMES
        assert other.terms.format.needs_pods == terms.format.needs_pods

"""What an organiser can choose: what it costs, and how often the best entrant wins with it."""

from collections.abc import Iterator
from dataclasses import replace
from math import log
from typing import NamedTuple

from arena.tournaments.odds.table import Odds, odds
from arena.tournaments.pairing import CannotPair, Estimate, Format, Terms, estimate, usual_choices

MOST_GAMES = 60  # a match
MORE_ROUNDS = 2


class Choice(NamedTuple):
    """A way to play a cup. `games` a match; `odds`: None where such cups were not simulated."""

    terms: Terms
    games: int
    estimate: Estimate
    odds: Odds | None

    @property
    def all_games(self) -> int:
        """Return the number of games of the whole cup, at least."""
        return self.estimate.matches * self.games

    @property
    def most_games(self) -> int:
        """Return the number of games of the whole cup, at most."""
        return self.estimate.most_matches * self.games


def choice(terms: Terms, entrants: int, games: int) -> Choice:
    """Return what these terms come to. Raises CannotPair."""
    return Choice(terms, games, estimate(terms, entrants), odds(terms, entrants, games))


def alternatives(chosen: Choice, entrants: int) -> list[Choice]:
    """Find what is nearest in the number of games: another format, and the same with more games.

    Only what finds the best more often, beyond the error, or has fewer games.
    """
    found = [one for one in _others(chosen, entrants) if _is_worth_it(one, chosen)]
    found.sort(key=lambda one: abs(log(one.most_games / chosen.most_games)))
    same = [one for one in found if one.terms.format is chosen.terms.format]
    other = [one for one in found if one.terms.format is not chosen.terms.format]
    return [*other[:1], *same[:1]]


def _is_worth_it(one: Choice, chosen: Choice) -> bool:
    if one.odds is None or chosen.odds is None:
        return False
    gain = one.odds.wins - chosen.odds.wins
    return gain > chosen.odds.error or one.most_games < chosen.most_games


def _others(chosen: Choice, entrants: int) -> Iterator[Choice]:
    for terms, games in _ways(chosen):
        try:
            yield choice(terms, entrants, games)
        except CannotPair:
            continue


def _ways(chosen: Choice) -> Iterator[tuple[Terms, int]]:
    """Twice the games, more rounds, and the other formats as they are by themselves."""
    terms, games = chosen.terms, chosen.games
    more = 2 * games if games > 1 else terms.at_a_table
    if more <= MOST_GAMES:
        yield terms, more
    if terms.format.has_rounds:
        yield replace(terms, rounds=chosen.estimate.rounds + MORE_ROUNDS), games
    for other in Format:
        if other.needs_pods == terms.format.needs_pods and other is not terms.format:
            yield Terms(other, seats=terms.seats, **usual_choices(other)), games

from collections.abc import Iterator
from dataclasses import replace
from math import log
from typing import NamedTuple

from arena.tournaments.formats import FORMATS, Estimate, FormatTerms, estimate
from arena.tournaments.odds.table import Odds, odds
from arena.tournaments.pairing import CannotPair

MOST_GAMES = 60  # a match
MORE_ROUNDS = 2


class FormatChoice(NamedTuple):
    """A way to play a cup; `odds` None: not simulated."""

    terms: FormatTerms
    games: int
    estimate: Estimate
    odds: Odds | None

    @property
    def all_games(self) -> int:
        return self.estimate.matches * self.games

    @property
    def most_games(self) -> int:
        return self.estimate.most_matches * self.games


def choice(terms: FormatTerms, entrants: int, games: int) -> FormatChoice:
    """Return costs and odds. Raises CannotPair."""
    return FormatChoice(terms, games, estimate(terms, entrants), odds(terms, entrants, games))


def alternatives(chosen: FormatChoice, entrants: int) -> list[FormatChoice]:
    """Return another format and more games, near in cost and better or cheaper."""
    better: list[FormatChoice] = []
    for terms, games in _vary(chosen):
        try:
            other = choice(terms, entrants, games)
        except CannotPair:
            continue
        if other.odds is None or chosen.odds is None:
            continue
        gain = other.odds.wins - chosen.odds.wins
        if gain > chosen.odds.error or other.most_games < chosen.most_games:
            better.append(other)
    better.sort(key=lambda other: abs(log(other.most_games / chosen.most_games)))
    same_format = [other for other in better if other.terms.format is chosen.terms.format]
    other_format = [other for other in better if other.terms.format is not chosen.terms.format]
    return [*other_format[:1], *same_format[:1]]


def _vary(chosen: FormatChoice) -> Iterator[tuple[FormatTerms, int]]:
    """Yield other terms and games per match: more games, more rounds, each other format."""
    terms, games = chosen.terms, chosen.games
    more = 2 * games if games > 1 else terms.at_a_table
    if more <= MOST_GAMES:
        yield terms, more
    if terms.format.has_rounds:
        yield replace(terms, rounds=chosen.estimate.rounds + MORE_ROUNDS), games
    for other in FORMATS.values():
        if other.needs_pods == terms.format.needs_pods and other is not terms.format:
            yield FormatTerms(other, seats=terms.seats, **other.defaults), games

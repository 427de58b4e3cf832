"""A bracket as data: its matches, where their entrants come from, and how far it has come.

A bracket never changes. What has been played is a mapping from the numbers of matches to their
winners; `Bracket.after` says what that means: who meets whom, who is out, who is the champion.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from arena.tournaments.pairing.rounds import CannotPair
from arena.tournaments.standings.results import Entrant
from engine.sentences import gettext_noop as _


class Stage(StrEnum):
    """The part of a bracket in which a match is drawn."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    THIRD = "third"


class Origin(StrEnum):
    """How somebody comes into a match."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class Source(NamedTuple):
    """Where an entrant comes from: seed `number`, or the winner or loser of match `number`."""

    origin: Origin
    number: int

    def __str__(self) -> str:
        return (
            str(self.number) if self.origin is Origin.SEED else f"{self.origin} of M{self.number}"
        )


class Match(NamedTuple):
    """A match. `round` counts within the stage, `number` through the whole bracket, from 1."""

    number: int
    stage: Stage
    round: int
    sources: tuple[Source, Source]


class Status(StrEnum):
    """Where a match of a bracket stands."""

    WAITING = "waiting"  # for matches before it
    READY = "ready"  # to be played
    OVER = "over"  # played, or won without playing
    NEEDLESS = "needless"  # the reset of a final that the unbeaten one has won


class Fixture(NamedTuple):
    """A match with those who have come into it so far; `is_walkover`: won without playing."""

    match: Match
    entrants: tuple[Entrant | None, Entrant | None]
    status: Status
    winner: Entrant | None = None
    loser: Entrant | None = None
    is_walkover: bool = False


@dataclass(frozen=True)
class Standing:
    """How far a bracket has come: fixtures by number of match, and the champion once there is one.

    `places`: place and entrant, best first. Who is beaten in the same round shares a place, and so
    do those who are still in.
    """

    fixtures: Mapping[int, Fixture]
    champion: Entrant | None
    places: tuple[tuple[int, Entrant], ...]

    @property
    def ready(self) -> list[Fixture]:
        """The matches that can be played now."""
        return [one for one in self.fixtures.values() if one.status is Status.READY]


@dataclass(frozen=True)
class Bracket:
    """Entrants in the order of their seeds, and matches, each after those that it waits for."""

    entrants: tuple[Entrant, ...]
    matches: tuple[Match, ...]

    def rounds(self) -> Iterator[tuple[Stage, int, list[Match]]]:
        """The columns of a drawing: stage, round, its matches from top to bottom."""
        columns: dict[tuple[Stage, int], list[Match]] = {}
        for match in self.matches:
            columns.setdefault((match.stage, match.round), []).append(match)
        for (stage, number), matches in columns.items():
            yield stage, number, matches

    def after(
        self, winners: Mapping[int, Entrant], withdrawn: Collection[Entrant] = ()
    ) -> Standing:
        """The bracket after these results, by number of match.

        Who is withdrawn loses every match that has no result. Of two such nobody goes on, and whom
        nobody comes to meet goes on without playing. Raises CannotPair for a result of a match that
        could not be played, and for a winner who was not in it.
        """
        fixtures: dict[int, Fixture] = {}
        for match in self.matches:
            fixture = self._fixture(match, fixtures, winners.get(match.number), withdrawn)
            if match.number in winners and fixture.winner != winners[match.number]:
                raise CannotPair(
                    _(
                        "%(entrant)s cannot have won match %(match)d. Correct the results of the "
                        "matches before it."
                    ),
                    entrant=repr(winners[match.number]),
                    match=match.number,
                )
            fixtures[match.number] = fixture
        if unknown := winners.keys() - fixtures.keys():
            raise CannotPair(_("The bracket has no match %(match)d."), match=min(unknown))
        return Standing(fixtures, self._champion(fixtures), tuple(self._places(fixtures)))

    def _fixture(
        self,
        match: Match,
        before: Mapping[int, Fixture],
        winner: Entrant | None,
        withdrawn: Collection[Entrant],
    ) -> Fixture:
        one, other = (self._entrant_from(source, before) for source in match.sources)
        waiting = Fixture(match, (one, other), Status.WAITING)
        if match.stage is Stage.RESET and _is_needless(before[match.sources[0].number]):
            return Fixture(match, (None, None), Status.NEEDLESS)
        if not self._is_settled(match, before):
            return waiting
        if winner is not None and winner in (one, other) and None not in (one, other):
            return _won(waiting, winner)
        fit = [there for there in (one, other) if there is not None and there not in withdrawn]
        if len(fit) == 2:
            return waiting._replace(status=Status.READY)
        return _won(waiting, fit[0] if fit else None)._replace(is_walkover=True)

    def _entrant_from(self, source: Source, before: Mapping[int, Fixture]) -> Entrant | None:
        if source.origin is Origin.SEED:
            return self.entrants[source.number - 1]
        match = before[source.number]
        return match.winner if source.origin is Origin.WINNER else match.loser

    def _is_settled(self, match: Match, before: Mapping[int, Fixture]) -> bool:
        """Whether the matches that this one waits for are over."""
        return all(
            source.origin is Origin.SEED or before[source.number].status is Status.OVER
            for source in match.sources
        )

    def _champion(self, fixtures: Mapping[int, Fixture]) -> Entrant | None:
        *_others, last = (one for one in fixtures.values() if one.status is not Status.NEEDLESS)
        return last.winner

    def _places(self, fixtures: Mapping[int, Fixture]) -> Iterator[tuple[int, Entrant]]:
        depths = self._depths(fixtures)
        order = sorted(self.entrants, key=lambda one: depths[one], reverse=True)
        place = 0
        for number, entrant in enumerate(order):
            if number == 0 or depths[entrant] != depths[order[number - 1]]:
                place = number + 1
            yield place, entrant

    def _depths(self, fixtures: Mapping[int, Fixture]) -> dict[Entrant, tuple[int, bool]]:
        """How far each came, for comparison: the column where he was put out, or beyond all."""
        columns = {
            (stage, number): place for place, (stage, number, _matches) in enumerate(self.rounds())
        }
        champion = self._champion(fixtures)
        depths = {one: (len(columns), one == champion) for one in self.entrants}
        goes_on = {
            source.number
            for one in fixtures.values()
            for source in one.match.sources
            if source.origin is Origin.LOSER and one.status is not Status.NEEDLESS
        }
        for fixture in fixtures.values():
            here = columns[fixture.match.stage, fixture.match.round]
            for entrant in fixture.entrants:
                if entrant is None:
                    continue
                if fixture.match.stage is Stage.THIRD:
                    depths[entrant] = here, fixture.winner == entrant
                elif _puts_out(fixture, entrant, is_last=fixture.match.number not in goes_on):
                    depths[entrant] = here, False
        return depths


def _puts_out(fixture: Fixture, entrant: Entrant, *, is_last: bool) -> bool:
    """Whether somebody is out after the match; `is_last`: its loser has no other."""
    if fixture.status is not Status.OVER or fixture.winner == entrant:
        return False
    return is_last or fixture.winner is None


def _is_needless(final: Fixture) -> bool:
    """Whether the unbeaten one has won the first final, so that it is not played again."""
    return final.status is Status.OVER and final.winner == final.entrants[0]


def _won(fixture: Fixture, winner: Entrant | None) -> Fixture:
    """The fixture when it is over; without a winner there is no loser either."""
    loser = next((one for one in fixture.entrants if winner is not None and one != winner), None)
    return fixture._replace(status=Status.OVER, winner=winner, loser=loser)

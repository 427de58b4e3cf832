"""An immutable bracket in standard seeding (1 v 16, 8 v 9), how it is drawn and how it goes on.

Top seeds skip an incomplete first round. Results map match numbers to winners.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from arena.tournaments.pairing.rounds import CannotPair, field
from arena.tournaments.standings.results import Entrant
from engine.messages import gettext_noop as _


class Stage(StrEnum):
    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    THIRD = "third"


class Origin(StrEnum):
    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class Source(NamedTuple):
    """Seed `number`, or winner or loser of match `number`."""

    origin: Origin
    number: int

    def __str__(self) -> str:
        return (
            str(self.number) if self.origin is Origin.SEED else f"{self.origin} of M{self.number}"
        )


class Match(NamedTuple):
    """`round` counts within the stage, `number` from 1 in the bracket."""

    number: int
    stage: Stage
    round: int
    sources: tuple[Source, Source]


class Status(StrEnum):
    WAITING = "waiting"  # for earlier matches
    READY = "ready"  # to be played
    OVER = "over"  # played, or won without playing
    NEEDLESS = "needless"  # a reset that the final made unnecessary


class Fixture(NamedTuple):
    """A match's progress; `is_walkover`: won without playing."""

    match: Match
    entrants: tuple[Entrant | None, Entrant | None]
    status: Status
    winner: Entrant | None = None
    loser: Entrant | None = None
    is_walkover: bool = False


@dataclass(frozen=True)
class BracketProgress:
    """A bracket's progress; `places`: rank and entrant, best first, losers of a round sharing."""

    fixtures: Mapping[int, Fixture]
    champion: Entrant | None
    places: tuple[tuple[int, Entrant], ...]

    @property
    def ready(self) -> list[Fixture]:
        return [fixture for fixture in self.fixtures.values() if fixture.status is Status.READY]


@dataclass(frozen=True)
class Bracket:
    """A drawn bracket: entrants by seed; each match comes after the ones that feed it."""

    entrants: tuple[Entrant, ...]
    matches: tuple[Match, ...]

    def rounds(self) -> Iterator[tuple[Stage, int, list[Match]]]:
        """Yield columns: stage, round, matches."""
        columns: dict[tuple[Stage, int], list[Match]] = {}
        for match in self.matches:
            columns.setdefault((match.stage, match.round), []).append(match)
        for (stage, number), matches in columns.items():
            yield stage, number, matches

    def after(
        self, winners: Mapping[int, Entrant], withdrawn: Collection[Entrant] = ()
    ) -> BracketProgress:
        """Apply results; withdrawn entrants lose unplayed matches. Raises CannotPair."""
        fixtures: dict[int, Fixture] = {}
        for match in self.matches:
            fixture = self._fixture(match, fixtures, winners.get(match.number), withdrawn)
            if match.number in winners and fixture.winner != winners[match.number]:
                raise CannotPair(
                    _(
                        "%(entrant)s cannot have won match %(match)d. Correct the results of "
                        "earlier matches."
                    ),
                    entrant=repr(winners[match.number]),
                    match=match.number,
                )
            fixtures[match.number] = fixture
        if unknown := winners.keys() - fixtures.keys():
            raise CannotPair(_("The bracket has no match %(match)d."), match=min(unknown))
        depths = self._depths(fixtures)
        order = sorted(self.entrants, key=depths.__getitem__, reverse=True)
        ranks: dict[
            tuple[int, bool], int
        ] = {}  # of each depth: those that came equally far share it
        for number, entrant in enumerate(order, 1):
            ranks.setdefault(depths[entrant], number)
        places = tuple((ranks[depths[entrant]], entrant) for entrant in order)
        return BracketProgress(fixtures, self._champion(fixtures), places)

    def _fixture(
        self,
        match: Match,
        before: Mapping[int, Fixture],
        winner: Entrant | None,
        withdrawn: Collection[Entrant],
    ) -> Fixture:
        """Return a match's progress, which follows from the fixtures before it."""
        first, second = (self._entrant_from(source, before) for source in match.sources)
        waiting = Fixture(match, (first, second), Status.WAITING)
        if match.stage is Stage.RESET:
            final = before[match.sources[0].number]
            if final.status is Status.OVER and final.winner == final.entrants[0]:
                return Fixture(match, (None, None), Status.NEEDLESS)
        is_settled = all(
            source.origin is Origin.SEED or before[source.number].status is Status.OVER
            for source in match.sources
        )
        if not is_settled:
            return waiting
        if winner is not None and winner in (first, second) and None not in (first, second):
            return _with_winner(waiting, winner)
        present = [entrant for entrant in (first, second) if entrant is not None]
        fit = [entrant for entrant in present if entrant not in withdrawn]
        if len(fit) == 2:
            return waiting._replace(status=Status.READY)
        return _with_winner(waiting, fit[0] if fit else None)._replace(is_walkover=True)

    def _entrant_from(self, source: Source, before: Mapping[int, Fixture]) -> Entrant | None:
        if source.origin is Origin.SEED:
            return self.entrants[source.number - 1]
        match = before[source.number]
        return match.winner if source.origin is Origin.WINNER else match.loser

    def _champion(self, fixtures: Mapping[int, Fixture]) -> Entrant | None:
        *_others, last = (
            fixture for fixture in fixtures.values() if fixture.status is not Status.NEEDLESS
        )
        return last.winner

    def _depths(self, fixtures: Mapping[int, Fixture]) -> dict[Entrant, tuple[int, bool]]:
        """Return how far each entrant came: the column of the elimination, or beyond all columns.

        The flag breaks ties between those who came equally far: champion, winner for third.
        """
        columns = {
            (stage, number): place for place, (stage, number, _matches) in enumerate(self.rounds())
        }
        champion = self._champion(fixtures)
        depths = {entrant: (len(columns), entrant == champion) for entrant in self.entrants}
        losers_go_on = {
            source.number
            for fixture in fixtures.values()
            for source in fixture.match.sources
            if source.origin is Origin.LOSER and fixture.status is not Status.NEEDLESS
        }
        for fixture in fixtures.values():
            here = columns[fixture.match.stage, fixture.match.round]
            eliminates = fixture.status is Status.OVER and (
                fixture.winner is None or fixture.match.number not in losers_go_on
            )
            for entrant in fixture.entrants:
                if entrant is None:
                    continue
                if fixture.match.stage is Stage.THIRD:
                    depths[entrant] = here, fixture.winner == entrant
                elif eliminates and fixture.winner != entrant:
                    depths[entrant] = here, False
        return depths


def _with_winner(fixture: Fixture, winner: Entrant | None) -> Fixture:
    loser = next(
        (entrant for entrant in fixture.entrants if winner is not None and entrant != winner), None
    )
    return fixture._replace(status=Status.OVER, winner=winner, loser=loser)


Place = Source | None  # None: the other goes on without a match


def single_elimination(entrants: Sequence[Entrant], *, third_place: bool = False) -> Bracket:
    """Draw single elimination. Raises CannotPair."""
    field(entrants, least=4 if third_place else 2)
    draw = _Draw()
    places = _first_places(len(entrants))
    while len(places) > 2:
        places, losers = draw.round(Stage.WINNERS, places)
    if third_place:
        draw.round(Stage.THIRD, losers)
    draw.round(Stage.FINAL, places)
    return Bracket(tuple(entrants), tuple(draw.matches))


def double_elimination(entrants: Sequence[Entrant], *, reset: bool = True) -> Bracket:
    """Draw double elimination; `reset`: the final repeats if the unbeaten one loses.

    Losers drop where they avoid rematches. Raises CannotPair.
    """
    field(entrants, least=3)
    draw = _Draw()
    places, below = draw.round(Stage.WINNERS, _first_places(len(entrants)))
    crossings = [0]  # losers of the first round stay in their part
    while len(places) > 1:
        below, _ = draw.round(Stage.LOSERS, below)
        places, dropped = draw.round(Stage.WINNERS, places)
        crossings = [crossing // 2 for crossing in crossings]
        crossings.append(crossing_for(len(dropped), crossings))
        crossed = [dropped[part ^ crossings[-1]] for part in range(len(dropped))]
        meeting = [place for pair in zip(crossed, below, strict=True) for place in pair]
        below, _ = draw.round(Stage.LOSERS, meeting)
    winner, loser = draw.round(Stage.FINAL, [*places, *below])
    if reset:
        draw.round(Stage.RESET, [*winner, *loser])
    return Bracket(tuple(entrants), tuple(draw.matches))


def crossing_for(parts: int, crossings: Sequence[int]) -> int:
    """Choose where losers of a round drop: part p to p xor this.

    `crossings` are those of earlier rounds, oldest first.
    """

    # Far from those they beat, so that they meet again as late as can be; where every part holds
    # some, those beaten longest ago.
    def merit(crossing: int) -> tuple[int, int, int]:
        apart = min((crossing ^ taken).bit_length() for taken in crossings)
        latest = max(
            (age for age, earlier in enumerate(crossings) if earlier == crossing), default=-1
        )
        return apart, -latest, crossing

    return max(range(parts), key=merit)


def seed_order(size: int) -> list[int]:
    """Return seeds from top to bottom; `size` is a power of two."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [place for seed in seeds for place in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def _first_places(entrants: int) -> list[Place]:
    size = 1 << (entrants - 1).bit_length()
    return [Source(Origin.SEED, seed) if seed <= entrants else None for seed in seed_order(size)]


class _Draw:
    def __init__(self) -> None:
        self.matches: list[Match] = []
        self._rounds: Counter[Stage] = Counter()

    def round(self, stage: Stage, places: Sequence[Place]) -> tuple[list[Place], list[Place]]:
        """Pair neighbours; return sources of winners and losers."""
        before = len(self.matches)
        winners: list[Place] = []
        losers: list[Place] = []
        for upper, lower in zip(places[::2], places[1::2], strict=True):
            if upper is None or lower is None:
                winners.append(upper or lower)
                losers.append(None)
                continue
            number = len(self.matches) + 1
            self.matches.append(Match(number, stage, self._rounds[stage] + 1, (upper, lower)))
            winners.append(Source(Origin.WINNER, number))
            losers.append(Source(Origin.LOSER, number))
        self._rounds[stage] += len(self.matches) > before
        return winners, losers

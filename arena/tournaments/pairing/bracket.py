"""An immutable bracket; results map match numbers to winners.

Brackets in standard seeding (1 v 16, 8 v 9); top seeds skip an incomplete first round."""

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
    """Entrants by seed; matches after their sources."""

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
        return BracketProgress(fixtures, self._champion(fixtures), tuple(self._places(fixtures)))

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
            return _with_winner(waiting, winner)
        fit = [there for there in (one, other) if there is not None and there not in withdrawn]
        if len(fit) == 2:
            return waiting._replace(status=Status.READY)
        return _with_winner(waiting, fit[0] if fit else None)._replace(is_walkover=True)

    def _entrant_from(self, source: Source, before: Mapping[int, Fixture]) -> Entrant | None:
        if source.origin is Origin.SEED:
            return self.entrants[source.number - 1]
        match = before[source.number]
        return match.winner if source.origin is Origin.WINNER else match.loser

    def _is_settled(self, match: Match, before: Mapping[int, Fixture]) -> bool:
        return all(
            source.origin is Origin.SEED or before[source.number].status is Status.OVER
            for source in match.sources
        )

    def _champion(self, fixtures: Mapping[int, Fixture]) -> Entrant | None:
        *_others, last = (
            fixture for fixture in fixtures.values() if fixture.status is not Status.NEEDLESS
        )
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
        """Return the column of each one's elimination, or beyond all."""
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
    """Return whether it eliminates; `is_last`: losers have no other match."""
    if fixture.status is not Status.OVER or fixture.winner == entrant:
        return False
    return is_last or fixture.winner is None


def _is_needless(final: Fixture) -> bool:
    return final.status is Status.OVER and final.winner == final.entrants[0]


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
        meeting = [one for pair in zip(crossed, below, strict=True) for one in pair]
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
        latest = max((age for age, one in enumerate(crossings) if one == crossing), default=-1)
        return apart, -latest, crossing

    return max(range(parts), key=merit)


def seed_order(size: int) -> list[int]:
    """Return seeds from top to bottom; `size` is a power of two."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def _first_places(entrants: int) -> list[Place]:
    size = 1 << (entrants - 1).bit_length()
    return [Source(Origin.SEED, one) if one <= entrants else None for one in seed_order(size)]


class _Draw:
    def __init__(self) -> None:
        self.matches: list[Match] = []
        self._rounds: Counter[Stage] = Counter()

    def round(self, stage: Stage, places: Sequence[Place]) -> tuple[list[Place], list[Place]]:
        """Pair neighbours; return sources of winners and losers."""
        before = len(self.matches)
        pairs = zip(places[::2], places[1::2], strict=True)
        outcomes = [self._meet(stage, pair) for pair in pairs]
        self._rounds[stage] += len(self.matches) > before
        return [winner for winner, _ in outcomes], [loser for _, loser in outcomes]

    def _meet(self, stage: Stage, pair: tuple[Place, Place]) -> tuple[Place, Place]:
        one, other = pair
        if one is None or other is None:
            return one or other, None
        number = len(self.matches) + 1
        self.matches.append(Match(number, stage, self._rounds[stage] + 1, (one, other)))
        return Source(Origin.WINNER, number), Source(Origin.LOSER, number)

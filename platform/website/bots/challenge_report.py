"""A challenge's result: score, interval, points by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from arena.models import Bot, Challenge, Game, Match, Seat, Version
from arena.ratings.paired import Difference, difference
from website.accounts.models import User
from website.games.contract import Fact, TemplatePart
from website.games.registry import site_game
from website.matches.lists import FIELDS, listed_matches


class SeatSum(NamedTuple):
    """Points at one seat of the table, which counts from 1; `most` is what they can be."""

    seat: int
    games: int
    points: float
    most: int


@dataclass(frozen=True)
class Side:
    """A side's results; `most` is what its points can be."""

    bot: Bot
    versions: Sequence[Version]
    points: float
    most: float
    seats: Sequence[SeatSum]


@dataclass(frozen=True)
class ChallengeReport:
    """A challenge as its page and the API show it."""

    challenge: Challenge
    viewer: User | None = None

    @cached_property
    def matches(self) -> list[Match]:
        """Its matches in order."""
        matches = listed_matches().only(*FIELDS, "seats_count", "games_planned")
        return list(matches.filter(challenge=self.challenge).order_by("pk"))

    @cached_property
    def finished(self) -> list[Match]:
        return [match for match in self.matches if match.status == Match.Status.FINISHED]

    @property
    def waiting(self) -> int:
        live = {Match.Status.QUEUED, Match.Status.RUNNING}
        return sum(match.status in live for match in self.matches)

    @property
    def void(self) -> int:
        return sum(match.status == Match.Status.VOID for match in self.matches)

    @property
    def is_over(self) -> bool:
        return not self.waiting

    @property
    def is_own(self) -> bool:
        """Whether the viewer sent it."""
        return self.challenge.is_run_by(self.viewer)

    @property
    def may_answer(self) -> bool:
        return self.challenge.is_waiting and self.challenge.is_answered_by(self.viewer)

    @cached_property
    def sides(self) -> list[Side]:
        games = list(
            Game.objects.filter(match__in=[match.pk for match in self.finished])
            .only("match", "number", "seating", "ranks")
            .order_by("match", "number")
        )
        sides = []
        for position, bot in enumerate((self.challenge.bot, self.challenge.opponent)):
            seats = [seat for match in self.matches for seat in _seats_at(match, position)]
            played = {seat.version_id: seat.version for seat in seats}
            side = Side(
                bot,
                list(played.values()),
                sum(_points(match, position) for match in self.finished),
                sum(map(_most, self.finished)),
                self._by_seat(games, position),
            )
            sides.append(side)
        return sides

    def _by_seat(self, games: Sequence[Game], position: int) -> list[SeatSum]:
        """Return a side's points at each seat of the table: one for each rank below, half a tie."""
        points: dict[int, list[float]] = {seat: [] for seat in range(self.seats)}
        for game in games:
            seat = game.seat_of(position)
            own = game.ranks[seat]
            ties = game.ranks.count(own) - 1
            below = sum(rank > own for rank in game.ranks)
            points.setdefault(seat, []).append(below + ties / 2)
        each = self.seats - 1
        return [
            SeatSum(seat + 1, len(of_games), sum(of_games), each * len(of_games))
            for seat, of_games in sorted(points.items())
        ]

    @property
    def seats(self) -> int:
        """Seats of a game; a ladder's may have changed since."""
        return self.matches[0].seats_count if self.matches else self.challenge.ladder.seats

    @cached_property
    def difference(self) -> Difference:
        """The challenger's lead as a share of the points, with its 95 % interval."""
        return difference(
            [
                (_points(match, 0) / _most(match), _points(match, 1) / _most(match))
                for match in self.finished
            ]
        )

    @property
    def verdict(self) -> str:
        """Return who is better beyond chance: a side's name, or nothing."""
        lead = self.difference
        better = 0 if lead.is_better else 1 if lead.is_worse else None
        return "" if better is None else self.sides[better].bot.name

    @property
    def facts(self) -> list[Fact]:
        ladder = self.challenge.ladder
        return site_game(ladder.game).facts(ladder.seats, self.challenge.config)

    @property
    def options(self) -> TemplatePart | None:
        ladder = self.challenge.ladder
        return site_game(ladder.game).of_ladder(ladder.seats, self.challenge.config)


def _seats_at(match: Match, position: int) -> list[Seat]:
    return [seat for seat in match.seats.all() if seat.position == position]


def _points(match: Match, position: int) -> float:
    return sum(seat.points or 0.0 for seat in _seats_at(match, position))


def _most(match: Match) -> int:
    """Return the points that the match could bring."""
    return (match.seats_count - 1) * match.games_planned

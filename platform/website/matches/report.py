"""A match as its viewer may see it; templates get nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.template.defaultfilters import floatformat

from arena.matches.referee.decision_log import NoLongerKept
from arena.matches.referee.output import Output, by_decision
from arena.models import Bot, BotLog, Fault, Game, Match, RatingChange, Seat
from engine import catalogue
from website.accounts.models import User
from website.games.contract import TemplatePart
from website.games.registry import site_game
from website.matches.kept import (
    are_logs_gone,
    events_of,
    failure_moment,
    logs_gone,
    replay_gone,
)
from website.matches.lists import by_rank
from website.matches.narration import Round, distinct, ending, narrate_game
from website.matches.result import Place, game_result, match_result, points_of
from website.site.http import is_organiser, viewer
from website.site.plain_text import minus, show_invisible


def match_or_404(viewer: User | None, match_id: int) -> Match:
    """Return the match with its seats. Raise Http404 if hidden from the viewer."""
    changes = Prefetch("changes", queryset=RatingChange.objects.current())
    seats = Seat.objects.select_related("version__bot__owner").prefetch_related(changes)
    matches = (
        Match.objects.seen_by(viewer)
        .select_related("ladder", "pairing__round__tournament")
        .prefetch_related(Prefetch("seats", queryset=seats.order_by("position")))
    )
    return get_object_or_404(matches, pk=match_id)


def sees_more(request: HttpRequest, match_id: int, **_address: object) -> bool:
    """Return whether somebody with an account may see more of the match than a visitor."""
    own = Bot.objects.run_by(viewer(request)).filter(versions__seats__match=match_id)
    return is_organiser(request) or own.exists()


@dataclass(frozen=True)
class MatchSeat:
    """A seat of a match."""

    seat: Seat

    @property
    def bot(self) -> Bot:
        return self.seat.version.bot

    @property
    def change(self) -> RatingChange | None:
        return next(iter(self.seat.changes.all()), None)

    @property
    def moved(self) -> float | None:
        """The change of the rating; None where not rated."""
        change = self.change
        return change.rating_after - change.rating_before if change else None


def standings(match: Match) -> list[MatchSeat]:
    """Return its seats in the order of pages: by rank, then as seated."""
    return [MatchSeat(seat) for seat in by_rank(match.seats.all())]


def result_of(match: Match, reports: Sequence["GameReport"]) -> str:
    """Return who won, in words; empty before there is a result."""
    if not match.has_result or not reports:
        return ""
    if len(reports) == 1:
        return reports[0].result
    return match_result(
        [
            Place(
                standing.bot.name, standing.seat.rank or 0, floatformat(standing.seat.points, "-1")
            )
            for standing in standings(match)
        ]
    )


@dataclass(frozen=True)
class FaultReport:
    """A fault; `secret` and the `moment` in the replay are for its owner."""

    name: str
    bot: Bot
    fault: Fault
    secret: Fault | None
    moment: int | None


@dataclass(frozen=True)
class GameSeat:
    """A seat of one game."""

    name: str
    bot: Bot
    score: int
    rank: int
    position: int
    seat: int
    decisions: int
    cpu: float


class GameReport:
    def __init__(self, match: Match, game: Game, viewer: User | None) -> None:
        self.match = match
        self.number = game.number + 1
        self.game = game
        self.viewer = viewer
        self.by_position = {seat.position: seat for seat in match.seats.all()}
        known = sorted(self.by_position)
        given = [position for position in game.seating if type(position) is int]
        # A row that names other positions falls back to their order.
        self.seating = given if sorted(given) == known else known
        self.bots = [self.by_position[position].version.bot for position in self.seating]
        self.names = distinct([bot.name for bot in self.bots])

    @cached_property
    def lines(self) -> list[GameSeat]:
        """By engine seat; `cpu` and `decisions` are stored by entrant."""
        game = self.game
        return [
            GameSeat(
                self.names[seat],
                self.bots[seat],
                _number(game.scores, seat),
                _number(game.ranks, seat),
                position,
                seat + 1,
                _number(game.decisions, position),
                _number(game.cpu, position),
            )
            for seat, position in enumerate(self.seating)
        ]

    @property
    def in_order(self) -> list[GameSeat]:
        """The seats in the order of the match's heading."""
        seated = {line.position: line for line in self.lines}
        return [seated[standing.seat.position] for standing in standings(self.match)]

    @property
    def _places(self) -> list[Place]:
        return [Place(line.name, line.rank, minus(line.score)) for line in self.in_order]

    @property
    def points(self) -> str:
        """Return the points in the order of the heading."""
        return points_of(self._places)

    @property
    def result(self) -> str:
        """Return who won this game, in words."""
        return game_result(
            self._places,
            tie_break=str(site_game(self.match.game).tie_break),
            by_fault=bool(self.game.faults.all()),
        )

    @cached_property
    def rounds(self) -> list[Round]:
        """The log by turn, or nothing."""
        return narrate_game(self.match.game, self.events, self.names) if self.is_kept else []

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The log. Raises NoLongerKept."""
        return events_of(self.game)

    @cached_property
    def is_kept(self) -> bool:
        try:
            return self.events is not None
        except NoLongerKept:
            return False

    @property
    def replay_gone(self) -> str:
        return "" if self.is_kept else replay_gone()

    @property
    def can_be_watched(self) -> bool:
        return self.match.game in catalogue.FOLDERS and bool(
            catalogue.info(self.match.game).replay_state
        )

    @property
    def table(self) -> TemplatePart | None:
        if not self.is_kept:
            return None
        order = [line.seat - 1 for line in self.in_order]
        return site_game(self.match.game).of_game(self.game, self.events, self.names, order)

    @property
    def ending(self) -> str:
        return ending(self.match.game, self.game.reason)

    @cached_property
    def faults(self) -> list[FaultReport]:
        reports = []
        for fault in self.game.faults.all():
            position = fault.seat.position
            name, bot = self._name_at(position), self.by_position[position].version.bot
            if not self._owns(bot):
                reports.append(FaultReport(name, bot, fault, None, None))
                continue
            seat = self.seating.index(position)
            moment = failure_moment(self.game, seat, fault.number) if self.can_be_watched else None
            reports.append(FaultReport(name, bot, fault, fault, moment))
        return reports

    @property
    def faulted(self) -> set[int]:
        """The seats with a fault."""
        return {self.seating.index(fault.seat.position) for fault in self.game.faults.all()}

    @cached_property
    def _logs(self) -> list[BotLog]:
        """Logs of the viewer's bots."""
        own = [seat for seat in self.by_position.values() if self._owns(seat.version.bot)]
        logs = BotLog.objects.all().of([self.game], own) if own else []
        return [log for log in logs if log.text]

    @property
    def printed(self) -> list[tuple[str, str]]:
        """Output of the viewer's bots: (name, text)."""
        return [(self._name_at(log.seat.position), log.text) for log in self._logs]

    @property
    def output(self) -> list[Output]:
        """Output of the viewer's bots, by decision."""
        pieces = []
        for log in self._logs:
            seat = self.seating.index(log.seat.position)
            for piece in by_decision(log.text, log.marks, seat):
                notes = tuple(map(show_invisible, piece.notes))
                pieces.append(piece._replace(text=show_invisible(piece.text), notes=notes))
        return sorted(pieces)

    @cached_property
    def logs_gone(self) -> str:
        """A sentence where the viewer's logs are pruned."""
        owns = any(self._owns(bot) for bot in self.bots)
        gone = owns and not self.printed and are_logs_gone(self.game)
        return logs_gone() if gone else ""

    def _name_at(self, position: int) -> str:
        return self.names[self.seating.index(position)]

    def _owns(self, bot: Bot) -> bool:
        return bot.is_run_by(self.viewer)


def _number(values: Sequence[Any], index: int) -> Any:
    """Return a stored number, 0 where the row lacks it."""
    value = values[index] if index < len(values) else 0
    return value if isinstance(value, int | float) else 0


def games_of(match: Match) -> QuerySet[Game]:
    """Return its games with faults, without the columns of replays and files."""
    faults = Fault.objects.select_related("seat").order_by("id")
    games = match.games.defer("record", "packed_decisions").order_by("number")
    return games.prefetch_related(Prefetch("faults", queryset=faults))

"""One match as its viewer may see it. Templates get nothing that was not let through here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from arena.models import Bot, BotLog, Fault, Game, Match, RatingChange, Seat
from arena.rebuilt_log import NoLongerKept
from engine import catalogue
from website.accounts.models import User
from website.bots.versions import CHECKED
from website.games.contract import Part
from website.games.registry import site_game
from website.matches.kept import are_logs_gone, events_of, logs_gone, replay_gone
from website.matches.lists import for_everybody
from website.matches.narration import Round, distinct, ending, told


def visible_matches(viewer: User | None) -> QuerySet[Match]:
    """Those for everybody, and the checks of the viewer's own versions. Organisers see the matches
    of tournaments before their results are shown."""
    shown = for_everybody()
    if viewer is not None:
        if viewer.is_organiser:
            shown |= Q(purpose=Match.Purpose.TOURNAMENT)
        checks = Seat.objects.filter(version__bot__owner=viewer, position=CHECKED).values(
            "match_id"
        )
        shown |= Q(purpose=Match.Purpose.CHECK, id__in=checks)
    changes = Prefetch("changes", queryset=RatingChange.objects.that_count())
    seats = Seat.objects.select_related("version__bot__owner").prefetch_related(changes)
    return (
        Match.objects.filter(shown)
        .select_related("ladder", "pairing__round__tournament")
        .prefetch_related(Prefetch("seats", queryset=seats.order_by("position")))
    )


@dataclass(frozen=True)
class Standing:
    """One seat of a match with what it got."""

    seat: Seat

    @property
    def bot(self) -> Bot:
        return self.seat.version.bot

    @property
    def change(self) -> RatingChange | None:
        return next(iter(self.seat.changes.all()), None)

    @property
    def moved(self) -> float | None:
        """How far the conservative rating went; None where the match was not rated."""
        change = self.change
        return change.rating_after - change.rating_before if change else None


@dataclass(frozen=True)
class FaultReport:
    """A fault; `secret` holds what its owner alone may see."""

    name: str
    bot: Bot
    fault: Fault
    secret: Fault | None


@dataclass(frozen=True)
class Line:
    """One engine seat of one game: who sat there and what came of it."""

    name: str
    bot: Bot
    score: int
    rank: int
    decisions: int
    cpu: float


class GameReport:
    """One game of a finished match, for one viewer."""

    def __init__(self, match: Match, game: Game, viewer: User | None) -> None:
        self.match = match
        self.number = people_count(game)
        self.game = game
        self.viewer = viewer
        self.by_position = {seat.position: seat for seat in match.seats.all()}
        self.seating = _seating(game, self.by_position)
        self.bots = [self.by_position[position].version.bot for position in self.seating]
        self.names = distinct([bot.name for bot in self.bots])

    @cached_property
    def lines(self) -> list[Line]:
        """The seats in turn order. `cpu` and `decisions` are stored by entrant, scores by seat."""
        game = self.game
        return [
            Line(
                self.names[seat],
                self.bots[seat],
                _number(game.scores, seat),
                _number(game.ranks, seat),
                _number(game.decisions, position),
                _number(game.cpu, position),
            )
            for seat, position in enumerate(self.seating)
        ]

    @cached_property
    def rounds(self) -> list[Round]:
        """The whole log in words; none where it is no longer kept."""
        return told(self.match.game, self.events, self.names) if self.is_kept else []

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The log, stored or rebuilt. Raises NoLongerKept."""
        return events_of(self.game)

    @cached_property
    def is_kept(self) -> bool:
        """Whether there is a log, stored or rebuilt."""
        try:
            return self.events is not None
        except NoLongerKept:
            return False

    @property
    def replay_gone(self) -> str:
        """That there is none any more, in words."""
        return "" if self.is_kept else replay_gone()

    @property
    def can_be_watched(self) -> bool:
        """Whether its game has a stage on which stored events happen again."""
        return self.match.game in catalogue.FOLDERS and bool(catalogue.info(self.match.game).stage)

    @property
    def table(self) -> Part | None:
        """What the game left on the table, where there is something to see."""
        if not self.is_kept:
            return None
        return site_game(self.match.game).of_game(self.match, self.events, self.names)

    @property
    def ending(self) -> str:
        """Why it ended."""
        return ending(self.match.game, self.game.reason)

    @cached_property
    def faults(self) -> list[FaultReport]:
        """Every fault with verdict and message; the rest only for the owner of the bot."""
        return [self._fault(fault) for fault in self.game.faults.all()]

    def _fault(self, fault: Fault) -> FaultReport:
        bot = self.by_position[fault.seat.position].version.bot
        name = self._name_at(fault.seat.position)
        return FaultReport(name, bot, fault, fault if self._owns(bot) else None)

    @cached_property
    def printed(self) -> list[tuple[str, str]]:
        """What the viewer's own bots printed in this game: (name, text)."""
        own = [seat for seat in self.by_position.values() if self._owns(seat.version.bot)]
        logs = BotLog.objects.filter(game=self.game, seat__in=own).select_related("seat")
        return [(self._name_at(log.seat.position), log.text) for log in logs if log.text]

    @cached_property
    def logs_gone(self) -> str:
        """That what the viewer's bots printed is no longer kept, in words; empty for all others."""
        owns = any(self._owns(bot) for bot in self.bots)
        gone = owns and not self.printed and are_logs_gone(self.game)
        return logs_gone() if gone else ""

    def _name_at(self, position: int) -> str:
        return self.names[self.seating.index(position)]

    def _owns(self, bot: Bot) -> bool:
        return self.viewer is not None and bot.owner_id == self.viewer.pk


def _seating(game: Game, seats: Mapping[int, Seat]) -> list[int]:
    """The positions by engine seat; in their own order where the row names others."""
    known = sorted(seats)
    given = [position for position in game.seating if type(position) is int]
    return given if sorted(given) == known else known


def _number(values: Sequence[Any], at: int) -> Any:
    """One of a list of numbers of a row; 0 where it holds none there."""
    found = values[at] if at < len(values) else 0
    return found if isinstance(found, int | float) else 0


def games_of(match: Match) -> QuerySet[Game]:
    """Its games with their faults; what only films and files show stays in the database."""
    faults = Fault.objects.select_related("seat").order_by("id")
    games = match.games.defer("record", "packed_decisions").order_by("number")
    return games.prefetch_related(Prefetch("faults", queryset=faults))


def people_count(game: Game) -> int:
    """The game's number as people count: the arena begins at 0."""
    return game.number + 1


def standings(match: Match) -> list[Standing]:
    """The seats, the best first; in seat order while the match is not finished."""
    seats: Sequence[Seat] = list(match.seats.all())
    return [Standing(seat) for seat in sorted(seats, key=lambda seat: seat.rank or 0)]

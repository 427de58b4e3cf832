"""A bot's matches from its own side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from arena.models import Bot, Match, RatingChange, Seat


@dataclass(frozen=True)
class OwnMatch:
    """A match, and the change of the bot's rating; None where not rated."""

    match: Match
    bot: Bot
    moved: float | None

    @property
    def opponents(self) -> list[Bot]:
        return [seat.version.bot for seat in self.match.seats.all() if seat != self._seat]

    @property
    def result(self) -> str:
        """Return "won", "lost", "tied", "placed" behind the first of many, or nothing yet.

        A version against itself has none.
        """
        if self._rank is None or (len(self._own) > 1 and len(self._versions) == 1):
            return ""
        if self._rank > 1:
            return "lost" if len(self._ranks) == 2 else "placed"
        return "tied" if self._ranks.count(1) > 1 else "won"

    @property
    def _ranks(self) -> list[int | None]:
        """The ranks by seat: in trials and checks a bot plays against itself."""
        return [seat.rank for seat in self.match.seats.all()]

    @property
    def _versions(self) -> set[int]:
        return {seat.version.number for seat in self._own}

    @cached_property
    def _seat(self) -> Seat | None:
        """The bot's seat; that of its newest version if it sits at several."""
        return max(self._own, key=lambda seat: seat.version.number, default=None)

    @cached_property
    def _own(self) -> list[Seat]:
        return [seat for seat in self.match.seats.all() if seat.version.bot_id == self.bot.pk]

    @property
    def _rank(self) -> int | None:
        return self._seat.rank if self._seat else None

    @property
    def words(self) -> str:
        texts = {
            "won": gettext("won"),
            "lost": gettext("lost"),
            "tied": gettext("tied"),
            "placed": gettext("rank %(place)s") % {"place": self._rank},
        }
        words = texts.get(self.result, "")
        if self._seat and len(self._versions) > 1:
            return f"v{self._seat.version.number} {words}".rstrip()
        return words


def own_matches(bot: Bot, matches: Sequence[Match]) -> list[OwnMatch]:
    changes = RatingChange.objects.current().filter(seat__match__in=matches, seat__version__bot=bot)
    moved = {
        change.seat.match_id: change.rating_after - change.rating_before
        for change in changes.select_related("seat")
    }
    return [OwnMatch(match, bot, moved.get(match.pk)) for match in matches]

"""A bot's matches from its own side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from arena.models import Bot, Match, RatingChange


@dataclass(frozen=True)
class OwnMatch:
    """A match, and the change of the bot's rating; None where not rated."""

    match: Match
    bot: Bot
    moved: float | None

    @property
    def opponents(self) -> list[Bot]:
        bots = [seat.version.bot for seat in self.match.seats.all()]
        return [bot for bot in bots if bot.pk != self.bot.pk]

    @property
    def result(self) -> str:
        """Return "won", "lost", "tied", "placed" behind the first of many, or nothing yet."""
        if self._rank is None:
            return ""
        if self._rank > 1:
            return "lost" if len(self._ranks) == 2 else "placed"
        return "tied" if list(self._ranks.values()).count(1) > 1 else "won"

    @cached_property
    def _ranks(self) -> dict[int, int | None]:
        return {seat.version.bot_id: seat.rank for seat in self.match.seats.all()}

    @property
    def _rank(self) -> int | None:
        return self._ranks.get(self.bot.pk)

    @property
    def words(self) -> str:
        texts = {
            "won": gettext("won"),
            "lost": gettext("lost"),
            "tied": gettext("tied"),
            "placed": gettext("rank %(place)s") % {"place": self._rank},
        }
        return texts.get(self.result, "")


def own_matches(bot: Bot, matches: Sequence[Match]) -> list[OwnMatch]:
    changes = RatingChange.objects.current().filter(seat__match__in=matches, seat__version__bot=bot)
    moved = {
        change.seat.match_id: change.rating_after - change.rating_before
        for change in changes.select_related("seat")
    }
    return [OwnMatch(match, bot, moved.get(match.pk)) for match in matches]

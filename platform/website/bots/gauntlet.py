"""How a version and the one that plays do against the same sample bots, on the same deals."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from arena.models import Bot, Match, Seat, Version
from arena.ratings.paired import Difference, difference

POINTS = 2  # in a match of two games


@dataclass(frozen=True)
class Row:
    """The shares of the points that either made of every deal with one opponent, or with all."""

    pairs: list[tuple[float, float]]
    opponent: Bot | None = None

    @property
    def played(self) -> int:
        """Deals that both have played."""
        return len(self.pairs)

    @property
    def new(self) -> float:
        """The mean share of the version that is tried."""
        return sum(new for new, _old in self.pairs) / len(self.pairs)

    @property
    def old(self) -> float:
        """The mean share of the one that plays."""
        return sum(old for _new, old in self.pairs) / len(self.pairs)

    @property
    def difference(self) -> Difference:
        """By how much the new one does better, from -1 to 1."""
        return difference(self.pairs)


@dataclass(frozen=True)
class Gauntlet:
    """A version and the one that plays, before the same opponents."""

    version: Version
    present: Version

    @cached_property
    def rows(self) -> list[Row]:
        """Each opponent with whom both have played a deal, by name."""
        made = self._made()
        pairs = defaultdict(list)
        for (opponent, deal, entrant), new in sorted(made.items()):
            old = made.get((opponent, deal, self.present.pk))
            if entrant == self.version.pk and old is not None:
                pairs[opponent].append((new, old))
        bots = Bot.objects.select_related("owner").in_bulk(pairs)
        rows = [Row(found, bots[opponent]) for opponent, found in pairs.items()]
        return sorted(rows, key=lambda row: row.opponent.name if row.opponent else "")

    def _made(self) -> dict[tuple[int, int, int], float]:
        """By opponent, deal and version, the share of the points that the version made."""
        entrants = [self.version.pk, self.present.pk]
        opponents = Seat.objects.filter(
            match__candidate=self.version,
            match__status=Match.Status.FINISHED,
            match__seats__version__in=entrants,
        ).exclude(version__bot=self.version.bot_id)
        found = opponents.values_list(
            "version__bot", "match__seed", "match__seats__version", "match__seats__points"
        )
        return {
            (bot, seed, entrant): (points or 0) / POINTS for bot, seed, entrant, points in found
        }

    @cached_property
    def total(self) -> Row | None:
        """All of them together; None before the first deal."""
        pairs = [pair for row in self.rows for pair in row.pairs]
        return Row(pairs) if pairs else None

    @cached_property
    def waiting(self) -> int:
        """How many matches are still to be played."""
        return self.version.gauntlet().live().count()

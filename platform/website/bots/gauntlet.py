"""A version and the active one against the same house bots on the same deals."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from arena.models import Bot, Match, Seat, Version
from arena.ratings.paired import Difference, difference

POINTS = 2  # per match of two games


@dataclass(frozen=True)
class DealComparison:
    """(new, old) shares of points by deal, against one opponent or all."""

    pairs: list[tuple[float, float]]
    opponent: Bot | None = None

    @property
    def played(self) -> int:
        return len(self.pairs)

    @property
    def new(self) -> float:
        return sum(new for new, _old in self.pairs) / len(self.pairs)

    @property
    def old(self) -> float:
        return sum(old for _new, old in self.pairs) / len(self.pairs)

    @property
    def difference(self) -> Difference:
        """Return the new version's lead, -1 to 1."""
        return difference(self.pairs)


@dataclass(frozen=True)
class Gauntlet:
    version: Version
    present: Version

    @cached_property
    def rows(self) -> list[DealComparison]:
        """Return opponents both have played, by name."""
        made = self._shares()
        pairs = defaultdict(list)
        for (opponent, deal, entrant), new in sorted(made.items()):
            old = made.get((opponent, deal, self.present.pk))
            if entrant == self.version.pk and old is not None:
                pairs[opponent].append((new, old))
        bots = Bot.objects.seen_by(None).select_related("owner").in_bulk(pairs)
        rows = [DealComparison(found, bots[opponent]) for opponent, found in pairs.items()]
        return sorted(rows, key=lambda row: row.opponent.name if row.opponent else "")

    def _shares(self) -> dict[tuple[int, int, int], float]:
        """Return shares of points by (opponent, deal, version)."""
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
    def total(self) -> DealComparison | None:
        pairs = [pair for row in self.rows for pair in row.pairs]
        return DealComparison(pairs) if pairs else None

    @cached_property
    def waiting(self) -> int:
        return self.version.gauntlet().live().count()

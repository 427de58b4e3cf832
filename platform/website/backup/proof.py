"""Prove a restored platform: recompute ratings, replay a sample of games."""

from collections.abc import Iterator

from django.db.models import Max, Min

from arena.models import Entry, Game, Ladder, RatingChange, RatingFit, RatingRun, VersionRating
from arena.ratings.fit import Fit
from arena.ratings.recompute_ratings import CHUNK, Recompute
from arena.ratings.trueskill import Rating
from engine.game import Game as Played
from engine.game import JsonObject, without_viewers
from engine.record import BadRecord, replay

SAMPLE = 50
NOWHERE = 2**31 - 1  # number of a rating run that is never stored
CLOSE = 0.01  # rating points
COUNTS = (*VersionRating.COUNTED, "rated_at", "first_serial", "last_serial")


class Recount(Recompute):
    """Recompute a ladder's ratings in memory."""

    def __init__(self, ladder: Ladder) -> None:
        self.counting = ladder.fit.serial if ladder.fit else 0
        super().__init__(RatingRun(ladder=ladder, number=NOWHERE))

    def store(self, changes: list[RatingChange]) -> None:
        """Keep nothing."""

    def store_fit(self, serial: int, found: Fit) -> RatingFit:
        return RatingFit(serial=serial, parameters=found.parameters._asdict())

    def differing(self) -> list[str]:
        """Return bots whose stored rating differs."""
        while self.next_fit <= self.counting:
            while self.count(list(self.left().filter(serial__lte=self.next_fit)[:CHUNK])):
                pass
            self.refit(self.next_fit)
        while self.count(list(self.left()[:CHUNK])):
            pass
        counting = VersionRating.objects.filter(
            entry__ladder=self.ladder, rating_run=self.ladder.rating_run
        ).select_related("entry__bot")
        wrong = {row.entry.bot.name for row in counting if not self._agrees(row)}
        versions = counting.values("version")
        ours = self.ratings.by_version.keys() - set(versions.values_list("version", flat=True))
        lost = self.ladder.entries.filter(bot__versions__in=ours)
        shown = self.ladder.entries.select_related("bot")
        wrong |= {entry.bot.name for entry in shown if not self._shows(entry)}
        return sorted(wrong.union(lost.values_list("bot__name", flat=True)))

    def _shows(self, entry: Entry) -> bool:
        return _is_close(entry.skill, self.ratings.shown(entry.pk, entry.bot.current_id))

    def _agrees(self, stored: VersionRating) -> bool:
        """Compare with a tolerance: processors round differently."""
        row = self.ratings.by_version.get(stored.version_id)
        if row is None:
            return False
        counts = all(getattr(row, name) == getattr(stored, name) for name in COUNTS)
        return counts and _is_close(row.skill, stored.skill)


def _is_close(one: Rating, other: Rating) -> bool:
    return all(abs(a - b) < CLOSE for a, b in zip(one, other, strict=True))


def wrong_ratings() -> Iterator[str]:
    """Yield ladders with wrong ratings, skipping those with a pending rating run."""
    filling = RatingRun.objects.filter(state=RatingRun.State.FILLING).values("ladder")
    for ladder in Ladder.objects.exclude(pk__in=filling).order_by("pk"):
        if bots := Recount(ladder).differing():
            yield f"ladder {ladder.slug}: the ratings of {', '.join(bots[:5])} differ"


def sample() -> Iterator[Game]:
    """Yield games evenly spread."""
    span = Game.objects.aggregate(first=Min("pk"), last=Max("pk"))
    first, last = span["first"] or 0, span["last"] or 0
    steps = {first + (last - first) * number // (SAMPLE - 1) for number in range(SAMPLE)}
    found = (Game.objects.filter(pk__gte=step).order_by("pk").first() for step in sorted(steps))
    seen: set[int] = set()
    for game in found:
        if game is not None and game.pk not in seen:
            seen.add(game.pk)
            yield game


def wrong_games() -> Iterator[str]:
    """Yield sampled games with other events on replay; skip records of other rules."""
    for game in sample():
        try:
            again = replay(game.record)
        except BadRecord:
            continue
        if game.stored("events") and not _gives(again, game.events):
            yield f"game {game.number + 1} of match {game.match_id}: its record gives other events"


def _gives(again: Played, stored: list[JsonObject]) -> bool:
    """Are these the events of the game? Older ones do not say who saw them."""
    events = again.events(None)
    return stored in (events, [without_viewers(event) for event in events])

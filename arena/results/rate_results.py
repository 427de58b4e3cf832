from collections.abc import Mapping, Sequence

from arena.models import Entry, Ladder, Match, RatingChange, Seat
from arena.notifications.notify_overtaken import notify_overtaken
from arena.queue.enqueue import enqueue_task
from arena.ratings.show_ratings import ratings_of, store_versions
from arena.ratings.update_ratings import Ratings, outcome_of


class RatingStep:
    """Rates stored results on a locked ladder, in order, in memory until `store`.

    Reads only ratings and match rows, so that runs repeat it.
    """

    def __init__(self, ladder: Ladder, entries: Mapping[int, Entry]) -> None:
        """Read the ratings; `entries` by bot."""
        self.ladder, self.entries = ladder, entries
        self.first_serial = ladder.recorded + 1
        self.before = {entry.pk: entry.skill for entry in entries.values()}
        self.changes: list[RatingChange] = []
        self.ratings = Ratings(
            rating_run=ladder.rating_run,
            parameters=ladder.parameters,
            rated_at=ladder.rated_at,
            stored=ratings_of(ladder, self.before),
        )

    def rate(self, match: Match, seats: Sequence[Seat]) -> None:
        """Give the next serial; update ratings and counts."""
        self.ladder.recorded += 1
        match.serial = self.ladder.recorded
        entries = [self.entries[seat.version.bot_id] for seat in seats]
        ids = [entry.pk for entry in entries]
        self.changes += self.ratings.play(match=match, entries=ids, seats=seats)
        for entry, seat in zip(entries, seats, strict=True):
            skill = self.ratings.shown(entry.pk, seat.version.bot.current_id)
            at = match.finished_at or match.created_at
            entry.played(skill=skill, outcome=outcome_of(seat, seats), seat=seat, at=at)

    def store(self) -> None:
        """Store history and ratings of versions; the caller stores the entries."""
        if not self.changes:
            return
        RatingChange.objects.bulk_create(self.changes)
        touched = {change.seat.version_id for change in self.changes}
        store_versions([self.ratings.by_version[version] for version in touched])
        self.ladder.rated_at = self.ratings.rated_at
        self.ladder.save(update_fields=["recorded", "rated_at"])
        if self.first_serial <= self.ladder.next_fit <= self.ladder.recorded:
            enqueue_task(name="arena.refit", args=[self.ladder.pk])

    def rank(self) -> None:
        """Choose each owner's ranked bot; notify those overtaken."""
        moved = {change.entry_id for change in self.changes}
        entries = [entry for entry in self.entries.values() if entry.pk in moved]
        owners = {entry.bot.owner_id for entry in entries}
        if entries:
            best = self.ladder.entries.choose_places(self.ladder, owners)
            placed = [
                entry
                for entry in entries
                if entry.is_seated and (entry.bot.is_house or entry.pk in best)
            ]
            before = {entry.pk: self.before[entry.pk] for entry in entries}
            at = self.changes[-1].played_at
            notify_overtaken(placed=placed, before=before, ladder=self.ladder, at=at)

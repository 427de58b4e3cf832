"""Ratings: updated in memory by matches in order, stored, and shown on entries."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from arena.models import Bot, Entry, Ladder, Match, RatingChange, Seat, VersionRating
from arena.ratings.parameters import Parameters
from arena.ratings.trueskill import MU, SIGMA, Rating, of_new_version, rate


class Ratings:
    """Ratings in memory, updated by matches in serial order.

    Depends only on `stored` (as of `rated_at`) and matches, to the last bit, so runs repeat it.
    """

    def __init__(
        self,
        *,
        rating_run: int,
        parameters: Parameters,
        rated_at: datetime | None,
        stored: Iterable[VersionRating] = (),
    ) -> None:
        self.rating_run, self.parameters, self.rated_at = rating_run, parameters, rated_at
        ordered = sorted(stored, key=lambda row: row.last_serial)
        self.by_version = {row.version_id: row for row in ordered}
        self.latest = {row.entry_id: row for row in ordered}

    def play(
        self, *, match: Match, entries: Sequence[int], seats: Sequence[Seat]
    ) -> list[RatingChange]:
        """Update by a match's ranks, after decay; return history rows by seat."""
        played_at, serial = match.finished_at or match.created_at, match.serial or 0
        rows = [
            self._rating(entry, seat.version_id, serial)
            for entry, seat in zip(entries, seats, strict=True)
        ]
        beliefs = [row.skill_at(self.rated_at) for row in rows]
        ranks = [seat.rank or len(seats) for seat in seats]
        after = rate(beliefs, ranks, draw_probability=self.parameters.draw_probability)
        for row, seat, skill in zip(rows, seats, after, strict=True):
            row.played(skill=skill, outcome=outcome_of(seat, seats), seat=seat, at=played_at)
            row.last_serial = serial
            self.latest[row.entry_id] = row
        self.rated_at = played_at
        return [
            RatingChange(
                entry_id=row.entry_id,
                seat=seat,
                rating_run=row.rating_run,
                serial=serial,
                mu_before=belief.mu,
                sigma_before=belief.sigma,
                mu_after=row.mu,
                sigma_after=row.sigma,
                played_at=played_at,
            )
            for row, seat, belief in zip(rows, seats, beliefs, strict=True)
        ]

    def use_fit(self, skills: Mapping[int, Rating], parameters: Parameters) -> None:
        """Take over a fit."""
        self.parameters = parameters
        for version, skill in skills.items():
            if version in self.by_version:
                row = self.by_version[version]
                row.mu, row.sigma = skill

    def shown(self, entry: int, version: int | None) -> Rating:
        """Return the rating of an entry playing this version."""
        if version in self.by_version:
            return self.by_version[version].skill
        before = self.latest.get(entry)
        return of_new_version(before.skill, self.parameters.drift) if before else Rating()

    def _rating(self, entry: int, version: int, serial: int) -> VersionRating:
        """Return the version's rating, begun at the one before."""
        if version in self.by_version:
            return self.by_version[version]
        row = VersionRating(
            entry_id=entry, version_id=version, rating_run=self.rating_run, first_serial=serial
        )
        if before := self.latest.get(entry):
            row.before_id = before.version_id
            row.mu, row.sigma = of_new_version(
                before.skill_at(self.rated_at), self.parameters.drift
            )
        self.by_version[version] = row
        return row


def outcome_of(seat: Seat, seats: Sequence[Seat]) -> str:
    """Return "wins" for a sole first rank, "draws" for a shared one, else "losses"."""
    if seat.rank != 1:
        return "losses"
    return "wins" if sum(other.rank == 1 for other in seats) == 1 else "draws"


def show_ratings(*, ladder: Ladder) -> None:
    """Copy current versions' ratings to all entries. The caller holds the ladder's lock."""
    rows = VersionRating.objects.filter(entry=OuterRef("pk"), rating_run=ladder.rating_run)
    current = rows.filter(version=F("entry__bot__current"))
    ladder.entries.update(
        mu=Coalesce(Subquery(current.values("mu")), MU),
        sigma=Coalesce(Subquery(current.values("sigma")), SIGMA),
    )
    show_some(ladder=ladder, entries=ladder.entries.filter(~Exists(current), Exists(rows)))
    ladder.entries.choose_places(ladder)


def show_bot(*, bot: Bot) -> None:
    """Update a bot's entries. The caller has locked its ladders."""
    for ladder in Ladder.objects.filter(entries__bot=bot):
        show_some(ladder=ladder, entries=ladder.entries.filter(bot=bot))
        ladder.entries.choose_places(ladder, [bot.owner_id])


def show_some(*, ladder: Ladder, entries: QuerySet[Entry]) -> None:
    """Update entries of a locked ladder."""
    rows = list(entries.select_related("bot"))
    ratings = Ratings(
        rating_run=ladder.rating_run,
        parameters=ladder.parameters,
        rated_at=ladder.rated_at,
        stored=ratings_of(ladder, [entry.pk for entry in rows]),
    )
    for entry in rows:
        entry.mu, entry.sigma = ratings.shown(entry.pk, entry.bot.current_id)
    Entry.objects.bulk_update(rows, ["mu", "sigma"], batch_size=500)


def store_versions(
    rows: Sequence[VersionRating], columns: Sequence[str] = VersionRating.COMPUTED
) -> None:
    """Upsert ratings; update only `columns` of known ones."""
    for row in rows:
        row.pk = None  # so that only the version clashes, and is updated
    VersionRating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["entry", "rating_run", "version"],
        update_fields=columns,
    )


def ratings_of(ladder: Ladder, entries: Iterable[int]) -> QuerySet[VersionRating]:
    """Select present ratings of these entries' versions."""
    return VersionRating.objects.filter(entry__in=list(entries), rating_run=ladder.rating_run)

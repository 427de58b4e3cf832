"""Store the ratings of versions, and show with each entry that of the version that plays."""

from collections.abc import Iterable, Sequence

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from arena.actions.ratings.move_ratings import Ratings
from arena.models import Bot, Entry, Ladder, VersionRating
from arena.ratings.trueskill import MU, SIGMA


def show_ratings(*, ladder: Ladder) -> None:
    """Show them on a whole ladder, where all may have changed. The caller holds its lock."""
    rows = VersionRating.objects.filter(entry=OuterRef("pk"), epoch=ladder.epoch)
    current = rows.filter(version=F("entry__bot__current"))
    ladder.entries.update(
        mu=Coalesce(Subquery(current.values("mu")), MU),
        sigma=Coalesce(Subquery(current.values("sigma")), SIGMA),
    )
    show_some(ladder=ladder, entries=ladder.entries.filter(~Exists(current), Exists(rows)))
    ladder.entries.choose_places(ladder)


def show_bot(*, bot: Bot) -> None:
    """Show those of a bot that plays with another version now. The caller holds its ladders."""
    for ladder in Ladder.objects.filter(entries__bot=bot):
        show_some(ladder=ladder, entries=ladder.entries.filter(bot=bot))
        ladder.entries.choose_places(ladder, [bot.owner_id])


def show_some(*, ladder: Ladder, entries: QuerySet[Entry]) -> None:
    """Show those of some entries of a ladder that the caller holds."""
    found = list(entries.select_related("bot"))
    ratings = Ratings(
        epoch=ladder.epoch,
        parameters=ladder.parameters,
        rated_at=ladder.rated_at,
        stored=ratings_of(ladder, [entry.pk for entry in found]),
    )
    for entry in found:
        entry.mu, entry.sigma = ratings.shown(entry.pk, entry.bot.current_id)
    Entry.objects.bulk_update(found, ["mu", "sigma"], batch_size=500)


def store_versions(
    rows: Sequence[VersionRating], columns: Sequence[str] = VersionRating.COMPUTED
) -> None:
    """Store new ratings of versions, and these columns of those that are known."""
    for row in rows:
        row.pk = None  # only its version may clash: then it is updated
    VersionRating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["entry", "epoch", "version"],
        update_fields=columns,
    )


def ratings_of(ladder: Ladder, entries: Iterable[int]) -> QuerySet[VersionRating]:
    """Select the ratings that count of all versions of these entries."""
    return VersionRating.objects.filter(entry__in=list(entries), epoch=ladder.epoch)

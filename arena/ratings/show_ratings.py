from collections.abc import Iterable, Sequence

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from arena.models import Bot, Entry, Ladder, VersionRating
from arena.ratings.trueskill import MU, SIGMA
from arena.ratings.update_ratings import Ratings


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

"""Ratings of single versions on a ladder."""

from collections.abc import Iterable

from arena.models import Entry, VersionRating


def version_ratings(entry: Entry, numbers: Iterable[int]) -> dict[int, VersionRating]:
    """Return ratings by version number, without unrated ones."""
    rated = VersionRating.objects.filter(entry=entry, rating_run=entry.ladder.rating_run)
    found = rated.filter(version__number__in=list(numbers)).select_related("version")
    return {row.version.number: row for row in found}

"""Every version's own rating on a ladder."""

from collections.abc import Iterable

from arena.models import Entry, VersionRating


def version_ratings(entry: Entry, numbers: Iterable[int]) -> dict[int, VersionRating]:
    """Return those that count of these versions of an entry's bot, by the version's number; none
    for a version without a rated match."""
    rated = VersionRating.objects.filter(entry=entry, epoch=entry.ladder.epoch)
    found = rated.filter(version__number__in=list(numbers)).select_related("version")
    return {row.version.number: row for row in found}

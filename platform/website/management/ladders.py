"""Commands about one ladder."""

from django.core.management.base import CommandError, CommandParser

from arena.models import Ladder


def add_ladder(parser: CommandParser) -> None:
    parser.add_argument("ladder", help="slug of the ladder")


def ladder_called(slug: str) -> Ladder:
    """Return this ladder. Raise CommandError with all there are."""
    found = Ladder.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(Ladder.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"no ladder {slug!r}; there are: {known}")
    return found

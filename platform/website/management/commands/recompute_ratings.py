"""`manage.py recompute_ratings LADDER`: all ratings of a ladder anew, from its match rows."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from arena.actions.ratings.ask_recompute import ask_recompute
from arena.actions.ratings.recompute_ratings import recompute_ratings
from arena.database_clock import database_now
from arena.hosts import claim_name
from arena.models import Epoch, Ladder


class Command(BaseCommand):
    """Fills a new epoch in this process and switches to it, then removes what it replaced."""

    help = (
        "Compute all ratings of a ladder again from its matches. The old ones count until then; "
        "interrupted with Ctrl-C, the workers go on with it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The ladder's address."""
        parser.add_argument("ladder", help="the ladder as it stands in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute, and say what came of it."""
        found = Ladder.objects.filter(slug=options["ladder"]).first()
        if found is None:
            known = ", ".join(Ladder.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"no ladder {options['ladder']!r}; there are: {known}")
        began = timezone.now()
        with transaction.atomic():
            epoch = ask_recompute(ladder=Ladder.objects.locked(found.pk))
        if not recompute_ratings(epoch=epoch, worker=claim_name(), heard=self.say):
            raise CommandError("another recomputation of this ladder was asked for meanwhile.")
        epoch.refresh_from_db()
        for old in Epoch.objects.due(database_now()).filter(ladder=found):
            recompute_ratings(epoch=old, worker=claim_name())
        seconds = (timezone.now() - began).total_seconds()
        self.stdout.write(
            f"epoch {epoch.number} of {found.slug} counts: up to match {epoch.through}, "
            f"{found.matches.rated().count()} matches in {seconds:.1f} s"
        )

    def say(self, epoch: Epoch) -> None:
        """How far it has come, for those who wait."""
        if self.stdout.isatty():
            self.stdout.write(f"\rheard match {epoch.through} ", ending="")
            self.stdout.flush()

"""`manage.py recompute_ratings LADDER`."""

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
    """Complete a rating run here, switch to it, delete old ones."""

    help = (
        "Recompute all ratings of a ladder from its matches. The old ones stay until it is done. "
        "After Ctrl-C, the workers continue."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", help="slug of the ladder")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Ladder.objects.filter(slug=options["ladder"]).first()
        if found is None:
            known = ", ".join(Ladder.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"no ladder {options['ladder']!r}; there are: {known}")
        began = timezone.now()
        with transaction.atomic():
            epoch = ask_recompute(ladder=Ladder.objects.locked(found.pk))
        if not recompute_ratings(epoch=epoch, worker=claim_name(), heard=self.say):
            raise CommandError(
                "another recomputation of this ladder was requested in the meantime."
            )
        epoch.refresh_from_db()
        for old in Epoch.objects.due(database_now()).filter(ladder=found):
            recompute_ratings(epoch=old, worker=claim_name())
        seconds = (timezone.now() - began).total_seconds()
        self.stdout.write(
            f"epoch {epoch.number} of {found.slug} counts: up to match {epoch.through}, "
            f"{found.matches.rated().count()} matches in {seconds:.1f} s"
        )

    def say(self, epoch: Epoch) -> None:
        if self.stdout.isatty():
            self.stdout.write(f"\rheard match {epoch.through} ", ending="")
            self.stdout.flush()

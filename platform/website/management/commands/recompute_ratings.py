"""`manage.py recompute_ratings LADDER`."""

from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from arena.core.database_clock import database_now
from arena.core.hosts import claim_name
from arena.models import Ladder, RatingRun
from arena.ratings.recompute_ratings import ask_recompute, recompute_ratings
from website.management.base import LadderCommand


class Command(LadderCommand):
    """Complete a rating run here, switch to it, delete old ones."""

    help = (
        "Recompute all ratings of a ladder from its matches. The old ones stay until it is done. "
        "After Ctrl-C, the workers continue."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        ladder = self.ladder_called(options["ladder"])
        began = timezone.now()
        with transaction.atomic():
            rating_run = ask_recompute(ladder=Ladder.objects.locked(ladder.pk))
        if not recompute_ratings(rating_run=rating_run, worker=claim_name(), after_chunk=self.say):
            raise CommandError(
                "another recomputation of this ladder was requested in the meantime."
            )
        rating_run.refresh_from_db()
        for old in RatingRun.objects.due(database_now()).filter(ladder=ladder):
            recompute_ratings(rating_run=old, worker=claim_name())
        seconds = (timezone.now() - began).total_seconds()
        self.stdout.write(
            f"Rating run {rating_run.number} of {ladder.slug} counts: "
            f"up to match {rating_run.last_serial}, {ladder.matches.rated().count()} matches "
            f"in {seconds:.1f} s"
        )

    def say(self, rating_run: RatingRun) -> None:
        if self.stdout.isatty():
            self.stdout.write(f"\rprocessed match {rating_run.last_serial} ", ending="")
            self.stdout.flush()

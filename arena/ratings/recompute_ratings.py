"""Rating runs: computed in chunks beside the present ratings, with every due fit.

A short last transaction under the ladder's lock catches up and switches.
"""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from arena.core.database_clock import database_now
from arena.models import (
    Entry,
    Ladder,
    Match,
    MatchQuerySet,
    RatingChange,
    RatingFit,
    RatingRun,
    Seat,
    VersionRating,
)
from arena.queue.enqueue import enqueue_task
from arena.queue.models.leased import ClaimLost
from arena.ratings.fit import Fit
from arena.ratings.fit_results import (
    apply_fit,
    count_results,
    counted_by,
    fit_results,
    store_fit,
)
from arena.ratings.parameters import Parameters, next_fit
from arena.ratings.update_ratings import Ratings, show_ratings, store_versions

CHUNK = 500  # matches at a time
ENTRIES = 50  # whose history is removed at once
log = structlog.get_logger(__name__)

AfterChunk = Callable[[RatingRun], None]  # called after every chunk


def recompute_ratings(
    *,
    rating_run: RatingRun,
    worker: str,
    should_stop: Callable[[], bool] = lambda: False,
    after_chunk: AfterChunk = lambda _rating_run: None,
) -> bool:
    """Complete a rating run, or remove a retired one; return whether done.

    `worker` names the claim. Later calls resume, after a kill too; a newer run ends this one.
    """
    now = database_now()
    if not RatingRun.objects.claim(
        rating_run, now=now, until=now + rating_run.lease, worker=worker
    ):
        return False
    rating_run = RatingRun.objects.select_related("ladder").get(pk=rating_run.pk)
    step = (
        Recompute(rating_run)
        if rating_run.state == RatingRun.State.FILLING
        else Removal(rating_run)
    )
    try:
        while not should_stop():
            is_done = step.advance()
            after_chunk(rating_run)
            if is_done:
                return True
    except ClaimLost as lost:
        log.info("rating_run_lost", rating_run=rating_run.pk, reason=str(lost))
    finally:
        RatingRun.objects.claimed(rating_run).give_back()
    return False


class Recompute:
    """A rating run in progress."""

    def __init__(self, rating_run: RatingRun) -> None:
        self.run, self.ladder = rating_run, rating_run.ladder
        self.entries: dict[int, int] = {}  # bot -> entry
        fits = self.ladder.fits.filter(rating_run=rating_run.number)
        self.fit = fits.order_by("serial").last()
        self.tally = counted_by(self.fit)
        first = Parameters().fixed_by(self.ladder.fixed)
        self.ratings = Ratings(
            rating_run=rating_run.number,
            parameters=self.fit.as_parameters if self.fit else first,
            rated_at=rating_run.rated_at,
            stored=self.stored(),
        )

    def stored(self) -> QuerySet[VersionRating]:
        """Select this run's earlier ratings."""
        rows = VersionRating.objects.filter(entry__ladder=self.ladder, rating_run=self.run.number)
        return rows.order_by("last_serial")

    def advance(self) -> bool:
        """Process a chunk, make a due fit, or switch; True once switched. Raises ClaimLost."""
        due = self.next_fit
        is_due = Ladder.objects.filter(pk=self.ladder.pk, recorded__gte=due).exists()
        matches = self.left().filter(serial__lte=due)[:CHUNK]
        if self.count(list(matches)) == CHUNK:
            return False
        if is_due:
            self.refit(due)
            return False
        return self.switch()

    @property
    def next_fit(self) -> int:
        return next_fit(self.fit.serial if self.fit else 0, every=self.ladder.fit_every)

    def left(self) -> MatchQuerySet:
        left = self.ladder.matches.rated().filter(serial__gt=self.run.last_serial)
        return left.only("ladder", "serial", "finished_at", "created_at")

    def count(self, matches: list[Match]) -> int:
        """Process matches; return their number. Raises ClaimLost."""
        if not matches:
            return 0
        seats = self.seats(matches)
        changes = [change for match in matches for change in self.replay(match, seats[match.pk])]
        self.run.last_serial, self.run.rated_at = (
            matches[-1].serial or 0,
            self.ratings.rated_at,
        )
        self.store(changes)
        return len(matches)

    def seats(self, matches: list[Match]) -> dict[int, list[Seat]]:
        rows = (
            Seat.objects.filter(match__in=[match.pk for match in matches])
            .select_related("version")
            .order_by("match_id", "position")
        )
        return {match: list(seats) for match, seats in groupby(rows, lambda seat: seat.match_id)}

    def replay(self, match: Match, seats: list[Seat]) -> list[RatingChange]:
        entries = [self.entry(seat.version.bot_id) for seat in seats]
        return self.ratings.play(match=match, entries=entries, seats=seats)

    def entry(self, bot: int) -> int:
        """Return the bot's entry; reload for new ones."""
        if bot not in self.entries:
            self.entries = dict(self.ladder.entries.values_list("bot", "pk"))
        return self.entries[bot]

    def refit(self, serial: int) -> None:
        """Fit matches up to this serial. Raises ClaimLost."""
        begin = 1 + (self.fit.serial if self.fit else 0)
        count_results(tally=self.tally, ladder=self.ladder, serials=range(begin, serial + 1))
        rows = self.ratings.by_version.values()
        fitted = fit_results(ladder=self.ladder, tally=self.tally, versions=rows)
        self.ratings.use_fit(fitted.skills, fitted.parameters)
        self.run.last_serial = serial
        self.fit = self.store_fit(serial, fitted)

    @transaction.atomic
    def store_fit(self, serial: int, fitted: Fit) -> RatingFit:
        """Store and apply a fit. Raises ClaimLost."""
        keep(self.run, RatingRun.State.FILLING)
        stored = store_fit(
            ladder=self.ladder,
            rating_run=self.run.number,
            serial=serial,
            tally=self.tally,
            fitted=fitted,
        )
        apply_fit(fit=stored)
        return stored

    @transaction.atomic
    def store(self, changes: list[RatingChange]) -> None:
        """Store a chunk atomically. Raises ClaimLost."""
        keep(self.run, RatingRun.State.FILLING)
        RatingChange.objects.bulk_create(changes)
        touched = {change.seat.version_id for change in changes}
        store_versions([self.ratings.by_version[version] for version in touched])

    def switch(self) -> bool:
        """Catch up under the ladder's lock; False: too many left. Raises ClaimLost."""
        with transaction.atomic():
            self.ladder = Ladder.objects.locked(self.ladder.pk)
            matches = list(self.left()[:CHUNK])
            if len(matches) == CHUNK:
                return False
            self.count(matches)  # a fit that is due is made afterwards, like any other
            self._show()
        log.info("rating_run_counts", ladder=self.ladder.pk, number=self.run.number)
        return True

    def _show(self) -> None:
        """Update entries and ladder; queue the old run's removal."""
        self.ladder.entries.update(
            **{name: self.total(name) for name in Entry.COUNTED}, rated_at=self.latest()
        )
        retired = {"state": RatingRun.State.RETIRED, "last_serial": 0}
        old, _new = self.ladder.rating_runs.update_or_create(
            number=self.ladder.rating_run, defaults=retired
        )
        self.ladder.rating_run, self.ladder.rated_at = (
            self.run.number,
            self.run.rated_at,
        )
        self.ladder.use_fit(self.fit)
        self.ladder.save(update_fields=["rating_run", "rated_at", "fit", "next_fit"])
        show_ratings(ladder=self.ladder)
        self.run.state, self.run.switched_at = RatingRun.State.SHOWN, database_now()
        keep(self.run, RatingRun.State.FILLING)
        enqueue_task(name="arena.recompute", args=[old.pk])

    def total(self, name: str) -> Coalesce:
        sums = self._by_entry().annotate(total=Sum(name)).values("total")
        return Coalesce(Subquery(sums), 0)

    def latest(self) -> Subquery:
        """Select when an entry's last match finished."""
        return Subquery(self._by_entry().annotate(last=Max("rated_at")).values("last"))

    def _by_entry(self) -> QuerySet[VersionRating, Any]:
        rows = VersionRating.objects.filter(rating_run=self.run.number, entry=OuterRef("pk"))
        return rows.order_by().values("entry")


class Removal:
    """A retired run being removed."""

    def __init__(self, rating_run: RatingRun) -> None:
        self.run = rating_run

    @transaction.atomic
    def advance(self) -> bool:
        """Remove some entries' rows; True when done. Raises ClaimLost."""
        later = self.run.ladder.entries.filter(pk__gt=self.run.last_serial).order_by("pk")
        entries = list(later.values_list("pk", flat=True)[:ENTRIES])
        for model in (RatingChange, VersionRating):
            model._default_manager.filter(entry__in=entries, rating_run=self.run.number).delete()
        if entries:
            self.run.last_serial = entries[-1]
        else:
            self.run.ladder.fits.filter(rating_run=self.run.number).delete()
            self.run.state = RatingRun.State.GONE
        keep(self.run, RatingRun.State.RETIRED)
        return not entries


def keep(rating_run: RatingRun, state: str) -> None:
    """Store progress and renew the claim. Raises ClaimLost."""
    RatingRun.objects.filter(state=state).renew(
        rating_run,
        state=rating_run.state,
        last_serial=rating_run.last_serial,
        rated_at=rating_run.rated_at,
        switched_at=rating_run.switched_at,
    )


def ask_recompute(*, ladder: Ladder) -> RatingRun:
    """Queue a rating run; drop an unfinished one, which may have read old data.

    The caller holds the ladder's lock.
    """
    filling = ladder.rating_runs.filter(state=RatingRun.State.FILLING)
    filling.give_back(state=RatingRun.State.RETIRED, last_serial=0)
    last = ladder.rating_runs.aggregate(number=Max("number"))["number"] or 0
    rating_run = ladder.rating_runs.create(number=max(last, ladder.rating_run) + 1)
    enqueue_task(name="arena.recompute", args=[rating_run.pk])
    return rating_run

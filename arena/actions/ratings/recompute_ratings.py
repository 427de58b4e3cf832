"""Compute all ratings of a ladder again from its match rows, in the background, and switch to them.

An epoch is filled in chunks beside the one that counts, with every fit that is due on the way. When
it has nearly come up with the ladder, one short transaction under the ladder's lock hears of the
last matches and switches. What is left
of an epoch that counts no more is removed afterwards, in chunks as well.
"""

from collections.abc import Callable
from datetime import timedelta
from itertools import groupby
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from arena.actions.errors import ClaimLost
from arena.actions.ratings.fit_results import (
    apply_fit,
    count_results,
    counted_by,
    fit_results,
    store_fit,
)
from arena.actions.ratings.move_ratings import Ratings
from arena.actions.ratings.show_ratings import show_ratings, store_versions
from arena.actions.workers.enqueue import enqueue_task
from arena.database_clock import database_now
from arena.models import (
    Entry,
    Epoch,
    Ladder,
    Match,
    RatingChange,
    RatingFit,
    Seat,
    VersionRating,
)
from arena.models.matches import MatchQuerySet
from arena.ratings.fit import Fit
from arena.ratings.parameters import Parameters
from arena.ratings.schedule import next_fit

CHUNK = 500  # matches at a time
ENTRIES = 50  # whose history is removed at a time
LEASE = timedelta(seconds=60)  # beyond any chunk
log = structlog.get_logger(__name__)

Heard = Callable[[Epoch], None]  # told after every chunk


def recompute_ratings(
    *,
    epoch: Epoch,
    worker: str,
    should_stop: Callable[[], bool] = lambda: False,
    heard: Heard = lambda _epoch: None,
) -> bool:
    """Do what is left of this epoch: fill it and switch to it, or remove it. True if that is done.

    One worker at a time is at an epoch; `worker` names this one claim. Any number of calls, one
    after another, go on where the last one ended, as does one after a worker was killed. Another
    epoch that was asked for meanwhile ends this one.
    """
    if not Epoch.objects.all().claim(pk=epoch.pk, worker=worker, lease=LEASE):
        return False
    epoch = Epoch.objects.select_related("ladder").get(pk=epoch.pk)
    step = Recompute(epoch) if epoch.state == Epoch.State.FILLING else Removal(epoch)
    try:
        while not should_stop():
            is_done = step.go_on()
            heard(epoch)
            if is_done:
                return True
    except ClaimLost as lost:
        log.info("epoch_lost", epoch=epoch.pk, reason=str(lost))
    finally:
        Epoch.objects.held_by(worker).filter(pk=epoch.pk).update(worker="", lease_until=None)
    return False


class Recompute:
    """An epoch that is being filled: the ratings as they stand after the matches heard so far."""

    def __init__(self, epoch: Epoch) -> None:
        self.epoch, self.ladder = epoch, epoch.ladder
        self.entries: dict[int, int] = {}  # bot -> entry
        fits = self.ladder.fits.filter(epoch=epoch.number)
        self.fit = fits.order_by("serial").last()
        self.tally = counted_by(self.fit)
        first = Parameters().fixed_by(self.ladder.fixed)
        self.ratings = Ratings(
            epoch=epoch.number,
            parameters=self.fit.known if self.fit else first,
            rated_at=epoch.rated_at,
            stored=self.stored(),
        )

    def stored(self) -> QuerySet[VersionRating]:
        """Select the ratings of this epoch that were computed before."""
        rows = VersionRating.objects.filter(entry__ladder=self.ladder, epoch=self.epoch.number)
        return rows.order_by("last_serial")

    def go_on(self) -> bool:
        """Hear some more matches up to the next fit, make it where all were heard, and switch where
        nothing is left. True once the epoch counts. Raises ClaimLost."""
        due = self.next_fit
        is_due = Ladder.objects.filter(pk=self.ladder.pk, recorded__gte=due).exists()
        matches = self.left().filter(serial__lte=due)[:CHUNK]
        if self.hear(list(matches)) == CHUNK:
            return False
        if is_due:
            self.refit(due)
            return False
        return self.switch()

    @property
    def next_fit(self) -> int:
        """Return the serial up to which the next fit counts."""
        return next_fit(self.fit.serial if self.fit else 0, every=self.ladder.fit_every)

    def left(self) -> MatchQuerySet:
        """Select the matches that are still to be heard."""
        left = self.ladder.matches.rated().filter(serial__gt=self.epoch.through)
        return left.only("ladder", "serial", "finished_at", "created_at")

    def hear(self, matches: list[Match]) -> int:
        """Replay these; says how many there were. Raises ClaimLost."""
        if not matches:
            return 0
        seats = self.seats(matches)
        changes = [change for match in matches for change in self.replay(match, seats[match.pk])]
        self.epoch.through, self.epoch.rated_at = matches[-1].serial or 0, self.ratings.rated_at
        self.store(changes)
        return len(matches)

    def seats(self, matches: list[Match]) -> dict[int, list[Seat]]:
        """The seats of these matches in their order, by match."""
        found = (
            Seat.objects.filter(match__in=[match.pk for match in matches])
            .select_related("version")
            .order_by("match_id", "position")
        )
        return {match: list(seats) for match, seats in groupby(found, lambda one: one.match_id)}

    def replay(self, match: Match, seats: list[Seat]) -> list[RatingChange]:
        """Return what this match does to the ratings of its seats."""
        entries = [self.entry(seat.version.bot_id) for seat in seats]
        return self.ratings.play(match=match, entries=entries, seats=seats)

    def entry(self, bot: int) -> int:
        """The bot's entry; a new one may have come since we looked."""
        if bot not in self.entries:
            self.entries = dict(self.ladder.entries.values_list("bot", "pk"))
        return self.entries[bot]

    def refit(self, serial: int) -> None:
        """Let the ratings stand on the fit of all matches up to there. Raises ClaimLost."""
        begin = 1 + (self.fit.serial if self.fit else 0)
        count_results(tally=self.tally, ladder=self.ladder, serials=range(begin, serial + 1))
        rows = self.ratings.by_version.values()
        found = fit_results(ladder=self.ladder, tally=self.tally, versions=rows)
        self.ratings.stand_on(found.skills, found.parameters)
        self.epoch.through = serial
        self.fit = self.store_fit(serial, found)

    @transaction.atomic
    def store_fit(self, serial: int, found: Fit) -> RatingFit:
        """Keep a fit. Raises ClaimLost."""
        keep(self.epoch, Epoch.State.FILLING)
        stored = store_fit(
            ladder=self.ladder,
            epoch=self.epoch.number,
            serial=serial,
            tally=self.tally,
            found=found,
        )
        apply_fit(fit=stored)
        return stored

    @transaction.atomic
    def store(self, changes: list[RatingChange]) -> None:
        """Keep a chunk, all of it or nothing. Raises ClaimLost."""
        keep(self.epoch, Epoch.State.FILLING)
        RatingChange.objects.bulk_create(changes)
        touched = {change.seat.version_id for change in changes}
        store_versions([self.ratings.by_version[version] for version in touched])

    def switch(self) -> bool:
        """Catch up under the ladder's lock, and let this epoch count; False where too much was
        recorded since to keep the others waiting for it. Raises ClaimLost."""
        with transaction.atomic():
            self.ladder = Ladder.objects.locked(self.ladder.pk)
            matches = list(self.left()[:CHUNK])
            if len(matches) == CHUNK:
                return False
            self.hear(matches)  # past a fit that is due: it is made like any other afterwards
            self.hand_over()
        log.info("epoch_counts", ladder=self.ladder.pk, number=self.epoch.number)
        return True

    def hand_over(self) -> None:
        """Give every entry its numbers, and the ladder its epoch; the old one may go."""
        self.ladder.entries.update(
            **{name: self.total(name) for name in Entry.COUNTED}, rated_at=self.latest()
        )
        retired = {"state": Epoch.State.RETIRED, "through": 0}
        old, _new = self.ladder.epochs.update_or_create(number=self.ladder.epoch, defaults=retired)
        self.ladder.epoch, self.ladder.rated_at = self.epoch.number, self.epoch.rated_at
        self.ladder.stand_on(self.fit)
        self.ladder.save(update_fields=["epoch", "rated_at", "fit", "next_fit"])
        show_ratings(ladder=self.ladder)
        self.epoch.state, self.epoch.switched_at = Epoch.State.SHOWN, database_now()
        keep(self.epoch, Epoch.State.FILLING)
        enqueue_task(name="arena.recompute", args=[old.pk])

    def total(self, name: str) -> Coalesce:
        """Sum a count over an entry's versions."""
        sums = self._by_entry().annotate(total=Sum(name)).values("total")
        return Coalesce(Subquery(sums), 0)

    def latest(self) -> Subquery:
        """Find when an entry's last match was finished."""
        return Subquery(self._by_entry().annotate(last=Max("rated_at")).values("last"))

    def _by_entry(self) -> QuerySet[VersionRating, Any]:
        rows = VersionRating.objects.filter(epoch=self.epoch.number, entry=OuterRef("pk"))
        return rows.order_by().values("entry")


class Removal:
    """An epoch that counts no more: its rows go, those of a few entries at a time."""

    def __init__(self, epoch: Epoch) -> None:
        self.epoch = epoch

    @transaction.atomic
    def go_on(self) -> bool:
        """Remove some more. True once nothing is left. Raises ClaimLost."""
        later = self.epoch.ladder.entries.filter(pk__gt=self.epoch.through).order_by("pk")
        entries = list(later.values_list("pk", flat=True)[:ENTRIES])
        for model in (RatingChange, VersionRating):
            model._default_manager.filter(entry__in=entries, epoch=self.epoch.number).delete()
        if entries:
            self.epoch.through = entries[-1]
        else:
            self.epoch.ladder.fits.filter(epoch=self.epoch.number).delete()
            self.epoch.state = Epoch.State.GONE
        keep(self.epoch, Epoch.State.RETIRED)
        return not entries


def keep(epoch: Epoch, state: str) -> None:
    """Store how far the epoch has come and renew the claim. Raises ClaimLost where it is not in
    this state any more, or another worker's."""
    held = Epoch.objects.held_by(epoch.worker).filter(pk=epoch.pk, state=state)
    stored = held.update(
        state=epoch.state,
        through=epoch.through,
        rated_at=epoch.rated_at,
        switched_at=epoch.switched_at,
        lease_until=database_now() + LEASE,
    )
    if not stored:
        raise ClaimLost(f"{epoch.pk} is dropped, or another worker's")

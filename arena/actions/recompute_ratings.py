"""Compute all ratings of a ladder again from its match rows, in the background, and switch to them.

An epoch is filled in chunks beside the one that counts. When it has nearly come up with the ladder,
one short transaction under the ladder's lock hears of the last matches and switches. What is left
of an epoch that counts no more is removed afterwards, in chunks as well.
"""

from collections.abc import Callable
from datetime import timedelta
from itertools import groupby
from typing import Any

import structlog
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from arena.actions.errors import ClaimLost
from arena.actions.move_ratings import change_of, move_ratings
from arena.actions.ring import ring_task
from arena.database_clock import database_now
from arena.models import Entry, Epoch, Ladder, Match, RatingChange, Seat, ShadowEntry

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
    step = Filling(epoch) if epoch.state == Epoch.State.FILLING else Removal(epoch)
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


class Filling:
    """An epoch that is being filled: the accounts as they stand after the matches heard so far."""

    def __init__(self, epoch: Epoch) -> None:
        self.epoch = epoch
        self.ladder = epoch.ladder
        self.entries: dict[int, int] = {}  # bot -> entry
        found = epoch.shadows.select_related("version")
        self.accounts = {shadow.entry_id: shadow for shadow in found}

    def go_on(self) -> bool:
        """Hear some more matches, and switch where that were all. True once it counts."""
        return self.hear() < CHUNK and self.switch()

    def hear(self) -> int:
        """Replay the next matches; says how many there were. Raises ClaimLost."""
        matches = list(
            self.ladder.matches.rated()
            .filter(serial__gt=self.epoch.through)
            .only("ladder", "serial", "finished_at", "created_at")[:CHUNK]
        )
        if not matches:
            return 0
        seats = self.seats(matches)
        changes = [change for match in matches for change in self.replay(match, seats[match.pk])]
        self.epoch.through = matches[-1].serial or 0
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
        """What this match does to the accounts of its seats."""
        entries = [self.entry(seat.version.bot_id) for seat in seats]
        at = match.finished_at or match.created_at
        moves = move_ratings(
            accounts=[self.account(entry) for entry in entries],
            seats=seats,
            ladder=self.ladder,
            at=at,
            before=self.epoch.rated_at,
        )
        self.epoch.rated_at = at
        number, serial = self.epoch.number, match.serial or 0
        return [
            change_of(entry=entry, seat=seat, epoch=number, serial=serial, move=move, at=at)
            for entry, seat, move in zip(entries, seats, moves, strict=True)
        ]

    def entry(self, bot: int) -> int:
        """The bot's entry; a new one may have come since we looked."""
        if bot not in self.entries:
            self.entries = dict(self.ladder.entries.values_list("bot", "pk"))
        return self.entries[bot]

    def account(self, entry: int) -> ShadowEntry:
        """Its account as this epoch has computed it so far."""
        if entry not in self.accounts:
            self.accounts[entry] = ShadowEntry(epoch=self.epoch, entry_id=entry)
        return self.accounts[entry]

    @transaction.atomic
    def store(self, changes: list[RatingChange]) -> None:
        """Keep a chunk, all of it or nothing. Raises ClaimLost."""
        keep(self.epoch, Epoch.State.FILLING)
        RatingChange.objects.bulk_create(changes)
        touched = [self.accounts[entry] for entry in {change.entry_id for change in changes}]
        for shadow in touched:
            shadow.pk = None  # only its epoch and entry may clash: then it is updated
        ShadowEntry.objects.bulk_create(
            touched,
            update_conflicts=True,
            unique_fields=["epoch", "entry"],
            update_fields=ShadowEntry.COMPUTED,
        )

    def switch(self) -> bool:
        """Catch up under the ladder's lock, and let this epoch count; False where too much was
        recorded since to keep the others waiting for it. Raises ClaimLost."""
        with transaction.atomic():
            self.ladder = Ladder.objects.locked(self.ladder.pk)
            if self.hear() == CHUNK:
                return False
            self.hand_over()
        self.epoch.shadows.all().delete()
        log.info("epoch_counts", ladder=self.ladder.pk, number=self.epoch.number)
        return True

    def hand_over(self) -> None:
        """Give every entry its numbers, and the ladder its epoch; the old one may go."""
        self.ladder.entries.update(**{name: self.computed(name) for name in Entry.COMPUTED})
        retired = {"state": Epoch.State.RETIRED, "through": 0}
        old, _new = self.ladder.epochs.update_or_create(number=self.ladder.epoch, defaults=retired)
        self.ladder.epoch, self.ladder.rated_at = self.epoch.number, self.epoch.rated_at
        self.ladder.save(update_fields=["epoch", "rated_at"])
        self.ladder.entries.choose_places(self.ladder)
        self.epoch.state, self.epoch.switched_at = Epoch.State.SHOWN, database_now()
        keep(self.epoch, Epoch.State.FILLING)
        ring_task(name="arena.recompute", args=[old.pk])

    def computed(self, name: str) -> Any:
        """A column of an entry as its shadow has it, or as at the beginning."""
        shadow = ShadowEntry.objects.filter(epoch=self.epoch, entry=OuterRef("pk"))
        default = getattr(Entry(), name)
        value = Subquery(shadow.values(name)[:1])
        return value if default is None else Coalesce(value, default)


class Removal:
    """An epoch that counts no more: its changes go, a few entries at a time."""

    def __init__(self, epoch: Epoch) -> None:
        self.epoch = epoch

    @transaction.atomic
    def go_on(self) -> bool:
        """Remove some more. True once nothing is left. Raises ClaimLost."""
        later = self.epoch.ladder.entries.filter(pk__gt=self.epoch.through).order_by("pk")
        entries = list(later.values_list("pk", flat=True)[:ENTRIES])
        RatingChange.objects.filter(entry__in=entries, epoch=self.epoch.number).delete()
        if entries:
            self.epoch.through = entries[-1]
        else:
            self.epoch.shadows.all().delete()
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

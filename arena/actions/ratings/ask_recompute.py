"""Have all ratings of a ladder computed again."""

from django.db.models import Max

from arena.actions.workers.enqueue import enqueue_task
from arena.models import Epoch, Ladder


def ask_recompute(*, ladder: Ladder) -> Epoch:
    """Begin another epoch, which workers fill beside the one that counts, and ring for them.

    The caller holds the ladder's lock, and has changed what ratings are computed from, or means to
    have them checked. One that was being filled is dropped: it may have heard of what was changed.
    """
    filling = ladder.epochs.filter(state=Epoch.State.FILLING)
    filling.update(state=Epoch.State.RETIRED, through=0, worker="", lease_until=None)
    last = ladder.epochs.aggregate(number=Max("number"))["number"] or 0
    epoch = ladder.epochs.create(number=max(last, ladder.epoch) + 1)
    enqueue_task(name="arena.recompute", args=[epoch.pk])
    return epoch

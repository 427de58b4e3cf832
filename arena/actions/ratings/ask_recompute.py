from django.db.models import Max

from arena.actions.workers.enqueue import enqueue_task
from arena.models import Epoch, Ladder


def ask_recompute(*, ladder: Ladder) -> Epoch:
    """Queue a rating run; drop an unfinished one, which may have read old data.

    The caller holds the ladder's lock.
    """
    filling = ladder.epochs.filter(state=Epoch.State.FILLING)
    filling.update(state=Epoch.State.RETIRED, through=0, worker="", lease_until=None)
    last = ladder.epochs.aggregate(number=Max("number"))["number"] or 0
    epoch = ladder.epochs.create(number=max(last, ladder.epoch) + 1)
    enqueue_task(name="arena.recompute", args=[epoch.pk])
    return epoch

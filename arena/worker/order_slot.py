"""At least half of a host's slots are kept for ladders and tournaments.

A host with a single slot takes turns instead: after a match that somebody has ordered, it plays
others for as long as that match took, if any are due.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from arena.core.hosts import slot
from arena.matches.claim_match import Orders


@contextmanager
def order_slot() -> Iterator[Orders]:
    """Hold a slot for an ordered match; yield when such a match may be claimed."""
    with slot(_folder(), max(1, settings.CORES // 2)) as is_free:
        if not is_free:
            yield Orders.NEVER
        elif settings.CORES == 1 and _rest_left() > 0:
            yield Orders.LAST
        else:
            yield Orders.NOW


def rest_from_orders(seconds: float) -> None:
    """Note that an ordered match took so long."""
    if settings.CORES == 1:
        until = time.time() + seconds
        _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        _mark().touch()
        os.utime(_mark(), (until, until))


def _rest_left() -> float:
    with suppress(FileNotFoundError):
        return _mark().stat().st_mtime - time.time()
    return 0.0


def _folder() -> Path:
    return Path(settings.VAR) / "orders"


def _mark() -> Path:
    return _folder() / "rest-until"  # its time of change

"""Put a match into the queue."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from arena.models import Ladder, Match, Seat, Version

SEED_BITS = 63  # what a signed 64-bit column holds
CHECK_PRIORITY = 100
NEWCOMER_PRIORITY = 20
LADDER_PRIORITY = 10


@transaction.atomic
def order_match(
    *,
    ladder: Ladder,
    purpose: Match.Purpose,
    versions: Sequence[Version],
    games: int,
    priority: int,
    not_before: datetime | None = None,
) -> Match:
    """A queued match of these versions under the ladder's rules, on a seed that nobody knows."""
    match = Match.objects.create(
        ladder=ladder,
        purpose=purpose,
        priority=priority,
        not_before=not_before,
        seed=secrets.randbits(SEED_BITS),
        game=ladder.game,
        config=ladder.config,
        seats_count=ladder.seats,
        limits=ladder.limits,
        games_planned=games,
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, version=version)
        for position, version in enumerate(versions)
    )
    return match

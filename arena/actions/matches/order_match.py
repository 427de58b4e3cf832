"""Put a match into the queue."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.models import Ladder, Match, Pairing, Seat, Version
from arena.seeds import draw_seed

CHECK_PRIORITY = 100
TOURNAMENT_PRIORITY = 80
CHALLENGE_PRIORITY = 40
NEWCOMER_PRIORITY = 20
LADDER_PRIORITY = 10


@transaction.atomic
def order_match(
    *,
    ladder: Ladder | None = None,
    pairing: Pairing | None = None,
    purpose: Match.Purpose,
    versions: Sequence[Version],
    games: int,
    priority: int,
    not_before: datetime | None = None,
    ordered_by: AbstractBaseUser | None = None,
    candidate: Version | None = None,
    seed: int | None = None,
) -> Match:
    """A queued match of these versions, on a seed that nobody knows, or on that of another match
    which it is to be compared with. `candidate` is the version that it tries.

    Its rules are those of the ladder, or of the tournament that the pairing belongs to. A pairing's
    versions sit in this order in the first game; on a ladder the referee draws who sits where.
    """
    terms = pairing.round.tournament if pairing else ladder
    if terms is None:
        raise ValueError("a match is ordered for a ladder or for a pairing")
    match = Match.objects.create(
        ladder=ladder,
        pairing=pairing,
        purpose=purpose,
        priority=priority,
        not_before=not_before,
        ordered_by_id=ordered_by.pk if ordered_by else None,
        candidate=candidate,
        seed=draw_seed() if seed is None else seed,
        game=terms.game,
        config=terms.config,
        seats_count=len(versions),
        limits=terms.limits,
        games_planned=games,
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, version=version)
        for position, version in enumerate(versions)
    )
    return match

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.models import Challenge, Ladder, Match, Pairing, Seat, Version
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
    challenge: Challenge | None = None,
    seed: int | None = None,
) -> Match:
    """Create a queued match under the ladder's or tournament's rules; a challenge has its own game.

    `seed` of a match to compare with, else secret. A pairing's versions keep this order in the
    first game; ladders shuffle.
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
        challenge=challenge,
        seed=draw_seed() if seed is None else seed,
        game=terms.game,
        config=challenge.config if challenge else terms.config,
        seats_count=len(versions),
        limits=terms.limits,
        games_planned=games,
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, version=version)
        for position, version in enumerate(versions)
    )
    return match

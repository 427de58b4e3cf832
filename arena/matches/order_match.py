from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.seeds import draw_seed
from arena.models import Challenge, Ladder, Match, Pairing, Seat, Tournament, Version

CHECK_PRIORITY = 100
TOURNAMENT_PRIORITY = 80
CHALLENGE_PRIORITY = 40
NEWCOMER_PRIORITY = 20  # a new version's first match,
PLACEMENT_PRIORITY = 15  # and the others until it has played ten
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
    match = _match(
        terms,
        versions,
        ladder=ladder,
        pairing=pairing,
        purpose=purpose,
        priority=priority,
        not_before=not_before,
        ordered_by_id=ordered_by.pk if ordered_by else None,
        candidate=candidate,
        challenge=challenge,
        seed=draw_seed() if seed is None else seed,
        games_planned=games,
    )
    if challenge:
        match.config = challenge.config
    return _store_matches([(match, [version.pk for version in versions])])[0]


@transaction.atomic(savepoint=False)
def order_ladder_matches(
    *,
    ladder: Ladder,
    tables: Sequence[tuple[Sequence[int], int]],
    not_before: datetime | None = None,
) -> list[Match]:
    """Queue matches of these version ids and priorities."""
    matches = [
        _match(
            ladder,
            versions,
            ladder=ladder,
            purpose=Match.Purpose.LADDER,
            priority=priority,
            not_before=not_before,
            seed=draw_seed(),
            games_planned=ladder.games_per_match,
        )
        for versions, priority in tables
    ]
    versions = [versions for versions, _priority in tables]
    return _store_matches(list(zip(matches, versions, strict=True)))


@transaction.atomic(savepoint=False)
def order_pairing_matches(
    *,
    tournament: Tournament,
    tables: Sequence[tuple[Pairing, Sequence[int], int]],
) -> list[Match]:
    """Queue matches of these pairings, version ids in seat order, and numbers of games.

    Nobody waits for those of house bots alone, so they are as urgent as a ladder's.
    """
    has_people = tournament.entrants.filter(bot__is_house=False).exists()
    matches = [
        _match(
            tournament,
            versions,
            pairing=pairing,
            purpose=Match.Purpose.TOURNAMENT,
            priority=TOURNAMENT_PRIORITY if has_people else LADDER_PRIORITY,
            seed=draw_seed(),
            games_planned=games,
        )
        for pairing, versions, games in tables
    ]
    versions = [versions for _pairing, versions, _games in tables]
    return _store_matches(list(zip(matches, versions, strict=True)))


def _match(
    terms: Ladder | Tournament, versions: Sequence[Version] | Sequence[int], **fields: Any
) -> Match:
    return Match(
        game=terms.game,
        config=terms.config,
        limits=terms.limits,
        seats_count=len(versions),
        **fields,
    )


def _store_matches(matches: Sequence[tuple[Match, Sequence[int]]]) -> list[Match]:
    stored = Match.objects.bulk_create([match for match, _versions in matches])
    Seat.objects.bulk_create(
        Seat(match=match, position=position, version_id=version)
        for match, versions in matches
        for position, version in enumerate(versions)
    )
    return stored

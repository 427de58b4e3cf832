"""Make a tournament."""

import secrets
from dataclasses import fields

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from arena.actions.check_tournament import TournamentTerms, check_tournament, name_taken
from arena.actions.log_action import log_action
from arena.actions.need_organiser import need_organiser
from arena.models import Division, Tournament

RESERVED_SLUGS = {"new", "edit", "api", "outline"}
SEED_BITS = 63


def make_tournament(
    *,
    organiser: AbstractBaseUser,
    terms: TournamentTerms,
    division: Division | None = None,
    seed: int | None = None,
) -> Tournament:
    """A draft on these terms, without entrants, that its organisers alone see.

    `division`: the one of a league that is played so; then it is the platform itself that makes it,
    in the organiser's name. `seed` draws all lots; None: by lot itself. Raises NotOrganiser,
    NameTaken or BadTerms, whose message says what to do; then there is none.
    """
    actor = organiser if division is None else None
    need_organiser(person=actor)
    check_tournament(terms=terms)
    chosen = {one.name: getattr(terms, one.name) for one in fields(terms)}
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(
                slug=free_slug(terms.name),
                organiser_id=organiser.pk,
                division=division,
                seed=secrets.randbits(SEED_BITS) if seed is None else seed,
                **chosen,
            )
            log_action(actor=actor, verb="make_tournament", tournament=tournament)
            return tournament
    except IntegrityError as error:
        raise name_taken(terms.name) from error


def free_slug(name: str) -> str:
    """The name as it stands in an address, with a number where another tournament stands there."""
    plain = slugify(name)[:70] or "tournament"
    slug, number = plain, 1
    while slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{plain}-{number}"
    return slug

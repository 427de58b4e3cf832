"""Make a league."""

from dataclasses import fields

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from arena.actions.check_league import LeagueTerms, check_league, name_taken
from arena.actions.log_league import log_league
from arena.actions.need_organiser import need_organiser
from arena.models import League

RESERVED_SLUGS = {"new", "edit", "api"}


def make_league(*, organiser: AbstractBaseUser, terms: LeagueTerms) -> League:
    """An active league on these terms, whose first season is planned by its calendar.

    Raises NotOrganiser, NameTaken or BadTerms, whose message says what to do; then there is none.
    """
    need_organiser(person=organiser)
    check_league(terms=terms)
    chosen = {one.name: getattr(terms, one.name) for one in fields(terms)}
    try:
        with transaction.atomic():
            league = League.objects.create(
                slug=_free_slug(terms.name), organiser_id=organiser.pk, **chosen
            )
            league.plan(timezone.now())
            log_league(actor=organiser, verb="make_league", league=league)
            return league
    except IntegrityError as error:
        raise name_taken(terms.name) from error


def _free_slug(name: str) -> str:
    """The name as it stands in an address, with a number where another league stands there."""
    plain = slugify(name) or "league"
    slug, number = plain, 1
    while slug in RESERVED_SLUGS or League.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{plain}-{number}"
    return slug

"""Make a ladder."""

from dataclasses import asdict

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from arena.actions.check_terms import Terms, check_terms
from arena.actions.errors import NameTaken
from arena.models import Ladder

RESERVED_SLUGS = {"new", "edit", "api"}


def make_ladder(*, organiser: AbstractBaseUser, terms: Terms) -> Ladder:
    """A new ladder on these terms, without entries.

    Raises NotOrganiser, NameTaken or BadTerms, whose message says what to do; then there is none.
    """
    check_terms(organiser=organiser, terms=terms)
    try:
        with transaction.atomic():
            return Ladder.objects.create(slug=free_slug(terms.name), **asdict(terms))
    except IntegrityError as error:
        words = _("Another ladder is called “%(name)s”: choose another name.")
        raise NameTaken(words % {"name": terms.name}) from error


def free_slug(name: str) -> str:
    """The name as it stands in an address, with a number where another ladder stands there."""
    plain = slugify(name)[:70] or "ladder"
    slug, number = plain, 1
    while slug in RESERVED_SLUGS or Ladder.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{plain}-{number}"
    return slug

"""Make a ladder."""

from dataclasses import asdict

from django.contrib.auth.base_user import AbstractBaseUser

from arena.actions.ladders.check_terms import Terms, check_terms
from arena.actions.names import free_slug, name_kept
from arena.models import Ladder


def make_ladder(*, organiser: AbstractBaseUser, terms: Terms) -> Ladder:
    """A new ladder on these terms, without entries.

    Raises NotOrganiser, NameTaken or BadTerms, whose message says what to do; then there is none.
    """
    check_terms(organiser=organiser, terms=terms)
    with name_kept(name=terms.name, among=Ladder):
        slug = free_slug(name=terms.name, among=Ladder)
        return Ladder.objects.create(slug=slug, **asdict(terms))

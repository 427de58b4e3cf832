from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.log_action import log_action
from arena.core.require_name import free_slug, name_kept
from arena.ladders.check_terms import LadderTerms, check_terms
from arena.models import Ladder


def make_ladder(*, organiser: AbstractBaseUser, terms: LadderTerms) -> Ladder:
    """Return a new ladder. Raises NotOrganiser, NameTaken, BadTerms."""
    check_terms(organiser=organiser, terms=terms)
    with name_kept(name=terms.name, among=Ladder):
        slug = free_slug(name=terms.name, among=Ladder)
        ladder = Ladder.objects.create(slug=slug, **terms.values())
        log_action(actor=organiser, verb="make_ladder", target=ladder)
        return ladder

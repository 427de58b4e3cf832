from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.database_clock import database_now
from arena.core.guards import require_organiser
from arena.core.log_action import log_action
from arena.core.require_name import free_slug, name_kept
from arena.leagues.check_league import LeagueTerms, check_league
from arena.models import League


def make_league(*, organiser: AbstractBaseUser, terms: LeagueTerms) -> League:
    """Return a league with its first season planned. Raises NotOrganiser, NameTaken, BadTerms."""
    require_organiser(person=organiser)
    check_league(terms=terms)
    with name_kept(name=terms.name, among=League):
        slug = free_slug(name=terms.name, among=League)
        league = League.objects.create(slug=slug, organiser_id=organiser.pk, **terms.values())
        league.plan(database_now())
        log_action(actor=organiser, verb="make_league", target=league)
        return league

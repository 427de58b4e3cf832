"""Change a league, from its next season on."""

from dataclasses import fields

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.actions.check_league import LeagueTerms, check_league, name_taken
from arena.actions.log_league import log_league
from arena.actions.need_league import need_open_league
from arena.actions.need_organiser import need_organiser
from arena.models import League

CALENDAR = {"schedule", "time_zone"}


def edit_league(*, organiser: AbstractBaseUser, league: League, terms: LeagueTerms) -> League:
    """The league on its new terms; its address stays, and so does a season that is made already.

    Raises NotOrganiser, WrongState once it is closed, NameTaken or BadTerms; then nothing has
    changed.
    """
    need_organiser(person=organiser)
    try:
        with transaction.atomic():
            league = League.objects.locked(league.pk)
            need_open_league(league=league)
            check_league(terms=terms, league=league)
            names = [one.name for one in fields(terms)]
            changed = [one for one in names if getattr(league, one) != getattr(terms, one)]
            for name in changed:
                setattr(league, name, getattr(terms, name))
            league.save(update_fields=changed)
            if CALENDAR & set(changed) and league.state == League.State.ACTIVE:
                league.plan(timezone.now())
            log_league(actor=organiser, verb="edit_league", league=league, changed=changed)
            return league
    except IntegrityError as error:
        raise name_taken(terms.name) from error

from django.contrib.auth.base_user import AbstractBaseUser

from arena.actions.guards import require_open_league, require_run_by
from arena.actions.leagues.check_league import LeagueTerms, check_league
from arena.actions.log_action import log_action
from arena.actions.names import name_kept
from arena.database_clock import database_now
from arena.models import League

CALENDAR = {"schedule", "time_zone"}


def edit_league(*, organiser: AbstractBaseUser, league: League, terms: LeagueTerms) -> League:
    """Change a league's terms from the next season on.

    Raises NotOrganiser, WrongState, NameTaken, BadTerms; then nothing changes.
    """
    require_run_by(competition=league, person=organiser)
    with name_kept(name=terms.name, among=League):
        league = League.objects.locked(league.pk)
        require_open_league(league=league)
        check_league(terms=terms, league=league)
        changed = terms.changes(league)
        for name, value in changed.items():
            setattr(league, name, value)
        league.save(update_fields=list(changed))
        if CALENDAR & set(changed) and league.state == League.State.ACTIVE:
            league.plan(database_now())
        log_action(actor=organiser, verb="edit_league", target=league, changed=list(changed))
        return league

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.competition_terms import require_revision, save_terms
from arena.core.database_clock import database_now
from arena.core.guards import require_open_league, require_run_by
from arena.core.require_name import name_kept
from arena.leagues.check_league import LeagueTerms, check_league
from arena.models import League

CALENDAR = {"schedule", "time_zone"}


def edit_league(
    *,
    organiser: AbstractBaseUser,
    league: League,
    terms: LeagueTerms,
    revision: int | None = None,
) -> League:
    """Change a league's terms from the next season on; `revision`: the one that was edited.

    Raises NotOrganiser, WrongState, NameTaken, BadTerms, EditedMeanwhile; then nothing changes.
    """
    require_run_by(competition=league, person=organiser)
    with name_kept(name=terms.name, among=League):
        league = League.objects.locked(league.pk)
        require_open_league(league=league)
        require_revision(competition=league, revision=revision)
        check_league(terms=terms, league=league)
        changed = save_terms(
            competition=league, terms=terms, organiser=organiser, verb="edit_league"
        )
        if CALENDAR & set(changed) and league.state == League.State.ACTIVE:
            league.plan(database_now())
        return league

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.competition_terms import require_revision, save_terms
from arena.core.errors import BadTerms, WrongState
from arena.core.guards import require_run_by
from arena.core.require_name import name_kept
from arena.core.terms import Stage
from arena.models import Tournament
from arena.tournaments.check_tournament import (
    TournamentTerms,
    check_dates,
    check_tournament,
)
from arena.tournaments.seed_entrants import fill_field
from engine.messages import gettext_noop as _


def edit_tournament(
    *,
    organiser: AbstractBaseUser,
    tournament: Tournament,
    terms: TournamentTerms,
    revision: int | None = None,
) -> Tournament:
    """Change a tournament's terms, as far as `changeable`; `revision`: the one that was edited.

    Raises NotOrganiser, NameTaken, BadTerms, WrongState, EditedMeanwhile.
    """
    require_run_by(competition=tournament, person=organiser)
    with name_kept(name=terms.name, among=Tournament):
        tournament = Tournament.objects.locked(tournament.pk)
        require_revision(competition=tournament, revision=revision)
        check_tournament(terms=terms, tournament=tournament)
        check_dates(terms=terms, tournament=tournament)
        _require_changeable(tournament, set(terms.changes(tournament)))
        _require_places(tournament, terms)
        save_terms(competition=tournament, terms=terms, organiser=organiser, verb="edit_tournament")
        if tournament.state == Tournament.State.OPEN:
            fill_field(tournament=tournament)
        return tournament


def changeable(tournament: Tournament) -> set[str]:
    """Return terms that may change now."""
    stage, declared = _stage(tournament), TournamentTerms.declared()
    return {name for name, one in declared.items() if one.fixed_from > stage}


def _stage(tournament: Tournament) -> Stage:
    if tournament.state == Tournament.State.DRAFT:
        return Stage.DRAFT
    if tournament.state == Tournament.State.OPEN:
        return Stage.ENTERED if tournament.entrants.exists() else Stage.DRAFT
    return Stage.FROZEN if tournament.is_frozen else Stage.STARTED


def _require_changeable(tournament: Tournament, names: set[str]) -> None:
    if fixed := names - changeable(tournament):
        words = _("“%(tournament)s” is %(state)s. These settings can no longer change: %(names)s.")
        state, listed = Tournament.State(tournament.state).label, ", ".join(sorted(fixed))
        raise WrongState(words, tournament=tournament.name, state=state, names=listed)


def _require_places(tournament: Tournament, terms: TournamentTerms) -> None:
    entered = tournament.entrants.entered().count()
    if terms.most_entrants < entered and not tournament.has_begun:
        words = _("There are already %(entered)d entrants. Exclude some or set a higher limit.")
        raise BadTerms(words, entered=entered)

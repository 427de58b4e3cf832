from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.competition_terms import require_revision, save_terms
from arena.core.database_clock import database_now
from arena.core.errors import BadTerms, EntriesClosed, WrongState
from arena.core.guards import require_organiser, require_run_by, require_state
from arena.core.log_action import log_action
from arena.core.require_name import free_slug, name_kept
from arena.core.seeds import draw_seed
from arena.core.terms import Stage
from arena.models import Division, Tournament
from arena.tournaments.field import fill_field
from arena.tournaments.terms import (
    TournamentTerms,
    check_dates,
    check_tournament,
)
from engine.messages import gettext_noop as _


def make_tournament(
    *,
    organiser: AbstractBaseUser,
    terms: TournamentTerms,
    division: Division | None = None,
    seed: int | None = None,
) -> Tournament:
    """Create a draft; that of a `division` is made by the platform. `seed` draws all lots.

    Raises NotOrganiser, NameTaken, BadTerms.
    """
    actor = organiser if division is None else None
    require_organiser(person=actor)
    check_tournament(terms=terms)
    if division is None:  # a league's start may be overdue
        check_dates(terms=terms)
    with name_kept(name=terms.name, among=Tournament):
        tournament = Tournament.objects.create(
            slug=free_slug(name=terms.name, among=Tournament),
            organiser_id=organiser.pk,
            division=division,
            seed=draw_seed() if seed is None else seed,
            **terms.values(),
        )
        log_action(actor=actor, verb="make_tournament", target=tournament)
        return tournament


def edit_tournament(
    *,
    organiser: AbstractBaseUser,
    tournament: Tournament,
    terms: TournamentTerms,
    revision: int | None = None,
) -> Tournament:
    """Change those terms that may still change; `revision`: the one that was edited.

    Raises NotOrganiser, NameTaken, BadTerms, WrongState, EditedMeanwhile.
    """
    require_run_by(competition=tournament, person=organiser)
    with name_kept(name=terms.name, among=Tournament):
        tournament = Tournament.objects.locked(tournament.pk)
        require_revision(competition=tournament, revision=revision)
        check_tournament(terms=terms, tournament=tournament)
        check_dates(terms=terms, tournament=tournament)
        if fixed := set(terms.changes(tournament)) & _find_fixed_terms(tournament):
            raise WrongState(
                _("“%(tournament)s” is %(state)s. These settings can no longer change: %(names)s."),
                tournament=tournament.name,
                state=Tournament.State(tournament.state).label,
                names=", ".join(sorted(fixed)),
            )
        entered = tournament.entrants.entered().count()
        if terms.most_entrants < entered and not tournament.has_begun:
            words = _("There are already %(entered)d entrants. Exclude some or set a higher limit.")
            raise BadTerms(words, entered=entered)
        save_terms(competition=tournament, terms=terms, organiser=organiser, verb="edit_tournament")
        if tournament.state == Tournament.State.OPEN:
            fill_field(tournament=tournament)
        return tournament


def _find_fixed_terms(tournament: Tournament) -> set[str]:
    """Return the names of terms that can no longer change."""
    stage = Stage.FROZEN if tournament.is_frozen else Stage.STARTED
    if tournament.state == Tournament.State.DRAFT:
        stage = Stage.DRAFT
    elif tournament.state == Tournament.State.OPEN:
        stage = Stage.ENTERED if tournament.entrants.exists() else Stage.DRAFT
    declared = TournamentTerms.declared()
    return {name for name, declaration in declared.items() if declaration.fixed_from <= stage}


@transaction.atomic
def open_tournament(*, organiser: AbstractBaseUser | None, tournament: Tournament) -> Tournament:
    """Publish a draft. Raises NotOrganiser, WrongState, EntriesClosed."""
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.DRAFT])
    by_owners = tournament.admission == Tournament.Admission.SIGN_UP
    if by_owners and tournament.entry_deadline <= database_now():
        raise EntriesClosed(
            _("The entry deadline has already passed. Set a later one, then open the tournament.")
        )
    tournament.state = Tournament.State.OPEN
    tournament.save(update_fields=["state"])
    log_action(actor=organiser, verb="open_tournament", target=tournament)
    return tournament


@transaction.atomic
def delete_draft(*, organiser: AbstractBaseUser, tournament: Tournament, reason: str = "") -> None:
    """Delete a draft, or one that was cancelled as a draft: the public never saw it.

    The log keeps its name. Raises NotOrganiser, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    if not tournament.was_never_public:
        words = _("“%(name)s” has been opened, so it can only be cancelled, not deleted.")
        raise WrongState(words, name=tournament.name)
    log_action(
        actor=organiser,
        verb="delete_draft",
        target=tournament,
        reason=reason,
        name=tournament.name,
        slug=tournament.slug,
    )
    tournament.delete()

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.guards import require_organiser
from arena.core.log_action import log_action
from arena.core.require_name import free_slug, name_kept
from arena.core.seeds import draw_seed
from arena.models import Division, Tournament
from arena.tournaments.check_tournament import (
    TournamentTerms,
    check_dates,
    check_tournament,
)


def make_tournament(
    *,
    organiser: AbstractBaseUser,
    terms: TournamentTerms,
    division: Division | None = None,
    seed: int | None = None,
) -> Tournament:
    """Return a draft; with `division` made by the platform. `seed` draws all lots.

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

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.competition_terms import require_revision, save_terms
from arena.core.database_clock import database_now
from arena.core.guards import (
    require_league_state,
    require_open_league,
    require_organiser,
    require_reason,
    require_run_by,
)
from arena.core.log_action import log_action
from arena.core.require_name import free_slug, name_kept
from arena.leagues.terms import LeagueTerms, check_league
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
        if {"schedule", "time_zone"} & set(changed) and league.state == League.State.ACTIVE:
            league.plan(database_now())
        return league


@transaction.atomic
def pause_league(*, organiser: AbstractBaseUser, league: League, reason: str = "") -> League:
    """Plan no more seasons until resumed. Raises NotOrganiser, WrongState."""
    require_run_by(competition=league, person=organiser)
    league = League.objects.locked(league.pk)
    require_league_state(league=league, state=League.State.ACTIVE)
    league.stop(League.State.PAUSED)
    log_action(actor=organiser, verb="pause_league", target=league, reason=reason)
    return league


@transaction.atomic
def resume_league(*, organiser: AbstractBaseUser, league: League, reason: str = "") -> League:
    """Plan the next future start. Raises NotOrganiser, WrongState."""
    require_run_by(competition=league, person=organiser)
    league = League.objects.locked(league.pk)
    require_league_state(league=league, state=League.State.PAUSED)
    league.state = League.State.ACTIVE
    league.save(update_fields=["state"])
    league.plan(database_now())
    log_action(actor=organiser, verb="resume_league", target=league, reason=reason)
    return league


@transaction.atomic
def close_league(*, organiser: AbstractBaseUser, league: League, reason: str) -> League:
    """Make no more seasons; finish a running one. Raises NotOrganiser, NeedsReason, WrongState."""
    require_run_by(competition=league, person=organiser)
    reason = require_reason(reason=reason)
    league = League.objects.locked(league.pk)
    require_open_league(league=league)
    league.stop(League.State.CLOSED)
    log_action(actor=organiser, verb="close_league", target=league, reason=reason)
    return league

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import BadTerms, CannotStart, Refused
from arena.core.log_action import log_action, log_event
from arena.leagues.promotion import Bot, Candidate, apply_promotions, divisions
from arena.leagues.terms import division_terms
from arena.models import Division, Entrant, League, Season, Tournament
from arena.notifications.notify_competitions import notify_season
from arena.notifications.problems import notify_blocked, report_errors, report_problem
from arena.tournaments.organise import make_tournament, open_tournament
from arena.tournaments.terms import check_estimate
from engine.messages import Message
from engine.messages import gettext_noop as _


def run_leagues(*, now: datetime | None = None) -> None:
    """Close finished seasons, then make due ones. Idempotent."""
    now = now or database_now()
    for season in Season.objects.played_out():
        with report_errors(kind=League, pk=season.league_id):
            finish_season(season_id=season.pk, now=now)
    for league in League.objects.due(now):
        with report_errors(kind=League, pk=league.pk):
            make_season(league_id=league.pk, now=now)


@transaction.atomic
def make_season(*, league_id: int, now: datetime | None = None) -> Season | None:
    """Make a due season and plan the next; None: none due, or one unfinished.

    Idempotent: locks the league and advances `next_run_at`, even with clocks set back. Missed
    starts become one; an impossible season is skipped. Of both, and of a start that waits for the
    season before, `problem` and a notification tell the organiser.
    """
    now = now or database_now()
    league = League.objects.locked(league_id)
    if league.state == League.State.ACTIVE and league.planned_at and league.planned_at > now:
        league.plan(now)
    starts_at = league.next_run_at
    if starts_at is None or not league.is_due(now):
        return None
    if unfinished := league.seasons.unfinished().order_by("number").first():
        if starts_at <= now:
            words = _(
                "The next season is due, and waits until season %(number)d is over. See whether "
                "one of its divisions is paused."
            )
            report_problem(
                competition=league, problem=Message(words, {"number": unfinished.number})
            )
        return None
    season, problem = None, None
    try:
        with transaction.atomic():
            season = _create_season(league, starts_at)
    except Refused as refused:
        problem = refused.problem
        log_action(actor=None, verb="skip_season", target=league, reason=problem)
    league.save_problem(problem)
    if problem is not None:
        notify_blocked(competition=league, problem=problem)
    league.plan(now, after=max(now, starts_at))
    return season


def _create_season(league: League, starts_at: datetime) -> Season:
    """Create a season with its divisions' tournaments. Raises CannotStart, NameTaken, BadTerms."""
    last = league.seasons.order_by("number").last()
    season = Season.objects.create(
        league=league,
        number=last.number + 1 if last else 1,
        starts_at=starts_at,
        most_divisions=league.divisions,
        division_size=league.division_size,
        promoted=league.promoted,
    )
    terms = division_terms(terms=league, season=1, level=1, starts_at=starts_at)
    playable: list[list[Bot]] = []
    for bots in _draw_up_divisions(league, last):
        try:
            check_estimate(terms=terms, entrants=len(bots))
        except BadTerms:  # the format cannot pair so few
            continue
        playable.append(bots)
    if not playable:
        raise CannotStart(
            _("Too few bots of the ladder can play, so the start was skipped. Enter more.")
        )
    for level, bots in enumerate(playable, 1):
        _open_division(Division.objects.create(season=season, level=level), bots)
    notify_season(season=season)
    log_action(actor=None, verb="make_season", target=league, number=season.number)
    log_event("season_made", league=league.pk, season=season.number, divisions=len(playable))
    return season


def _draw_up_divisions(league: League, last: Season | None) -> list[list[Bot]]:
    """Return divisions' bots; `promoted` as of the last season, sizes as of now."""
    places = last.places() if last else []
    promoted = last.promoted if last else league.promoted
    entries = league.ladder.entries.playing().ranked()
    ranking = [
        Candidate(bot, None if is_house else owner)
        for bot, owner, is_house in entries.values_list("bot", "bot__owner", "bot__is_house")
    ]
    return divisions(
        apply_promotions(
            [[entrant.bot_id for entrant in entrants] for entrants in places], promoted
        ),
        ranking,
        count=league.divisions,
        size=league.division_size,
        bots_per_owner=league.bots_per_owner,
    )


def _open_division(division: Division, bots: list[Bot]) -> None:
    """Make the division's tournament, under a free name, and enter its bots."""
    season = division.season
    terms = division_terms(
        terms=season.league, season=season.number, level=division.level, starts_at=season.starts_at
    )
    name, number = terms.name, 1
    while Tournament.objects.filter(name__iexact=name).exists():
        number += 1
        name = f"{terms.name} ({number})"
    tournament = make_tournament(
        organiser=season.league.organiser, terms=replace(terms, name=name), division=division
    )
    Entrant.objects.bulk_create(Entrant(tournament=tournament, bot_id=bot) for bot in bots)
    open_tournament(organiser=None, tournament=tournament)


@transaction.atomic
def finish_season(*, season_id: int, now: datetime | None = None) -> Season:
    """Store the champion of a season whose results are all public. Idempotent."""
    now = now or database_now()
    season = Season.objects.get(pk=season_id)
    league = League.objects.locked(season.league_id)
    season.refresh_from_db()
    tournaments = [division.tournament for division in season.divisions.all()]
    are_public = all(
        tournament.is_over and tournament.revealed_until(now) is None
        for tournament in tournaments
        if tournament is not None
    )
    if season.finished_at or not are_public:
        return season
    season.finished_at = now
    highest = tournaments[0] if tournaments else None
    if highest is not None and highest.state == Tournament.State.FINISHED:
        winner = highest.entrants.filter(place=1).order_by("number").first()
        season.champion_id = winner.bot_id if winner else None
    season.save(update_fields=["finished_at", "champion"])
    notify_season(season=season)
    log_event(
        "season_finished",
        began=season.starts_at,
        ended=now,
        league=league.pk,
        season=season.number,
    )
    log_action(
        actor=None,
        verb="finish_season",
        target=league,
        number=season.number,
        champion=season.champion.name if season.champion else None,
    )
    return season

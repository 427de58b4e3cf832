"""Checks that refuse: each raises where somebody may not do, or cannot do, what they ask for."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from arena.actions.errors import (
    BotUnfit,
    LaterRounds,
    NeedsReason,
    NoChallenge,
    NoJail,
    NotOrganiser,
    NotYours,
    QuotaUsed,
    TooManyBots,
    WrongState,
)
from arena.actions.locks import lock_person
from arena.database_clock import database_now
from arena.models import Action, Bot, Entrant, Ladder, League, Pairing, Tournament, Version, Worker
from arena.tournaments.plan import KNOCKOUT


def require_organiser(*, person: AbstractBaseUser | None) -> None:
    """Raise NotOrganiser for everybody else; None is the platform itself, which may."""
    if person is not None and not getattr(person, "is_organiser", False):
        raise NotOrganiser(_("This is for organisers alone."))


def require_reason(*, reason: str) -> str:
    """The reason without blanks around it. Raises NeedsReason where there is none."""
    if not reason.strip():
        raise NeedsReason(_("Give a reason: it stands in the log, and those concerned will ask."))
    return reason.strip()


def require_state(*, tournament: Tournament, states: Collection[str]) -> None:
    """Raise WrongState unless the tournament, which the caller has locked, is in one of these."""
    if tournament.state not in states:
        words = _("“%(name)s” is %(state)s: this can be done only while it is %(states)s.")
        labels = ", ".join(str(Tournament.State(state).label) for state in states)
        told = {"name": tournament.name, "state": tournament.get_state_display(), "states": labels}
        raise WrongState(words % told)


def require_before_start(*, tournament: Tournament) -> None:
    """Raise WrongState once the first round has been drawn, or where there will be none."""
    if tournament.has_begun or tournament.is_over:
        words = _("“%(name)s” is %(state)s: its entrants stand.")
        told = {"name": tournament.name, "state": tournament.get_state_display()}
        raise WrongState(words % told)


def require_latest_round(*, pairing: Pairing, tournament: Tournament) -> None:
    """Raise LaterRounds where a later round depends on this pairing, and WrongState where it is a
    bye or was drawn anew. A round robin's schedule, in groups too, depends on no result."""
    if pairing.state in {Pairing.State.BYE, Pairing.State.VOID}:
        raise WrongState(_("Nothing was to be played there."))
    standing = Pairing.objects.standing().filter(round__number__gt=pairing.round.number)
    later = tournament.rounds.filter(pairings__in=standing)
    if tournament.format == Tournament.Format.ROUND_ROBIN:
        return
    if tournament.format == Tournament.Format.GROUPS and pairing.round.stage != KNOCKOUT:
        later = later.filter(stage=KNOCKOUT)
    if first := later.first():
        words = _(
            "Round %(later)d was drawn from what came of round %(round)d. While it has no results: "
            "pause, have it drawn again, and then change what was before. Later, who should not "
            "have come so far can only be excluded."
        )
        raise LaterRounds(words % {"later": first.number, "round": pairing.round.number})


def require_open_league(*, league: League) -> None:
    """Raise WrongState once the league, which the caller has locked, is closed."""
    if league.state == League.State.CLOSED:
        words = _("“%(name)s” is closed for good: make another league.")
        raise WrongState(words % {"name": league.name})


def require_league_state(*, league: League, state: League.State) -> None:
    """Raise WrongState unless the league, which the caller has locked, is in this one."""
    require_open_league(league=league)
    if league.state != state:
        words = _("“%(name)s” is %(state)s already.")
        told = {"name": league.name, "state": league.get_state_display()}
        raise WrongState(words % told)


DAY = timedelta(hours=24)


def require_quota(*, person: AbstractBaseUser, done: QuerySet[Any], most: int, words: str) -> None:
    """Raise QuotaUsed where `most` of these rows are younger than a day. `words` say it, with the
    number as `most` and the moment when there is room again as `when`.

    The person's row is locked until the caller's transaction ends: no two requests slip through.
    """
    lock_person(person=person)
    recent = _recent(done).order_by("-created_at")
    times = list(recent.values_list("created_at", flat=True)[:most])
    if len(times) >= most:
        when = times[-1] + DAY
        told = words % {"most": most, "when": f"{when:%Y-%m-%d %H:%M} UTC"}
        raise QuotaUsed(told, until=when)


def used_today(done: QuerySet[Any]) -> int:
    """How many of these rows are younger than a day."""
    return _recent(done).count()


def _recent(done: QuerySet[Any]) -> QuerySet[Any]:
    return done.filter(created_at__gt=database_now() - DAY)


def require_candidate(*, version: Version, by: AbstractBaseUser) -> tuple[Version, Ladder]:
    """The version that plays instead of this one, and the ladder by whose rules they are tried. The
    bot's row is locked until the caller's transaction ends.

    Raises NotYours, BotUnfit where there are no two such versions, NoChallenge where their matches
    could tell nothing, or NoJail.
    """
    bot = Bot.objects.locked(version.bot_id)
    if bot.owner_id != by.pk:
        raise NotYours(_("This bot is another's: only its owner tries its versions."))
    present = _present(bot, version)
    ladder = version.ladder
    if ladder is None or not ladder.may_try_versions:
        raise NoChallenge(_("Trials are for ladders of two seats that are not closed."))
    if Worker.objects.all().jail_problem():
        raise NoJail(_("No machine here can jail bots now: trials would wait for ever."))
    return present, ladder


def _present(bot: Bot, version: Version) -> Version:
    """The version that plays; another than the one that is tried."""
    present = bot.current
    if bot.state != Bot.State.ACTIVE or present is None:
        raise BotUnfit(_("This bot does not play now: there is nothing to try a version against."))
    if version.state != Version.State.ACCEPTED or version.failure:
        raise BotUnfit(_("This version has not passed its check: it cannot be tried."))
    if present.pk == version.pk:
        raise BotUnfit(_("This version is the one that plays already."))
    return present


def count_trial(
    *, verb: str, version: Version, present: Version, by: AbstractBaseUser, most: int, words: str
) -> None:
    """Note that it was ordered. Raises QuotaUsed, in these words, after `most` of them a day."""
    done = Action.objects.filter(actor=by.pk, verb=verb)
    require_quota(person=by, done=done, most=most, words=words)
    Action.objects.create(
        actor_id=by.pk,
        verb=verb,
        target=f"bot {version.bot_id}",
        details={"bot": version.bot.slug, "version": version.number, "against": present.number},
    )


def require_fit_bot(*, bot: Bot, tournament: Tournament) -> None:
    """Raise BotUnfit for a bot that may not play, or that no ladder of this game knows."""
    if bot.state == Bot.State.WITHDRAWN:
        words = _("“%(name)s” was withdrawn from play for good.")
    elif bot.state == Bot.State.BENCHED:
        words = _("“%(name)s” is benched: mend it or have it checked again, then enter it.")
    elif bot.current_id is None:
        words = _("No version of “%(name)s” has passed its check yet.")
    elif not bot.entries.filter(ladder__game=tournament.game).exists():
        words = _("“%(name)s” stands on no ladder of this game: enter it on one first.")
    else:
        return
    raise BotUnfit(words % {"name": bot.name})


def require_room_for_owner(*, bot: Bot, tournament: Tournament) -> None:
    """Raise TooManyBots where its owner has as many in the tournament as one may; the house has no
    such limit."""
    if bot.is_house:
        return
    states = [Entrant.State.ENTERED, Entrant.State.WAITING]
    own = tournament.entrants.filter(bot__owner=bot.owner_id, state__in=states)
    if own.count() >= tournament.bots_per_owner:
        words = _("An owner may enter %(most)d here: withdraw another one first.")
        raise TooManyBots(words % {"most": tournament.bots_per_owner})

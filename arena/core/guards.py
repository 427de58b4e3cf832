"""Checks that refuse: each raises where somebody may not do, or cannot do, what they ask for."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import QuerySet, Sum, Value
from django.utils.text import format_lazy

from arena.core.database_clock import database_now
from arena.core.errors import (
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
from arena.core.locks import lock_person
from arena.models import Action, Bot, Entrant, Ladder, League, Pairing, Tournament, Version, Worker
from arena.models.competition import Competition
from arena.models.rights import is_organiser
from engine.messages import gettext_noop as _

REASON_MOST = 1_000  # characters


def require_jail(*, words: str) -> None:
    """Raise NoJail with these words, which may name the problem, if no worker has one."""
    if problem := Worker.objects.all().jail_problem():
        raise NoJail(words, problem=problem)


def require_organiser(*, person: AbstractBaseUser | None) -> None:
    """Raise NotOrganiser; None is the platform."""
    if person is not None and not is_organiser(person):
        raise NotOrganiser(_("Only organisers can do this."))


def require_run_by(*, competition: Competition, person: AbstractBaseUser | None) -> None:
    """Raise NotOrganiser; None is the platform."""
    if person is not None and not competition.is_run_by(person):
        raise NotOrganiser(_("Only organisers can do this."))


def require_own_bot(*, bot: Bot, person: AbstractBaseUser, words: str) -> None:
    """Raise NotYours with these words unless this person may act for the bot."""
    if not bot.is_run_by(person):
        raise NotYours(words)


def require_reason(*, reason: str) -> str:
    """Return the stripped reason. Raises NeedsReason, also if it is too long."""
    if not reason.strip():
        raise NeedsReason(
            _(
                "Give a reason. It appears in the audit log, and the people affected will ask for "
                "it."
            )
        )
    if len(reason.strip()) > REASON_MOST:
        raise NeedsReason(_("Use at most %(most)d characters for the reason."), most=REASON_MOST)
    return reason.strip()


def require_state(*, tournament: Tournament, states: Collection[str]) -> None:
    """Raise WrongState unless the locked tournament is in one of these states."""
    if tournament.state not in states:
        words = _("“%(name)s” is %(state)s. This is only possible while it is %(states)s.")
        labels = [Tournament.State(state).label for state in (tournament.state, *states)]
        listed = format_lazy(", ".join("{}" for _state in states), *labels[1:])
        raise WrongState(words, name=tournament.name, state=labels[0], states=listed)


def require_before_start(*, tournament: Tournament) -> None:
    """Raise WrongState once begun or over."""
    if tournament.has_begun or tournament.is_over:
        words = _("“%(name)s” is %(state)s. Its entrants can no longer change.")
        state = Tournament.State(tournament.state).label
        raise WrongState(words, name=tournament.name, state=state)


def require_latest_round(*, pairing: Pairing, tournament: Tournament) -> None:
    """Raise LaterRounds if a later round was paired from its result.

    WrongState for byes and voids.
    """
    if pairing.state in {Pairing.State.BYE, Pairing.State.VOID}:
        raise WrongState(_("This pairing has no match to play."))
    standing = Pairing.objects.not_void().filter(round__number__gt=pairing.round.number)
    later = tournament.rounds.filter(pairings__in=standing)
    if first := later.filter(stage__in=tournament.format_rules.paired_by_results).first():
        words = _(
            "Round %(later)d was paired from the results of round %(round)d. As long as it has no "
            "results, you can pause the tournament, pair that round again and then change earlier "
            "results. After that, an entrant who should not have advanced can only be excluded."
        )
        raise LaterRounds(words, later=first.number, round=pairing.round.number)


def require_open_league(*, league: League) -> None:
    """Raise WrongState if closed."""
    if league.state == League.State.CLOSED:
        words = _("“%(name)s” is permanently closed. Create another league.")
        raise WrongState(words, name=league.name)


def require_league_state(*, league: League, state: League.State) -> None:
    """Raise WrongState unless the locked league is in this state."""
    require_open_league(league=league)
    if league.state != state:
        words = _("“%(name)s” is already %(state)s.")
        raise WrongState(words, name=league.name, state=League.State(league.state).label)


DAY = timedelta(hours=24)


def require_quota(
    *,
    person: AbstractBaseUser,
    done: QuerySet[Any],
    most: int,
    words: str,
    more: QuerySet[Any] | None = None,
    asked: int = 1,
) -> None:
    """Raise QuotaUsed if there is no room for `asked` within a day's `most`.

    Counts the rows of `done` and `more`, each by its `weight` where it has one. Locks the person,
    so that concurrent requests cannot slip through.
    """
    lock_person(person=person)
    times: list[datetime] = []
    for rows in (done, more):
        if rows is not None:
            latest = _recent(_with_weight(rows)).order_by("-created_at")
            for time, weight in latest.values_list("created_at", "weight")[:most]:
                times += [time] * weight
    times = sorted(times)[-most:]
    if len(times) + asked > most:
        when = times[min(len(times) + asked - most, len(times)) - 1] + DAY
        raise QuotaUsed(words, until=when, most=most, when=f"{when:%Y-%m-%d %H:%M} UTC")


def _with_weight(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows if "weight" in rows.query.annotations else rows.annotate(weight=Value(1))


def used_today(done: QuerySet[Any]) -> int:
    """Count rows within a day, each by its `weight` where it has one."""
    return _recent(_with_weight(done)).aggregate(sum=Sum("weight"))["sum"] or 0


def _recent(done: QuerySet[Any]) -> QuerySet[Any]:
    return done.filter(created_at__gt=database_now() - DAY)


def require_candidate(*, version: Version, by: AbstractBaseUser) -> tuple[Version, Ladder]:
    """Return current version and ladder for a trial; lock the bot.

    Raises NotYours, BotUnfit, NoChallenge, NoJail.
    """
    bot = Bot.objects.locked(version.bot_id)
    require_own_bot(bot=bot, person=by, words=_("Only the bot's owner can test its versions."))
    present = bot.current
    if bot.state != Bot.State.ACTIVE or present is None:
        raise BotUnfit(_("This bot is not playing, so there is no version to compare with."))
    if version.state != Version.State.ACCEPTED or version.failure:
        raise BotUnfit(_("This version has not passed its check and cannot be tested."))
    if present.pk == version.pk:
        raise BotUnfit(_("This version is already playing."))
    ladder = version.ladder
    if ladder is None or not ladder.may_try_versions:
        raise NoChallenge(_("Trials need a ladder with two seats that is not closed."))
    require_jail(
        words=_("No machine can run bots in a jail right now, so trials cannot be played.")
    )
    return present, ladder


def count_trial(
    *, verb: str, version: Version, present: Version, by: AbstractBaseUser, most: int, words: str
) -> None:
    """Log an order. Raises QuotaUsed."""
    done = Action.objects.filter(actor=by.pk, verb=verb)
    require_quota(person=by, done=done, most=most, words=words)
    Action.objects.create(
        actor_id=by.pk,
        verb=verb,
        target=f"bot {version.bot_id}",
        details={"bot": version.bot.slug, "version": version.number, "against": present.number},
    )


def require_fit_bot(*, bot: Bot, tournament: Tournament) -> None:
    """Raise BotUnfit for a bot not playing, or not this game."""
    if bot.state == Bot.State.WITHDRAWN:
        words = _("“%(name)s” was withdrawn.")
    elif bot.state == Bot.State.BENCHED:
        words = _("“%(name)s” is benched. Fix it or request another check, then enter it.")
    elif bot.current_id is None:
        words = _("No version of “%(name)s” has passed its check yet.")
    elif not bot.entries.filter(ladder__game=tournament.game).exists():
        words = _("“%(name)s” is not on a ladder of this game. Enter it on one first.")
    else:
        return
    raise BotUnfit(words, name=bot.name)


def require_room_for_owner(*, bot: Bot, tournament: Tournament) -> None:
    """Raise TooManyBots; the house has no limit."""
    if bot.is_house:
        return
    states = [Entrant.State.ENTERED, Entrant.State.WAITING]
    own = tournament.entrants.filter(bot__owner=bot.owner_id, state__in=states)
    if own.count() >= tournament.bots_per_owner:
        words = _("Limit of entries per owner: %(most)d. Withdraw another bot first.")
        raise TooManyBots(words, most=tournament.bots_per_owner)

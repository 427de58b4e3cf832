"""Bench bots that commit faults, or that make matches fail."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Count, F, Q, Sum

from arena.core.database_clock import database_now
from arena.core.log_action import log_event
from arena.ladders.suspicion import MOST_FAILURES, TriedMatch, Tries, is_suspect
from arena.matches.end_early import void_matches
from arena.models import Bot, Fault, Ladder, Match, Seat
from arena.notifications.notify_bots import notify_bench
from engine.messages import Message
from engine.messages import gettext_noop as _

MANY, LATEST = 7, 20  # faulted matches, of a version's latest rated ones
MOST_DAYS = 7
LOOKED_AT = 100  # of a bot's latest matches
UNKNOWN = timedelta(minutes=1)  # assumed length of a failed try that was followed by another


def forgive_faults(*, bots: Iterable[int]) -> None:
    """End the rows of faults of bots that played without one."""
    Bot.objects.filter(pk__in=list(bots)).exclude(faults_in_row=0).update(faults_in_row=0)


def count_faults(*, seat: Seat, ladder: Ladder) -> None:
    """Bench after the ladder's number of faults in a row, or `MANY` of the `LATEST`.

    House bots are exempt: some fault on purpose.
    """
    if not seat.faults:
        forgive_faults(bots=[seat.version.bot_id])
        return
    bots = Bot.objects.filter(pk=seat.version.bot_id)
    bots.update(faults_in_row=F("faults_in_row") + 1)
    bot = bots.get()
    if bot.is_house or not bot.may_play:
        return
    if bot.faults_in_row >= ladder.bench_after:
        what = _("Rated matches in a row with a fault: %(count)d, most recently “%(verdict)s”:")
        bench(bot=bot, reason=_reason(what, bot.faults_in_row, seat))
    elif (count := _count_faulted(bot, seat)) >= MANY:
        what = _(
            "Faults in %(count)d of the last %(latest)d rated matches, most recently “%(verdict)s”:"
        )
        bench(bot=bot, reason=_reason(what, count, seat))


def _count_faulted(bot: Bot, seat: Seat) -> int:
    """Count faulted matches among the latest rated since the last bench."""
    rated = Seat.objects.filter(
        version=seat.version,
        match__status=Match.Status.FINISHED,
        match__serial__isnull=False,
    )
    if bot.released_at:
        rated = rated.filter(match__finished_at__gt=bot.released_at)
    latest = rated.order_by("-match").values_list("faults", flat=True)[:LATEST]
    return sum(faults > 0 for faults in latest)


def _reason(what: str, count: int, seat: Seat) -> Message:
    fault = Fault.objects.filter(seat=seat).latest("pk")
    params = {"count": count, "latest": LATEST, "verdict": fault.verdict}
    parts = {
        "what": Message(what, params),
        "message": fault.message,
        "help": Message(_("Upload a new version or request another check.")),
    }
    return Message("%(what)s %(message)s %(help)s", parts)


def bench_suspects(*, match: Match) -> list[Bot]:
    """Bench the match's bots whose matches fail far more than others'; see `is_suspect`."""
    bots = Bot.objects.filter(versions__seats__match=match, is_house=False).distinct()
    suspects = [bot for bot in bots if bot.may_play and _is_suspect(bot)]
    for bot in suspects:
        bench(
            bot=bot,
            reason=Message(
                _(
                    "At least three attempts to play this bot's matches failed while other matches "
                    "finished. Upload a new version or ask the organisers to investigate."
                )
            ),
        )
    return suspects


def bench(*, bot: Bot, reason: str) -> None:
    """Stop seating a bot, and void its unstarted ladder matches."""
    bot.bench(reason)
    notify_bench(bot=bot)
    log_event("bot_benched", bot=bot.pk, owner=bot.owner_id, reason=reason)
    matches = Match.objects.filter(purpose=Match.Purpose.LADDER, seats__version__bot=bot)
    why = Message(_("%(bot)s is benched."), {"bot": bot.name})
    void_matches(matches=matches.unstarted(), reason=why)


def _is_suspect(bot: Bot) -> bool:
    # Unfinished matches count too: finishing only those that are won gains nothing.
    own = _latest(bot)
    failed = [match for match in own.values() if match.failed]
    if len(failed) < 2 or sum(match.failed for match in failed) < MOST_FAILURES:
        return False
    others = Match.objects.filter(pk__gt=min(own)).exclude(pk__in=own)
    sums = others.aggregate(
        failed=Sum("tries"), finished=Count("pk", filter=Q(status=Match.Status.FINISHED))
    )
    if not sums["finished"]:
        return False
    met = frozenset[int]().union(*(match.bots for match in failed)) - {bot.pk}
    opponents = {
        opponent.pk: list(_latest(opponent).values()) for opponent in Bot.objects.filter(pk__in=met)
    }
    tries_of_others = Tries(sums["failed"] or 0, sums["finished"])
    return is_suspect(bot.pk, list(own.values()), opponents, tries_of_others)


def _latest(bot: Bot) -> dict[int, TriedMatch]:
    """Return the bot's tried matches by id, since its last bench."""
    since = database_now() - timedelta(days=MOST_DAYS)
    since = max(since, bot.released_at) if bot.released_at else since
    latest = bot.latest_matches(LOOKED_AT)
    recent = Match.objects.filter(pk__in=latest, created_at__gt=since, started_at__isnull=False)
    bots = defaultdict[int, set[int]](set)
    seats = Seat.objects.filter(match__in=latest)
    for match_id, bot_id in seats.values_list("match", "version__bot"):
        bots[match_id].add(bot_id)
    return {match.pk: _tried_match(match, bots[match.pk]) for match in recent}


def _tried_match(match: Match, bots: Iterable[int]) -> TriedMatch:
    """Convert a match; only the last try's start is known."""
    started = match.started_at or match.created_at
    is_void = match.status == Match.Status.VOID
    ended = (match.finished_at if is_void else None) or match.not_before or started
    return TriedMatch(
        bots=frozenset(bots),
        failed=match.tries,
        is_finished=match.status == Match.Status.FINISHED,
        began=started if started <= ended else ended - UNKNOWN,
        ended=ended,
    )

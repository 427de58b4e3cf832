from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Count, Q, Sum

from arena.core.database_clock import database_now
from arena.core.event_log import log_event
from arena.ladders.suspicion import MOST_FAILURES, TriedMatch, Tries, is_suspect
from arena.matches.void_matches import void_matches
from arena.models import Bot, Match, Seat
from arena.notifications.notify_bots import notify_bench
from engine.messages import Message
from engine.messages import gettext_noop as _

MOST_DAYS = 7
LOOKED_AT = 100  # of a bot's latest matches
UNKNOWN = timedelta(minutes=1)  # assumed length of a failed try that was followed by another


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
    others = _tries_of_others(own)
    if not others.finished:
        return False
    met = frozenset[int]().union(*(match.bots for match in failed)) - {bot.pk}
    opponents = {one.pk: list(_latest(one).values()) for one in Bot.objects.filter(pk__in=met)}
    return is_suspect(bot.pk, list(own.values()), opponents, others)


def _latest(bot: Bot) -> dict[int, TriedMatch]:
    """Return the bot's tried matches by id, since its last bench."""
    since = database_now() - timedelta(days=MOST_DAYS)
    since = max(since, bot.released_at) if bot.released_at else since
    latest = bot.latest_matches(LOOKED_AT)
    recent = Match.objects.filter(pk__in=latest, created_at__gt=since, started_at__isnull=False)
    bots = _bots_by_match(latest)
    return {match.pk: _tried_match(match, bots[match.pk]) for match in recent}


def _bots_by_match(matches: Iterable[int]) -> dict[int, set[int]]:
    found = defaultdict[int, set[int]](set)
    seats = Seat.objects.filter(match__in=matches)
    for match, bot in seats.values_list("match", "version__bot"):
        found[match].add(bot)
    return found


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


def _tries_of_others(own: Iterable[int]) -> Tries:
    ids = set(own)
    others = Match.objects.filter(pk__gt=min(ids)).exclude(pk__in=ids)
    params = others.aggregate(
        failed=Sum("tries"), finished=Count("pk", filter=Q(status=Match.Status.FINISHED))
    )
    return Tries(params["failed"] or 0, params["finished"])

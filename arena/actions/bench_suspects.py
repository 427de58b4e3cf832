"""Bench a bot with which matches keep failing while others finish."""

from datetime import timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.actions.notify_check import notify_bench
from arena.actions.void_matches import void_matches
from arena.models import Bot, Match

MOST_FAILURES = 3
MOST_DAYS = 7
LOOKED_AT = 100  # of a bot's latest matches


def bench_suspects(*, match: Match) -> list[Bot]:
    """Bench for review those of the match's bots that three tries failed with, in at least two
    matches, since they last finished one, while matches without them finished.

    One match's failures alone convict nobody: an innocent opponent sits in it as well. Nor does the
    loss of a machine, on which a bot had several matches.
    """
    bots = Bot.objects.filter(versions__seats__match=match, is_house=False).distinct()
    suspects = [bot for bot in bots if bot.may_play and _is_suspect(bot)]
    for bot in suspects:
        bench(
            bot=bot,
            reason=_(
                "Matches with this bot failed three times without a result while others "
                "finished. Upload a new version, or ask the organisers to look into it."
            ),
        )
    return suspects


def bench(*, bot: Bot, reason: str) -> None:
    """Stop seating a bot, and take its matches out of the queue that have not begun."""
    bot.bench(reason)
    notify_bench(bot=bot)
    matches = Match.objects.filter(purpose=Match.Purpose.LADDER, seats__version__bot=bot)
    void_matches(matches=matches.unstarted(), reason=f"{bot} is benched")


def _is_suspect(bot: Bot) -> bool:
    recent = Match.objects.filter(created_at__gt=timezone.now() - timedelta(days=MOST_DAYS))
    latest = bot.latest_matches(LOOKED_AT)
    own = recent.filter(pk__in=latest)
    last = own.filter(status=Match.Status.FINISHED).aggregate(at=Max("finished_at"))["at"]
    failed = own.filter(tries__gt=0, serial=None).exclude(status=Match.Status.FINISHED)
    if last is not None:
        failed = failed.filter(started_at__gt=last)
    matches = list(failed.order_by("started_at"))
    if len(matches) < 2 or _failures(matches) < MOST_FAILURES:
        return False
    since = matches[0].started_at or timezone.now()
    others = recent.filter(status=Match.Status.FINISHED, finished_at__gt=since)
    return others.exclude(pk__in=latest).exists()


def _failures(matches: list[Match]) -> int:
    """How often something went wrong with these matches, which come in the order of their starts.

    Of matches that went on at the same time, the one that failed most counts: whatever takes a
    worker or a machine away takes all that it plays, and is no bot's doing.
    """
    total, worst, until = 0, 0, None
    for match in matches:
        if until is None or match.started_at is None or match.started_at > until:
            total, worst = total + worst, 0
        worst = max(worst, match.tries)
        ends = [at for at in (until, match.started_at, match.not_before, match.finished_at) if at]
        until = max(ends, default=None)
    return total + worst

"""Bench a bot with which matches keep failing while others finish."""

from datetime import timedelta

from django.db.models import Max, Min, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.actions.void_matches import void_matches
from arena.models import Bot, Match

MOST_FAILURES = 3
MOST_DAYS = 7


def bench_suspects(*, match: Match) -> list[Bot]:
    """Bench for review those of the match's bots that three tries failed with, in at least two
    matches, since they last finished one, while matches without them finished.

    One match's failures alone convict nobody: an innocent opponent sits in it as well.
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
    """Stop seating a bot, and take its matches out of the queue."""
    bot.bench(reason)
    ladder_matches = Match.objects.filter(purpose=Match.Purpose.LADDER)
    void_matches(matches=ladder_matches.filter(seats__version__bot=bot), reason=f"{bot} is benched")


def _is_suspect(bot: Bot) -> bool:
    recent = Match.objects.filter(created_at__gt=timezone.now() - timedelta(days=MOST_DAYS))
    own = recent.filter(pk__in=bot_matches(bot))
    last = own.filter(status=Match.Status.FINISHED).aggregate(at=Max("finished_at"))["at"]
    failed = own.filter(tries__gt=0, serial=None).exclude(status=Match.Status.FINISHED)
    if last is not None:
        failed = failed.filter(started_at__gt=last)
    total = failed.aggregate(tries=Sum("tries"), first=Min("started_at"))
    if failed.count() < 2 or total["tries"] < MOST_FAILURES:
        return False
    others = recent.filter(status=Match.Status.FINISHED, finished_at__gt=total["first"])
    return others.exclude(pk__in=bot_matches(bot)).exists()


def bot_matches(bot: Bot) -> list[int]:
    """The ids of the bot's latest matches."""
    matches = Match.objects.filter(seats__version__bot=bot).order_by("-pk").distinct()
    return list(matches.values_list("pk", flat=True)[:100])

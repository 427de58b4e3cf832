"""Order the check of a version: against a house bot, and against itself."""

from django.db import transaction

from arena.actions.matches.order_match import CHECK_PRIORITY, order_match
from arena.actions.workers.enqueue import enqueue
from arena.models import Bot, Ladder, Match, Version

OPPONENTS = ("big-money", "greedy")


@transaction.atomic
def queue_checks(*, version: Version, ladder: Ladder) -> list[Match]:
    """Queue the games that decide about this version before everything else, and ring for them."""
    lineups = [[version] * ladder.seats]
    opponent = check_opponent(ladder=ladder)
    if opponent is not None:
        lineups.insert(0, [version, *[opponent] * (ladder.seats - 1)])
    matches = [
        order_match(
            ladder=ladder,
            purpose=Match.Purpose.CHECK,
            versions=lineup,
            games=ladder.seats if lineup[1] != version else 1,
            priority=CHECK_PRIORITY,
        )
        for lineup in lineups
    ]
    enqueue(matches=matches)
    return matches


def check_opponent(*, ladder: Ladder) -> Version | None:
    """The house bot that new bots are tried against: the plain one of those that play this game,
    else any of them."""
    sound = Bot.objects.house().filter(state=Bot.State.ACTIVE, current__isnull=False)
    playing = sound.filter(entries__ladder__game=ladder.game).order_by("pk")
    bot = playing.filter(slug__in=OPPONENTS).first() or playing.first()
    return bot.current if bot else None

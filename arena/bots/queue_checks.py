from django.db import transaction

from arena.core.database_clock import database_now
from arena.matches.order_match import CHECK_PRIORITY, order_match
from arena.matches.void_matches import void_matches
from arena.models import Bot, Ladder, LadderCheck, Match, Version
from arena.queue.enqueue import enqueue
from engine.messages import Message

OPPONENTS = ("big-money", "greedy")


@transaction.atomic
def queue_checks(*, version: Version, ladder: Ladder, enters: bool = True) -> list[Match]:
    """Queue check matches against a house bot and itself, before everything else.

    `enters`: the bot enters the ladder once this version has passed.
    """
    LadderCheck.objects.update_or_create(
        version=version,
        ladder=ladder,
        defaults={
            "state": LadderCheck.State.CHECKING,
            "failure": None,
            "enters": enters,
            "only_defaults": False,
            "ordered_at": database_now(),
            "checked_at": None,
        },
    )
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
    """Return a house bot of this game, a plain one if possible."""
    sound = Bot.objects.house().filter(state=Bot.State.ACTIVE, current__isnull=False)
    playing = sound.filter(entries__ladder__game=ladder.game).order_by("pk")
    bot = playing.filter(slug__in=OPPONENTS).first() or playing.first()
    return bot.current if bot else None


def drop_check(*, check: LadderCheck, reason: Message) -> None:
    """End a check and void its queued matches; a running one decides nothing any more."""
    void_matches(matches=check.matches(), reason=reason)
    check.state, check.checked_at = LadderCheck.State.DROPPED, database_now()
    check.save(update_fields=["state", "checked_at"])

"""Hold bots, in the order in which rows are held wherever results are recorded."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from arena.models import Bot, Entry, Ladder


def lock_bots(*, bots: QuerySet[Bot], ladder_id: int | None = None) -> list[Bot]:
    """The bots as they are now, held until the transaction ends, with the ladders that they are on,
    and one that they may come to.

    First the ladders, then the bots, then whoever owns them: so no two wait for each other.
    """
    _hold_ladders(bots, ladder_id)
    return list(bots.order_by("pk").select_for_update(no_key=True))


def lock_bot(*, bot: Bot) -> Bot:
    """The same for one. Raises Bot.DoesNotExist."""
    _hold_ladders(Bot.objects.filter(pk=bot.pk))
    return Bot.objects.locked(bot.pk)


def _hold_ladders(bots: QuerySet[Bot], ladder_id: int | None = None) -> None:
    entered = Q(pk__in=Entry.objects.filter(bot__in=bots).values("ladder"))
    ladders = Ladder.objects.filter(entered | Q(pk=ladder_id)).order_by("pk")
    list(ladders.select_for_update(no_key=True))


def lock_bots_of(*, owners: Iterable[int]) -> None:
    """Hold all bots of these people, in one order. Workers do so since they may not lock people."""
    bots = Bot.objects.filter(owner__in=list(owners)).order_by("pk")
    list(bots.select_for_update(no_key=True))

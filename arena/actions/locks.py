"""Row locks, always in one order: tournament, ladders, bots, people."""

from collections.abc import Collection, Iterable
from typing import TypeVar, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Q, QuerySet

from arena.models import Bot, Entry, Ladder, Match, Tournament

Person = TypeVar("Person", bound=AbstractBaseUser)


def lock_person(*, person: Person) -> Person:
    """The person as they are now, held until the transaction ends."""
    people = get_user_model()._default_manager
    return cast("Person", people.select_for_update(no_key=True).get(pk=person.pk))


def lock_people(*, ids: Iterable[int]) -> None:
    """Hold several, in one order, so that no two wait for each other."""
    people = get_user_model()._default_manager.filter(pk__in=list(ids)).order_by("pk")
    list(people.select_for_update(no_key=True))


def lock_bots(*, bots: QuerySet[Bot], ladder_id: int | None = None) -> list[Bot]:
    """The bots as they are now, held until the transaction ends, with the ladders that they are on,
    and one that they may come to.

    First the ladders, then the bots, then whoever owns them: so no two wait for each other.
    """
    _lock_ladders(bots, ladder_id)
    return list(bots.order_by("pk").select_for_update(no_key=True))


def lock_bot(*, bot: Bot) -> Bot:
    """The same for one. Raises Bot.DoesNotExist."""
    _lock_ladders(Bot.objects.filter(pk=bot.pk))
    return Bot.objects.locked(bot.pk)


def _lock_ladders(bots: QuerySet[Bot], ladder_id: int | None = None) -> None:
    entered = Q(pk__in=Entry.objects.filter(bot__in=bots).values("ladder"))
    ladders = Ladder.objects.filter(entered | Q(pk=ladder_id)).order_by("pk")
    list(ladders.select_for_update(no_key=True))


def lock_bots_of(*, owners: Iterable[int]) -> None:
    """Hold all bots of these people, in one order. Workers do so since they may not lock people."""
    bots = Bot.objects.filter(owner__in=list(owners)).order_by("pk")
    list(bots.select_for_update(no_key=True))


def lock_match(*, match: Match, failing: Collection[int] = ()) -> None:
    """Hold its ladder or its tournament until the transaction ends.

    Bots at the positions that are `failing`, and the one that a check is about, may be benched or
    released, which moves their places on other ladders too: all those are held with them. On SQLite
    the transaction itself is the lock, since it begins as a writer.
    """
    if match.pairing is not None:
        Tournament.objects.locked(match.pairing.round.tournament_id)
    if failing or match.purpose == Match.Purpose.CHECK:
        _lock_bots_that_may_be_benched(match, failing)
    if match.ladder_id is not None:
        match.ladder = Ladder.objects.locked(match.ladder_id)


def _lock_bots_that_may_be_benched(match: Match, failing: Collection[int]) -> None:
    """The house's bots sit on many ladders and are never benched: most matches hold one ladder."""
    if match.purpose == Match.Purpose.CHECK:
        seats = match.seats.filter(position=0)
    else:
        seats = match.seats.filter(position__in=failing, version__bot__is_house=False)
    if seats.exists():
        bots = Bot.objects.filter(pk__in=seats.values("version__bot"))
        lock_bots(bots=bots, ladder_id=match.ladder_id)

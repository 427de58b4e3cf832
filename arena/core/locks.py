"""Row locks, always in one order: tournament, ladders, bots, people."""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Q, QuerySet

from arena.models import Bot, Entry, Ladder, Match, Seat, Tournament

Person = TypeVar("Person", bound=AbstractBaseUser)


def lock_person(*, person: Person) -> Person:
    """Lock and reload a person."""
    people = get_user_model()._default_manager
    return cast("Person", people.select_for_update(no_key=True).get(pk=person.pk))


def lock_people(*, ids: Iterable[int]) -> None:
    """Lock people in one order, against deadlocks."""
    people = get_user_model()._default_manager.filter(pk__in=list(ids)).order_by("pk")
    list(people.select_for_update(no_key=True))


def lock_bots(*, bots: QuerySet[Bot], ladder_id: int | None = None) -> list[Bot]:
    """Lock the bots with their ladders, and one they may enter: ladders, bots, then owners."""
    _lock_ladders(bots, ladder_id)
    return list(bots.order_by("pk").select_for_update(no_key=True))


def lock_bot(*, bot: Bot) -> Bot:
    """Lock a bot with its ladders."""
    _lock_ladders(Bot.objects.filter(pk=bot.pk))
    return Bot.objects.locked(bot.pk)


def _lock_ladders(bots: QuerySet[Bot], ladder_id: int | None = None) -> None:
    entered = Q(pk__in=Entry.objects.filter(bot__in=bots).values("ladder"))
    ladders = Ladder.objects.filter(entered | Q(pk=ladder_id)).order_by("pk")
    list(ladders.select_for_update(no_key=True))


def lock_bots_of(*, owners: Iterable[int]) -> None:
    """Lock these owners' bots in one order; workers may not lock people."""
    bots = Bot.objects.filter(owner__in=list(owners)).order_by("pk")
    list(bots.select_for_update(no_key=True))


def lock_match(*, match: Match, failing: Collection[int] = ()) -> None:
    """Lock the match's ladder or tournament.

    Also bots that it may bench or release, `failing` or checked, with all their ladders. On SQLite
    the transaction, begun as a writer, is the lock.
    """
    if match.pairing is not None:
        Tournament.objects.locked(match.pairing.round.tournament_id)
    if failing or match.purpose == Match.Purpose.CHECK:
        if match.purpose == Match.Purpose.CHECK:
            seats = match.seats.filter(position=0)
        else:  # never the house's bots, so most matches lock one ladder
            seats = match.seats.filter(position__in=failing, version__bot__is_house=False)
        if seats.exists():
            bots = Bot.objects.filter(pk__in=seats.values("version__bot"))
            lock_bots(bots=bots, ladder_id=match.ladder_id)
    if match.ladder_id is not None:
        match.ladder = Ladder.objects.locked(match.ladder_id)


def lock_ladder_of(*, ladder_id: int, results: Sequence[int]) -> Ladder:
    """Lock a ladder to apply results of these matches.

    Also bots that they may bench or release, or whose trials go on, with all their ladders.
    """
    seats = Seat.objects.filter(match__in=results)
    failing = Q(match__purpose=Match.Purpose.LADDER, faults__gt=0, version__bot__is_house=False)
    checked = Q(match__purpose=Match.Purpose.CHECK, position=0)
    tried = Q(match__candidate__isnull=False)
    bots = set(seats.filter(failing | checked | tried).values_list("version__bot", flat=True))
    if bots:
        lock_bots(bots=Bot.objects.filter(pk__in=bots), ladder_id=ladder_id)
    return Ladder.objects.locked(ladder_id)

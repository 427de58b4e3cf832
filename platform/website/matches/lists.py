"""Lists of matches for anyone to see: ladder matches with their seats, in two queries."""

from django.db.models import Prefetch, QuerySet

from arena.models import Bot, Ladder, Match, Seat


def public_matches() -> QuerySet[Match]:
    """Ladder matches, the newest first, seats and bots at hand. Checks are their owners' own."""
    seats = Seat.objects.select_related("version__bot").order_by("position")
    return (
        Match.objects.filter(purpose=Match.Purpose.LADDER)
        .select_related("ladder")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("-id")
    )


def latest(most: int, *, ladder: Ladder | None = None) -> list[Match]:
    """The last finished matches, of one ladder or of all."""
    matches = public_matches().filter(status=Match.Status.FINISHED)
    return list((matches.filter(ladder=ladder) if ladder else matches)[:most])


def of_bot(bot: Bot, most: int) -> list[Match]:
    """The last matches in which any version of that bot sat."""
    ids = (
        Seat.objects.filter(version__bot=bot, match__purpose=Match.Purpose.LADDER)
        .order_by("-match_id")
        .values_list("match_id", flat=True)[:most]
    )
    return list(public_matches().filter(id__in=list(ids)))

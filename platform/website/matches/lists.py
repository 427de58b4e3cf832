"""Lists of matches for anyone to see, with their seats, in two queries."""

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from arena.models import Bot, Ladder, Match, Pairing, Seat

SHOWN = (Match.Purpose.LADDER, Match.Purpose.TOURNAMENT)


def for_everybody() -> Q:
    """Ladder matches, and those of tournaments as soon as their results are shown."""
    revealed = Pairing.objects.revealed(timezone.now()).filter(pk=OuterRef("pairing"))
    return Q(purpose=Match.Purpose.LADDER) | Q(Exists(revealed), purpose=Match.Purpose.TOURNAMENT)


def public_matches() -> QuerySet[Match]:
    """Those for everybody, the newest first, with seats and bots; checks are their owners' own."""
    seats = Seat.objects.select_related("version__bot").order_by("position")
    return (
        Match.objects.filter(for_everybody())
        .select_related("ladder", "pairing__round__tournament")
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
        Seat.objects.filter(version__bot=bot, match__purpose__in=SHOWN)
        .order_by("-match_id")
        .values_list("match_id", flat=True)[:most]
    )
    return list(public_matches().filter(id__in=list(ids)))

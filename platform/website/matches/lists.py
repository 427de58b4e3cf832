"""Lists of matches for anyone to see, with their seats, in two queries."""

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from arena.models import Bot, Ladder, Match, Pairing, Seat

OPEN = (Match.Purpose.LADDER, Match.Purpose.CHALLENGE)  # from the moment when they are ordered
SHOWN = (*OPEN, Match.Purpose.TOURNAMENT)


def for_everybody() -> Q:
    """Ladder matches and challenges, and those of tournaments once their results are shown."""
    revealed = Pairing.objects.revealed(timezone.now()).filter(pk=OuterRef("pairing"))
    return Q(purpose__in=OPEN) | Q(Exists(revealed), purpose=Match.Purpose.TOURNAMENT)


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
    """The last finished matches, of all, or those that count for one ladder."""
    matches = public_matches().filter(status=Match.Status.FINISHED)
    if ladder is not None:
        matches = matches.filter(ladder=ladder, purpose=Match.Purpose.LADDER)
    return list(matches[:most])


def of_bot(bot: Bot, most: int) -> list[Match]:
    """The last matches in which any version of that bot sat."""
    ids = (
        Seat.objects.filter(version__bot=bot, match__purpose__in=SHOWN)
        .order_by("-match_id")
        .values_list("match_id", flat=True)[:most]
    )
    return list(public_matches().filter(id__in=list(ids)))

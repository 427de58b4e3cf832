from collections.abc import Sequence

from arena.models import Fault, Match, Notification, Seat
from arena.notifications.notify import notify


def notify_faults(*, match: Match, seats: Sequence[Seat]) -> None:
    """Notify owners of a version's first fault."""
    kind = Notification.Kind.FIRST_FAULT
    for seat in seats:
        version, bot = seat.version, seat.version.bot
        if not seat.faults or bot.is_house:
            continue
        about = f"version {version.pk}"
        if Notification.objects.filter(user=bot.owner_id, kind=kind, about=about).exists():
            continue
        fault = Fault.objects.filter(seat=seat).earliest("pk")
        params = {
            "bot": bot.name,
            "slug": bot.slug,
            "version": version.number,
            "match": match.pk,
            "verdict": fault.verdict,
        }
        notify(kind=kind, about=about, people={bot.owner_id: params})

"""Tell owners what a match brought that they may want to look at."""

from collections.abc import Sequence

from arena.actions.notifications.notify import notify
from arena.models import Fault, Match, Notice, Seat


def notify_faults(*, match: Match, seats: Sequence[Seat]) -> None:
    """Whose version faulted in a match for the first time; its check is told of elsewhere, and a
    match of which nobody is to know yet is not told of at all."""
    kind = Notice.Kind.FIRST_FAULT
    if match.pairing and match.pairing.round.tournament.reveal_minutes:
        return
    for seat in seats:
        version, bot = seat.version, seat.version.bot
        if not seat.faults or bot.is_house:
            continue
        about = f"version {version.pk}"
        if Notice.objects.filter(user=bot.owner_id, kind=kind, about=about).exists():
            continue
        fault = Fault.objects.filter(seat=seat).earliest("pk")
        told = {
            "bot": bot.name,
            "slug": bot.slug,
            "version": version.number,
            "match": match.pk,
            "verdict": fault.verdict,
        }
        notify(kind=kind, about=about, people={bot.owner_id: told})


def notify_challenge(*, match: Match, seats: Sequence[Seat]) -> None:
    """The challenge is played: its challenger, and the owners of the bots that it met."""
    bots = [seat.version.bot for seat in seats]
    owners = {bot.owner_id for bot in bots if not bot.is_house}
    told = {
        "match": match.pk,
        "challenger": bots[0].name,
        "bots": [bot.name for bot in bots],
        "ranks": [seat.rank for seat in seats],
    }
    notify(
        kind=Notice.Kind.CHALLENGE, about=f"match {match.pk}", people=dict.fromkeys(owners, told)
    )

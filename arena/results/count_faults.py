from collections.abc import Iterable

from django.db.models import F

from arena.models import Bot, Fault, Ladder, Match, Seat
from arena.results.bench_suspects import bench
from engine.messages import Message
from engine.messages import gettext_noop as _

MANY, LATEST = 7, 20  # faulted matches, of a version's latest rated ones


def forgive_faults(*, bots: Iterable[int]) -> None:
    """End the rows of faults of bots that played without one."""
    Bot.objects.filter(pk__in=list(bots)).exclude(faults_in_row=0).update(faults_in_row=0)


def count_faults(*, seat: Seat, ladder: Ladder) -> None:
    """Bench after the ladder's number of faults in a row, or `MANY` of the `LATEST`.

    House bots are exempt: some fault on purpose.
    """
    if not seat.faults:
        forgive_faults(bots=[seat.version.bot_id])
        return
    bots = Bot.objects.filter(pk=seat.version.bot_id)
    bots.update(faults_in_row=F("faults_in_row") + 1)
    bot = bots.get()
    if bot.is_house or not bot.may_play:
        return
    if bot.faults_in_row >= ladder.bench_after:
        what = _("Rated matches in a row with a fault: %(count)d, most recently “%(verdict)s”:")
        bench(bot=bot, reason=_reason(what, bot.faults_in_row, seat))
    elif (count := _count_faulted(bot, seat)) >= MANY:
        what = _(
            "Faults in %(count)d of the last %(latest)d rated matches, most recently “%(verdict)s”:"
        )
        bench(bot=bot, reason=_reason(what, count, seat))


def _count_faulted(bot: Bot, seat: Seat) -> int:
    """Count faulted matches among the latest rated since the last bench."""
    rated = Seat.objects.filter(
        version=seat.version,
        match__status=Match.Status.FINISHED,
        match__serial__isnull=False,
    )
    if bot.released_at:
        rated = rated.filter(match__finished_at__gt=bot.released_at)
    latest = rated.order_by("-match").values_list("faults", flat=True)[:LATEST]
    return sum(faults > 0 for faults in latest)


def _reason(what: str, count: int, seat: Seat) -> Message:
    fault = Fault.objects.filter(seat=seat).latest("pk")
    params = {"count": count, "latest": LATEST, "verdict": fault.verdict}
    parts = {
        "what": Message(what, params),
        "message": fault.message,
        "help": Message(_("Upload a new version or request another check.")),
    }
    return Message("%(what)s %(message)s %(help)s", parts)

"""Move the ratings by one match, and bench who faults again and again."""

from django.db.models import F
from django.utils.translation import gettext as _

from arena.actions.bench_suspects import bench
from arena.models import Bot, Entry, Fault, Ladder, Match, RatingChange, Seat
from arena.rating import Rating, rate, widened

BENCH_AFTER = 3  # own faults in a row, counted in matches


def rate_match(*, match: Match, ladder: Ladder, seats: list[Seat]) -> None:
    """One TrueSkill update from the ranks of a finished match.

    The caller holds the ladder's lock and has given the match its serial. It depends on nothing
    but the entries and the match rows, so ratings can be computed again from these.
    """
    entries = [_entry(match, ladder, seat) for seat in seats]
    before = [_before(entry, seat) for entry, seat in zip(entries, seats, strict=True)]
    ranks = [seat.rank or len(seats) for seat in seats]
    after = rate(before, ranks, draw_probability=ladder.draw_probability)
    for seat, entry, old, new in zip(seats, entries, before, after, strict=True):
        _move(match, seat, entry, old, new, _outcome(seat, ranks))
        _count_faults(seat)


def _entry(match: Match, ladder: Ladder, seat: Seat) -> Entry:
    entry, _new = Entry.objects.get_or_create(
        ladder=ladder,
        bot=seat.version.bot,
        defaults={"waiting_since": match.created_at, "is_active": False},
    )
    return entry


def _before(entry: Entry, seat: Seat) -> Rating:
    """The belief before the match; less certain where the rating has not heard of this version."""
    known = entry.version.number if entry.version else None
    return widened(entry.skill) if known and known < seat.version.number else entry.skill


def _outcome(seat: Seat, ranks: list[int]) -> str:
    """A win is the first place alone, a draw a shared first place, anything else a loss."""
    if seat.rank != 1:
        return "losses"
    return "wins" if ranks.count(1) == 1 else "draws"


def _move(match: Match, seat: Seat, entry: Entry, old: Rating, new: Rating, outcome: str) -> None:
    at = match.finished_at or match.created_at
    entry.played(skill=new, outcome=outcome, faulted=bool(seat.faults), at=at)
    if entry.version is None or entry.version.number < seat.version.number:
        entry.version = seat.version
    entry.save()
    RatingChange.objects.create(
        entry=entry,
        seat=seat,
        serial=match.serial or 0,
        mu_before=old.mu,
        sigma_before=old.sigma,
        mu_after=new.mu,
        sigma_after=new.sigma,
    )


def _count_faults(seat: Seat) -> None:
    """A match without an own fault starts the count anew. House bots may fault on purpose."""
    bots = Bot.objects.filter(pk=seat.version.bot_id)
    if not seat.faults:
        bots.exclude(faults_in_row=0).update(faults_in_row=0)
        return
    bots.update(faults_in_row=F("faults_in_row") + 1)
    bot = bots.get()
    if bot.is_house or not bot.may_play or bot.faults_in_row < BENCH_AFTER:
        return
    latest = Fault.objects.filter(seat=seat).latest("pk")
    words = _(
        "Faulted in %(count)d rated matches in a row, the last time by “%(verdict)s”: %(message)s "
        "Upload a new version, or ask for another check."
    )
    reason = words % {
        "count": bot.faults_in_row,
        "verdict": latest.verdict,
        "message": latest.message,
    }
    bench(bot=bot, reason=reason)

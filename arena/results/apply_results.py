"""Apply stored results: ratings, turns, faults, checks, notifications."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

import structlog
from django.db import InterfaceError, OperationalError, transaction

from arena.core.database_clock import database_now, query_now
from arena.core.isolate_errors import isolate_errors
from arena.core.locks import lock_ladder_of
from arena.core.log_action import log_action
from arena.core.public_reason import public_reason
from arena.ladders.turns import charge_turns
from arena.matches.models.matches import MatchQuerySet
from arena.matches.trials import continue_trial
from arena.models import (
    Entry,
    Fault,
    Ladder,
    Match,
    RatingChange,
    RatingStats,
    Seat,
    TickStep,
    Tournament,
)
from arena.models.rows import update_rows
from arena.notifications.notify_bots import notify_faults
from arena.notifications.notify_challenge import notify_finished
from arena.notifications.notify_overtaken import notify_overtaken
from arena.queue.enqueue import enqueue_task
from arena.queue.models.leased import MOST_TRIES
from arena.ratings.update_ratings import Ratings, outcome_of, ratings_of, store_versions
from arena.results.bench import count_faults, forgive_faults
from arena.results.finish_check import finish_check
from arena.results.note_failures import note_failures
from engine.messages import Message
from engine.messages import gettext_noop as _

RESTS = (timedelta(seconds=10), timedelta(minutes=1))  # before the next try
BATCH = 50  # results in one transaction: a fraction of a second under the lock
Purpose = Match.Purpose
log = structlog.get_logger(__name__)
APPLIED = (  # fields of entries
    "mu", "sigma", "rated_at", *RatingStats.COUNTED,
    "virtual_finish", "version_matches", "waiting_since", "last_played_at",
)  # fmt: skip


FollowUp = Callable[[Ladder], object]


def ignore(_ladder: Ladder) -> None:
    pass


class Result(NamedTuple):
    """A stored result."""

    match: Match
    seats: list[Seat]


class FollowUpFailed(Exception):
    """The follow-up failed: nothing is applied."""


NOT_OF_RESULTS = (OperationalError, InterfaceError, FollowUpFailed)  # errors that blame none


def apply_results(*, ladder_id: int, then: FollowUp = ignore) -> list[Match]:
    """Apply a ladder's next stored results in the order of their ends, all or none of them.

    The ladder's lock orders these transactions, and so the ratings. `then` shares them.
    """
    due = Match.objects.pending().filter(ladder=ladder_id).rested(query_now())
    ids = list(due.values_list("pk", flat=True)[:BATCH])
    try:
        return _apply(ladder_id, ids, then) if ids else []
    except NOT_OF_RESULTS:
        raise
    except Exception as error:
        log.exception("results_failed", ladder=ladder_id, matches=ids)
        if len(ids) > 1:
            return _one_by_one(ladder_id, ids, then)
        _note_failure(ids[0], error)
        return []


def _one_by_one(ladder_id: int, ids: Sequence[int], then: FollowUp) -> list[Match]:
    """Apply each alone; the tries of those that fail count if others succeed."""
    done, failed = [], {}
    for pk in ids:
        try:
            done += _apply(ladder_id, [pk], then)
        except NOT_OF_RESULTS:
            raise
        except Exception as error:
            log.exception("result_failed", match=pk)
            failed[pk] = error
    if not done:  # then it is no single result's fault
        raise next(iter(failed.values()))
    for pk, cause in failed.items():
        _note_failure(pk, cause)
    return done


@transaction.atomic
def _note_failure(pk: int, error: Exception) -> None:
    """Rest, or set the match aside: its ladder goes on."""
    match = Match.objects.get(pk=pk)
    match.apply_tries += 1
    match.not_before = database_now() + RESTS[min(match.apply_tries, len(RESTS)) - 1]
    if match.apply_tries >= MOST_TRIES:
        why = {"why": public_reason(error)}
        match.status, match.is_pending = Match.Status.VOID, False
        match.error = Message(_("Its result could not be applied: %(why)s"), why)
        log_action(actor=None, verb="set_aside", target=match, reason=why["why"])
    fields = ["apply_tries", "not_before", "status", "is_pending", "error"]
    match.save(update_fields=fields)
    TickStep.objects.failed("result")
    if match.status == Match.Status.VOID and match.purpose == Purpose.CHECK:
        with isolate_errors(kind="check", pk=pk), transaction.atomic():  # it may be what failed
            finish_check(match=match)


@transaction.atomic
def apply_tournament_results(*, tournament_id: int) -> list[Match]:
    """Note the faults of a tournament's stored results."""
    tournament = Tournament.objects.locked(tournament_id)
    waiting = Match.objects.pending().filter(pairing__round__tournament=tournament)
    results = _read(waiting.select_related("pairing__round__tournament"))
    _follow(results)
    return _finish(results)


@transaction.atomic
def _apply(ladder_id: int, ids: Sequence[int], then: FollowUp) -> list[Match]:
    ladder = lock_ladder_of(ladder_id=ladder_id, results=ids)
    results = _read(Match.objects.pending().filter(pk__in=ids))  # others may have been quicker
    for result in results:
        result.match.ladder = ladder
    _rate(ladder, [result for result in results if result.match.purpose == Purpose.LADDER])
    done = _finish(results)
    rated = [seat for match, seats in results if match.is_rated for seat in seats]
    faulting = {seat.version.bot_id for seat in rated if seat.faults}
    in_row = {seat.version.bot_id for seat in rated if seat.version.bot.faults_in_row}
    if in_row - faulting:
        forgive_faults(bots=in_row - faulting)
    for seat in rated:
        if seat.version.bot_id in faulting:
            count_faults(seat=seat, ladder=ladder)
    _follow(results)
    if done:
        try:
            then(ladder)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            raise FollowUpFailed from error
    return done


def _read(matches: MatchQuerySet) -> list[Result]:
    results = {match.pk: Result(match, []) for match in matches.defer("config", "limits")}
    seats = Seat.objects.filter(match__in=results).select_related("version__bot")
    for seat in seats.order_by("match", "position"):
        result = results[seat.match_id]
        seat.match = result.match
        result.seats.append(seat)
    return list(results.values())


def _finish(results: Iterable[Result]) -> list[Match]:
    matches = [result.match for result in results]
    for match in matches:
        match.is_pending = False
    update_rows(matches, ["is_pending", "serial"])
    return matches


# --- ladders -------------------------------------------------------------------------------------
def _rate(ladder: Ladder, results: Sequence[Result]) -> None:
    if not results:
        return
    entries = _enter_bots(ladder, results)
    step = RatingStep(ladder, entries)
    owners = {seat.version.bot.owner_id for _match, seats in results for seat in seats}
    playing = ladder.entries.playing().filter(bot__owner__in=owners, bot__is_house=False)
    sharers = Counter(playing.values_list("bot__owner", flat=True))  # playing bots of each owner
    for match, seats in results:
        if match.is_rated:
            step.rate(match, seats)
        charge_turns(match=match, ladder=ladder, seats=seats, entries=entries, sharers=sharers)
    step.store()
    update_rows(list(entries.values()), APPLIED)
    step.rank()


def _enter_bots(ladder: Ladder, results: Sequence[Result]) -> dict[int, Entry]:
    """Return entries by bot; a rated bot without one gets one."""
    bots = {seat.version.bot_id: seat.version.bot for _match, seats in results for seat in seats}
    entries = {entry.bot_id: entry for entry in ladder.entries.filter(bot__in=bots)}
    for match, seats in results:
        for seat in seats if match.is_rated else ():
            bot = seat.version.bot_id
            if bot not in entries:
                entries[bot] = ladder.entries.create(
                    bot_id=bot, waiting_since=match.created_at, is_active=False
                )
    for bot, entry in entries.items():
        entry.bot = bots[bot]
    return entries


# --- all purposes --------------------------------------------------------------------------------
def _follow(results: Sequence[Result]) -> None:
    """Group faults, finish checks, notify."""
    for match, seats in results:
        pairing = match.pairing
        # A delayed round's faults are told when it is revealed, by `tell_revealed_faults`.
        is_told = pairing is None or pairing.round.tournament.reveal_minutes == 0
        if is_told and any(seat.faults for seat in seats):
            faults = Fault.objects.filter(seat__in=seats).order_by("pk")
            note_failures(match=match, faults=faults.select_related("seat__version__bot"))
            if match.purpose != Purpose.CHECK:
                notify_faults(match=match, seats=seats)
        if match.purpose == Purpose.CHECK:
            finish_check(match=match)
        if match.candidate_id is not None:
            continue_trial(match=match)
    notify_finished(matches=[match for match, _seats in results])


class RatingStep:
    """Rates stored results on a locked ladder, in order, in memory until `store`.

    Reads only ratings and match rows, so that runs repeat it.
    """

    def __init__(self, ladder: Ladder, entries: Mapping[int, Entry]) -> None:
        """Read the ratings; `entries` by bot."""
        self.ladder, self.entries = ladder, entries
        self.first_serial = ladder.recorded + 1
        self.before = {entry.pk: entry.skill for entry in entries.values()}
        self.changes: list[RatingChange] = []
        self.ratings = Ratings(
            rating_run=ladder.rating_run,
            parameters=ladder.parameters,
            rated_at=ladder.rated_at,
            stored=ratings_of(ladder, self.before),
        )

    def rate(self, match: Match, seats: Sequence[Seat]) -> None:
        """Give the next serial; update ratings and counts."""
        self.ladder.recorded += 1
        match.serial = self.ladder.recorded
        entries = [self.entries[seat.version.bot_id] for seat in seats]
        ids = [entry.pk for entry in entries]
        self.changes += self.ratings.play(match=match, entries=ids, seats=seats)
        for entry, seat in zip(entries, seats, strict=True):
            skill = self.ratings.shown(entry.pk, seat.version.bot.current_id)
            at = match.finished_at or match.created_at
            entry.played(skill=skill, outcome=outcome_of(seat, seats), seat=seat, at=at)

    def store(self) -> None:
        """Store history and ratings of versions; the caller stores the entries."""
        if not self.changes:
            return
        RatingChange.objects.bulk_create(self.changes)
        touched = {change.seat.version_id for change in self.changes}
        store_versions([self.ratings.by_version[version] for version in touched])
        self.ladder.rated_at = self.ratings.rated_at
        self.ladder.save(update_fields=["recorded", "rated_at"])
        if self.first_serial <= self.ladder.next_fit <= self.ladder.recorded:
            enqueue_task(name="arena.refit", args=[self.ladder.pk])

    def rank(self) -> None:
        """Choose each owner's ranked bot; notify those overtaken."""
        moved = {change.entry_id for change in self.changes}
        entries = [entry for entry in self.entries.values() if entry.pk in moved]
        owners = {entry.bot.owner_id for entry in entries}
        if entries:
            best = self.ladder.entries.choose_places(self.ladder, owners)
            placed = [
                entry
                for entry in entries
                if entry.is_seated and (entry.bot.is_house or entry.pk in best)
            ]
            before = {entry.pk: self.before[entry.pk] for entry in entries}
            at = self.changes[-1].played_at
            notify_overtaken(placed=placed, before=before, ladder=self.ladder, at=at)

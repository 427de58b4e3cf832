"""Apply stored results: ratings, turns, faults, checks, notifications."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from itertools import groupby
from typing import NamedTuple

import structlog
from django.db import InterfaceError, OperationalError, transaction

from arena.core.database_clock import database_now, query_now
from arena.core.isolate_errors import isolate_errors
from arena.core.locks import lock_ladder_of
from arena.core.log_action import log_action
from arena.core.public_reason import public_reason
from arena.ladders.charge_turns import charge_turns
from arena.matches.models.matches import MatchQuerySet
from arena.matches.order_trial import continue_trial
from arena.models import (
    Entry,
    Fault,
    Ladder,
    Match,
    RatingStats,
    Seat,
    TickStep,
    Tournament,
)
from arena.models.update_rows import update_rows
from arena.notifications.notify_bots import notify_faults
from arena.notifications.notify_challenge import notify_finished
from arena.queue.models.leased import MOST_TRIES
from arena.results.count_faults import count_faults, forgive_faults
from arena.results.finish_check import finish_check
from arena.results.note_failures import note_failures
from arena.results.rate_results import RatingStep
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
    _rate(ladder, [one for one in results if one.match.purpose == Purpose.LADDER])
    done = _finish(results)
    _count_faults(ladder, [one for one in results if one.match.is_rated])
    _follow(results)
    if done:
        _do(then, ladder)
    return done


def _do(then: FollowUp, ladder: Ladder) -> None:
    try:
        then(ladder)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        raise FollowUpFailed from error


def _read(matches: MatchQuerySet) -> list[Result]:
    found = list(matches.defer("config", "limits"))
    by_match = {match.pk: match for match in found}
    rows = Seat.objects.filter(match__in=by_match).select_related("version__bot")
    seats = {
        match: list(group)
        for match, group in groupby(rows.order_by("match", "position"), lambda one: one.match_id)
    }
    for match in found:
        for seat in seats[match.pk]:
            seat.match = match
    return [Result(match, seats[match.pk]) for match in found]


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
    entries = _entries(ladder, results)
    step, sharers = RatingStep(ladder, entries), _sharers(ladder, results)
    for match, seats in results:
        if match.is_rated:
            step.rate(match, seats)
        charge_turns(match=match, ladder=ladder, seats=seats, entries=entries, sharers=sharers)
    step.store()
    update_rows(list(entries.values()), APPLIED)
    step.rank()


def _entries(ladder: Ladder, results: Sequence[Result]) -> dict[int, Entry]:
    """Return entries by bot; a rated bot without one gets one."""
    bots = {seat.version.bot_id: seat.version.bot for _match, seats in results for seat in seats}
    found = {entry.bot_id: entry for entry in ladder.entries.filter(bot__in=bots)}
    for match, seats in results:
        for seat in seats if match.is_rated else ():
            bot = seat.version.bot_id
            if bot not in found:
                found[bot] = ladder.entries.create(
                    bot_id=bot, waiting_since=match.created_at, is_active=False
                )
    for bot, entry in found.items():
        entry.bot = bots[bot]
    return found


def _sharers(ladder: Ladder, results: Sequence[Result]) -> Counter[int]:
    """Count the playing bots of these owners."""
    owners = {seat.version.bot.owner_id for _match, seats in results for seat in seats}
    playing = ladder.entries.playing().filter(bot__owner__in=owners, bot__is_house=False)
    return Counter(playing.values_list("bot__owner", flat=True))


def _count_faults(ladder: Ladder, results: Sequence[Result]) -> None:
    seats = [seat for _match, seats in results for seat in seats]
    faulting = {seat.version.bot_id for seat in seats if seat.faults}
    known = {seat.version.bot_id for seat in seats if seat.version.bot.faults_in_row}
    if known - faulting:
        forgive_faults(bots=known - faulting)
    for seat in seats:
        if seat.version.bot_id in faulting:
            count_faults(seat=seat, ladder=ladder)


def _waits_for_reveal(match: Match) -> bool:
    """Return whether `tell_revealed_faults` tells its faults later."""
    return match.pairing is not None and match.pairing.round.tournament.reveal_minutes > 0


# --- all purposes --------------------------------------------------------------------------------
def _follow(results: Sequence[Result]) -> None:
    """Group faults, finish checks, notify."""
    for match, seats in results:
        if any(seat.faults for seat in seats) and not _waits_for_reveal(match):
            faults = Fault.objects.filter(seat__in=seats).order_by("pk")
            note_failures(match=match, faults=faults.select_related("seat__version__bot"))
            if match.purpose != Purpose.CHECK:
                notify_faults(match=match, seats=seats)
        if match.purpose == Purpose.CHECK:
            finish_check(match=match)
        if match.candidate_id is not None:
            continue_trial(match=match)
    notify_finished(matches=[match for match, _seats in results])

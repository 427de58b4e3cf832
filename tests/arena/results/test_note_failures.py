"""Similar faults are one failure, until its owner marks it fixed and it recurs."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from arena.bots.manage_bot import mark_failure
from arena.core.errors import NotYours
from arena.matches.claim_match import claim_match
from arena.matches.referee.referee import Fault as Verdict
from arena.models import (
    Bot,
    Failure,
    Fault,
    Ladder,
    Notification,
    Pairing,
    Round,
    Tournament,
)
from arena.results.note_failures import fingerprint, tell_revealed_faults
from arena.tournaments.corrections import rejudge_pairing
from arena.tournaments.rounds import advance_tournament
from tests.arena.results.rows import fault, record_result, result, running
from tests.arena.tournament_steps import started
from tests.cast import a_house_bot, a_ladder, alice, bob, olga, play_with

pytestmark = pytest.mark.django_db

TRACE = """Traceback (most recent call last):
  File "bot.py", line {line}, in decide
    return plan(request)
  File "bot.py", line {other}, in plan
    return PRICES[card]
           ~~~~~~^^^^^^
KeyError: '{card}'
"""


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(bench_after=99)


@pytest.fixture
def house(ladder: Ladder) -> Bot:
    return a_house_bot("House", ladder)


def crash(line: int = 3, card: str = "Gold", kind: str = "buy", **fields: Any) -> Verdict:
    told = {
        "message": f"KeyError: '{card}'",
        "traceback": TRACE.format(line=line, other=line + 9, card=card),
        "decision": {"seat": 0, "kind": kind, "options": ["Copper"]},
    }
    return replace(fault(0), **(told | fields))


def fails(ladder: Ladder, alices: Bot, house: Bot, *faults: Verdict) -> None:
    alices.refresh_from_db()
    record_result(match=running(ladder, alices, house), result=result(0.0, 1.0, faults=faults))


def test_one_cause_is_one_failure_whatever_line_or_card(
    ladder: Ladder, alices: Bot, house: Bot
) -> None:
    fails(ladder, alices, house, crash(3, "Gold"))
    fails(ladder, alices, house, crash(7, "Silver"))
    fails(ladder, alices, house, crash(7, "Silver", kind="discard"))
    buying, discarding = Failure.objects.order_by("-count")
    assert (buying.count, buying.kind, buying.bot) == (2, "buy", alices)
    assert buying.message == "KeyError: 'Silver'"
    assert buying.first_seen < buying.last_seen
    assert (discarding.count, discarding.fingerprint) == (1, buying.fingerprint)


@pytest.mark.parametrize(
    ("one", "other", "are_alike"),
    [
        (crash(), crash(traceback=TRACE.replace("PRICES", "COSTS")), False),
        (crash(), crash(message="IndexError: 7"), False),
        (crash(traceback=""), crash(traceback="", card="Silver"), True),
        (
            crash(traceback="", verdict="timeout", message="0.12 s used of 0.10 s"),
            crash(traceback="", verdict="timeout", message="0.31 s used of 0.10 s"),
            True,
        ),
        (crash(traceback=""), crash(traceback="", verdict="illegal"), False),
    ],
)
def test_what_looks_alike(one: Verdict, other: Verdict, *, are_alike: bool) -> None:
    names = ("verdict", "message", "traceback")
    rows = [Fault(**{name: getattr(each, name) for name in names}) for each in (one, other)]
    assert (fingerprint(rows[0]) == fingerprint(rows[1])) is are_alike


def test_a_mended_failure_stays_so_until_a_newer_version_shows_it(
    ladder: Ladder, alices: Bot, house: Bot
) -> None:
    fails(ladder, alices, house, crash())
    mark_failure(owner=alice(), failure=Failure.objects.get(), is_done=True)
    fails(ladder, alices, house, crash())
    only = Failure.objects.get()
    assert (only.count, only.is_done) == (2, True), "the old version is known to fail"
    play_with(alices, b"# newer\n", ladder)
    fails(ladder, alices, house, crash(line=90))
    newer = Failure.objects.latest("pk")
    assert (newer.count, newer.is_done, newer.came_back) == (1, False, True)
    mark_failure(owner=alice(), failure=newer, is_done=True)
    assert not Failure.objects.filter(is_done=False).exists()


@pytest.mark.parametrize("who", [bob, olga])
def test_nobody_else_marks_a_failure(who: Any, ladder: Ladder, alices: Bot, house: Bot) -> None:
    fails(ladder, alices, house, crash())
    with pytest.raises(NotYours):
        mark_failure(owner=who(), failure=Failure.objects.get(), is_done=True)
    assert not Failure.objects.get().is_done


@pytest.mark.parametrize(("minutes", "failures"), [(0, 1), (30, 0)])
def test_a_tournament_whose_results_wait_tells_no_faults(
    minutes: int, failures: int, ladder: Ladder, alices: Bot, house: Bot
) -> None:
    Ladder.objects.update(state="paused")
    started([alices, house], reveal_minutes=minutes)
    match = claim_match(worker="here/1/a")
    assert match is not None
    seat = match.seats.get(version__bot=alices).position
    record_result(match=match, result=result(0.0, 1.0, faults=(crash(entrant=seat),)))
    assert Fault.objects.count() == 1
    assert Failure.objects.count() == failures
    assert Notification.objects.filter(kind="bot.faulted").count() == failures


def test_faults_are_told_once_when_their_round_is_revealed(
    ladder: Ladder, alices: Bot, house: Bot
) -> None:
    Ladder.objects.update(state="paused")
    made = started([alices, house], reveal_minutes=30)

    def play(card: str) -> None:
        match = claim_match(worker="here/1/a")
        assert match is not None
        seat = match.seats.get(version__bot=alices).position
        fails = (crash(card=card, entrant=seat),)
        record_result(match=match, result=result(0.0, 1.0, faults=fails, engine=made.rules))
        advance_tournament(tournament_id=made.pk)

    def told() -> tuple[int, int]:
        tell_revealed_faults()
        grouped = sum(Failure.objects.values_list("count", flat=True))
        return grouped, Notification.objects.filter(kind="bot.faulted").count()

    play("Gold")
    assert told() == (0, 0)
    Tournament.objects.update(state="running")
    Round.objects.update(reveal_at=timezone.now())
    assert told() == (1, 1)
    assert told() == (1, 1)
    pairing = Pairing.objects.get()
    rejudge_pairing(organiser=olga(), pairing=pairing, reason="The disk was full.")
    play("Silver")
    assert told() == (1, 1)
    Round.objects.update(reveal_at=timezone.now())
    assert told() == (2, 1)

"""Pairs of actions that need the same rows: each stops before its second row for the other."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile

from arena.bots import submit_bot, versions
from arena.bots.manage_bot import withdraw_bot
from arena.core.hosts import claim_name
from arena.matches.claim_match import claim_match
from arena.models import Bot, Ladder, Match
from arena.queue.models.leased import ClaimLost
from arena.results import apply_results, finish_check
from tests import cast
from tests.arena.calls import Work
from tests.arena.results.rows import fault, queued, record_result, result
from website.admin_dashboard.moderation import suspend


def fill() -> None:
    """Upload a version, and claim its check."""
    ladder = cast.a_ladder()
    cast.a_house_bot("Big Money", ladder)
    bot = cast.a_bot(cast.alice(), "Alcuin", ladder)
    cast.play_with(bot, b"def decide(r): return 1", ladder)
    _upload(4)
    _claim()


def upload_as_checked() -> None:
    _before(submit_bot, "_store_version", "first upload", "check")
    _upload(5)


def finish_the_check() -> None:
    _before(finish_check, "notify_check", "check", "first upload")
    _record()


def upload_as_activated() -> None:
    _before(submit_bot, "_store_version", "second upload", "activation")
    _upload(6)


def activate() -> None:
    _before(versions, "require_quota", "activation", "second upload")
    first = _alcuin().versions.get(number=1)
    versions.activate_version(version=first, by=cast.alice())


def begin_a_match() -> None:
    """Claim a match of Alcuin and the house."""
    cast.olga()
    Match.objects.all().delete()
    queued(Ladder.objects.get(), _alcuin(), Bot.objects.get(name="Big Money"))
    _claim()


def suspend_alice() -> None:
    _before(Bot, "tell_entries", "suspension", "first match")
    suspend(user=cast.alice(), by=cast.olga(), reason="a trial")


def record_or_lose() -> None:
    """Record a fault, unless the suspension was first."""
    _before(apply_results, "count_faults", "first match", "suspension")
    try:
        _record()
    except ClaimLost:
        print("the suspension was first")


def withdraw() -> None:
    _before(Bot, "withdraw", "withdrawal", "match")
    withdraw_bot(owner=cast.alice(), bot=_alcuin())


def record_as_withdrawn() -> None:
    _before(apply_results, "count_faults", "match", "withdrawal")
    _record()


def begin_on_two_ladders() -> None:
    """Claim a match of the same bots on each of two ladders; one fault benches."""
    Match.objects.all().delete()
    ladders = Ladder.objects.get(), cast.a_ladder(name="Other", slug="other")
    Ladder.objects.update(bench_after=1)
    bots = cast.a_bot(cast.bob(), "Bede", ladders[0]), Bot.objects.get(name="Big Money")
    cast.enter(bots[0], ladders[1])
    for ladder in ladders:
        queued(ladder, *bots)
    _claim()
    _claim()


def record_on_the_first() -> None:
    _before(apply_results, "count_faults", "one ladder", "other ladder")
    _record(0, "crash")


def record_on_the_second() -> None:
    _before(apply_results, "count_faults", "other ladder", "one ladder")
    _record(1, "illegal")


MEETINGS: dict[str, tuple[Work | None, Work, Work]] = {  # setup, and two concurrent actions
    "an upload, and the check of the one before": (fill, upload_as_checked, finish_the_check),
    "an upload, and the activation of another version": (None, upload_as_activated, activate),
    "a suspension of the owner, and a match with a fault": (
        begin_a_match,
        suspend_alice,
        record_or_lose,
    ),
    "a withdrawal, and a match with a fault": (begin_a_match, withdraw, record_as_withdrawn),
    "two matches on two ladders, each of which benches the bot": (
        begin_on_two_ladders,
        record_on_the_first,
        record_on_the_second,
    ),
}


def _before(module: Any, name: str, me: str, other: str) -> None:
    """Meet before this step, which takes the second row."""
    step: Callable[..., Any] = getattr(module, name)

    def late(*args: Any, **kwargs: Any) -> Any:
        _meet(me, other)
        return step(*args, **kwargs)

    setattr(module, name, late)


def _meet(me: str, other: str) -> None:
    """Go on when the other one is as far, or cannot come because it waits for us."""
    (settings.VAR / me).touch()
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline and not (settings.VAR / other).exists():
        time.sleep(0.01)


def _upload(source: int) -> None:
    module: Any = submit_bot
    module.require_jail = lambda words: None
    text = f"def decide(request):\n    return {source}\n"
    file = ContentFile(text.encode(), name="bot.py")
    submit_bot.submit_bot(
        owner=cast.alice(), upload=file, ladder=Ladder.objects.get(), bot=_alcuin()
    )


def _alcuin() -> Bot:
    return Bot.objects.get(name="Alcuin")


def _claim() -> None:
    claim_match(worker=claim_name())


def _record(number: int = 0, verdict: str = "crash") -> None:
    # not the running match of this number: the other one may have ended already
    match = Match.objects.running().get(ladder=Ladder.objects.order_by("pk")[number])
    failure = fault(0, verdict=verdict)
    record_result(match=match, result=result(0.0, 2.0, faults=(failure,)))

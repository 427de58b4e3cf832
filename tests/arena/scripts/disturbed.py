"""Quick matches for workers that are disturbed, and what is left of them."""

import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.db import DatabaseError, transaction
from django.db.models import Count
from django.utils import timezone

from arena.bots.submit_bot import submit_bot
from arena.core.database_clock import database_now
from arena.matches.challenges import order_challenge
from arena.models import Bot, Entry, Fault, HeadToHead, Ladder, LiveGame, Match, RatingChange
from arena.results.return_match import reap_ended
from arena.results.tally_results import tally_results
from arena.worker.worker_jail import worker_jail
from tests.arena.recomputed import recomputed
from tests.arena.results.rows import queued
from tests.arena.tournament_steps import started
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob

QUICK = b"import time\ndef decide(request):\n    time.sleep(0.002)\n    return request.default\n"
SLEEPER = b"import time\ndef decide(request):\n    time.sleep(600)\n"
BURNER = b"def decide(request):\n    while True:\n        pass\n"


def fill(matches: int) -> None:
    """Make a paused ladder with this many matches, none due before its release."""
    ladder = a_ladder(
        name="Duels",
        slug="duels",
        game="kingdomino",
        config={},
        state="paused",
        limits={"start_cpu": 0.4, "decision_cpu": 0.4},
    )
    bots = [
        a_bot(owner, f"{owner} {number}", ladder, QUICK)
        for owner in (alice(), bob())
        for number in range(4)
    ]
    pairs = [(a, b) for a in bots[:4] for b in bots[4:]]
    for number in range(matches):
        queued(ladder, *pairs[number % len(pairs)])
    Match.objects.update(not_before=timezone.now() + timedelta(days=1))
    worker_jail()


def open_ladder() -> None:
    Ladder.objects.update(state="open")


def stand_still_with_the_ladder_locked() -> str:
    """Wait in a transaction for longer than the lease; return how it ended."""
    try:
        with transaction.atomic():
            Ladder.objects.select_for_update().get()
            time.sleep(settings.LEASE_SECONDS + 3)
            Ladder.objects.update(state="open")
    except DatabaseError as error:
        return str(error)
    return "It went on."


def look() -> dict[str, Any]:
    """Read the final state from the database."""
    ladder = Ladder.objects.get()
    while tally_results(ladder=ladder):
        pass
    pairs = HeadToHead.objects.filter(version=0, opponent_version=0)
    matches = Match.objects.annotate(
        played=Count("games", distinct=True), seated=Count("seats", distinct=True)
    )
    changes = RatingChange.objects.values("serial", "entry").annotate(times=Count("pk"))
    ratings = {entry.bot_id: (entry.mu, entry.sigma) for entry in Entry.objects.all()}
    return {
        "statuses": sorted(set(Match.objects.values_list("status", flat=True))),
        "serials": sorted(Match.objects.values_list("serial", flat=True)),
        "games": sorted(set(matches.values_list("played", flat=True))),
        "seats": sorted(set(matches.values_list("seated", flat=True))),
        "changes": RatingChange.objects.count(),
        "doubled": changes.filter(times__gt=1).count(),
        "recorded": ladder.recorded,
        "counted": sum(Entry.objects.values_list("matches", flat=True)),
        "paired": sum(sum(pair.pentanomial) for pair in pairs),
        "faults": Fault.objects.count(),
        "states": sorted(set(Bot.objects.values_list("state", flat=True))),
        "watched": Match.objects.exclude(watched_until=None).exists(),
        "shown": LiveGame.objects.count(),
        "held": Match.objects.exclude(lease_until=None).count(),
        "tries": sum(Match.objects.values_list("tries", flat=True)),
        "same": recomputed(ladder) == ratings,
    }


def order_urgent() -> tuple[str, list[int]]:
    """Order challenges, a tournament and a check; return the time and the matches."""
    ladder, bots = Ladder.objects.get(), list(Bot.objects.order_by("pk"))
    upload = ContentFile(b"def decide(request): return request.default\n", name="bot.py")
    with transaction.atomic():
        for opponent in bots[1:4]:
            order_challenge(challenger=alice(), bot=bots[0], opponent=opponent, ladder=ladder)
        started(bots[1:5], game="kingdomino", config={})
        submit_bot(owner=alice(), name="Bede", upload=upload, ladder=ladder)
        ids = list(Match.objects.exclude(purpose="ladder").values_list("pk", flat=True))
    return timezone.now().isoformat(), ids


def fill_with_stubborn_bots() -> None:
    """Queue a match of a bot that sleeps and one of a bot that burns its time."""
    ladder = a_ladder(
        game="kingdomino",
        config={},
        state="paused",
        limits={"start_cpu": 30.0, "decision_cpu": 30.0, "game_cpu": 60.0},
    )
    for number, source in enumerate([SLEEPER, BURNER]):
        alcuin = a_bot(alice(), f"Alcuin {number}", ladder, source)
        queued(ladder, alcuin, a_house_bot(f"House {number}", ladder))


def reap() -> int:
    return len(reap_ended())


def ages_of_new_rows() -> tuple[list[float], float]:
    """Seconds since new rows were made, and seconds of this clock ahead of the database's."""
    ladder = a_ladder()
    match = queued(ladder, a_house_bot("One", ladder), a_house_bot("Two", ladder))
    version = match.seats.all()[0].version
    now = database_now()
    ages = [(now - one.created_at).total_seconds() for one in (match, version)]
    return ages, (timezone.now() - now).total_seconds()

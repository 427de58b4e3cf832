"""Something to do for every task, as the site would order it, and its effects."""

import time
from datetime import timedelta
from typing import Any

from celery import current_app
from django.core.files.base import ContentFile
from django.utils import timezone

import website.celery  # noqa: F401  (the app that sends)
from arena.bots.submit_bot import submit_bot
from arena.human_games.play import choose_human, start_human_game
from arena.matches.watch_live import watch_live
from arena.models import (
    ArchivedDay,
    Bot,
    BotTally,
    Failure,
    HumanGame,
    Ladder,
    LadderStatistic,
    League,
    LiveGame,
    Match,
    Notification,
    RatingChange,
    RatingFit,
    RatingRun,
    Season,
    TickStep,
    Tournament,
    Version,
)
from arena.ratings.recompute_ratings import ask_recompute
from tests.arena import league_steps, tournament_steps
from tests.arena.results.rows import played
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, charlie
from tests.patience import PATIENCE

QUICK = {"kingdom": "First Game", "turn_limit": 3}
SLOW = b"import time\ndef decide(request):\n    time.sleep(0.15)\n    return request.default\n"
FAULTY = b"def decide(request): raise ValueError('always')\n"


def fill() -> None:
    """Order work for every task."""
    _fill_ratings()
    ladder = a_ladder(config=QUICK)
    bots = [a_house_bot(f"House {number}", ladder) for number in range(2)]
    alcuin = a_bot(alice(), "Alcuin", ladder, SLOW)
    a_bot(bob(), "Bede", ladder, FAULTY)
    upload = ContentFile(SLOW + b"# 2\n", name="bot.py")
    submit_bot(owner=alice(), name="Candidus", upload=upload, ladder=ladder)
    tournament_steps.started([*bots, alcuin], config=QUICK)
    league_steps.a_league(ladder=ladder, config=QUICK, divisions=1, promoted=0)
    League.objects.update(next_run_at=timezone.now() + timedelta(seconds=1))
    long_ago = timezone.now() - timedelta(days=100)
    Notification.objects.create(
        user=alice(),
        about="old",
        kind="overtaken",
        visible_at=long_ago,
        read_at=long_ago,
        posted_at=long_ago,
    )
    start_human_game(person=charlie(), bots=[alcuin], ladder=ladder, seat=1)


def _fill_ratings() -> None:
    """Play on a ladder to be recomputed and on one to be fitted."""
    old = a_ladder(slug="old", name="Old", config=QUICK, state="paused")
    pair = [a_house_bot(f"Old {number}", old) for number in range(2)]
    for _ in range(3):
        played(old, *pair)
    ask_recompute(ladder=Ladder.objects.get(pk=old.pk))
    fitted = a_ladder(
        slug="fitted", name="Fitted", config=QUICK, state="paused", fit_every=2, next_fit=2
    )
    for _ in range(3):
        played(fitted, *pair)


def visit() -> dict[str, Any]:
    """Act as visitors, a player and the beat, until each task has had its effect."""
    for task in ("website.prune", "website.archive", "website.statistics"):
        current_app.send_task(task)
    cup = Tournament.objects.get(division=None)
    seen: set[int] = set()
    deadline = time.monotonic() + PATIENCE
    while _missing(cup, seen) and time.monotonic() < deadline:
        for match in Match.objects.running():
            watch_live(match=match)
        _choose()
        time.sleep(0.2)  # each look asks for much
    return {
        "tasks": list(_effects(cup, seen)),
        "missing": _missing(cup, seen),
        "failures": dict(TickStep.objects.failures()),
    }


def _choose() -> None:
    """Answer by default for the person, if asked."""
    game = HumanGame.objects.get()
    decision = game.restored().decision if game.status == "asking" else None
    if decision:
        picks = list(decision.default)
        choose_human(person=charlie(), game=game, number=game.choices_count, picks=picks)


def _missing(cup: Tournament, seen: set[int]) -> list[tuple[str, str]]:
    effects = _effects(cup, seen)
    return [(task, what) for task, one in effects.items() for what in one if not one[what]]


def _effects(cup: Tournament, seen: set[int]) -> dict[str, dict[str, bool]]:
    """Which effects each task has had; `seen` collects matches that were shown live."""
    seen.update(LiveGame.objects.values_list("match", flat=True))
    watched = Match.objects.filter(pk__in=seen, status="finished", live_game=None)
    return {
        "arena.play": {"is watched": watched.exists()},
        "arena.rate": {
            "rates": RatingChange.objects.filter(
                entry__ladder__slug="dominion-first-game"
            ).exists(),
            "accepts": Version.objects.get(bot__name="Candidus").state == "accepted",
            "benches": Bot.objects.get(name="Bede").state == "benched",
            "groups failures": Failure.objects.exists(),
            "ends a tournament": Tournament.objects.get(pk=cup.pk).state == "finished",
        },
        "arena.answer": {"ends the game": HumanGame.objects.get().status == "finished"},
        "arena.tick": {
            "makes a season": Season.objects.exists(),
            "notes steps": TickStep.objects.exists(),
        },
        "arena.recompute": {
            "switches": RatingRun.objects.filter(state="shown").exists(),
            "removes": RatingRun.objects.filter(state="gone").exists(),
        },
        "arena.tally": {"counts": BotTally.objects.filter(entry__ladder__slug="old").exists()},
        "arena.refit": {"fits": RatingFit.objects.filter(ladder__slug="fitted").exists()},
        "website.prune": {"removes": not Notification.objects.filter(about="old").exists()},
        "website.archive": {"makes a day": ArchivedDay.objects.exists()},
        "website.statistics": {
            "counts": LadderStatistic.objects.filter(ladder__slug="old").exists()
        },
        "website.deliver": {"notes": Notification.objects.filter(posted_at__isnull=False).exists()},
    }

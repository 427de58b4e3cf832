"""Workers on other hosts need only the rights of `docker/rights.sql`."""

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from celery import current_app
from django.apps import apps

from tests.arena.processes import ROOT, Platform
from tests.arena.worker_role import NAME, RIGHTS, as_user, worker_role
from tests.forks import Forked
from tests.patience import PATIENCE

pytestmark = [pytest.mark.jail, pytest.mark.services]

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
QUIET = re.findall(r"--without-\w+", PAGE)
# Something to do for every task, as the site would order it.
FILL = """
from datetime import timedelta
from django.core.files.base import ContentFile
from arena.actions.ratings.ask_recompute import ask_recompute
from arena.actions.human_games.start_human_game import start_human_game
from arena.actions.bots.submit_bot import submit_bot
from arena.models import League, Notification
from tests.arena import tournament_steps, league_steps
from tests.arena.results import played
from tests.cast import a_bot, alice, bob, charlie
slow = b"import time\\ndef decide(request):\\n    time.sleep(0.15)\\n    return request.default\\n"
quick = {"kingdom": "First Game", "turn_limit": 3}
old = a_ladder(slug="old", name="Old", config=quick, state="paused")
pair = [a_house_bot(f"Old {number}", old) for number in range(2)]
for _ in range(3):
    played(old, *pair)
ask_recompute(ladder=Ladder.objects.get(pk=old.pk))
fitted = a_ladder(
    slug="fitted", name="Fitted", config=quick, state="paused", fit_every=2, next_fit=2
)
for _ in range(3):
    played(fitted, *pair)
ladder = a_ladder(config=quick)
bots = [a_house_bot(f"House {number}", ladder) for number in range(2)]
alcuin = a_bot(alice(), "Alcuin", ladder, slow)
a_bot(bob(), "Bede", ladder, b"def decide(request): raise ValueError('always')\\n")
upload = ContentFile(slow + b"# 2\\n", name="bot.py")
submit_bot(owner=alice(), name="Candidus", upload=upload, ladder=ladder)
tournament_steps.started([*bots, alcuin], config=quick)
league = league_steps.a_league(ladder=ladder, config=quick, divisions=1, promoted=0)
League.objects.update(next_run_at=timezone.now() + timedelta(seconds=1))
long_ago = timezone.now() - timedelta(days=100)
Notification.objects.create(
    user=alice(), about="old", kind="overtaken", visible_at=long_ago, read_at=long_ago,
    posted_at=long_ago,
)
start_human_game(person=charlie(), bots=[alcuin], ladder=ladder, seat=1)
"""

# Actions of visitors, a player and the beat, until each task has had its effect.
VISIT = """
import json
from celery import current_app
from arena.actions.human_games.choose_human import choose_human
from arena.actions.matches.watch_live import watch_live
from arena.models import (
    Bot, BotTally, Failure, HumanGame, LiveGame, Notification, RatingFit, RatingRun, Season,
    TickStep, Tournament, Version,
)
from tests.cast import charlie
from website import celery
current_app.send_task("website.prune")
ladder = Ladder.objects.get(slug="dominion-first-game")
cup = Tournament.objects.get(division=None)
seen = set()
def effects():
    seen.update(LiveGame.objects.values_list("match", flat=True))
    watched = Match.objects.filter(pk__in=seen, status="finished", live_game=None)
    game = HumanGame.objects.get()
    return {
        "arena.play": {
            "is watched": watched.exists(),
            "accepts": Version.objects.get(bot__name="Candidus").state == "accepted",
            "benches": Bot.objects.get(name="Bede").state == "benched",
            "groups failures": Failure.objects.exists(),
            "ends a tournament": Tournament.objects.get(pk=cup.pk).state == "finished",
        },
        "arena.answer": {"ends the game": game.status == "finished"},
        "arena.tick": {
            "makes a season": Season.objects.exists(), "notes steps": TickStep.objects.exists()
        },
        "arena.recompute": {
            "switches": RatingRun.objects.filter(state="shown").exists(),
            "removes": RatingRun.objects.filter(state="gone").exists(),
        },
        "arena.tally": {"counts": BotTally.objects.filter(entry__ladder__slug="old").exists()},
        "arena.refit": {"fits": RatingFit.objects.filter(ladder__slug="fitted").exists()},
        "website.prune": {"removes": not Notification.objects.filter(about="old").exists()},
        "website.deliver": {"notes": Notification.objects.filter(posted_at__isnull=False).exists()},
    }
def missing():
    return [(task, what) for task, one in effects().items() for what in one if not one[what]]
deadline = time.monotonic() + PATIENCE
while missing() and time.monotonic() < deadline:
    for match in Match.objects.running():
        watch_live(match=match)
    game = HumanGame.objects.get()
    decision = game.status == "asking" and game.restored().decision
    if decision:
        picks = list(decision.default)
        choose_human(person=charlie(), game=game, number=game.choices_count, picks=picks)
    time.sleep(0.05)
failures = dict(TickStep.objects.failures())
print(json.dumps({"tasks": list(effects()), "missing": missing(), "failures": failures}))
"""


@dataclass(frozen=True)
class Rights:
    """Connection URLs with the worker's own user."""

    database: str
    broker: str


@pytest.fixture
def rights(platform: Platform, postgres_url: str, redis_url: str) -> Iterator[Rights]:
    """Create the documented role and user under this test's own names."""
    name, password = f"worker_{secrets.token_hex(4)}", secrets.token_hex(8)
    found = re.search(r"```\n(ACL SETUSER.*?)```", PAGE, re.DOTALL)
    assert found
    acl = found[1].replace(NAME, name).replace("PASSWORD", password)
    with worker_role(postgres_url) as database, redis.Redis.from_url(redis_url) as admin:
        admin.execute_command(*acl.split())
        yield Rights(database, as_user(redis_url, name, password))
        admin.execute_command("ACL", "DELUSER", name)


@pytest.fixture
def platform(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Platform]:
    made = Platform(tmp_path, DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    yield made
    made.empty()


@pytest.mark.long
def test_every_task_has_its_effect_while_players_have_their_own_rights_alone(
    platform: Platform, rights: Rights, tmp_path: Path
) -> None:
    platform.do(FILL)
    own = {"DATABASE_URL": rights.database, "REDIS_URL": rights.broker}
    records = "arena-records,arena-delivery"
    words = {
        "player": ["worker", "--queues", "arena", *QUIET],
        "records": ["worker", "--queues", records, "--concurrency", "2", *QUIET],
        "beat": ["beat", "--pidfile", "", "--schedule", str(tmp_path / "schedule")],
    }
    programs = {}
    try:
        for name, command in words.items():
            with (tmp_path / f"{name}.log").open("wb") as log:
                programs[name] = Forked(
                    ("-m", "celery", "-A", "website", *command),
                    platform.environment | ({} if name == "records" else own),
                    log,
                    folder=tmp_path,
                )
        found = json.loads(platform.do(VISIT))
    finally:
        for program in programs.values():
            program.terminate()
        ends = {name: program.wait(PATIENCE) for name, program in programs.items()}
    logs = "".join((tmp_path / f"{name}.log").read_text() for name in words)
    assert [line for line in logs.splitlines() if "denied" in line or "NOPERM" in line] == []
    assert found["missing"] == []
    assert {step for step, failures in found["failures"].items() if failures} == set()
    assert set(found["tasks"]) == our_tasks(), "a new task needs its effect here"
    assert ends == dict.fromkeys(words, 0)


def our_tasks() -> set[str]:
    """The names of all Celery tasks of the platform."""
    current_app.loader.import_default_modules()
    return {name for name in current_app.tasks if not name.startswith("celery.")}


def test_every_table_of_the_arena_has_its_rights() -> None:
    models = apps.get_app_config("arena").get_models(include_auto_created=True)
    named = re.findall(r"\['(\w+)', '([^']*)'\]", RIGHTS)
    assert sorted(name for name, _ in named) == sorted(model._meta.db_table for model in models)
    assert [name for name, rights in named if "DELETE" in rights] == ["arena_livegame"]


@pytest.mark.parametrize(
    "table", ["accounts_user", "django_session", "account_emailaddress", "auth_permission"]
)
def test_a_worker_reads_no_account(rights: Rights, table: str) -> None:
    with (
        psycopg.connect(rights.database) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute(f"SELECT * FROM {table}".encode())


def test_rights_that_were_given_before_are_taken_back(postgres_url: str, rights: Rights) -> None:
    name = urlsplit(rights.database).username or ""
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {name}".encode())
        owner.execute(RIGHTS.replace(NAME, name).encode())
    with (
        psycopg.connect(rights.database) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute("DELETE FROM arena_match")


def test_a_worker_does_not_reach_what_the_site_keeps_in_its_cache(rights: Rights) -> None:
    with redis.Redis.from_url(rights.broker) as worker:
        assert worker.ping()
        worker.lpush("kingsbench:arena-test", "x")
        worker.delete("kingsbench:arena-test")
        for words in (("SET", "kingsbench:1:x", "y"), ("GET", "kingsbench:1:x"), ("FLUSHALL",)):
            with pytest.raises(redis.exceptions.NoPermissionError):
                worker.execute_command(*words)

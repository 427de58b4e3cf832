"""Lock order: two actions on the same rows wait for each other, and both finish.

Each process stops holding its first row until the other holds its own, which is when a deadlock
would begin. SQLite has one writer at a time, so it cannot deadlock.
"""

from pathlib import Path

import pytest

from tests.arena.processes import Platform

MEET = """
from pathlib import Path
from django.conf import settings
def meet(me, other):
    "Go on when the other one is as far, or cannot come because it waits for us."
    (settings.VAR / me).touch()
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline and not (settings.VAR / other).exists():
        time.sleep(0.01)
def before(module, name, me, other):
    "Meet before this step, which takes the second row."
    step = getattr(module, name)
    def late(*args, **kwargs):
        meet(me, other)
        return step(*args, **kwargs)
    setattr(module, name, late)
from django.core.files.base import ContentFile
from arena.actions.bots import activate_version, submit_bot, withdraw_bot
from arena.actions.results import finish_check, rate_match
from arena.models import Bot
from tests import cast
from tests.arena.results import fault
from website.admin_dashboard.suspension import suspend
submit_bot.require_jail = lambda words: None
def upload(source):
    file = ContentFile(f"def decide(request):\\n    return {source}\\n".encode(), name="bot.py")
    bot, ladder = Bot.objects.get(name="Alcuin"), Ladder.objects.get()
    return submit_bot.submit_bot(owner=cast.alice(), upload=file, ladder=ladder, bot=bot)
"""
FILL = """
ladder = a_ladder()
a_house_bot("Big Money", ladder)
cast.play_with(cast.a_bot(cast.alice(), "Alcuin", ladder), b"def decide(r): return 1", ladder)
"""
RATED = """
Match.objects.all().delete()
queued(Ladder.objects.get(), Bot.objects.get(name="Alcuin"), Bot.objects.get(name="Big Money"))
"""
CLAIM = "\nclaim_match(worker=claim_name())\n"
RECORD = """
match = Match.objects.running().get()
record_result(match=match, result=result(0.0, 2.0, faults=(fault(0),)))
"""
TWO_LADDERS = """
Match.objects.all().delete()
ladders = Ladder.objects.get(), a_ladder(name="Other", slug="other")
Ladder.objects.update(bench_after=1)
bots = cast.a_bot(cast.bob(), "Bede", ladders[0]), Bot.objects.get(name="Big Money")
cast.enter(bots[0], ladders[1])
for ladder in ladders:
    queued(ladder, *bots)
"""
RECORD_ON = """
match = Match.objects.running().order_by("ladder")[{0}]
failure = fault(0, verdict=["crash", "illegal"][{0}])
record_result(match=match, result=result(0.0, 2.0, faults=(failure,)))
"""
ACTIVATE = """
first = Bot.objects.get(name="Alcuin").versions.get(number=1)
activate_version.activate_version(version=first, by=cast.alice())
"""
WITHDRAW = """
withdraw_bot.withdraw_bot(owner=cast.alice(), bot=Bot.objects.get(name="Alcuin"))
"""
SUSPEND = """
suspend(user=cast.alice(), by=cast.olga(), reason="a trial")
"""
VOIDED = f"""
try:{RECORD.replace(chr(10), chr(10) + "    ")}
except ClaimLost:
    print("the suspension was first")
"""
MEETINGS = (  # setup, and two concurrent actions
    (  # an upload, and the check of the one before
        FILL + "upload(4)" + CLAIM,
        'before(submit_bot, "_stored", "first upload", "check")\nupload(5)',
        'before(finish_check, "notify_check", "check", "first upload")' + RECORD,
    ),
    (  # an upload, and the activation of another version
        "",
        'before(submit_bot, "_stored", "second upload", "activation")\nupload(6)',
        'before(activate_version, "require_quota", "activation", "second upload")' + ACTIVATE,
    ),
    (  # an organiser who suspends the owner, and a match in which the bot faulted
        "cast.olga()\n" + RATED + CLAIM,
        'before(Bot, "tell_entries", "suspension", "first match")' + SUSPEND,
        'before(rate_match, "count_faults", "first match", "suspension")' + VOIDED,
    ),
    (  # a withdrawal, and a match in which the bot faulted
        RATED + CLAIM,
        'before(Bot, "withdraw", "withdrawal", "match")' + WITHDRAW,
        'before(rate_match, "count_faults", "match", "withdrawal")' + RECORD,
    ),
    (  # two matches on two ladders, each of which benches the bot
        TWO_LADDERS + CLAIM + CLAIM,
        'before(rate_match, "count_faults", "one ladder", "other ladder")' + RECORD_ON.format(0),
        'before(rate_match, "count_faults", "other ladder", "one ladder")' + RECORD_ON.format(1),
    ),
)


@pytest.mark.services
def test_two_that_meet_in_the_middle_both_get_on(postgres_url: str, tmp_path: Path) -> None:
    platform = Platform(tmp_path, DATABASE_URL=postgres_url)
    stages = [
        [MEET + work for work in stage]
        for begin, one, other in MEETINGS
        for stage in ([begin], [one, other])
    ]
    try:
        platform.stages(*stages)
    finally:
        platform.empty()

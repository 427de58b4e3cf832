"""An older database is brought up to date: what plays goes on, checks under way are decided."""

import json

from tests.arena.processes import Platform

UPGRADE = """
import json
from django.core.files.base import ContentFile
from django.core.management import call_command
from arena.actions.bots import submit_bot
from arena.models import Bot, LadderCheck, Version
from tests.cast import SOURCE, a_bot, alice, enter, play_with
submit_bot.require_jail = lambda words: None
def submit(name):
    upload = ContentFile(SOURCE + name.encode(), name="bot.py")
    return submit_bot.submit_bot(owner=alice(), upload=upload, ladder=ladder, name=name)
ladder = a_ladder()
other = a_ladder(name="Other", slug="other", config={"kingdom": "Big Money"})
bot = a_bot(alice(), "Alcuin", ladder)
play_with(bot, SOURCE + b"# 2", ladder)
enter(bot, other)
submit("Alfred")
call_command("migrate", "arena", "0001_kingsbench", verbosity=0)
call_command("migrate", verbosity=0)
rows = LadderCheck.objects.order_by("version", "ladder")
print(json.dumps([
    [row.version.bot.name, row.version.number, row.ladder.slug, row.state, row.enters]
    for row in rows
]))
check = LadderCheck.objects.get(state="checking")
print(check.matches().count())
"""


def test_rows_of_before_get_their_checks(platform: Platform) -> None:
    [[said]] = platform.stages([UPGRADE])
    rows, matches = said.splitlines()
    first = "dominion-first-game"
    assert json.loads(rows) == [
        ["Alcuin", 1, first, "passed", True],
        ["Alcuin", 2, first, "passed", True],
        ["Alcuin", 2, "other", "passed", True],
        ["Alfred", 1, first, "checking", True],
    ]
    assert int(matches) == 1, "against itself, as there is no house bot"

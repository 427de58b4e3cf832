"""Joining and leaving in several processes at once."""

import json

from tests.arena.processes import Platform

IMPORTS = """
from arena.actions.errors import Refused
from arena.actions.ladders.join_ladder import join_ladder
from arena.actions.ladders.leave_ladder import leave_ladder
from arena.models import Bot, Entry, LadderCheck, Match
from tests.cast import a_bot, alice, bob
bot, ladder = Bot.objects.filter(name="Alcuin").first(), Ladder.objects.filter(name="Other").first()
def tried(act):
    try:
        act(owner=alice(), bot=bot, ladder=ladder)
    except Refused:
        return 0
    return 1
"""
FILL = f"""{IMPORTS}
a_bot(alice(), "Alcuin", a_ladder())
a_bot(bob(), "Bede", a_ladder(name="Other", slug="other", config={{"kingdom": "Big Money"}}))
"""
JOIN = f"""{IMPORTS}
print(tried(join_ladder))
"""
LOOK = f"""{IMPORTS}
print(LadderCheck.objects.filter(ladder=ladder, version__bot=bot).count(),
    Match.objects.checks().count())
"""
TURNS = f"""{IMPORTS}
for _ in range(10):
    tried(join_ladder)
    tried(leave_ladder)
"""
PASS = """
while match := claim_match(worker=claim_name(), may_play=False):
    record_result(match=match, result=result(2.0, 0.0))
"""
PLAY = """
for _ in range(30):
    for ladder in Ladder.objects.all():
        matchmake(ladder_id=ladder.pk)
    match = claim_match(worker=claim_name())
    if match is not None:
        time.sleep(0.005)
        record_result(match=match, result=result(2.0, 0.0))
"""
RESULTS = f"""{IMPORTS}
import json
tried(leave_ladder)
entry = Entry.objects.get(bot=bot, ladder=ladder)
ours = Match.objects.filter(purpose="ladder", ladder=ladder, seats__version__bot=bot)
print(json.dumps([entry.is_active, entry.matches, ours.filter(status="finished").count(),
    ours.live().count()]))
"""


def test_of_two_that_join_at_once_one_does(platform: Platform) -> None:
    stages = platform.stages([FILL], [JOIN] * 4, [LOOK])
    assert sorted(int(said) for said in stages[1]) == [0, 0, 0, 1]
    assert stages[2] == ["1 1\n"], "one check, against itself, as no house bot is there"


def test_leaving_while_matches_are_claimed_loses_no_result(platform: Platform) -> None:
    stages = platform.stages([FILL], [JOIN], [PASS], [TURNS, TURNS, PLAY, PLAY], [RESULTS])
    is_active, counted, finished, live = json.loads(stages[-1][0])
    assert (is_active, live) == (False, 0)
    assert counted == finished

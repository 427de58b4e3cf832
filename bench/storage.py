"""Measure a match's size in the database: `python -m bench.storage [MATCHES]` prints two tables.

Real matches in real jails with a ladder's games, recorded as by workers. `on disk` is the growth of
an SQLite file with indexes. The second table is the total under the defaults of
`KINGSBENCH_KEEP_..._DAYS`.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.arguments import read_arguments
from tests.arena.processes import Platform
from website.settings import KEEP_DECISIONS_DAYS, KEEP_EVENTS_DAYS, KEEP_LOGS_DAYS

MATCHES = 5
A_DAY = (1_000, 10_000, 100_000)
PLAY = """
import json
from pathlib import Path
from django.db import connection
from django.db.models import Sum
from arena.worker.play_match import play_match
from arena.matches.prune_games import byte_length
from arena.models import BotLog, Game
from tests.cast import a_bot, person
from tests.sandbox.conversations import strongest
from arena.matches.order_match import LADDER_PRIORITY, order_match
LOUD = b"import sys\\ndef decide(request):\\n    print('x' * 4000)\\n    return request.default\\n"
KINDS = (
    ("Dominion, two seats", "dominion", {"kingdom": "First Game"}, 2, "big_money.py"),
    ("Kingdomino, four seats", "kingdomino", {}, 4, "greedy.py"),
    ("Dominion, two seats, prints to its limit", "dominion", {"kingdom": "First Game"}, 2, ""),
)
def on_disk():
    with connection.cursor() as cursor:
        cursor.execute("SELECT (page_count - freelist_count) * page_size FROM pragma_page_count,"
            " pragma_freelist_count, pragma_page_size")
        return cursor.fetchone()[0]
def total(rows, column):
    return rows.aggregate(size=Sum(byte_length(column)))["size"] or 0
jailer, found = strongest(), []
for number, (title, game, config, seats, source) in enumerate(KINDS):
    ladder = a_ladder(name=title, slug=f"l{number}", game=game, config=config, seats=seats)
    code = Path("kit/bots", source).read_bytes() if source else LOUD
    people = [person(f"p{number}-{n}") for n in range(seats)]
    bots = [a_bot(one, f"Bot {one.username}", ladder, code) for one in people]
    before, matches = on_disk(), []
    for _ in range(MATCHES):
        order_match(
            ladder=ladder, purpose=Match.Purpose.LADDER, versions=[bot.current for bot in bots],
            games=seats, priority=LADDER_PRIORITY,
        )
        match = claim_match(worker=claim_name())
        play_match(match=match, jailer=jailer)
        match.refresh_from_db()
        assert match.status == "finished", match.error
        matches.append(match)
    games = Game.objects.filter(match__in=matches)
    found.append({
        "title": title, "games": games.count(), "disk": on_disk() - before,
        "logs": total(BotLog.objects.filter(game__in=games), "text"),
        "decisions": total(games, "packed_decisions"), "events": total(games, "packed_events"),
    })
print(json.dumps(found))
"""


def main() -> None:
    matches = read_arguments(__doc__, matches=MATCHES).matches
    with tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as folder:
        found = json.loads(Platform(Path(folder)).do(f"MATCHES = {matches}\n{PLAY}"))
    kinds = ("logs", "decisions", "events")
    table = Table("kB a match", "games", *kinds, "all the rest", "on disk")
    days = Table("GB kept by the defaults", *(f"{number:,} matches a day" for number in A_DAY))
    for one in found:
        sizes = {name: one[name] / matches / 1e3 for name in (*kinds, "disk")}
        rest = sizes["disk"] - sum(sizes[name] for name in kinds)
        row = [sizes["logs"], sizes["decisions"], sizes["events"], rest, sizes["disk"]]
        table.add_row(one["title"], str(one["games"] // matches), *(f"{size:.1f}" for size in row))
        if one["logs"]:
            continue  # limited by bot and day: see KINGSBENCH_LOG_KIB_PER_DAY
        days.add_row(one["title"], *(kept(sizes, rest, number) for number in A_DAY))
    Console().print(table, days)


def kept(sizes: dict[str, Any], rest: float, matches: int) -> str:
    """Return the GB kept at so many matches a day, constant and by year."""
    spans = {"logs": KEEP_LOGS_DAYS, "decisions": KEEP_DECISIONS_DAYS, "events": KEEP_EVENTS_DAYS}
    stays = sum(sizes[name] * days for name, days in spans.items()) * matches / 1e6
    return f"{stays:.1f}, and {rest * 365 * matches / 1e6:.1f} a year"


if __name__ == "__main__":
    main()

"""Measure search: `python -m bench.search_pages [BOTS]`.

Milliseconds of a search of the whole site on PostgreSQL, and of its page; default: 100,000 bots
with names of random syllables.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.arena.processes import Platform
from tests.services import database_of_its_own, postgres

BOTS = 100_000
SYLLABLES = "ba de fo gu ka le mi no pu ra se ti vo xu za cor lan mer pol ris tan vin wes yor"
QUERIES = {
    "the name of one": "{name}",
    "its beginning": "{start}",
    "misspelled": "{wrong}",
    "a word that all have": "bot",
    "two letters": "ba",
    "a card": "laboratory",
    "a card, misspelled": "laboratroy",
    "handbook": "time limits",
    "nothing": "qqxxyyzz",
    "80 characters": "{long}",
    "40 words of a letter": "{letters}",
    "one letter": "a",
    "signs": "%_ \\* a' OR 1=1 -- & | ! (:*)",
    "other scripts": "Королевство 王国 مملكة",
    "10,000 characters": "{huge}",  # the page refuses them
}
WORK = """
import json, time
from statistics import median, quantiles
from django.db import connection
from django.test import Client
from arena.models import Bot
from bench.million import fill
from website.search.search import search

fill(matches=1000, bots={bots})
with connection.cursor() as cursor:
    cursor.execute('''
        UPDATE arena_bot SET
            name = named, name_key = translate(replace(named, ' ', ''), '01i', 'oll')
        FROM (
            SELECT id, s[1 + id * 7 %% 24] || s[1 + id / 24 %% 24] || s[1 + id / 576 %% 24]
                || ' ' || s[1 + id * 5 %% 24] || s[1 + id / 31 %% 24] || ' bot ' || id AS named
            FROM arena_bot, string_to_array(%s, ' ') s
        ) AS renamed WHERE renamed.id = arena_bot.id
    ''', [{syllables!r}])
    cursor.execute("VACUUM ANALYZE arena_bot")
name = Bot.objects.order_by("pk")[{bots} // 2].name
swapped = name[1] + name[0] + name[2:4] + name[5:]
words = dict(name=name, start=name[:6], wrong=swapped, long=(name + " laboratory ") * 3)
words["letters"], words["huge"] = " ".join("abcdefghijklmnoprstuvwxyz01234567890äöüß"), name * 600

def times(work):
    work()
    spent = []
    for _ in range(40):
        began = time.perf_counter()
        work()
        spent.append(1000 * (time.perf_counter() - began))
    return [median(spent), quantiles(spent, n=20)[-1]]

client, rows = Client(HTTP_HOST="localhost"), []
for kind, query in {queries!r}.items():
    sent = query.format(**words)
    asked = sent[:80]
    found = sum(group.count for group in search(asked, None))
    page = times(lambda: client.get("/search/", dict(q=sent if len(sent) > 1000 else asked)))
    rows.append([kind, asked, found, *times(lambda: search(asked, None)), page[0]])
print(json.dumps(rows))
"""


def main() -> None:
    bots = int(sys.argv[1]) if len(sys.argv) > 1 else BOTS
    with (
        postgres() as server,
        database_of_its_own(server) as url,
        tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as var,
    ):
        platform = Platform(Path(var), DATABASE_URL=url, DEBUG="true")
        work = WORK.format(bots=bots, syllables=SYLLABLES, queries=QUERIES)
        rows = json.loads(platform.do(work).splitlines()[-1])
    columns = ("search", "query", "found", "median ms", "p95 ms", "page, median ms")
    table = Table(*columns, title=f"Searches among {bots:,} bots", title_justify="left")
    for kind, query, found, *spent in rows:
        table.add_row(kind, query[:24], f"{found}", *(f"{one:.1f}" for one in spent))
    Console().print(table)


if __name__ == "__main__":
    main()

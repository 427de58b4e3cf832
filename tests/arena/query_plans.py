"""Check the query plan of each statement before it runs, on PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection

from tests.arena.actions.ladders.test_matchmake_plans import nodes, touched

MOST_ROWS = 600  # that one part of a plan may touch: some windows and pages, not a table
FEW = {"arena_ladder", "arena_worker", "arena_league", "arena_season", "django_session"}
FEW |= {"arena_tickstep"}  # a row a step
ONE_A_BOT = {"arena_bot", "arena_entry", "arena_versionrating", "accounts_user"}
COUNTED = {
    *("page: home", "page: ladders", "page: bots", "page: unranked"),
    *("page: leaderboard", "page: leaderboard, page 3"),
}


class Plans:
    """Collects sequential scans in `found`; `seen` counts the statements.

    Sequential scans are made expensive, so one that remains has no usable index. Some pages must
    read whole tables, such as counts of bots.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.seen = 0
        with connection.cursor() as cursor:
            cursor.execute("SET enable_seqscan = off")

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Explain every statement executed in this block."""

        def look(execute: Callable[..., Any], sql: str, values: Any, *rest: Any) -> Any:
            if sql.split(None, 1)[0] in {"SELECT", "UPDATE", "INSERT", "DELETE", "WITH"}:
                self._look(name, sql, values)
            return execute(sql, values, *rest)

        with connection.execute_wrapper(look):
            yield

    def _look(self, name: str, sql: str, values: Any) -> None:
        self.seen += 1
        how = "ANALYZE, " if sql.startswith("SELECT") else ""
        with psycopg.ClientCursor(connection.connection) as cursor:
            cursor.execute(f"EXPLAIN ({how}FORMAT JSON) {sql}".encode(), values)
            (plan,) = cursor.fetchone() or ([],)
        allowed = FEW | (ONE_A_BOT if name in COUNTED or "/leaderboard/" in name else set())
        for node in nodes(plan[0]["Plan"]):
            table = node.get("Relation Name")
            if table is None or table in allowed:
                continue
            rows = touched(node) if how else 0
            if node["Node Type"] == "Seq Scan" or rows > MOST_ROWS:
                self.found.append(f"{name}: {node['Node Type']} of {table}, {rows:.0f} rows: {sql}")

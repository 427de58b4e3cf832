"""Query plans of statements, on PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypedDict

import psycopg
from django.db import connection
from django.test.utils import CaptureQueriesContext

MOST_ROWS = 600  # that one part of a plan may touch: some windows and pages, not a table
FEW = {"arena_ladder", "arena_worker", "arena_league", "arena_season", "django_session"}
FEW |= {"arena_tickstep"}  # a row a step
ONE_A_BOT = {"arena_bot", "arena_entry", "arena_versionrating", "accounts_user"}
COUNTED = {
    *("page: home", "page: ladders", "page: bots", "page: unranked"),
    *("page: leaderboard", "page: leaderboard, page 3"),
}

Node = dict[str, Any]


class Explained(TypedDict):
    """A query and its plan."""

    sql: str
    plan: Node


def nodes(plan: Node) -> Iterator[Node]:
    """Walk a plan from its root."""
    yield plan
    for part in plan.get("Plans", []):
        yield from nodes(part)


def touched(node: Node) -> float:
    """Count the rows that this plan node read, kept or not."""
    seen = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return float(seen * node["Actual Loops"])


def explained(work: Callable[[], Any]) -> tuple[Any, list[Explained]]:
    """Run `work`, then explain each of its SELECTs; return its result and the plans."""
    with CaptureQueriesContext(connection) as step:
        made = work()
    plans: list[Explained] = []
    _avoid_scans()
    with connection.cursor() as cursor:
        for query in step.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + query["sql"])
                plans.append({"sql": query["sql"], "plan": cursor.fetchone()[0][0]["Plan"]})
    return made, plans


class Plans:
    """Explains statements before they run: sequential scans in `found`, their count in `seen`.

    Some pages must read whole tables, such as counts of bots.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.seen = 0
        _avoid_scans()

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


def _avoid_scans() -> None:
    """Make sequential scans expensive, so one that remains has no usable index."""
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")

"""Is the program in this container well? `health.py web|worker|beat` ends with 0, or says why not.

A web process answers on its port. A worker reaches database and Redis with the rights it has, has
said within a minute that it is awake, and that nothing is wrong with it. The beat reaches Redis,
and has sent something within two minutes.

Each check imports only what it needs: it runs four times a minute in every container.
"""

import os
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path

PATIENCE = 5  # seconds
PORT = 8000
SILENT_SECONDS = 60
BEAT_SECONDS = 120
ROW = """
    SELECT problem, disk_problem, uploads_problem, stopped_processes,
           extract(epoch FROM clock_timestamp() - seen_at)::float,
           jsonb_exists((SELECT versions FROM arena_installation), version)
    FROM arena_worker WHERE host = %s AND ended_at IS NULL ORDER BY seen_at DESC LIMIT 1
"""


def web() -> str:
    """Return the web server's problem, or ""."""
    name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".*") or "localhost"
    connection = HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
    try:
        connection.request("GET", "/health/", headers={"Host": name})
        answer = connection.getresponse()
        return "" if answer.status == 200 else f"/health/ answers {answer.status}"
    except (OSError, HTTPException) as error:
        return f"port {PORT} does not respond: {error!r}"
    finally:
        connection.close()


def beat() -> str:
    """Return the beat's problem, or ""."""
    sign = Path(os.environ.get("KINGSBENCH_VAR", "var")) / "beat"
    try:
        age = time.time() - sign.stat().st_mtime
    except OSError:
        return reach_redis() or "the beat has sent nothing yet"
    return reach_redis() or (f"the beat stopped {age:.0f} s ago" if age > BEAT_SECONDS else "")


def reach_redis() -> str:
    """Ping Redis; return the error or ""."""
    import redis

    try:
        with redis.Redis.from_url(os.environ["REDIS_URL"], socket_timeout=PATIENCE) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        return f"Redis: {error}"
    return ""


def worker() -> str:
    """Return the worker's problem, or ""."""
    import psycopg

    from arena.core.hosts import host
    from engine.messages import from_json

    try:
        with psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=PATIENCE) as connection:
            row = connection.execute(ROW, [host()]).fetchone()
    except psycopg.Error as error:
        return f"PostgreSQL: {error}"
    if row is None:
        return reach_redis() or "the worker has not said yet that it is awake"
    *problems, stopped, silent, is_allowed = row
    problem, disk_problem, uploads_problem = map(from_json, problems)
    if silent > SILENT_SECONDS:
        return reach_redis() or f"no heartbeat from the worker for {silent:.0f} s"
    if not is_allowed:
        return (
            "this worker is of another version than the database: restart it with the new program"
        )
    output = f"processes that were stopped by a signal: {stopped}" if stopped else ""
    return reach_redis() or problem or disk_problem or uploads_problem or output


CHECKS: dict[str, Callable[[], str]] = {"web": web, "worker": worker, "beat": beat}

if __name__ == "__main__":
    sys.exit(CHECKS[sys.argv[1]]() or 0)

"""Is the program in this container well? `health.py web|worker|beat` ends with 0, or says why not.

A web process answers on its port. A worker reaches database and Redis with the rights it has, and
has not said that its jail does not hold. The beat reaches Redis.
"""

import os
import sys
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException

import psycopg
import redis

from arena.workplace import host

PATIENCE = 5  # seconds
PORT = 8000


def web() -> str:
    """What is wrong with the web server; empty where nothing is."""
    name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".*") or "localhost"
    connection = HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
    try:
        connection.request("GET", "/health/", headers={"Host": name})
        answer = connection.getresponse()
        return "" if answer.status == 200 else f"/health/ answers {answer.status}"
    except (OSError, HTTPException) as error:
        return f"port {PORT} does not answer: {error!r}"
    finally:
        connection.close()


def beat() -> str:
    """What keeps bells from being rung."""
    try:
        with redis.Redis.from_url(os.environ["REDIS_URL"], socket_timeout=PATIENCE) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        return f"Redis: {error}"
    return ""


def worker() -> str:
    """What keeps this worker from playing strangers' bots."""
    ask = "SELECT problem FROM arena_worker WHERE host = %s"
    try:
        with psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=PATIENCE) as connection:
            row = connection.execute(ask, [host()]).fetchone()
    except psycopg.Error as error:
        return f"PostgreSQL: {error}"
    return beat() or (row[0] if row else "")


CHECKS: dict[str, Callable[[], str]] = {"web": web, "worker": worker, "beat": beat}

if __name__ == "__main__":
    sys.exit(CHECKS[sys.argv[1]]() or 0)

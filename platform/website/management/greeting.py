"""Report in `up` when web server and jail are ready."""

import http.client
import ipaddress
import socket
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connection

from arena.core.database_clock import database_now
from arena.models import Worker

ANSWER_SECONDS = 2.0
LOOK_SECONDS = 0.5


class Greeting:
    """Print two lines, each once true; call `finished` until it returns True."""

    def __init__(self, listener: socket.socket, login: str, say: Callable[[str], None]) -> None:
        self._host, self._port = listener.getsockname()[:2]
        self._login = login
        self._say = say
        self._began, self._started = database_now(), time.monotonic()
        self._serving = False
        self._next_look = 0.0

    def finished(self) -> bool:
        if time.monotonic() < self._next_look:
            return False
        if not self._serving:
            self._serving = self._tell_address()
        spoken = self._serving and self._tell_jail()
        self._next_look = time.monotonic() + LOOK_SECONDS
        return spoken

    def _tell_address(self) -> bool:
        if not is_healthy(self._host, self._port):
            return False
        shown = f"[{self._host}]" if ":" in self._host else self._host
        self._say_started("the web server answers")
        self._say(f"\n  Kingsbench serves on http://{shown}:{self._port}/   (Ctrl-C stops it)")
        self._say(f"  administrator: {self._login}\n")
        return True

    def _say_started(self, what: str) -> None:
        self._say(f"  {what} after {time.monotonic() - self._started:.1f} s")

    def _tell_jail(self) -> bool:
        worker = Worker.objects.filter(seen_at__gte=self._began).first()
        if worker is None:
            return False
        self._say_started("the worker has tried its jail")
        level = worker.stamp.get("level", "unknown")
        self._say(f"  {worker.problem or f'bots are jailed, level: {level}'}\n")
        connection.close()  # the supervisor needs the database no more
        return True


def is_healthy(host: str, port: int) -> bool:
    wildcard = ipaddress.ip_address(host).is_unspecified
    target = ("::1" if ":" in host else "127.0.0.1") if wildcard else host
    name = settings.ALLOWED_HOSTS[0].removeprefix(".") if settings.ALLOWED_HOSTS else target
    client = http.client.HTTPConnection(target, port, timeout=ANSWER_SECONDS)
    try:
        client.request("GET", "/health/", headers={"Host": name.replace("*", "localhost")})
        return client.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        client.close()

"""The jailer, and decoys that no bot may reach."""

import os
import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sandbox import conversation, host_pressure
from sandbox.jail import Jailer
from tests.sandbox.conftest import open_house
from tests.sandbox.conversations import strongest

__all__ = ["open_house"]


@pytest.fixture(scope="session")
def jailer() -> Jailer:
    """The strongest jail of this machine."""
    return strongest()


@pytest.fixture(autouse=True)
def quiet_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the load of parallel tests, which would excuse sleeping bots."""
    monkeypatch.setattr(host_pressure, "TOO_BUSY", 10.0)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wall guard, which each sleeping bot waits for."""
    monkeypatch.setattr(conversation, "wall_guard", lambda cpu: 6 * cpu + 0.2)


@dataclass
class Decoys:
    """Servers that count visitors, and secrets that this user's processes can read."""

    config: dict[str, Any]
    canary: Path
    servers: list[socket.socket]
    visits: list[str] = field(default_factory=list)

    def watch(self, end: socket.socket) -> None:
        """Accept and count visitors until `end` is readable."""
        with selectors.DefaultSelector() as waiting:
            for server in [*self.servers, end]:
                server.setblocking(False)
                waiting.register(server, selectors.EVENT_READ)
            while True:
                ready: list[socket.socket] = [key.fileobj for key, _ in waiting.select()]  # type: ignore[misc]  # sockets alone were registered
                if end in ready:
                    return
                for server in ready:
                    self._welcome(server)

    def _welcome(self, server: socket.socket) -> None:
        self.visits.append(str(server))
        with suppress(BlockingIOError):
            if server.type == socket.SOCK_DGRAM:
                server.recv(1)
            else:
                server.accept()[0].close()


def bound(family: int, kind: int, address: Any) -> socket.socket:
    """Return a socket of this kind, listening at this address."""
    server = socket.socket(family, kind)
    server.bind(address)
    if kind == socket.SOCK_STREAM:
        server.listen()
    return server


def opened(folder: Path) -> tuple[dict[str, Any], list[socket.socket]]:
    """Open every decoy server where a bot would look for it."""
    local, unix = ("127.0.0.1", 0), [str(folder / ".s.PGSQL.5432"), str(folder / "redis.sock")]
    servers = [
        bound(socket.AF_INET, socket.SOCK_STREAM, local),
        bound(socket.AF_INET, socket.SOCK_DGRAM, local),
        bound(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + folder.name),
        *(bound(socket.AF_UNIX, socket.SOCK_STREAM, name) for name in unix),
    ]
    for name in unix:
        Path(name).chmod(0o777)
    config = {
        "tcp": servers[0].getsockname()[1], "udp": servers[1].getsockname()[1],
        "abstract": folder.name, "postgres": unix[0], "redis": unix[1], "tcp6": None,
    }  # fmt: skip
    with suppress(OSError):  # a machine without IPv6
        servers.append(bound(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)))
        config["tcp6"] = servers[-1].getsockname()[1]
    return config, servers


@pytest.fixture
def decoys() -> Iterator[Decoys]:
    """Decoys in a world-readable folder, as a careless operator's would be."""
    with TemporaryDirectory(prefix="kingsbench-decoys-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "settings.py").write_text("SECRET_KEY = 'hunter2'")
        config, servers = opened(folder)
        config |= {
            "canary": str(folder / "canary"), "secrets": [str(folder / "settings.py")],
            "referee": os.getpid(), "neighbour": os.getpid(), "source": __file__,
        }  # fmt: skip
        found = Decoys(config, folder / "canary", servers)
        ours, theirs = (stack.enter_context(end) for end in socket.socketpair())
        watching = threading.Thread(target=found.watch, args=(theirs,), daemon=True)
        watching.start()
        yield found
        ours.send(b"x")
        watching.join()
        for server in servers:
            server.close()

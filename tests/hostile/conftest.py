"""The jailer, and decoys that no bot may ever reach."""

import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sandbox import pressure
from sandbox.jail import Jailer
from tests.sandbox.talks import strongest


@pytest.fixture(scope="session")
def jailer() -> Jailer:
    """The strongest jail of this machine."""
    return strongest()


@pytest.fixture(autouse=True)
def quiet_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that runs tests in parallel is busy, and would be blamed for what sleepers do."""
    monkeypatch.setattr(pressure, "TOO_BUSY", 10.0)


@dataclass
class Decoys:
    """Servers that count who comes, secrets that any process of this user could read."""

    config: dict[str, Any]
    canary: Path
    servers: list[socket.socket]
    visits: list[str] = field(default_factory=list)

    def open(self) -> None:
        """Begin to listen on every server."""
        for server in self.servers:
            server.listen()
            threading.Thread(target=self._welcome, args=(server,), daemon=True).start()

    def _welcome(self, server: socket.socket) -> None:
        while True:
            try:
                peer, _ = server.accept()
            except OSError:  # closed at the end of the test
                return
            self.visits.append(str(server))
            peer.close()


@pytest.fixture
def decoys() -> Iterator[Decoys]:
    """Decoys in a folder that is open to everybody, as a careless operator's would be."""
    with TemporaryDirectory(prefix="kingsbench-decoys-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        tcp = socket.create_server(("127.0.0.1", 0))
        unix, abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        unix.bind(str(folder / "redis.sock"))
        (folder / "redis.sock").chmod(0o777)
        abstract.bind("\0" + folder.name)
        (folder / "settings.py").write_text("SECRET_KEY = 'hunter2'")
        config = {
            "tcp": tcp.getsockname()[1], "unix": str(folder / "redis.sock"),
            "abstract": folder.name, "canary": str(folder / "canary"),
            "secrets": [str(folder / "settings.py")], "referee": os.getpid(),
        }  # fmt: skip
        found = Decoys(config, folder / "canary", [tcp, unix, abstract])
        found.open()
        yield found
        for server in found.servers:
            server.shutdown(socket.SHUT_RDWR)
            server.close()

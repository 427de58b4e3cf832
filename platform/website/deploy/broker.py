"""Celery's file-system broker, with messages moved into place atomically.

Kombu's opens a message before filling it, and a worker that reads it empty stops. Its queue table
has the same gap: here each exchange has one queue of its name.
"""

import logging
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Messages as files: drafted, renamed, and moved away to be read."""

    def get_table(self, exchange: str) -> list[Any]:
        """Return the exchange's one queue; none for Celery's events, which nobody reads."""
        if exchange.startswith("celery"):
            return []
        return [filesystem.exchange_queue_t(exchange, "", exchange)]

    def _queue_bind(self, *_args: Any) -> None:
        """Do nothing: there is no table of queues."""

    def _delete(self, queue: str, *_args: Any, **_kwargs: Any) -> None:
        self._purge(queue)

    def _put(  # type: ignore[override]  # its parents disagree on a name
        self, queue: str, payload: Any, **_kwargs: Any
    ) -> None:
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns():020d}_{uuid.uuid4().hex}"
        draft = folder / f"{name}.draft"
        try:
            draft.write_text(dumps(payload))
            draft.rename(folder / f"{name}.{queue}.msg")
        except OSError:  # the disk is full
            draft.unlink(missing_ok=True)
            raise

    def _get(self, queue: str, _timeout: float | None = None) -> Any:
        for path in sorted(Path(self.data_folder_in).glob(f"*.{queue}.msg")):
            taken = Path(self.processed_folder) / path.name
            try:
                path.rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            text = taken.read_text()
            taken.unlink()
            try:
                return loads(text)
            except ValueError:
                log.warning("dropped a message that is no JSON: %s", path.name)
        raise Empty


class Transport(filesystem.Transport):
    Channel = Channel


def install() -> None:
    """Register this transport for `filesystem://` and ours for `redis://`."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
    ours = "website.deploy.redis_broker:Transport"
    TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = ours

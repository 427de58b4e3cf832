"""Settings of every test: state in temporary folders only, a broker in memory."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from celery import current_app
from django.core.cache import cache
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples
from kombu.simple import SimpleQueue
from pytest_django import Settings

from tests.services import postgres_url, redis_url
from website.readiness import queues

__all__ = ["postgres_url", "redis_url"]

# Playwright leaves its event loop in the worker's main thread, where Django's tests run after it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A slow or paused machine must not fail an example.
examples.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("patient")

Bells = Callable[[], list[tuple[str, list[Any]]]]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests first and together, then long ones, then the others at random.

    So no process ends alone with a long test, and no platform starts twice.
    """
    marks = ("browser", "long")

    def place(item: pytest.Item) -> int:
        return next((at for at, mark in enumerate(marks) if item.get_closest_marker(mark)), 2)

    items.sort(key=place)


@pytest.fixture(autouse=True)
def own_state(settings: Settings, tmp_path: Path) -> None:
    """Use a temporary folder for uploads, cheap passwords, plain static names, no page cache."""
    settings.VAR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "media"
    cache = settings.CACHES["default"] | {"LOCATION": str(tmp_path / "var" / "cache")}
    at_once = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = {"default": cache, "process": at_once}  # limits on log-ins count in the first
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": plain}}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Reset the language: a German request leaves its own to the thread."""
    translation.activate("en")
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Clear the cache: rows of other tests have the same numbers."""
    yield
    cache.clear()


@pytest.fixture(autouse=True, scope="session")
def broker_in_memory() -> Iterator[None]:
    """Keep messages in this process, away from real workers."""
    before = current_app.conf.broker_url
    current_app.conf.update(broker_url="memory://")
    yield
    current_app.conf.update(broker_url=before)


@pytest.fixture
def bells() -> Bells:
    """Return messages sent since the last call: task names and arguments, by queue, in order."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def taken() -> list[tuple[str, list[Any]]]:
        with app.connection_for_read() as connection:
            return [one for name in queues() for one in waiting(connection.SimpleQueue(name))]

    def waiting(queue: SimpleQueue) -> Iterator[tuple[str, list[Any]]]:
        with queue, suppress(Empty):
            while True:
                message = queue.get(block=False)
                message.ack()
                yield message.headers["task"], list(message.payload[0])

    taken()
    return taken

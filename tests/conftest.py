"""Settings of every test: state in temporary folders only, a broker in memory."""

import gc
import math
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from celery import current_app
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.template import Context, Template
from django.test.signals import setting_changed, template_rendered
from django.utils import translation
from django.utils.safestring import SafeString
from hypothesis import HealthCheck
from hypothesis import settings as examples
from kombu.simple import SimpleQueue
from pytest_django import DjangoDbBlocker, Settings

from tests.prepared import sqlite_template
from tests.services import postgres_url, redis_url
from website.deploy.readiness import queues

__all__ = ["postgres_url", "redis_url"]

# Playwright leaves its event loop in the worker's main thread, where Django's tests run after it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A slow or paused machine must not fail an example.
examples.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("patient")

SECONDS = 30  # of a long test that does not say how many
Bells = Callable[[], list[tuple[str, list[Any]]]]


def pytest_collection() -> None:
    """Look for no garbage while tests are collected, which took a quarter of that."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests first and together, then the longest ones, then the others at random.

    So no process ends alone with a long test, and no platform starts twice.
    """

    def seconds(item: pytest.Item) -> float:
        if item.get_closest_marker("browser"):
            return math.inf
        mark = item.get_closest_marker("long")
        return next(iter(mark.args), SECONDS) if mark else 0

    items.sort(key=seconds, reverse=True)


def pytest_collection_finish() -> None:
    """Look for garbage less often, which took a twelfth of a worker's CPU."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Fill the process's database in memory from the run's template, instead of migrating it."""
    with django_db_blocker.unblock():
        name = connection.creation._get_test_db_name()  # type: ignore[attr-defined]  # of SQLite
        connection.close()
        django_settings.DATABASES["default"]["NAME"] = name
        connection.settings_dict["NAME"] = name
        connection.ensure_connection()
        with closing(sqlite3.connect(sqlite_template())) as template:
            template.backup(connection.connection)


@pytest.fixture(autouse=True)
def own_state(settings: Settings, tmp_path: Path) -> None:
    """Use a temporary folder for uploads, cheap passwords, plain static names, no page cache."""
    settings.VAR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "media"
    settings.PAGE_CACHE_SECONDS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": plain}}


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Use a temporary folder, and no cache of pages; once, as each change is kept for ever."""
    folder = str(tmp_path_factory.mktemp("cache"))
    at_once = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    limits = django_settings.CACHES["default"] | {"LOCATION": folder}  # on log-ins
    django_settings.CACHES = {"default": limits, "process": at_once}
    setting_changed.send(sender=None, setting="CACHES", value=django_settings.CACHES, enter=True)


@pytest.fixture(autouse=True, scope="session")
def contexts_of_pages(django_test_environment: None) -> None:
    """Keep the context of each page for `response.context`, not those of its parts as well."""

    def render(template: Template, context: Context) -> SafeString:
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    Template._render = render  # type: ignore[attr-defined]  # as Django's tests do


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

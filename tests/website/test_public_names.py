"""What others have written down stays: addresses, settings, metrics, tasks, queues and commands.

After adding one, renew the list, and see in its difference that nothing has gone:

    KINGSBENCH_RENEW_GOLDEN=1 .venv/bin/python -m pytest tests/website/test_public_names.py
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from prometheus_client import CollectorRegistry

from kit.commands import __path__ as kit_commands
from tests.engine import golden
from website.celery import app
from website.metrics.views import HealthCollector

ROOT = Path(__file__).resolve().parents[2]
CONVERTER = re.compile(r"<\w+:")
SETTING = re.compile(r'"((?:KINGSBENCH_)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|DEBUG)"')


def addresses(resolver: URLResolver, before: str = "", space: str = "") -> Iterator[str]:
    """Yield each address with its name; Django's own admin and allauth's pages are theirs."""
    for part in resolver.url_patterns:
        route = before + str(part.pattern)
        if isinstance(part, URLPattern):
            yield f"address {CONVERTER.sub('<', route)} {space}{part.name}"
        elif part.app_name != "admin" and str(part.urlconf_name) != "allauth.account.urls":
            yield from addresses(part, route, f"{space}{part.namespace}:" if part.namespace else "")


def operations() -> Iterator[str]:
    """Yield each operation of the API with its parameters."""
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]  # it has no types
    paths = generator.get_schema(request=None, public=True)["paths"]
    for path, methods in paths.items():
        for method, described in methods.items():
            names = [one["name"] for one in described.get("parameters", ())]
            yield f"api {method} {path} {' '.join(names)}".rstrip()


def settings_read() -> set[str]:
    """Return the environment's variables that the settings read."""
    folder = ROOT / "platform/website"
    texts = [
        (folder / "settings.py").read_text(),
        (folder / "accounts/identity/config.py").read_text(),
    ]
    reads = [line for text in texts for line in re.findall(r"read\((?:[^()]|\([^()]*\))*\)", text)]
    return {f"setting {name}" for line in reads for name in SETTING.findall(line)[:1]}


def metrics() -> set[str]:
    """Return the names of the metrics that a database says."""
    health = CollectorRegistry()
    health.register(HealthCollector())
    return {f"metric {family.name}" for family in health.collect()}


def tasks() -> set[str]:
    app.loader.import_default_modules()
    named = {f"task {name}" for name in app.tasks if not name.startswith("celery.")}
    return named | {f"queue {route['queue']}" for route in app.conf.task_routes.values()}


def commands() -> set[str]:
    ours = {name for name, place in get_commands().items() if place == "website"}
    kit = {path.stem for path in Path(kit_commands[0]).glob("[a-z]*.py")}
    return {f"manage.py {name}" for name in ours} | {f"kingsbench {name}" for name in kit}


@pytest.mark.django_db
def test_what_others_have_written_down_stays() -> None:
    lines = {*addresses(get_resolver()), *operations(), *settings_read(), *metrics()}
    lines |= tasks() | commands()
    golden.compare("public_names.txt", sorted(lines))

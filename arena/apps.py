from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from arena.core.own_version import last_migration


class ArenaConfig(AppConfig):
    """Bots, ladders, matches and ratings."""

    name = "arena"
    verbose_name = _("Arena")

    def ready(self) -> None:
        post_migrate.connect(allow_own_workers, sender=self)


def allow_own_workers(using: str, **_kwargs: Any) -> None:
    """Let workers of this version work on a database that has all migrations, others no more."""
    from arena.queue.refusals import allow_own_version  # noqa: PLC0415  # needs models

    applied = MigrationRecorder(connections[using]).applied_migrations()
    if ("arena", last_migration()) in applied:
        allow_own_version()

"""The Celery app. Messages only wake workers; the work is in the database."""

import gc
import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.apps import worker
from celery.signals import (
    after_task_publish,
    beat_init,
    celeryd_after_setup,
    celeryd_init,
)
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep

from website.deploy import broker
from website.deploy.logs import say_json

broker.install()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
# Settings are checked where they are read. Django's checks would load all pages, 40 MB a process.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")
app = Celery(
    "kingsbench",
    task_cls="arena.worker.fitting_task:FittingTask",
    include=["arena.tasks", "website.notifications.tasks", "website.pruning.tasks"],
)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.set_default()


@celeryd_init.connect
def say_all_as_json(**_kwargs: Any) -> None:
    """Make the worker's last words, which bypass logging, JSON as well."""
    if settings.LOG_JSON:
        worker.safe_say = say_json  # type: ignore[attr-defined]  # the stubs do not know it


@celeryd_after_setup.connect
def share_memory(**_kwargs: Any) -> None:
    """Have the garbage collector leave alone what is loaded: else each child gets a copy of it."""
    gc.collect()
    gc.freeze()


@beat_init.connect
def show_signs_of_life(**_kwargs: Any) -> None:
    """Touch a file when beat sends a task: its only sign of life."""
    sign = Path(settings.VAR) / "beat"
    after_task_publish.connect(lambda **_: sign.touch(), weak=False)

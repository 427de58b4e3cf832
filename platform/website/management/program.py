"""Run a program of `up`: `python -m website.management.program web gunicorn ...`.

It loads itself, and waits for the end of its input before it serves: meanwhile `up` prepares the
database and the static files.
"""

import logging
import os
import sys
from importlib import import_module
from threading import Thread
from typing import Any

import django
from celery.beat import Service
from celery.signals import celeryd_after_setup, worker_ready

from website.metrics.shared import count_together


def web() -> None:
    count_together()  # before Django is set up
    django.setup()
    import_module("website.urls")
    wait()
    import_module("gunicorn.app.wsgiapp").run()


def worker() -> None:
    """Prove the jail as well before waiting. A thread sends the tick: a beat is 84 MB."""
    django.setup()
    app = import_module("website.celery").app
    app.loader.import_default_modules()
    celeryd_after_setup.connect(wait)  # after the receiver that proves the jail
    logging.getLogger("celery.beat").setLevel(logging.WARNING)  # else a line for each tick
    service = Service(app, scheduler_cls=app.conf.beat_scheduler)
    beat = Thread(target=service.start, name="beat", daemon=True)
    worker_ready.connect(lambda **_: beat.start(), weak=False)
    import_module("celery.__main__").main()


def wait(**_kwargs: Any) -> None:
    sys.stdin.buffer.read()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
    program = {"web": web, "worker": worker}[sys.argv[1]]
    del sys.argv[:2]
    program()

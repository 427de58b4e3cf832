"""The Celery app: it rings bells. What is to be done stands in the match rows (see settings.py)."""

import os

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep

from website import broker

broker.install()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
app = Celery("kingsbench", include=["arena.tasks", "website.notices.tasks"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.set_default()

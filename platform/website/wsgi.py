"""The door for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from website.metrics.shared import count_together

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
count_together()
application = get_wsgi_application()
get_resolver().url_patterns  # noqa: B018  # all views are imported now, not by the first visitor
gc.freeze()  # a full collection would look through all of it, which takes it 80 ms

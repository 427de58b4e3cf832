"""ASGI entry point; the platform itself is served by `website.wsgi`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
application = get_asgi_application()

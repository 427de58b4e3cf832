"""The door for an ASGI server; the platform itself is served through `website.wsgi`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
application = get_asgi_application()

from pathlib import Path

from django.conf import settings


def bot_runtime() -> Path | None:
    """Return the folder of packages that Python bots may import."""
    return settings.RUNTIMES / settings.BOT_RUNTIME if settings.BOT_RUNTIME else None

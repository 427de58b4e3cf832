"""Verdicts in words."""

from django.utils.translation import gettext_lazy as _

from arena.bots.models import HOST, SUPERSEDED
from website.site.plain_text import show_invisible

VERDICTS = {
    "crash": _("crashed"),
    "illegal": _("illegal choice"),
    "protocol": _("protocol violation"),
    "timeout": _("CPU time exceeded"),
    "memory": _("memory exceeded"),
    "output": _("too much output"),
    HOST: _("platform failure, not your bot's fault"),
    SUPERSEDED: _("replaced by a newer version"),
}


def verdict_text(name: str) -> str:
    """Return the verdict in the active language; one that is not ours as it is."""
    return str(VERDICTS.get(name, show_invisible(name)))

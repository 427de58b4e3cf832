"""The notices app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Notices, and the webhooks that they are posted to."""

    name = "website.notices"
    label = "notices"
    verbose_name = _("Notices")

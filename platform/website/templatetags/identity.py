"""With whom one may log in, for the pages that offer it."""

from django import template
from django.conf import settings

from website.accounts.identity.config import Provider

register = template.Library()


@register.simple_tag
def identity_providers() -> list[Provider]:
    """Those that the operator has configured, in that order."""
    found: list[Provider] = settings.IDENTITY_PROVIDERS
    return found

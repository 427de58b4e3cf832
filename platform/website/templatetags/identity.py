"""Template tag of login providers."""

from django import template
from django.conf import settings

from website.accounts.identity.config import Provider

register = template.Library()


@register.simple_tag
def identity_providers() -> list[Provider]:
    found: list[Provider] = settings.IDENTITY_PROVIDERS
    return found

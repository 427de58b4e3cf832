"""Offer identity providers in this process, as if the environment named them."""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType

import pytest
from allauth.socialaccount.providers import registry
from pytest_django import Settings

from website.accounts.identity import config
from website.accounts.identity.openid import OpenIDProvider


def offer_providers(
    environment: dict[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Offer those of this environment until the test ends."""
    providers = config.read_providers(environment)
    settings.IDENTITY_PROVIDERS = providers
    settings.SOCIALACCOUNT_PROVIDERS = config.for_allauth(providers)
    for app in config.apps(providers):
        provider = import_module(f"{app}.provider").provider_classes[0]
        chosen = OpenIDProvider if provider.id == config.OPENID else provider
        monkeypatch.setitem(registry.provider_map, provider.id, chosen)
    inner = "website.accounts.identity.urls"
    monkeypatch.setitem(sys.modules, inner, _anew(inner))
    monkeypatch.setitem(sys.modules, "urls_with_providers", _anew("website.urls"))
    settings.ROOT_URLCONF = "urls_with_providers"


def _anew(name: str) -> ModuleType:
    """Reload the module without keeping it: addresses depend on the settings."""
    spec = find_spec(name)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

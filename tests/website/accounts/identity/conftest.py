"""The university's server, offered by the pages."""

from collections.abc import Callable, Iterator

import pytest
from pytest_django import Settings

from tests.website.accounts.identity.offering import offer_providers
from tests.website.accounts.identity.server import OpenIDServer, openid_server

Offer = Callable[[dict[str, str]], None]


@pytest.fixture
def offer(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Offers the providers of an environment until the test ends."""
    return lambda environment: offer_providers(environment, settings, monkeypatch)


@pytest.fixture
def campus(db: None, offer: Offer) -> Iterator[OpenIDServer]:
    """Run the university's server and offer it."""
    with openid_server() as server:
        offer(server.environment())
        yield server

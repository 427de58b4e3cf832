"""A browser's way to the provider and back."""

import re
from html import unescape
from typing import Any

import httpx
from django.test import Client
from pytest_django import Settings

from tests.website.accounts.identity.server import OpenIDServer
from tests.website.page import Page, visit

LINKED = "/accounts/linked/"
BEGIN = f"{LINKED}campus/begin/"
SIGN_UP = f"{LINKED}signup/"


def onward(page: Any) -> str:
    """Return the address to which the first page redirects."""
    found = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page.content.decode())
    assert found, page.content.decode()
    return unescape(found[1])


def sent_back(browser: Client, begin: str = BEGIN, **form: str) -> str:
    """Follow the platform's page to the provider; return the path it redirects to."""
    page = browser.post(begin, form)
    assert page.status_code == 200
    answer = httpx.get(onward(page))
    assert answer.status_code == 302
    return answer.headers["location"].removeprefix("http://testserver")


def come(browser: Client, begin: str = BEGIN, **form: str) -> Any:
    """Go all the way; return the platform's response."""
    return browser.get(sent_back(browser, begin, **form))


def who(browser: Client) -> str:
    """Return the user name in the page's header, or ""."""
    return "".join(visit(browser, "/").texts(".own-name bdi"))


def sign_up(_server: OpenIDServer, **form: str) -> Client:
    """Return a browser that came from the provider for the first time and filled in the form."""
    browser = Client()
    assert come(browser).headers["Location"] == SIGN_UP
    assert browser.post(SIGN_UP, {"username": "dora"} | form).status_code == 302
    return browser


def verifies(settings: Settings) -> None:
    """Require verified addresses, as on a platform that sends mail."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]


def text(response: Any) -> Page:
    return Page(response)

"""Read login providers from the environment; no models, as the settings import it.

`KINGSBENCH_LOGINS` lists names; each has `KINGSBENCH_LOGIN_<NAME>_ID`, `_SECRET`, `_URL`, `_NAME`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from website.deploy.environment import is_loopback

LIST = "KINGSBENCH_LOGINS"
OPENID = "openid_connect"
KNOWN = {"github": "GitHub", "gitlab": "GitLab", "google": "Google"}
FIELDS = ("ID", "SECRET", "URL", "NAME")
NAME = re.compile(r"[a-z][a-z0-9]{0,30}")
VARIABLE = re.compile(r"KINGSBENCH_LOGIN_(.*)_([A-Z]+)")
LABEL_MOST = 60


@dataclass(frozen=True)
class Provider:
    """`name` is for URLs and rows, `label` for buttons, `kind` is allauth's name."""

    name: str
    label: str
    kind: str
    url: str
    client_id: str
    secret: str = field(repr=False)

    def app(self) -> dict[str, Any]:
        """Return an entry for allauth's `APPS`."""
        terms = {"client_id": self.client_id, "secret": self.secret, "name": self.label}
        if self.kind == OPENID:
            return terms | {"provider_id": self.name, "settings": {"server_url": self.url}}
        if self.url:
            return terms | {"settings": {f"{self.kind}_url": self.url}}
        return terms


def read_providers(environment: Mapping[str, str]) -> list[Provider]:
    """Return the providers in order. Raise ImproperlyConfigured with advice."""
    listed = [name.strip() for name in environment.get(LIST, "").split(",")]
    names = list(dict.fromkeys(filter(None, listed)))
    for name in names:
        if not NAME.fullmatch(name):
            raise ImproperlyConfigured(
                f"{LIST} names {name!r}: use only lowercase letters and digits, beginning with a "
                "letter."
            )
    _require_no_strangers(environment, names)
    return [_provider(environment, name) for name in names]


def _require_no_strangers(environment: Mapping[str, str], names: list[str]) -> None:
    """Refuse misspelt variables."""
    for variable in sorted(environment):
        if not variable.startswith("KINGSBENCH_LOGIN_"):
            continue
        parts = VARIABLE.fullmatch(variable)
        if parts is None or parts[2] not in FIELDS:
            raise ImproperlyConfigured(
                f"{variable} is not a known variable. A provider has KINGSBENCH_LOGIN_<NAME>_ID, "
                "_SECRET, _URL and _NAME."
            )
        if environment[variable] and parts[1].lower() not in names:
            raise ImproperlyConfigured(
                f"{variable} is set, but {LIST} does not name {parts[1].lower()!r}: add it there, "
                "or unset the variable."
            )


def _provider(environment: Mapping[str, str], name: str) -> Provider:
    prefix = f"KINGSBENCH_LOGIN_{name.upper()}"
    given = {field: environment.get(f"{prefix}_{field}", "").strip() for field in FIELDS}
    url = _url(f"{prefix}_URL", name, given["URL"])
    for needed in ("ID", "SECRET"):
        if not given[needed]:
            raise ImproperlyConfigured(
                f"{LIST} names {name!r}, but {prefix}_{needed} is empty: set the value the "
                "provider gave you when you registered this site."
            )
    label = given["NAME"] or KNOWN.get(name) or name.capitalize()
    if len(label) > LABEL_MOST:
        raise ImproperlyConfigured(f"{prefix}_NAME is too long: use up to {LABEL_MOST} characters.")
    kind = name if name in KNOWN else OPENID
    return Provider(name, label, kind, url, given["ID"], given["SECRET"])


def _url(variable: str, name: str, url: str) -> str:
    if not url:
        if name in KNOWN:
            return ""
        raise ImproperlyConfigured(
            f"{LIST} names {name!r}, which is none of {', '.join(KNOWN)}: correct the name, or "
            f"set the address of its OpenID Connect server in {variable}."
        )
    if name in KNOWN and name != "gitlab":
        raise ImproperlyConfigured(
            f"{variable} has no meaning, because there is only one {KNOWN[name]}: unset it, or "
            "choose another name for your own OpenID Connect server."
        )
    if not _is_server(url):
        raise ImproperlyConfigured(
            f"{variable}={url!r} is not a server address: use https://login.example.org (http:// "
            "only for this machine)."
        )
    return url.rstrip("/")


def _is_server(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return False
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host or ""))
    is_plain = not (parts.query or parts.fragment or "@" in parts.netloc or re.search(r"\s", url))
    return is_safe and bool(host) and is_plain


def for_allauth(providers: list[Provider]) -> dict[str, dict[str, Any]]:
    """Return allauth's `SOCIALACCOUNT_PROVIDERS`; PKCE is on for all."""
    by_kind: dict[str, dict[str, Any]] = {}
    for provider in providers:
        terms = by_kind.setdefault(provider.kind, {"OAUTH_PKCE_ENABLED": True, "APPS": []})
        terms["APPS"].append(provider.app())
    if OPENID in by_kind:
        by_kind[OPENID]["provider_class"] = "website.accounts.identity.openid.OpenIDProvider"
    return by_kind


def apps(providers: list[Provider]) -> list[str]:
    kinds = dict.fromkeys(provider.kind for provider in providers)
    return [f"allauth.socialaccount.providers.{kind}" for kind in kinds]

"""SSRF guard: webhooks reach public addresses only.

The name is resolved once and a checked address used: another lookup could differ.
"""

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from arena.core.errors import Refused
from engine.messages import gettext_noop as _

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
HTTPS = 443
FIRST_FREE_PORT = 1024  # lower ports are mail, DNS and the like
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 behind NAT64, RFC 6052
CLOUD = {ipaddress.ip_address("168.63.129.16")}  # Azure's host service


class BadDestination(Refused):
    """The webhook's address is not allowed."""


class Destination(NamedTuple):
    url: SplitResult
    address: str


def check_url(url: str) -> SplitResult:
    """Return a well-formed URL's parts, unresolved. Raise BadDestination."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadDestination(_("Invalid address.")) from error
    schemes = ["https", "http"] if settings.WEBHOOKS_LOOPBACK else ["https"]
    is_plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in schemes or not parts.hostname or not is_plain:
        raise BadDestination(_("Enter a full address that begins with https://."))
    if parts.username is not None or parts.password is not None:
        raise BadDestination(_("Remove user name and password from the address."))
    if port is not None and port != HTTPS and port < FIRST_FREE_PORT:
        raise BadDestination(_("The port must be 443, or 1024 or higher."))
    return parts


def resolve(url: str, turn: int = 0) -> Destination:
    """Return where to connect, another address each `turn`.

    Raise BadDestination if any of the host's addresses is not public.
    """
    parts = check_url(url)
    port = parts.port or (HTTPS if parts.scheme == "https" else 80)
    try:
        answers = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise BadDestination(_("The host name could not be resolved.")) from error
    addresses = [str(answer[4][0]) for answer in answers]
    if not settings.WEBHOOKS_LOOPBACK and not all(map(is_public, addresses)):
        raise BadDestination(_("The host is not on the public internet."))
    return Destination(parts, addresses[turn % len(addresses)])


def is_public(text: str) -> bool:
    """Return whether the address, and an embedded one, is public."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if "%" in text or address in CLOUD:
        return False
    inner = _embedded_ipv4(address)
    if inner is not None:
        return is_public(str(inner))
    odd = address.is_multicast or address.is_reserved or address.is_link_local
    old = isinstance(address, ipaddress.IPv6Address) and address.is_site_local  # fec0::/10
    return address.is_global and not odd and not old and not address.is_private


def _embedded_ipv4(address: Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address in a mapped, 6to4 or NAT64 one."""
    if not isinstance(address, ipaddress.IPv6Address):
        return None
    if address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour

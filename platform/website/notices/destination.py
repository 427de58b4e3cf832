"""Where a webhook may lead: public addresses alone, whatever name stands for them.

A name is resolved here, every address that it has is judged, and the connection is made to an
address that was judged: asking for the name again could bring another answer.
"""

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from arena.actions.errors import Refused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
HTTPS = 443
FIRST_FREE_PORT = (
    1024  # below stand mail, name servers and the like, which are not to be knocked at
)
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 behind NAT64, RFC 6052
CLOUD = {ipaddress.ip_address("168.63.129.16")}  # a cloud's own service at a public address


class BadDestination(Refused):
    """Nothing is posted to this address."""


class Destination(NamedTuple):
    """A host that was judged, and the address to connect to."""

    url: SplitResult
    address: str


def check_url(url: str) -> SplitResult:
    """The parts of an address that has the form of a webhook's; the name is not resolved.

    Raises BadDestination.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadDestination(_("This is no address.")) from error
    schemes = ["https", "http"] if settings.WEBHOOKS_LOOPBACK else ["https"]
    if parts.scheme not in schemes or not parts.hostname or not _is_plain(url):
        raise BadDestination(_("Give a full address that begins with https://."))
    if parts.username is not None or parts.password is not None:
        raise BadDestination(_("Leave user name and password out of the address."))
    if port is not None and port != HTTPS and port < FIRST_FREE_PORT:
        raise BadDestination(_("The port is 443, or 1024 and above."))
    return parts


def _is_plain(url: str) -> bool:
    return url.isascii() and url.isprintable() and " " not in url


def resolve(url: str, turn: int = 0) -> Destination:
    """Where to connect to: of several addresses another one each turn. Raises BadDestination
    where the name has no address, or any that is not public."""
    parts = check_url(url)
    port = parts.port or (HTTPS if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise BadDestination(_("The host's name has no address.")) from error
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_LOOPBACK and not all(map(is_public, addresses)):
        raise BadDestination(_("The host is not on the public Internet."))
    return Destination(parts, addresses[turn % len(addresses)])


def is_public(text: str) -> bool:
    """Is this an address on the public Internet, also where it carries another one inside?"""
    address = ipaddress.ip_address(text.partition("%")[0])
    if "%" in text or address in CLOUD:
        return False
    inner = _inside(address)
    if inner is not None:
        return is_public(str(inner))
    odd = address.is_multicast or address.is_reserved or address.is_link_local
    old = isinstance(address, ipaddress.IPv6Address) and address.is_site_local  # fec0::/10
    return address.is_global and not odd and not old and not address.is_private


def _inside(address: Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for: mapped, 6to4, or translated."""
    if not isinstance(address, ipaddress.IPv6Address):
        return None
    if address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour

"""Webhooks reach public addresses only, whatever their names."""

import socket
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from tests.website.test_settings import SHOW, run
from website.notifications.ssrf_guard import BadDestination, check_url, is_public, resolve

PRIVATE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fec0::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "::127.0.0.1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_addresses_that_are_public_are_known(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "169.254.169.254",
        "localhost",
        "localhost.",
    ],
)
def test_no_form_of_writing_a_private_address_gets_through(host: str) -> None:
    """The system's own resolver reads them, as it would for the connection."""
    with pytest.raises(BadDestination, match=r"public internet|could not be resolved"):
        resolve(f"https://{host}/hook")


def answers(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Resolve every name to these addresses."""

    def lookup(host: str, port: int, **_kwargs: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)


def test_a_name_that_has_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "93.184.216.34", "10.0.0.1")
    with pytest.raises(BadDestination, match="public internet"):
        resolve("https://rebound.example/")


def test_each_try_takes_another_of_the_names_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "93.184.216.34", "93.184.216.35")
    found = [resolve("https://many.example:8443/x", turn).address for turn in range(3)]
    assert found == ["93.184.216.34", "93.184.216.35", "93.184.216.34"]


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("http://example.org/", "begins with https"),
        ("ftp://example.org/", "begins with https"),
        ("file:///etc/passwd", "begins with https"),
        ("https:///hook", "begins with https"),
        ("example.org", "begins with https"),
        ("https://exa mple.org/", "begins with https"),
        ("https://b\u00fccher.example/", "begins with https"),
        ("https://example.org/\r\nX: 1", "begins with https"),
        ("https://user:word@example.org/", "user name and password"),
        ("https://example.org:22/", "port must be 443"),
        ("https://example.org:99999/", "Invalid address"),
        ("https://[::1/", "Invalid address"),
    ],
)
def test_what_is_no_address_of_a_web_hook_is_refused_with_what_to_do(url: str, advice: str) -> None:
    with pytest.raises(BadDestination, match=advice):
        check_url(url)


def test_a_server_never_posts_to_the_hosts_around_it(tmp_path: Path) -> None:
    given = {"KINGSBENCH_WEBHOOKS_LOOPBACK": "true", "ALLOWED_HOSTS": "bots.example.org"}
    done = run(tmp_path, "-c", SHOW, **given)
    assert done.returncode != 0
    assert "KINGSBENCH_WEBHOOKS_LOOPBACK=true lets users reach" in done.stderr


def test_a_platform_for_this_machine_alone_may_post_to_itself(settings: Settings) -> None:
    settings.WEBHOOKS_LOOPBACK = True
    assert resolve("http://127.0.0.1:8001/hook").address == "127.0.0.1"

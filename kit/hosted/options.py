"""Shared options of commands for a platform: its address, the token, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from kit.errors import BadInput
from kit.program import Command, bundle
from kit.terminal import one_line

if TYPE_CHECKING:
    from kit.hosted.platform import Platform

UNEXPECTED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the API's answer.")
limit_option = click.option(
    "--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Rows, at most."
)
access_options = bundle(
    click.option(
        "--to",
        "--site",
        "site",
        envvar="KINGSBENCH_SITE",
        metavar="URL",
        help="Address of the platform, or KINGSBENCH_SITE.  [default: that of the last login]",
    ),
    click.option(
        "--token",
        envvar="KINGSBENCH_TOKEN",
        help="API token; better log in, or set KINGSBENCH_TOKEN.",
    ),
    click.option(
        "--insecure",
        is_flag=True,
        help="Send the token over http to another machine, too, where others may read it.",
    ),
)


def wait_option(seconds: float, what: str) -> Callable[[Command], Command]:
    """Add `--wait SECONDS`; without a number it is the usual time."""
    return click.option(
        "--wait",
        type=click.FloatRange(0),
        is_flag=False,
        flag_value=120.0,
        default=seconds,
        show_default=True,
        metavar="SECONDS",
        help=f"How long to wait for {what}.",
    )


def hosted(needs: str | None = None) -> Callable[[Command], Command]:
    """Pass the platform as first argument. With `needs`, a token with that scope is required."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def called(*, site: str | None, token: str | None, insecure: bool, **options: Any) -> Any:
            platform = connect(site, token, insecure=insecure, needs=needs)
            with expect_answers(platform.site):
                return command(platform, **options)

        return access_options(called)

    return decorated


def connect(
    site: str | None, token: str | None, *, insecure: bool = False, needs: str | None = None
) -> Platform:
    """Return the platform: without a site that of the last login, without a token that login's.

    Raises BadInput.
    """
    from kit.hosted import logins
    from kit.hosted.platform import SITE, TOKEN, Platform

    known = logins.read() if not (site and token) else logins.Logins()
    site = site or known.site
    if not site:
        raise BadInput(f"which platform? Log in (kingsbench login URL), set {SITE}, or use --to")
    site = logins.normalize(site)
    token = token or known.tokens.get(site)
    if needs and not token:
        scopes = f"the scopes read and {needs}" if needs != "read" else "the scope read"
        raise BadInput(f"log in (kingsbench login {site}), or set {TOKEN} to a token with {scopes}")
    platform = Platform(site, token, insecure)
    if insecure and token and platform.is_insecure:
        click.echo(f"Warning: others may read your token on its way to {site}.", err=True)
    return platform


@contextmanager
def expect_answers(site: str) -> Iterator[None]:
    """Report an answer of another shape than the API's."""
    try:
        yield
    except UNEXPECTED as error:
        what = f"{type(error).__name__}: {one_line(error)}"
        raise BadInput(
            f"{site} did not answer as this version expects ({what}). Is it a Kingsbench platform, "
            "and this kit up to date?"
        ) from error

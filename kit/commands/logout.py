"""`kingsbench logout`."""

import click

from kit.errors import BadInput
from kit.program import examples


@click.command("logout", epilog=examples("logout https://kingsbench.example"))
@click.argument("url", required=False, metavar="[URL]", envvar="KINGSBENCH_SITE")
def command(url: str | None) -> None:
    """Forget the token of a platform; by default of the last login.

    The token stays valid until you revoke it in your account.
    """
    from kit.hosted import logins, tables

    known = logins.read()
    site = logins.normalize(url or known.site or "")
    if not known.forget(site):
        raise BadInput(f"you are not logged in to {site}" if site else "you are not logged in")
    tables.say(f"Logged out. To make the token invalid, too: {site}/accounts/tokens/")

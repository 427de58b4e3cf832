"""`kingsbench logout`."""

import click

from kit.errors import BadInput


@click.command("logout")
@click.argument("url", required=False, metavar="[URL]", envvar="KINGSBENCH_SITE")
def command(url: str | None) -> None:
    """Forget the token of a platform; by default of the last login.

    The token stays valid until you revoke it in your account.

    \b
    kingsbench logout https://kingsbench.example
    """
    from kit.hosted import logins, tables

    known = logins.read()
    site = logins.normalized(url or known.site or "")
    if not known.forget(site):
        raise BadInput(f"you are not logged in to {site}" if site else "you are not logged in")
    tables.say(f"Logged out. To make the token invalid, too: {site}/accounts/tokens/")

"""`kingsbench login`."""

import sys

import click

from kit.errors import BadInput
from kit.program import examples


@click.command("login", epilog=examples("login https://kingsbench.example"))
@click.argument("url", required=False, metavar="[URL]", envvar="KINGSBENCH_SITE")
@click.option("--token-stdin", is_flag=True, help="Read the token from standard input.")
@click.option("--insecure", is_flag=True, help="Over http to another machine, too.")
def command(url: str | None, token_stdin: bool, insecure: bool) -> None:
    """Keep a token, so that other commands need none.

    Create a token in your account on the platform (/accounts/tokens/). It is tried, then kept in
    your configuration folder, readable by you alone. Without URL, the platform of the last login,
    or KINGSBENCH_SITE.
    """
    from kit.hosted import logins, tables
    from kit.hosted.options import expect_answers
    from kit.hosted.platform import Platform

    site = logins.normalize(url or logins.read().site or "")
    if not site:
        raise BadInput("which platform? kingsbench login URL")
    if not site.startswith(("https://", "http://")):  # said before a token is asked for
        raise BadInput(
            f"{site} is no address of a platform: such an address begins with https:// or http://"
        )
    if token_stdin:
        token = sys.stdin.readline().strip("\ufeff \t\r\n")  # some shells mark what they pipe
    else:
        click.echo(f"Create a token: {site}/accounts/tokens/", err=True)
        token = click.prompt("Token", hide_input=True, err=True, default="", show_default=False)
    token = str(token).strip()
    if not token:
        raise BadInput("no token was given")
    platform = Platform(site, token, insecure)
    with expect_answers(site):
        me = platform.ask("GET", "me/")
        scopes, name = ", ".join(me["token"]["scopes"]), me["username"]
        until = me["token"]["expires_at"]
    logins.read().keep(site, token)
    ends = f" until {until[:10]}" if until else ""
    tables.say(f"Logged in to {site} as {name}. The token allows{ends}: {scopes}.")

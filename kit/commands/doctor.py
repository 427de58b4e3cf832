"""`kingsbench doctor`."""

from __future__ import annotations

import click

from kit.errors import CommandFailed
from kit.program import examples


@click.command("doctor", epilog=examples("doctor --json"))
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Test the layers of the jail on this machine, and say how to fix them.

    Run it as the workers' user and in their container. Exit code 0: strangers' bots may run.
    """
    try:
        from kit import diagnosis
    except (ImportError, AttributeError) as missing:
        raise CommandFailed(f"the jail needs Linux: {missing}") from missing
    context.exit(0 if diagnosis.diagnose(as_json=as_json) else 1)

"""`kingsbench completion`."""

from __future__ import annotations

import click

from kit.program import completion_script, examples


@click.command(
    "completion", epilog=examples("completion bash", "completion zsh", "completion fish")
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, /, shell: str) -> None:
    """Print a script that completes commands, options and bots in your shell.

    \b
    bash: put  eval "$(kingsbench completion bash)"  into ~/.bashrc
    zsh:  put  eval "$(kingsbench completion zsh)"   into ~/.zshrc
    fish: run  kingsbench completion fish > ~/.config/fish/completions/kingsbench.fish
    """
    click.echo(completion_script(context.find_root().command, shell))

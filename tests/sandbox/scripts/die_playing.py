"""A worker that is killed while its bot plays: `python -c CODE BOT HELLO`."""

import os
import signal
import sys
from pathlib import Path
from typing import cast

from sandbox.conversation import Conversation
from sandbox.jail import Jailer
from sandbox.launch import Jail
from sandbox.limits import Limits


def main(bot: str, hello: str) -> None:
    """Print the ids of the jail and of its zygote and the slot's name, then die."""
    jailer = Jailer.strongest()
    talk = Conversation(jailer, jailer.prepare(Path(bot)), Limits())
    talk.ask(hello.encode(), start=True)
    jail = cast("Jail", talk._jail)
    end = vars(jail)["_end"]
    print(jail.process, end._zygote._jail.process, vars(jail)["_slot"].name, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])

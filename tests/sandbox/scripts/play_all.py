"""Ask each bot of the folder `bots` once: `python -c CODE HELLO DECIDE`."""

import json
import sys
from pathlib import Path

from sandbox.conversation import BotFault, Conversation
from sandbox.jail import Jailer
from sandbox.limits import Limits

LIMITS = Limits(start_cpu=0.4, decision_cpu=0.3, memory=64 << 20)


def main(hello: str, decide: str) -> None:
    """Print the jail's level, and how each bot ended, with its log."""
    jailer = Jailer.strongest()
    endings = {
        path.stem: ending(jailer, path, hello.encode(), decide.encode())
        for path in sorted(Path("bots").iterdir())
    }
    print(json.dumps([jailer.stamp["level"], endings]))


def ending(jailer: Jailer, path: Path, hello: bytes, decide: bytes) -> tuple[str, str]:
    with jailer.prepare(path) as bot, Conversation(jailer, bot, LIMITS) as talk:
        try:
            talk.ask(hello, start=True)
            held = talk.ask(decide) == b'{"id":1,"picks":[0]}'
        except BotFault as fault:
            return f"{fault.verdict} {fault.detail}", talk.log
        return "held" if held else "line", talk.log


if __name__ == "__main__":
    main(*sys.argv[1:])

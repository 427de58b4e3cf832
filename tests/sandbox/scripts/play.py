"""Ask a bot once in the strongest jail: `python -c CODE HELLO DECIDE BOT`."""

import json
import sys
from pathlib import Path

from sandbox.conversation import Conversation
from sandbox.errors import JailUnavailable
from sandbox.jail import Jailer
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits


def main(hello: str, decide: str, bot: str) -> None:
    """Print the jail's stamp, the answer, and whether the bot was forked."""
    try:
        jailer = Jailer.strongest(languages=LANGUAGES)
    except JailUnavailable as problem:
        sys.exit(f"unavailable: {problem}")
    with jailer.prepare(Path(bot)) as staged, Conversation(jailer, staged, Limits()) as talk:
        talk.ask(hello.encode(), start=True)
        forked = jailer.template.zygotes is not None and hasattr(
            vars(talk._jail)["_end"], "_zygote"
        )
        answer = talk.ask(decide.encode()).decode()
        print(json.dumps([jailer.stamp, answer, {"forked": forked}]))


if __name__ == "__main__":
    main(*sys.argv[1:])

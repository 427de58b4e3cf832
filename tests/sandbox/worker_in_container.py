"""A worker in a container: prove its jail, play a game, meet attacking bots.

Run as a program with nothing but sandbox and engine: reads the bots' sources from a JSON file,
prints the results as JSON.
"""

import json
import os
import select
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine import catalogue
from sandbox.conversation import Conversation
from sandbox.doctor import examine
from sandbox.errors import BotFault, JailUnavailable
from sandbox.jail import Jailer
from sandbox.limits import Limits

HELLO = {
    "type": "hello", "protocol": 1, "game": "dominion", "config": {}, "seats": 2, "seat": 0,
    "limits": {}, "random": 1,
}  # fmt: skip
GAIN = {"seat": 0, "kind": "gain", "options": ["Copper", "Estate"], "least": 1, "most": 1}
QUICK = Limits(start_cpu=1.0, decision_cpu=0.5, memory=64 << 20)
STATUS = ("Uid", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp")


def main() -> None:
    status = dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines())
    told: dict[str, Any] = {"status": {name: status[name].split()[0] for name in STATUS}}
    told["doctor"] = examine().to_json()
    try:
        jailer = Jailer("rootless")
    except JailUnavailable as problem:
        print(json.dumps(told | {"unavailable": str(problem)}))
        return
    bots = json.loads(Path(sys.argv[1]).read_text())
    honest = bots.pop("honest")
    told |= {"stamp": jailer.stamp, "forked": jailer.template.zygotes is not None}
    told["scores"] = game(jailer, honest)
    canary = Path("/tmp/canary")
    with socket.socket(socket.AF_UNIX) as decoy:
        decoy.bind("/tmp/redis.sock")
        Path("/tmp/redis.sock").chmod(0o777)
        decoy.listen()
        config = {
            "canary": str(canary), "redis": "/tmp/redis.sock", "tcp": 6379,
            "secrets": [str(Path(sys.argv[1]).resolve())], "referee": os.getpid(),
        }  # fmt: skip
        told["endings"] = {n: ending(jailer, source, config) for n, source in bots.items()}
        told["was_reached"] = bool(select.select([decoy], [], [], 0)[0]) or canary.exists()
    print(json.dumps(told))


def game(jailer: Jailer, source: str) -> list[int]:
    """The scores of a short game between two copies of a bot."""
    table = catalogue.new("dominion", seats=2, seed=7, config={"turn_limit": 4})
    with ExitStack() as jails:
        conversations = [jails.enter_context(talking(jails, jailer, source)) for _ in range(2)]
        for talk in conversations:
            talk.ask(line(HELLO), start=True)
        while (decision := table.decision) is not None:
            question = {"decision": decision.to_json(), "view": table.view(decision.seat)}
            told = conversations[decision.seat].ask(line({"type": "decide", "id": 1, **question}))
            table.choose(json.loads(told)["picks"])
    return table.scores


def ending(jailer: Jailer, source: str, config: dict[str, Any]) -> str:
    """Return an attacking bot's verdict, its error line, "held" or "ESCAPED"."""
    with ExitStack() as jails:
        talk = jails.enter_context(talking(jails, jailer, source))
        try:
            for number in range(3):
                question = {"type": "decide", "id": number, "decision": GAIN} if number else HELLO
                told = json.loads(talk.ask(line(question | {"config": config}), start=not number))
                if told.get("type") == "error":
                    return f"error {told['error']}"
        except BotFault as fault:
            return f"{fault.verdict} {fault.detail}"
        return "ESCAPED" if "ESCAPED" in talk.log else "held"


def talking(jails: ExitStack, jailer: Jailer, source: str) -> Conversation:
    """A conversation with a bot of this source."""
    folder = jails.enter_context(TemporaryDirectory())
    path = Path(folder) / "bot.py"
    path.write_text(source)
    return Conversation(jailer, jails.enter_context(jailer.prepare(path)), QUICK)


def line(message: dict[str, Any]) -> bytes:
    """A message as it is sent."""
    return json.dumps(message).encode()


if __name__ == "__main__":
    main()

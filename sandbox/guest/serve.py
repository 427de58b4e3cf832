"""Load the bot, answer line by line. Standard library only."""

import atexit
import importlib
import os
import random
import sys
from _json import encode_basestring_ascii
from contextlib import suppress
from typing import Any, Final, NoReturn

from kit import sdk
from kit.sdk import Request, Setup

from .answers import BAD_WANTS, NO_DECIDE, Illegal, Refused, picks
from .wire import Wire, decode

SDK: Final = sdk.__file__.removesuffix("__init__.py")
OURS: Final = __file__.removesuffix("serve.py"), SDK, "<frozen"
NO_TEXT: Final = "<no text>"
KNOWN_WANTS: Final = ("view", "events", "state")


class Unusable(Refused):
    """bot.py lacks what every bot must have."""


def serve(wire: Wire, folder: str) -> NoReturn:
    """Serve the bot in the folder until the requests end."""
    sys.stdout.reconfigure(line_buffering=True, errors="replace")  # type: ignore[union-attr]  # a text file
    sys.path.insert(0, folder)
    make_way_for_own_kit(folder)
    del sys.argv[1:]
    number: int | None = None
    try:
        bot = None
        while (line := wire.receive()) is not None:
            message = decode(line)
            number = message.get("id")
            bot = answer(wire, message, bot)
            number = None
    except BaseException as problem:  # noqa: BLE001  # whatever the bot raised is the bot's end
        with suppress(BaseException):  # a bot can put anything among the modules
            forget_bot_modules(folder)
        fail(wire, number, problem)
    exit_quickly()


def make_way_for_own_kit(folder: str) -> None:
    """Forget our `kit` if the bot has a module of that name."""
    if not {"kit", "kit.py"}.isdisjoint(os.listdir(folder)):  # noqa: PTH208  # as above
        for name in [name for name in sys.modules if name.partition(".")[0] == "kit"]:
            del sys.modules[name]


def exit_quickly() -> NoReturn:
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)


def answer(wire: Wire, message: dict[str, Any], bot: Any) -> Any:
    kind = message["type"]
    if kind == "decide":
        request = Request(message)
        chosen = picks(bot.decide(request), request)
        wire.send(f'{{"id":{message["id"]},"picks":{chosen}}}')
    elif kind == "hello":
        bot = load(message)
        wants = ",".join(f'"{want}"' for want in read_wants(bot))
        wire.send(f'{{"type":"ready","wants":[{wants}]}}')
    elif kind == "finish" and hasattr(bot, "finish"):
        bot.finish(message["outcome"])
    return bot


def load(hello: dict[str, Any]) -> Any:
    """Import bot.py and call its `start`. Raises Unusable."""
    random.seed(hello["random"])
    bot = importlib.import_module("bot")

    if not callable(getattr(bot, "decide", None)):
        raise Unusable(NO_DECIDE)
    if hasattr(bot, "start"):
        bot.start(Setup(hello))
    return bot


def read_wants(bot: Any) -> list[str]:
    wants = getattr(bot, "wants", KNOWN_WANTS[:2])
    if not isinstance(wants, list | tuple) or not all(want in KNOWN_WANTS for want in wants):
        raise Unusable(BAD_WANTS, known=str(list(KNOWN_WANTS)), rest=f"{wants!r:.100}")
    return [str(want) for want in wants]


def fail(wire: Wire, number: int | None, problem: BaseException) -> NoReturn:
    try:
        wire.send(error_line(number, problem))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(1)


def error_line(number: int | None, problem: BaseException) -> str:
    """Tell what the bot raised, whatever its class does when it is asked for a text."""
    kind, kinds = type(problem), {Illegal: "illegal", MemoryError: "memory"}
    # issubclass: isinstance would also ask the bot's `__class__`
    error = next((name for known, name in kinds.items() if issubclass(kind, known)), "crash")
    try:
        told = refusal(problem) if issubclass(kind, Refused) else crash(problem)
    except BaseException:  # noqa: BLE001  # parameters that the bot made up
        told = crash(problem)
    return to_json({"type": "error", "id": number, "error": error, **told})


def refusal(problem: Any) -> dict[str, Any]:
    params = {name: readable(str(value)) for name, value in problem.params.items()}
    return {"message": readable(problem.words[:2000]), "params": params}


def crash(problem: BaseException) -> dict[str, Any]:
    message = f"{class_name(problem)}: {text_of(problem)[:2000]}"
    try:
        trace = format_traceback(problem)
    except BaseException:  # noqa: BLE001  # the bot's class, or too deep a chain of causes
        trace = plain_traceback(problem)
    return {"message": readable(message), "traceback": readable(trace)}


def class_name(problem: BaseException) -> str:
    name: str = type.__dict__["__name__"].__get__(type(problem))  # past the bot's metaclass
    return name


def text_of(problem: BaseException) -> str:
    try:
        return str.__str__(str(problem))  # a bot's kind of str would slice as it likes
    except BaseException:  # noqa: BLE001  # the bot's `__str__`
        return NO_TEXT


def to_json(value: Any) -> str:
    """Write JSON without json, which the bot may have changed and no other bot needs."""
    if isinstance(value, dict):
        return f"{{{','.join(f'{to_json(key)}:{to_json(part)}' for key, part in value.items())}}}"
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    return "null" if value is None else str(value)


def forget_bot_modules(folder: str) -> None:
    """A bot's own traceback.py must not write the report."""
    sys.path[:] = [place for place in sys.path if place != folder]
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.startswith(folder + "/"):
            del sys.modules[name]


def readable(text: str) -> str:
    """Escape lone surrogates, which JSON cannot read back."""
    return text.encode("utf-8", "backslashreplace").decode()


def format_traceback(problem: BaseException) -> str:
    """Return the last 8,000 characters, without the guest's and the SDK's frames."""
    import traceback  # noqa: PLC0415  # needed by failing bots alone, and a third of a start

    output = traceback.TracebackException.from_exception(problem)
    own = [frame for frame in output.stack if not frame.filename.startswith(OURS)]
    output.stack = traceback.StackSummary.from_list(own)
    return "".join(output.format())[-8000:]


def plain_traceback(problem: BaseException) -> str:
    """Return the last frames without asking the exception, its causes or the bot's modules."""
    frames: list[str] = []
    place = BaseException.__dict__["__traceback__"].__get__(problem)
    while place is not None:
        code = place.tb_frame.f_code
        if not code.co_filename.startswith(OURS):
            line = f'  File "{code.co_filename}", line {place.tb_lineno}, in {code.co_name}\n'
            frames.append(line)
        place = place.tb_next
    return "Traceback (most recent call last):\n" + "".join(frames[-50:])

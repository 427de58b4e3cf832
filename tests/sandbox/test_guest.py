"""Answers of Python bots: legal ones, and the error for each illegal one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from sandbox.conversation import Conversation
from sandbox.errors import Rejected
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests.sandbox.conversations import answered, decide, hello, running_cold, talking

pytestmark = pytest.mark.jail
Zipped = Callable[[dict[str, str]], Path]


def message_of(error: dict[str, Any]) -> str:
    """The message of the guest's error line, filled in where it is one of ours."""
    words: str = error["message"]
    return words % error["params"] if error.get("params") else words


@pytest.mark.parametrize(
    ("answer", "picks"),
    [
        ("0", [0]),
        ("2", [2]),
        ("'Estate'", [2]),
        ("[2]", [2]),
        ("(1, 0)", [1, 0]),
        ("['Copper', 'Copper']", [0, 1]),
        ("['Copper', 0]", [1, 0]),
        ("['Estate', 'Copper']", [2, 0]),
        ("request.default", [0]),
        ("request.pick('Estate')", [2]),
    ],
)
def test_an_answer_is_an_index_an_option_or_a_list_of_them(
    jailer: Jailer, tmp_path: Path, answer: str, picks: list[int]
) -> None:
    source = f"def decide(request): return {answer}"
    assert answered(jailer, tmp_path, source) == {"id": 1, "picks": picks}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("None", "None is not an answer"),
        ("True", "True is not an answer"),
        ("[0, False]", "False is not an answer"),
        ("1.0", "1.0 is not an answer"),
        ("{0: 1}", "is not an answer"),
        ("3", "out of range"),
        ("-1", "out of range"),
        ("[0, 0]", "same index twice"),
        ("[]", "0 picks instead of 1 to 2"),
        ("[0, 1, 2]", "3 picks instead of 1 to 2"),
        ("'Gold'", "not among the options"),
        ("['Estate', 'Estate']", "not among the options so often"),
    ],
)
def test_an_illegal_answer_is_told_to_the_author(
    jailer: Jailer, tmp_path: Path, answer: str, told: str
) -> None:
    error = answered(jailer, tmp_path, f"def decide(request): return {answer}")
    assert (error["type"], error["error"], error["id"]) == ("error", "illegal", 1)
    assert told in message_of(error)


def test_an_empty_list_is_an_answer_where_nothing_is_needed(jailer: Jailer, tmp_path: Path) -> None:
    answer = answered(jailer, tmp_path, "def decide(request): return []", least=0)
    assert answer["picks"] == []


def test_options_that_are_no_strings_are_picked_by_value(jailer: Jailer, tmp_path: Path) -> None:
    source = "def decide(request): return request.pick(None)"
    options = [[0, 1, 1, 0], [1, 0, 0, 1], None]
    assert answered(jailer, tmp_path, source, options=options, most=1)["picks"] == [2]


def test_a_bot_may_change_its_request_and_still_picks_what_it_names(
    jailer: Jailer, tmp_path: Path
) -> None:
    source = """
def decide(request):
    request.options.sort(reverse=True)
    request.least = request.most = 0
    return [request.options[0], request.pick("Copper"), *request.default][:2]
"""
    assert answered(jailer, tmp_path, source) == {"id": 1, "picks": [2, 0]}


def test_a_request_has_everything_that_was_sent(jailer: Jailer, tmp_path: Path) -> None:
    source = """
def decide(request):
    assert (request.kind, request.least, request.most) == ("gain", 1, 2)
    assert request.options == ["Copper", "Copper", "Estate"] and request.ordered is False
    assert (request.source, request.about, request.seat) == ("Workshop", None, 0)
    assert request.view == {"turn": 3} and request.events[0]["type"] == "turn"
    assert request.clock["left"] == 9.5 and request.state is None
    return 0
"""
    assert answered(jailer, tmp_path, source)["picks"] == [0]


def test_start_and_finish_are_called_with_setup_and_outcome(jailer: Jailer, tmp_path: Path) -> None:
    source = """
def start(setup): print(setup.game, setup.config, setup.seats, setup.seat, setup.limits)
def decide(request): return 0
def finish(outcome): print("scores", outcome["scores"])
"""
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(config={"a": 1}, limits={"b": 2}, seat=1), start=True)
        talk.tell(b'{"type":"finish","outcome":{"scores":[3,4]}}')
        assert talk.log == "dominion {'a': 1} 2 1 {'b': 2}\nscores [3, 4]\n"


def test_the_bots_dice_come_from_the_greeting(jailer: Jailer, tmp_path: Path) -> None:
    source = "import random\nROLL = random.random()\n"
    source += "def start(_): print(ROLL, hash('a'))\ndef decide(_): return 0"
    logs = []
    for seed in (1, 1, 2):
        with talking(jailer, tmp_path, source) as talk:
            talk.ask(hello(random=seed), start=True)
            logs.append(talk.log.split())
    assert logs[0] == logs[1]
    assert logs[0][0] != logs[2][0]
    assert logs[0][1] == logs[2][1]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = 1", "no function decide"),
        ("decide = 3", "no function decide"),
        ("wants = ['everything']\ndef decide(r): return 0", "wants must be a list"),
        ("wants = 'view'\ndef decide(r): return 0", "wants must be a list"),
        ("import numpy", "ModuleNotFoundError: No module named 'numpy'"),
        ("def decide(r): return 0\ndef start(s): 1/0", "ZeroDivisionError"),
    ],
)
def test_a_bot_that_cannot_start_says_why(
    jailer: Jailer, tmp_path: Path, source: str, told: str
) -> None:
    error = answered(jailer, tmp_path, source)
    assert (error["type"], error["error"], error["id"]) == ("error", "crash", None)
    assert told in message_of(error)


def test_wants_are_announced(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, "wants = ('state',)\ndef decide(r): return 0") as talk:
        assert talk.ask(hello(), start=True) == b'{"type":"ready","wants":["state"]}'


def test_a_crash_is_reported_with_the_bots_own_traceback(jailer: Jailer, tmp_path: Path) -> None:
    source = "def helper(): raise KeyError('Moat')\ndef decide(request):\n    return helper()\n"
    error = answered(jailer, tmp_path, source)
    assert error["message"] == "KeyError: 'Moat'"
    assert 'File "/bot/bot.py", line 3, in decide\n    return helper()' in error["traceback"]
    assert "guest" not in error["traceback"]


WITHOUT_TEXT = {
    "text": "def __str__(self): raise RuntimeError('no text')\n    __repr__ = __str__",
    "text that exits": "def __str__(self): raise SystemExit(0)",
    "text that is none": "def __str__(self): return 7",
    "class": "__class__ = property(lambda self: 1 / 0)",
    "class of another": "__class__ = property(lambda self: MemoryError)",
    "traceback": "__traceback__ = property(lambda self: 1 / 0)",
    "cause": "__cause__ = property(lambda self: 1 / 0)",
    "notes": "__notes__ = property(lambda self: 1 / 0)",
    "notes without text": "__notes__ = [type('N', (), {'__str__': lambda self: 1 / 0})()]",
    "arguments": "args = property(lambda self: 1 / 0)",
    "attributes": "def __getattribute__(self, name): raise RuntimeError(name)",
}


@pytest.mark.parametrize("hostile", WITHOUT_TEXT.values(), ids=WITHOUT_TEXT)
@pytest.mark.parametrize("base", ["Exception", "BaseException"])
def test_an_exception_that_cannot_be_told_keeps_its_type_and_place(
    jailer: Jailer, tmp_path: Path, base: str, hostile: str
) -> None:
    source = f"class Broken({base}):\n    {hostile}\ndef decide(request):\n    raise Broken"
    error = answered(jailer, tmp_path, source)
    assert (error["type"], error["error"], error["id"]) == ("error", "crash", 1)
    assert error["message"] in ("Broken: <no text>", "Broken: ")
    line = len(source.splitlines())
    assert f'File "/bot/bot.py", line {line}, in decide' in error["traceback"]


KIND_OF_TEXT = """
class Text(str):
    __getitem__ = None
class E(Exception):
    def __str__(self): return Text("told")
"""
NAMELESS = """
class Meta(type):
    __name__ = property(lambda kind: 1 / 0)
class E(Exception, metaclass=Meta):
    pass
"""
ODD_MODULES = """
import sys, types
class Odd:
    __getattr__ = None
sys.modules["odd"] = Odd()
for name in ("json", "traceback", "linecache"):
    sys.modules[name] = types.ModuleType(name)
E = ValueError("told")
"""


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (KIND_OF_TEXT, "E: told"),
        (NAMELESS, "E: "),
        (ODD_MODULES, "ValueError: told"),
        ("E = ExceptionGroup('many', [ValueError(n) for n in range(5_000)])", "ExceptionGroup: m"),
        ("E = ValueError('\\udce9 \\x00')", "ValueError: \\udce9 \0"),
    ],
    ids=["kind of str", "metaclass", "modules", "group", "half a character"],
)
def test_a_crash_is_told_whatever_the_bot_has_changed(
    jailer: Jailer, tmp_path: Path, source: str, message: str
) -> None:
    error = answered(jailer, tmp_path, f"{source}\ndef decide(request):\n    raise E")
    assert error["error"] == "crash"
    assert error["message"].startswith(message)
    assert "/bot/bot.py" in error["traceback"]


@pytest.mark.parametrize("start", ["cold", "zygote"])
def test_a_bots_own_modules_do_not_hide_its_crash(
    start: str, jailer: Jailer, zipped: Zipped
) -> None:
    """Not even modules whose names the report itself imports."""
    if start == "cold":
        jailer = running_cold(jailer)
    names = ("json", "traceback", "linecache", "textwrap", "tokenize", "re", "collections")
    own = {f"{name}.py": "mine = True\n" for name in names}
    source = "import json, traceback\ndef decide(request):\n    return 1 // (json.mine - 1)\n"
    path = zipped({"bot.py": source, "json/__init__.py": "mine = True\n"} | own)
    error = json.loads(ask_zip(jailer, path))
    assert error["message"] == "ZeroDivisionError: integer division or modulo by zero"
    assert 'File "/bot/bot.py", line 3, in decide' in error["traceback"]


@pytest.mark.parametrize("name", ["bot/__init__.py", "bot.abi3.so"])
def test_what_python_would_load_in_place_of_the_bot_is_refused(
    name: str, jailer: Jailer, zipped: Zipped
) -> None:
    path = zipped({"bot.py": "def decide(request): return 1", name: "x = 1"})
    with pytest.raises(Rejected, match=rf"would load {name} as the bot"):
        jailer.prepare(path)


@pytest.mark.parametrize("end", ["raise SystemExit(0)", "raise KeyboardInterrupt", "exit_()"])
def test_leaving_in_any_way_is_a_crash(jailer: Jailer, tmp_path: Path, end: str) -> None:
    source = f"import sys\nexit_ = sys.exit\ndef decide(request):\n    {end}"
    assert answered(jailer, tmp_path, source)["error"] == "crash"


def test_a_package_may_have_modules_of_its_own(jailer: Jailer, zipped: Zipped) -> None:
    files = {"bot.py": "from plans import best\ndecide = best.decide\n", "plans/__init__.py": ""}
    path = zipped(files | {"plans/best.py": "def decide(request): return 'Estate'"})
    assert ask_zip(jailer, path) == b'{"id":1,"picks":[2]}'


def test_a_package_may_lie_in_one_folder(jailer: Jailer, zipped: Zipped) -> None:
    path = zipped(
        {
            "mine/bot.py": "import more\ndecide = more.decide",
            "mine/more.py": "def decide(r): return 1",
        }
    )
    assert ask_zip(jailer, path) == b'{"id":1,"picks":[1]}'


OWN_KIT = {
    "module": {"kit.py": "pick = 2"},
    "package": {"kit/__init__.py": "from kit.more import pick", "kit/more.py": "pick = 2"},
    "folder": {"kit/more.py": "pick = 2"},
}


@pytest.mark.parametrize("form", OWN_KIT)
@pytest.mark.parametrize("start", ["cold", "zygote"])
def test_a_bots_own_kit_goes_before_ours(
    start: str, form: str, jailer: Jailer, zipped: Zipped
) -> None:
    if start == "cold":
        jailer = running_cold(jailer)
    module = "kit.more" if form == "folder" else "kit"
    source = f"from {module} import pick\ndef decide(request): return pick"
    path = zipped({"bot.py": source, **OWN_KIT[form]})
    assert ask_zip(jailer, path) == b'{"id":1,"picks":[2]}'


@pytest.mark.parametrize("start", ["cold", "zygote"])
def test_bots_import_the_sdk_and_nothing_else_of_the_kit(
    start: str, jailer: Jailer, tmp_path: Path
) -> None:
    if start == "cold":
        jailer = running_cold(jailer)
    source = """
import importlib.util
import sys
from kit.sdk import Request
loaded = [name for name in sys.modules if name.startswith("engine")]
assert not loaded or "json" in sys.modules, "only a zygote loads the engine ahead"
assert not importlib.util.find_spec("kit.bots")
def decide(request):
    assert type(request) is Request
    return request.pick("Estate")
"""
    assert answered(jailer, tmp_path, source) == {"id": 1, "picks": [2]}


def test_a_mistake_with_the_sdk_is_shown_where_the_bot_made_it(
    jailer: Jailer, tmp_path: Path
) -> None:
    error = answered(jailer, tmp_path, "def decide(request):\n    return request.pick('Gold')")
    assert 'File "/bot/bot.py", line 2, in decide' in error["traceback"]
    assert "sdk" not in error["traceback"]


def ask_zip(jailer: Jailer, path: Path) -> bytes:
    with jailer.prepare(path) as prepared, Conversation(jailer, prepared, Limits()) as talk:
        talk.ask(hello(), start=True)
        return talk.ask(decide())


def test_a_bot_that_wants_state_can_imagine_the_game(jailer: Jailer, tmp_path: Path) -> None:
    game = catalogue.new("dominion", seats=2, seed=7, config={"kingdom": "First Game"})
    assert game.decision is not None
    source = """
wants = ["state"]
def decide(request):
    game = request.imagine(5)
    assert game.decision.kind == request.kind
    while game.decision and game.view(None)["turn"] < 4:
        game.choose(game.decision.default)
    return 0
"""
    message = json.loads(decide(kind=game.decision.kind))
    message["state"] = game.knowledge(game.decision.seat)
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        assert talk.ask(json.dumps(message).encode()) == b'{"id":1,"picks":[0]}'


def test_imagining_without_state_says_what_to_write(jailer: Jailer, tmp_path: Path) -> None:
    error = answered(jailer, tmp_path, "def decide(request): return request.imagine(5)")
    assert 'write wants = ["view", "events", "state"]' in error["message"]

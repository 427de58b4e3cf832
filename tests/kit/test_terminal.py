"""Text from others reaches the terminal without control sequences or markup."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import Result
from rich.console import Console

from kit.errors import BadInput
from kit.hosted import tables
from kit.hosted.platform import Platform
from kit.play.report import plain
from kit.terminal import escape_controls

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
EVIL = "\x1b[2J\x1b]0;owned\x07\u202e[red]x[/red]\x9b31m\r"
SHOWN = r"\x1b[2J\x1b]0;owned\x07\u202e[red]x[/red]\x9b31m\r"
DECIDE = {"decision": {"kind": "buy", "options": ["Copper", EVIL], "least": 0, "most": 1}}


def is_harmless(text: str) -> bool:
    return all(letter.isprintable() or letter in "\n\t" for letter in text)


def test_controls_are_written_as_escapes_and_letters_stay() -> None:
    assert escape_controls(EVIL) == SHOWN
    assert escape_controls("Zwölf 十二 €\n\t") == r"Zwölf 十二 €\n\t"
    assert escape_controls("a\nb\tc\x00", lines=True) == "a\nb\tc\\x00"
    console = Console(width=200, force_terminal=True)
    with console.capture() as captured:
        console.print(plain(EVIL))
    assert SHOWN in captured.get()


@pytest.mark.jail
@pytest.mark.parametrize(
    ("source", "told"),
    [
        (f"def decide(request): return {EVIL!r}", SHOWN),
        (f"print({EVIL!r})\ndef decide(request): raise ValueError({EVIL!r})", "ValueError: "),
        (f"def decide(request):\n    print({EVIL!r})\n    return 0", "It printed:"),
    ],
)
def test_what_a_decision_file_and_a_bot_say_steers_nothing(
    source: str, told: str, run: Run, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    bot("mine.py", source)
    bot("lines.jsonl", json.dumps(DECIDE))
    done = run("ask", "mine.py", "lines.jsonl")
    assert is_harmless(done.output)
    assert told in done.output
    asked = json.loads(run("ask", "mine.py", "lines.jsonl", "--json").output)
    assert asked["bot"] == "mine"


@pytest.mark.parametrize("line", [json.dumps({"type": EVIL}), f'{{"{EVIL}', EVIL])
def test_a_file_that_cannot_be_read_steers_nothing(line: str, run: Run, bot: Bot) -> None:
    bot(f"{EVIL.replace('/', '')}.jsonl", line)
    done = run("ask", "random", f"{EVIL.replace('/', '')}.jsonl")
    assert done.exit_code == 2
    assert is_harmless(done.output)
    assert r"\x1b[2J" in done.output


@pytest.fixture
def platform() -> Iterator[tuple[Platform, dict[str, tuple[int, Any]]]]:
    """Run a platform that answers by path what the test puts into the dictionary."""
    answers: dict[str, tuple[int, Any]] = {}

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, said = answers[self.path.partition("?")[0].removeprefix("/api/v1/")]
            content = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_request(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield Platform(f"http://127.0.0.1:{site.server_port}", "kb_x"), answers
        site.shutdown()


@pytest.mark.parametrize("said", [{"detail": EVIL}, {"detail": [EVIL]}, [EVIL], EVIL])
def test_what_a_platform_says_is_wrong_steers_nothing(
    said: Any, platform: tuple[Platform, dict[str, tuple[int, Any]]]
) -> None:
    asks, answers = platform
    answers["me/"] = (422, said)
    with pytest.raises(BadInput) as caught:
        asks.ask("GET", "me/")
    assert is_harmless(caught.value.format_message())


@pytest.mark.parametrize("state", ["accepted", "checking", "rejected", EVIL])
def test_what_a_platform_says_of_a_version_steers_nothing(
    state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    failure = {"verdict": EVIL, "message": EVIL, "traceback": f"a\n{EVIL}", "log": EVIL}
    version = {"bot": EVIL, "number": EVIL, "state": state, "own": {"failure": failure}}
    tables.print_upload(version, "https://kingsbench.invalid")
    told = capsys.readouterr().out
    assert is_harmless(told)
    assert SHOWN in told

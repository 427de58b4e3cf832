"""Bots that are programs: they speak the protocol themselves, in a jail with their toolchain."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import toolchains
from sandbox.conversation import BotFault, Conversation
from sandbox.errors import JailUnavailable, Rejected
from sandbox.guest import restrict
from sandbox.jail import Jailer
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits
from tests.hostile.programs import compiled, need, zipped
from tests.sandbox.conversations import decide, hello, with_template

pytestmark = pytest.mark.jail
QUICK = Limits(start_cpu=0.5, decision_cpu=0.2, game_cpu=2.0)
LISTENING = """
const answer = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') answer({ type: 'ready' });
  if (message.type === 'decide') decide(message);
  if (message.type === 'finish') console.error('finished');
}).on('close', () => console.error('closed'));
"""
HONEST_C = """
#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
    static char line[1 << 16];
    fprintf(stderr, "%d words, %s\\n", count, words[0]);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\\"hello\\"")) puts("{\\"type\\":\\"ready\\"}");
        else if (strstr(line, "\\"decide\\"")) puts("{\\"id\\":1,\\"picks\\":[1]}");
        fflush(stdout);
    }
    fputs("closed\\n", stderr);
    return 0;
}
"""


@contextmanager
def talking(
    jailer: Jailer, folder: Path, language: str, files: dict[str, bytes]
) -> Iterator[Conversation]:
    need(language)
    with (
        jailer.prepare(zipped(folder, language, files)) as prepared,
        Conversation(jailer, prepared, QUICK) as talk,
    ):
        talk.ask(hello(), start=True)
        yield talk


def script(source: str) -> dict[str, bytes]:
    return {"bot.js": (LISTENING + source).encode()}


def told(jailer: Jailer, folder: Path, expression: str) -> object:
    """Evaluate an expression in a Node.js bot."""
    source = f"function decide() {{ answer({{ told: {expression} }}); }}"
    with talking(jailer, folder, "node", script(source)) as talk:
        return json.loads(talk.ask(decide()))["told"]


def test_a_node_bot_plays_to_the_end(jailer: Jailer, tmp_path: Path) -> None:
    source = "function decide({ id }) { answer({ id, picks: [2] }); }"
    with talking(jailer, tmp_path, "node", script(source)) as talk:
        assert json.loads(talk.ask(decide(1))) == {"id": 1, "picks": [2]}
        assert json.loads(talk.ask(decide(2))) == {"id": 2, "picks": [2]}
        talk.tell(b'{"type":"finish","outcome":{}}')
    assert talk.log == "finished\nclosed\n"


def test_a_binary_plays_to_the_end(jailer: Jailer, tmp_path: Path) -> None:
    files = {"bot": compiled(HONEST_C, tmp_path)}
    with talking(jailer, tmp_path, "binary", files) as talk:
        assert talk.ask(decide(1)) == b'{"id":1,"picks":[1]}'
        talk.tell(b'{"type":"finish","outcome":{}}')
    assert talk.log == "1 words, /bot/bot\nclosed\n"


def test_a_program_that_can_lie_anywhere_plays_too(jailer: Jailer, tmp_path: Path) -> None:
    files = {"bot": compiled(HONEST_C, tmp_path, "-static-pie", "-fPIE")}
    with talking(jailer, tmp_path, "binary", files) as talk:
        assert talk.ask(decide(1)) == b'{"id":1,"picks":[1]}'


def test_a_program_that_needs_libraries_is_refused(jailer: Jailer, tmp_path: Path) -> None:
    path = zipped(tmp_path, "binary", {"bot": compiled(HONEST_C, tmp_path, "-O0")})
    with pytest.raises(Rejected, match=r"needs shared libraries.*cc -static"):
        jailer.prepare(path)


def test_a_node_bot_reads_the_files_beside_it(jailer: Jailer, tmp_path: Path) -> None:
    files = {
        "book.json": b'{"opening": ["Silver", "Militia"]}',
        "lib/plan.mjs": b"export const plan = 'attack';",
    }
    source = """
    const fs = require('node:fs');
    const book = JSON.parse(fs.readFileSync('book.json'));
    async function decide() {
      const { plan } = await import('./lib/plan.mjs');
      answer({ told: [book.opening[1], plan, require('./book.json').opening[0]] });
    }
    """
    with talking(jailer, tmp_path, "node", files | script(source)) as talk:
        assert json.loads(talk.ask(decide())) == {"told": ["Militia", "attack", "Silver"]}


def test_what_node_offers_within_its_limits_works(jailer: Jailer, tmp_path: Path) -> None:
    source = """
    const { Worker } = require('node:worker_threads');
    const code = "require('node:worker_threads').parentPort.postMessage(6 * 7)";
    function decide() {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 100 });
      const worker = new Worker(code, { eval: true });
      worker.on('message', (said) => answer({ told: [said, memory.buffer.byteLength] }));
    }
    """
    with talking(jailer, tmp_path, "node", script(source)) as talk:
        assert json.loads(talk.ask(decide())) == {"told": [42, 65536]}


def test_a_program_has_nothing_of_the_launcher(jailer: Jailer, tmp_path: Path) -> None:
    expression = "[process.pid, process.cwd(), Object.keys(process.env).sort(), process.argv]"
    assert told(jailer, tmp_path, expression) == [
        1, "/bot", ["LANG", "UV_USE_IO_URING"], ["/usr/bin/node", "/bot/bot.js"],
    ]  # fmt: skip


def test_the_heap_of_node_fits_into_the_memory_limit(jailer: Jailer, tmp_path: Path) -> None:
    limit = told(jailer, tmp_path, "require('node:v8').getHeapStatistics().heap_size_limit")
    assert isinstance(limit, int)
    assert 0.5 * QUICK.memory < limit < 0.9 * QUICK.memory


def test_a_crash_is_told_with_its_exit_code_and_last_words(jailer: Jailer, tmp_path: Path) -> None:
    source = "function decide() { throw new TypeError('no idea'); }"
    with (
        pytest.raises(BotFault) as caught,
        talking(jailer, tmp_path, "node", script(source)) as talk,
    ):
        talk.ask(decide())
    assert caught.value.verdict == "crash"
    assert str(caught.value) == "ended with exit code 1 instead of an answer"
    assert "TypeError: no idea\n    at decide (/bot/bot.js:" in caught.value.detail


def test_a_script_that_does_not_parse_crashes_at_its_start(jailer: Jailer, tmp_path: Path) -> None:
    need("node")
    with (
        jailer.prepare(zipped(tmp_path, "node", {"bot.js": b"function ("})) as prepared,
        Conversation(jailer, prepared, QUICK) as talk,
        pytest.raises(BotFault) as caught,
    ):
        talk.ask(hello(), start=True)
    assert "SyntaxError" in caught.value.detail


# --- which languages are taken -----------------------------------------------------------------


def taking(jailer: Jailer, *languages: str) -> Jailer:
    other = copy(jailer)
    other.languages, other._templates = languages, {}
    return other


def test_a_language_that_is_not_taken_is_refused_with_those_that_are(
    jailer: Jailer, tmp_path: Path
) -> None:
    path = zipped(tmp_path, "node", {"bot.js": b""})
    with pytest.raises(Rejected, match="node bots are not accepted here, only: python, binary"):
        taking(jailer, "python", "binary").prepare(path)


def test_a_machine_without_node_says_so_and_blames_no_bot(
    jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zipped(tmp_path, "node", {"bot.js": b""})
    monkeypatch.setattr(toolchains, "_node", toolchains._node.__wrapped__)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    poor = taking(jailer, *LANGUAGES)
    assert list(poor.unavailable_languages()) == ["node"]
    with pytest.raises(JailUnavailable, match="no node on PATH; run: sudo apt-get install"):
        poor.prepare(path)


def test_a_wrapper_is_not_taken_for_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "node").write_text("#!/bin/sh\nexec node18\n")
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(JailUnavailable, match="is a script and not"):
        toolchains._node.__wrapped__()


def test_programs_need_landlock(jailer: Jailer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restrict, "landlock_version", lambda: 0)
    lacking = taking(jailer, *LANGUAGES).unavailable_languages()
    assert set(lacking) == {"node", "binary"}
    assert "Landlock" in lacking["binary"]


OUT_OF_MEMORY = "FATAL ERROR: JavaScript heap out of memory"


def ended(jailer: Jailer, folder: Path, source: str) -> str:
    """The verdict on a Node.js bot that ends instead of answering."""
    with (
        talking(jailer, folder, "node", script(source)) as talk,
        pytest.raises(BotFault) as caught,
    ):
        talk.ask(decide())
    return caught.value.verdict


def test_a_program_that_says_it_had_no_memory_and_used_none_has_crashed(
    jailer: Jailer, tmp_path: Path
) -> None:
    if not jailer.template.counts_memory:
        pytest.skip("NO CGROUP COUNTS MEMORY HERE")
    source = f"function decide() {{ console.error('{OUT_OF_MEMORY}'); process.exit(1); }}"
    assert ended(jailer, tmp_path, source) == "crash"


def test_a_programs_word_is_believed_where_nothing_counts_memory(
    jailer: Jailer, tmp_path: Path
) -> None:
    need("node")
    uncounted = with_template(jailer, jailer.template)
    uncounted._templates = {"node": replace(jailer.template_for("node"), backend=None)}
    source = f"function decide() {{ console.error('{OUT_OF_MEMORY}'); process.exit(1); }}"
    assert ended(uncounted, tmp_path, source) == "memory"

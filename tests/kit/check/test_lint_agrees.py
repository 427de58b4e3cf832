"""What `lint` passes, the platform's check passes: both are given the same hostile files."""

import io
import zipfile
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from pytest_django import Settings

from arena.bots.submit_bot import submit_bot
from arena.core.errors import BadUpload
from arena.core.hosts import claim_name
from arena.matches.claim_match import claim_match
from arena.matches.referee.referee import Entrant
from arena.models import Ladder, Version
from arena.results.apply_results import apply_results
from arena.worker.play_match import play_match
from kit.check import linting
from sandbox.jail import Jailer
from tests.cast import a_house_bot, a_ladder, alice
from tests.hostile.archives import ARCHIVES, HARMLESS
from tests.sandbox.conversations import strongest

pytestmark = [pytest.mark.jail, pytest.mark.django_db, pytest.mark.long(2)]
BODY = "def decide(request):\n    return request.default\n"
GAME = "dominion"


def packed(*entries: tuple[str, str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    return data.getvalue()


def failing(where: str) -> bytes:
    """A bot that answers, and fails there."""
    return f"""
def start(setup):
    global game, seat, count
    game, seat, count = setup.game, setup.seat, 0
def decide(request):
    global count
    count += 1
    if {where}:
        raise ValueError
    return request.options[-1:] if request.least == 1 else request.default
def finish(outcome):
    global count
    count = -1
""".encode()


FILES: dict[str, bytes] = {
    "clean.py": BODY.encode(),
    "clean.zip": packed(("bot.py", BODY)),
    "stored.zip": packed(("bot.py", BODY), method=zipfile.ZIP_STORED),
    "mark.py": b"\xef\xbb\xbf" + BODY.encode(),
    "utf8_declared.py": f"# coding: utf-8\n# café\n{BODY}".encode(),
    "windows_lines.py": BODY.replace("\n", "\r\n").encode(),
    "old_lines.py": BODY.replace("\n", "\r").encode(),
    "gbk_declared.py": f"# -*- coding: gbk -*-\n# 买金币\n{BODY}".encode("gbk"),
    "gbk_in_a_comment.py": f"# 买金币\n{BODY}".encode("gbk"),
    "latin_1_declared.py": f"# coding: latin-1\n# café\n{BODY}".encode("latin-1"),
    "utf16.py": BODY.encode("utf-16"),
    "utf32.py": BODY.encode("utf-32"),
    "utf7_declared.py": f"# coding: utf-7\n{BODY}".encode(),
    "rot13_declared.py": b"# coding: rot13\nqrs qrpvqr(e): erghea 0\n",
    "two_encodings.py": b"\xef\xbb\xbf# coding: latin-1\n" + BODY.encode(),
    "unknown_encoding.py": f"# coding: nonesuch\n{BODY}".encode(),
    "nul.py": f"{BODY}\0".encode(),
    "empty.py": b"",
    "blank.py": b" \n\t\n",
    "syntax.py": b"def decide(request)\n",
    "too_large.py": f"# {'x' * (1 << 20)}\n{BODY}".encode(),
    "deep.py": b"(" * 5000,
    "named.txt": BODY.encode(),
    "one_folder.zip": packed(("my_bot/", ""), ("my_bot/bot.py", BODY)),
    "zip_named_py.py": packed(("bot.py", BODY)),
    "py_named_zip.zip": BODY.encode(),
    "lzma.zip": packed(("bot.py", BODY), method=zipfile.ZIP_LZMA),
    "bzip2.zip": packed(("bot.py", BODY), method=zipfile.ZIP_BZIP2),
    "instead.zip": packed(("bot.py", BODY), ("bot/__init__.py", BODY)),
    "manifest.zip": packed(("bot.py", BODY), ("kingsbench.toml", 'language = "cobol"\n')),
    "manifest_of_many_keys.zip": packed(("bot.py", BODY), ("kingsbench.toml", 'name = "x"\n')),
    "no_decide.py": b"def choose(request):\n    return 0\n",
    "async_decide.py": b"async def decide(request):\n    return 0\n",
    "no_module.py": f"import nobody\n{BODY}".encode(),
    "exits.py": f"raise SystemExit\n{BODY}".encode(),
    "fails_at_once.py": failing("True"),
    "fails_in_seat_1.py": failing("seat == 1"),
    "fails_late.py": failing("count > 40"),
    "fails_in_dominion.py": failing("game == 'dominion' and count > 9"),
    "fails_in_kingdomino.py": failing("game == 'kingdomino' and count > 9"),
    "fails_at_first_in_kingdomino.py": failing("game == 'kingdomino'"),
    **{f"{name}.zip": make() for name, (make, _told) in ARCHIVES.items()},
    **{f"{name}.zip": make() for name, make in HARMLESS.items()},
}


@pytest.fixture(scope="module")
def jailer() -> Jailer:
    return strongest()


@pytest.fixture
def ladder(settings: Settings) -> Ladder:
    settings.UPLOADS_PER_DAY = settings.BOTS_PER_OWNER = 1000
    ladder = a_ladder(game=GAME, config={})
    a_house_bot("Big Money", ladder)
    return ladder


def passes_check(name: str, content: bytes, ladder: Ladder, jailer: Jailer) -> bool:
    """Upload it, and play its check."""
    upload = ContentFile(content, name=name)
    try:
        version = submit_bot(owner=alice(), upload=upload, ladder=ladder, name="Alcuin")
    except BadUpload:
        return False
    while match := claim_match(worker=claim_name()):
        play_match(match=match, jailer=jailer)
    apply_results(ladder_id=ladder.pk)
    version.refresh_from_db()
    assert version.state != Version.State.CHECKING
    assert (version.failure or {}).get("verdict") != "host"
    return version.state == Version.State.ACCEPTED


@pytest.mark.parametrize("name", FILES)
def test_lint_says_no_where_the_check_does(
    name: str, ladder: Ladder, jailer: Jailer, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    found = linting.lint(Entrant(path.stem, path), None, lambda *_: None)
    if not passes_check(name, FILES[name], ladder, jailer):
        assert found.findings or GAME not in found.games
    else:
        advice = {"import", "input", "process", "write", "replaced"}
        other_game = any("kingdomino" in one.message for one in found.findings)
        assert other_game or {one.rule for one in found.findings} <= advice


@pytest.mark.parametrize("name", ["clean.py", "clean.zip", "mark.py", "utf8_declared.py"])
def test_clean_files_pass_both(name: str, ladder: Ladder, jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    found = linting.lint(Entrant(path.stem, path), None, lambda *_: None)
    assert (found.findings, found.games) == ([], ["dominion", "kingdomino"])
    assert passes_check(name, FILES[name], ladder, jailer)

"""Each command against a platform that lies: a clear line, and nothing but its own files."""

import json
import random
from pathlib import Path

import pytest
from click.testing import Result

from tests.kit.hosted.conftest import Site
from tests.kit.hosted.hostile_platform import LIES, hostile_platform, places, put
from tests.kit.hosted.test_commands import SOURCE
from tests.kit.test_terminal import is_harmless
from tests.website.rows import make_version

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
TRIED = 25  # lies a command and answer
COMMANDS = (
    "bots",
    "bots --owner bob --json",
    "leaderboard",
    "leaderboard {ladder}",
    "matches",
    "matches {match}",
    "logs {match}",
    "replay {match}",
    "replay {match} --html page.html",
    "challenge list",
    "challenge send bede --bot alcuin --ladder {ladder} --kingdom random",
    "gauntlet alcuin --hosted --ladder {ladder} --wait 0",
    "join alcuin {ladder} --wait 0",
    "leave alcuin {ladder}",
    "trial alcuin 2",
    "profile my.py --ladder {ladder} --games 1",
    "upload my.py --name alcuin --wait 0",
    "upload my.py --name new --wait 0",
    "dataset --out data",
)


def is_clear(done: Result) -> bool:
    """Did it end with an answer or one line, in letters that steer no terminal?"""
    plain = is_harmless(done.stdout) and is_harmless(done.stderr)
    if done.exit_code == 2:
        plain = plain and done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1
    return plain and (done.exception is None or isinstance(done.exception, SystemExit))


def files(folder: Path) -> dict[Path, bytes]:
    own = {"data", "page.html"}  # what the commands are asked to write
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not own & set(path.relative_to(folder).parts)
    }


@pytest.mark.parametrize("words", COMMANDS)
def test_no_lie_of_a_platform_breaks_a_command(words: str, site: Site, tmp_path: Path) -> None:
    seed = random.randrange(10**9)
    print(f"seed {seed}")
    dice = random.Random(seed)
    make_version(site.alcuin, site.ladder)
    Path("my.py").write_text(SOURCE)
    Path("notes.txt").write_text("mine")
    filled = words.format(ladder=site.ladder.slug, match=site.match.pk).split()
    with hostile_platform(site.url) as platform:
        access = ("--to", platform.url, "--token", site.token)
        site.kit(*filled, *access)
        before = files(tmp_path)
        answers = [json.loads(said or b"{}") for _status, said in platform.known.values()]
        found = list(dict.fromkeys(path for said in answers for path in places(said)))
        dice.shuffle(found)
        lies = [(lie, ()) for lie in LIES] + [(dice.choice(LIES), path) for path in found[:TRIED]]
        for lie, path in lies:
            platform.change = put(lie, path)
            done = site.kit(*filled, *access)
            assert is_clear(done), (lie, path, done.exit_code, done.output, done.exc_info)
        assert files(tmp_path) == before

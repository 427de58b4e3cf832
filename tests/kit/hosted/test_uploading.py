"""`kingsbench upload` against a real server: a new bot, a new version, and refusals."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from arena.models import Bot, Ladder, Version
from kit.hosted import tables, uploading
from kit.hosted.platform import TOKEN, Platform
from tests import cast
from website.accounts.tokens import make_token

Run = Callable[..., Result]
pytestmark = pytest.mark.django_db(transaction=True)
SOURCE = "def decide(request):\n    return request.default\n"


@pytest.fixture
def ladder(transactional_db: None) -> Ladder:
    return cast.a_ladder()


@pytest.fixture
def token(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> str:
    """Pass Alice's token as a CI build would."""
    secret = make_token(user=cast.alice(), name="build", scopes=["read", "bots:write"])[1]
    monkeypatch.setenv(TOKEN, secret)
    return secret


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "alcuin.py"
    path.write_text(SOURCE)
    return path


def test_the_first_upload_makes_a_bot_and_the_next_a_version(
    run: Run, file: Path, token: str, live_server: LiveServer, ladder: Ladder
) -> None:
    words = ("upload", file, "--to", live_server.url, "--wait", 0)
    first = run(*words, "--name", "The Alcuin", "--ladder", ladder.slug)
    assert first.exit_code == 3, first.output
    page = f"{live_server.url}/bots/the-alcuin/versions/1/"
    waits = "the-alcuin v1 is waiting for a worker; none is running. Look later: "
    assert first.output == f"{waits}{page}\n"
    file.write_text(SOURCE + "\n")
    second = run(*words, "--name", "the alcuin")
    assert second.output.startswith("the-alcuin v2"), second.output
    assert Bot.objects.get().owner == cast.alice()
    assert run(*words, "--name", "the alcuin").output.startswith("Error: This file is already")


@pytest.mark.parametrize(
    ("state", "told"),
    [("accepted", "alcuin v1 passed its check and is playing.\n"), ("rejected", "secret-line")],
)
def test_the_end_of_the_check_is_waited_for_and_told(
    state: str,
    told: str,
    file: Path,
    token: str,
    live_server: LiveServer,
    ladder: Ladder,
    capsys: pytest.CaptureFixture[str],
) -> None:
    platform = Platform(live_server.url, token)
    version = uploading.upload(platform, file, name="Alcuin", ladder=ladder.slug)
    failure = {"verdict": "crash", "message": "KeyError", "traceback": "secret-line"}

    def decided(_seconds: float) -> None:
        is_bad = state == "rejected"
        Version.objects.update(state=state, failure=failure if is_bad else None)

    version = uploading.wait_for_check(platform, version, seconds=30, pause=decided)
    tables.print_upload(version, live_server.url)
    printed = capsys.readouterr().out
    assert told in printed
    page = f"{live_server.url}/bots/alcuin/versions/1/"
    assert (page in printed) == (state == "rejected")
    owner = Client()
    owner.force_login(cast.alice())
    assert owner.get(page).status_code == 200
    assert uploading.EXIT_CODES[version["state"]] == (state == "rejected")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "choose a ladder for a new one with --ladder"),
        (["--ladder", "nowhere"], "Not found: nowhere."),
        (["--name", "x", "--ladder", "dominion-first-game"], "at least 2 characters"),
        (["--token", "kb_wrong"], "Invalid token"),
        (["--token", ""], "set KINGSBENCH_TOKEN"),
        (["--to", "http://127.0.0.1:9"], "http://127.0.0.1:9 cannot be reached"),
        (["--to", "nonsense"], "nonsense cannot be reached"),
        (["--to", "http://["], "http://[ cannot be reached"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    words: list[str], told: str, run: Run, file: Path, token: str, live_server: LiveServer
) -> None:
    done = run("upload", file, "--to", live_server.url, *words)
    assert done.exit_code == 2
    assert told in done.output
    assert "Traceback" not in done.output
    assert not Bot.objects.exists()


def test_without_a_ladder_the_ladders_are_listed(
    run: Run, file: Path, token: str, live_server: LiveServer, ladder: Ladder
) -> None:
    done = run("upload", file, "--to", live_server.url)
    assert done.exit_code == 2
    assert f"The ladders: {ladder.slug} ({ladder.name})." in done.output


def test_what_is_no_bot_is_not_sent(run: Run, token: str, live_server: LiveServer) -> None:
    done = run("upload", "missing.py", "--to", live_server.url)
    assert "missing.py is not a .py or .zip file" in done.output
    assert done.exit_code == 2


def test_what_is_no_platform_is_told(
    run: Run, file: Path, token: str, live_server: LiveServer
) -> None:
    done = run("upload", file, "--to", f"{live_server.url}/cards")
    assert "without JSON. Is this a Kingsbench platform?" in done.output


@pytest.mark.parametrize(
    ("site", "warns"),
    [("http://nowhere.invalid", True), ("http://[::1]:9", False), ("https://127.0.0.1:9", False)],
)
def test_a_token_in_the_clear_is_warned_of(site: str, warns: bool, run: Run, file: Path) -> None:
    done = run("upload", file, "--to", site, "--token", "kb_none")
    assert ("others may read your token" in done.output) == warns

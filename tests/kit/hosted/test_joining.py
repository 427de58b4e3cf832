"""`kingsbench join` and `leave` against a real server."""

from collections.abc import Callable

import pytest
from click.testing import Result
from pytest_django.live_server_helper import LiveServer

from arena.models import Bot, Ladder, LadderCheck
from kit.hosted import tables, uploading
from kit.hosted.platform import TOKEN, Platform
from tests import cast
from website.accounts.tokens import make_token

Run = Callable[..., Result]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def other(transactional_db: None) -> Ladder:
    return cast.a_ladder(name="Other", slug="other", config={"kingdom": "Big Money"})


@pytest.fixture
def bot(other: Ladder) -> Bot:
    return cast.a_bot(cast.alice(), "Alcuin", cast.a_ladder())


@pytest.fixture
def token(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> str:
    secret = make_token(user=cast.alice(), name="build", scopes=["read", "entries:write"])[1]
    monkeypatch.setenv(TOKEN, secret)
    return secret


@pytest.mark.usefixtures("token")
def test_a_bot_joins_and_leaves(run: Run, live_server: LiveServer, bot: Bot) -> None:
    to = ("--to", live_server.url)
    joined = run("join", "alcuin", "other", *to, "--wait", 0)
    assert (joined.exit_code, joined.output) == (
        3,
        "Alcuin on Other: it is still being checked. Ask again later.\n",
    )
    again = run("join", "alcuin", "other", *to)
    assert again.output.startswith("Error: “Alcuin” is being checked for “Other”")
    left = run("leave", "alcuin", "dominion-first-game", *to)
    assert left.output == "Alcuin on Dominion: first game: it has left; its results stay.\n"
    twice = run("leave", "alcuin", "dominion-first-game", *to)
    assert twice.output.startswith("Error: “Alcuin” is not on the ladder")
    back = run("join", "Alcuin", "dominion-first-game", *to)
    assert (back.exit_code, back.output) == (0, "Alcuin on Dominion: first game: it plays there.\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nobody", "other"), "Error: you have no bot 'nobody' on http"),
        (("alcuin", "nowhere"), "Error: Not found"),
        (("alcuin", "../bots"), "Error: "),
    ],
)
@pytest.mark.usefixtures("token")
def test_what_cannot_be_is_said_in_one_line(
    words: tuple[str, str], told: str, run: Run, live_server: LiveServer
) -> None:
    for verb in ("join", "leave"):
        answer = run(verb, *words, "--to", live_server.url)
        assert answer.exit_code == 2
        assert answer.output.startswith(told)
        assert answer.output.count("\n") == 1


def test_a_token_with_the_scope_is_asked_for(
    run: Run, live_server: LiveServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = run("join", "alcuin", "other", "--to", live_server.url)
    assert "a token with the scopes read and entries:write" in asked.output
    secret = make_token(user=cast.alice(), name="other", scopes=["read", "bots:write"])[1]
    monkeypatch.setenv(TOKEN, secret)
    refused = run("join", "alcuin", "other", "--to", live_server.url)
    assert "entries:write" in refused.output


@pytest.mark.parametrize(
    ("state", "told"),
    [("passed", "Is this the right game?"), ("failed", "KeyError")],
)
def test_the_end_of_the_check_is_waited_for_and_told(
    state: str,
    told: str,
    token: str,
    live_server: LiveServer,
    bot: Bot,
    other: Ladder,
    capsys: pytest.CaptureFixture[str],
) -> None:
    platform = Platform(live_server.url, token)
    entry = uploading.join(platform, name="alcuin", ladder="other")

    def decided(_seconds: float) -> None:
        failure = {"verdict": "crash", "message": "KeyError"} if state == "failed" else None
        if state == "passed":
            cast.enter(bot, other)
        LadderCheck.objects.filter(ladder=other).update(
            state=state, failure=failure, only_defaults=state == "passed"
        )

    entry = uploading.wait_for_entry(platform, entry, seconds=30, pause=decided)
    assert entry["state"] == {"passed": "playing"}.get(state, state)
    tables.print_entry(entry)
    assert told in capsys.readouterr().out

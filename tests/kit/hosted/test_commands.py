"""The hosted loop against a live platform."""

import stat
from pathlib import Path

import pytest

from arena.models import Challenge, Match, Version
from kit.files import own_file
from kit.hosted import logins
from kit.hosted.challenges import HostedGauntlet
from tests import cast
from tests.kit.hosted.conftest import Site
from tests.website.rows import make_version

pytestmark = pytest.mark.django_db(transaction=True)
SOURCE = "def decide(request):\n    return request.default\n"


def test_a_token_is_tried_before_it_is_kept_and_only_its_owner_reads_it(site: Site) -> None:
    file = own_file(logins.FILE)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    before = file.read_text()
    refused = site.kit("login", site.url, "--token-stdin", given="kb_wrong\n")
    assert (refused.exit_code, file.read_text()) == (2, before)
    assert "Invalid token" in refused.output
    typed = site.kit("login", site.url, given=f"{site.token}\n")
    assert f"Logged in to {site.url} as alice." in typed.output
    assert site.token not in typed.output
    assert site.kit("logout").exit_code == 0
    assert site.token not in file.read_text()
    again = site.kit("logout")
    assert (again.exit_code, again.output) == (2, "Error: you are not logged in\n")
    asked = site.kit("logs", site.match.pk)
    assert "which platform? Log in (kingsbench login URL)" in asked.output


def test_a_platforms_bots_ladders_and_matches_are_listed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = site.kit("bots").output
    assert "Alcuin" in bots
    assert "Bede" not in bots
    assert "big-money" in bots
    assert [bot["slug"] for bot in site.json("bots")["own"]] == ["alcuin"]
    found = site.json("bots", "--owner", "bob")["found"]
    assert [bot["slug"] for bot in found] == ["bede"]
    assert "dominion-first-game" in site.kit("leaderboard").output
    board = site.json("leaderboard", site.ladder.slug)
    assert {line["bot"]["slug"] for line in board} == {"alcuin", "bede"}
    assert "Alcuin" in site.kit("leaderboard", site.ladder.slug).output
    number = site.match.pk
    assert [one["id"] for one in site.json("matches", "--bot", "alcuin")] == [number]
    assert site.json("matches", "--bot", "alcuin", "--result", "tied") == []
    wrong = site.kit("matches", "--result", "won")
    assert (wrong.exit_code, wrong.output.count("\n")) == (2, 1)
    shown = site.kit("matches", number).output
    assert "secret-line-in-bot.py" in shown
    assert "Alcuin v1" in site.kit("matches").output
    monkeypatch.setenv("KINGSBENCH_TOKEN", "kb_expired")
    expired = site.kit("bots")
    assert (expired.exit_code, expired.output.count("\n")) == (2, 1)
    assert f"get a new one: kingsbench login {site.url}" in expired.output


def test_a_match_is_watched_and_its_output_read(site: Site) -> None:
    number = site.match.pk
    assert "my own print" in site.kit("logs", number, "--game", 1).output
    assert site.json("logs", number)[0]["name"] == "Alcuin"
    watched = site.kit("replay", number)
    assert watched.exit_code == 0, watched.output
    assert "Dominion: Alcuin against Bede" in watched.output
    assert "Alcuin, turn 1" in watched.output
    assert site.kit("replay", number, "--html", "match.html").exit_code == 0
    assert "my own print" in Path("match.html").read_text()
    nothing = site.kit("replay", number, "--game", 9)
    assert (nothing.exit_code, nothing.output.count("\n")) == (2, 1)


def test_challenges_are_sent_listed_and_answered(site: Site) -> None:
    words = ("challenge", "send", "bede", "--bot", "alcuin", "--ladder", site.ladder.slug)
    sent = site.json(*words, "--matches", 2, "--kingdom", "Big Money", "--seed", 5)
    assert sent["config"]["kingdom"] == "Big Money"
    assert sent["result"]["waiting"] == 2
    assert "To be played: 2." in site.kit("challenge", "show", sent["id"]).output
    assert "accepted" in site.kit("challenge", "list", "--box", "sent").output
    asked = Challenge.objects.create(
        challenger=cast.bob(),
        bot=site.bede,
        opponent=site.alcuin,
        ladder=site.ladder,
        config=site.ladder.config,
        matches_planned=1,
        expires_at="2999-01-01T00:00Z",
    )
    assert [one["id"] for one in site.json("challenge", "list", "--box", "waiting")] == [asked.pk]
    assert site.json("challenge", "refuse", asked.pk)["state"] == "refused"
    twice = site.kit("challenge", "accept", asked.pk)
    assert (twice.exit_code, twice.output.count("\n")) == (2, 1)


def test_versions_are_uploaded_without_playing_and_tried(site: Site) -> None:
    Path("alcuin.py").write_text(SOURCE)
    words = ("upload", "alcuin.py", "--note", "Slower", "--no-activate", "--wait", 0)
    uploaded = site.kit(*words)
    assert uploaded.exit_code == 3, uploaded.output
    version = Version.objects.get(bot=site.alcuin, number=2)
    assert (version.note, version.activates) == ("Slower", False)
    first = site.kit(*words, "--name", "new", "--ladder", site.ladder.slug)
    assert "without --no-activate" in first.output
    waiting = site.kit("trial", "alcuin", 2)
    assert (waiting.exit_code, waiting.output.count("\n")) == (2, 1)
    make_version(site.alcuin, site.ladder)
    tried = site.kit("trial", "alcuin", 3)
    assert tried.exit_code == 3, tried.output
    assert "Against version 1: 0 matches. To be played: 20." in tried.output
    assert site.json("trial", "Alcuin", 3, "--show")["waiting"] == 20


def test_a_gauntlet_is_played_on_the_platform(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    HostedGauntlet("alcuin", site.ladder.slug, matches=3, wait=0, site=site.url).run()
    assert "Bede" in capsys.readouterr().out
    assert Match.objects.filter(purpose="challenge").count() == 3

"""Alice at home, logged in to a live platform."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pytest_django.live_server_helper import LiveServer

from arena.matches.referee.decision_log import DecisionLog
from arena.models import Bot, Game, Ladder, Match
from engine import catalogue
from kit.command import main
from tests import cast
from tests.engine.test_golden import wander
from tests.website.rows import make_bot, make_fault, make_log, make_match
from website.accounts.models import Token
from website.accounts.tokens import make_token

Kit = Callable[..., Result]


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kit:
    """Runs the command with a configuration and a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "160")
    for name in ("KINGSBENCH_SITE", "KINGSBENCH_TOKEN"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: object, given: str | None = None) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], input=given)

    return run


@dataclass(frozen=True)
class Site:
    """A platform with Alice's Alcuin, Bob's Bede and their match."""

    url: str
    token: str
    kit: Kit
    ladder: Ladder
    alcuin: Bot
    bede: Bot
    match: Match

    def json(self, *words: object) -> Any:
        done = self.kit(*words, "--json")
        assert done.exit_code in (0, 1, 3), done.output
        return json.loads(done.stdout)


@pytest.fixture
def site(kit: Kit, transactional_db: None, live_server: LiveServer) -> Site:
    alice, ladder = cast.alice(), cast.a_ladder()
    alcuin, bede = make_bot(alice, "Alcuin", ladder), make_bot(cast.bob(), "Bede", ladder)
    assert alcuin.current
    assert bede.current
    match = make_match(ladder, alcuin.current, bede.current)
    store_game(match.games.get(number=0))
    make_fault(match, alcuin.current)
    make_log(match, alcuin.current, "@note thinking\nmy own print\n")
    scopes = [scope for scope in Token.Scope.values if scope != "organise"]
    token = make_token(user=alice, name="home", scopes=scopes)[1]
    done = kit("login", live_server.url, "--token-stdin", given=f"{token}\n")
    assert done.exit_code == 0, done.output
    return Site(live_server.url, token, kit, ladder, alcuin, bede, match)


def store_game(stored: Game) -> None:
    """A short game, as the referee stores it."""
    game = catalogue.new("dominion", seats=2, seed=9, config={"turn_limit": 3})
    log, number = DecisionLog(), 0
    while (decision := game.decision) is not None:
        log.ask(game.logged, decision)
        game.choose(wander(decision, number))
        number += 1
    stored.record = game.record()
    stored.packed_events = Game.pack(game.events(None))
    stored.packed_decisions = Game.pack(log.rows(stored.record["choices"]))
    stored.save()

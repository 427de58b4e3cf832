"""The bots of the author's guide play in the jail unchanged."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from engine import catalogue
from engine.kingdomino.state import EVENTS
from tests.hostile.programs import MANIFESTS, compiled, need, zipped
from tests.kit.games import CLOCK, Ticks, load, play_on

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = DOCS / "protocol.md"
PAGES = (
    "first-steps", "reference", "dominion", "kingdomino", "searching", "other-languages",
)  # fmt: skip


def guide() -> str:
    pages = [DOCS / "bots" / f"{page}.md" for page in PAGES]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", guide(), re.DOTALL)


BLOCKS = blocks("python")


# Each block's game and purpose.
BOTS = {
    "bot": ("dominion", "def decide(request)"),
    "sdk": ("dominion", "default_answer"),
    "cards": ("dominion", "CARDS[card]"),
    "crowns": ("kingdomino", "Kingdom.of"),
    "search": ("dominion", "search(request"),
    "kingdomino search": ("kingdomino", "table.imagine"),
}


def test_the_guide_shows_bots_looks_into_the_engine_and_searches() -> None:
    assert len(BLOCKS) == len(BOTS)
    for source, (_, words) in zip(BLOCKS, BOTS.values(), strict=True):
        assert words in source


@pytest.mark.parametrize("game", catalogue.games())
def test_the_guide_explains_every_kind_of_decision(game: str) -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", guide(), re.MULTILINE))
    assert set(catalogue.games()[game].kinds) <= explained


def rows(part: str) -> set[str]:
    """Return the names in the first column of a table in the protocol's Kingdomino part."""
    text = PROTOCOL.read_text(encoding="utf-8").partition("## Kingdomino")[2].partition("\n## ")[0]
    table = text.partition(part)[2].partition("\n\n")[0]
    firsts = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
    return set(re.findall(r"`(\w+)`", " ".join(firsts)))


def test_the_protocol_explains_every_key_and_event_of_kingdomino() -> None:
    game = catalogue.new("kingdomino", seats=3, seed=1)
    assert rows("| kind |") == set(catalogue.games()["kingdomino"].kinds)
    assert rows("| key of `view` |") == set(game.view(0))
    assert rows("| event |") == set(EVENTS)
    text = PROTOCOL.read_text(encoding="utf-8")
    assert all(f"`{key}`" in text for key in game.knowledge(0))


@pytest.mark.jail
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_of_the_guide_plays_without_fault_and_beats_random(
    name: str, run: Callable[..., Result], bot: Callable[[str, str], Path]
) -> None:
    game, _ = BOTS[name]
    bot("guide.py", dict(zip(BOTS, BLOCKS, strict=True))[name])
    words = ("--game", game, "--games", 1, "--seed", 1, "--json")
    played = json.loads(run("play", "guide.py", "random", *words).output)
    assert played["faults"] == []
    assert played["bots"][0]["wins"] == 1


@pytest.mark.long(30)
def test_the_search_of_the_guide_beats_its_plan(
    bot: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An equal bot would make 9 points of 10 once in a hundred times."""
    path = bot("guide.py", dict(zip(BOTS, BLOCKS, strict=True))["search"])
    searching, planning = load(path), load(path)
    monkeypatch.setattr(planning, "decide", planning.plan)
    monkeypatch.setattr(searching, "time", Ticks(CLOCK["left"] / 40 / ROLLOUTS))
    won = 0.0
    for number in range(GAMES):
        seat = number % 2
        bots = [searching, planning] if seat == 0 else [planning, searching]
        game = catalogue.new("dominion", seats=2, seed=number // 2, config=FIRST_GAME, log=False)
        ended = play_on(game, bots).outcome
        assert ended
        won += 0.5 if ended.ranks == [1, 1] else ended.ranks[seat] == 1
    assert won >= GAMES - 1


GAMES, ROLLOUTS = 10, 120  # games played, and imagined for each purchase
FIRST_GAME = {"kingdom": "First Game"}


@pytest.mark.jail
@pytest.mark.parametrize("language", ["node", "binary"])
def test_the_programs_of_the_guide_play_without_fault(
    language: str, run: Callable[..., Result], tmp_path: Path
) -> None:
    need(language)
    if language == "node":
        (source,) = blocks("js")
        files = {"bot.js": source.encode()}
    else:
        (source,) = blocks("c")
        files = {"bot": compiled(source, tmp_path)}
    path = zipped(tmp_path, language, files)
    words = ("--games", 2, "--seed", 1, "--config", "turn_limit=30", "--json")
    played = json.loads(run("play", path, "random", *words).output)
    assert played["faults"] == []
    assert (played["bots"][0]["wins"] == 2) == (language == "node")


def test_the_guide_shows_the_manifests() -> None:
    assert blocks("toml") == [MANIFESTS["node"]]
    assert '`language = "binary"` and `command = ["./bot"]`' in guide()

"""The house bots: legal everywhere, different from each other, and as strong as they claim."""

import re
from pathlib import Path

import pytest

from engine import catalogue
from engine.dominion import CARDS as ENGINE_CARDS
from engine.dominion import position
from engine.game import Decision
from kit import starters
from kit.bots import FOLDER, house_bots
from kit.sdk import Request
from sandbox.guest.answers import picks
from tests.kit.games import load, play, request, wins

BOTS = house_bots()
OTHERS = ("stumbler", "slowpoke", "rollout", "tuned-money")  # rollout: see test_rollout.py
SOUND = [name for name in house_bots("dominion") if name not in OTHERS]
STARTER = starters.FOLDER / "dominion.py"


def test_every_file_of_the_folder_is_a_house_bot() -> None:
    files = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py"}
    assert {bot.path.name for bot in BOTS.values()} == files
    assert len(BOTS) >= 8
    assert all(name == bot.name for name, bot in BOTS.items())


def test_every_house_bot_has_a_game_and_every_game_has_house_bots() -> None:
    games = catalogue.games()
    for bot in BOTS.values():
        assert bot.games
        assert set(bot.games) <= set(games)
    for game in games:
        assert len(house_bots(game)) >= 4
    assert BOTS["random"].games == tuple(games)
    assert not set(house_bots("dominion")) & set(house_bots("kingdomino")) - {"random"}


@pytest.mark.parametrize("name", SOUND)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plays_legally_at_tables_of_every_size(name: str, seats: int) -> None:
    game = play([BOTS[name].path] * seats, seed=seats)
    assert game.outcome


@pytest.mark.parametrize("name", [*SOUND, "starter"])
def test_answers_every_kind_of_decision(name: str) -> None:
    bot = load(STARTER if name == "starter" else BOTS[name].path)
    game = catalogue.new("dominion", seats=2, seed=1)
    for kind in catalogue.games()["dominion"].kinds:
        for least, most in AMOUNTS.get(kind, [*ONE, (2, 2), (2, 4)]):
            options = ("yes", "no", "maybe") if kind in ("confirm", "choose") else CARDS
            asked = request(game, Decision(0, kind, options, least, min(most, len(options))))
            assert least <= len(picks(bot.decide(asked), asked)) <= most


CARDS = ("Copper", "Estate", "Silver", "Gold")
ONE = [(0, 1), (1, 1), (0, 3), (1, 3)]
AMOUNTS = {
    "confirm": [(1, 1)],
    "name": [(1, 1)],
    "amount": [(1, 1)],
    "pass": [(1, 1)],
    **dict.fromkeys(("play_action", "buy", "gain", "react"), ONE),
}


def test_random_gives_every_legal_answer_its_chance() -> None:
    bot = load(BOTS["random"].path)
    game = catalogue.new("dominion", seats=2, seed=1)
    asked = request(game, Decision(0, "buy", ("Copper", "Silver", "Gold"), 0, 1))
    answers = [tuple(bot.decide(asked)) for _ in range(600)]
    assert {answers.count(picked) > 50 for picked in ((), (0,), (1,), (2,))} == {True}


@pytest.mark.parametrize("name", [name for name in SOUND if name != "random"])
def test_beats_random_play(name: str) -> None:
    assert wins(BOTS[name].path, BOTS["random"].path, 10) == 1.0


def test_smithy_is_worth_having() -> None:
    assert wins(BOTS["big-money-smithy"].path, BOTS["big-money"].path, 60) > 0.5


def test_militia_hurts_who_has_no_answer() -> None:
    assert wins(BOTS["militia"].path, BOTS["big-money"].path, 60) > 0.5


def owned(name: str, opponent: str = "big-money") -> dict[str, int]:
    """Sum a bot's cards after each of ten games."""
    cards: dict[str, int] = {}
    for seed in range(10):
        game = play([BOTS[name].path, BOTS[opponent].path], seed)
        for card, count in game.view(None)["seats"][0]["cards"].items():
            cards[card] = cards.get(card, 0) + count
    return cards


def test_each_buys_what_it_is_named_for() -> None:
    actions = {"Village", "Smithy", "Market", "Militia", "Workshop", "Woodcutter"}
    assert not actions & set(owned("big-money"))
    assert actions & set(owned("big-money-smithy")) == {"Smithy"}
    assert actions & set(owned("militia")) == {"Militia"}
    engine = owned("village-market")
    assert min(engine["Village"], engine["Smithy"], engine["Market"]) >= 10


def test_the_engine_plays_its_engine() -> None:
    game = catalogue.new("dominion", seats=2, seed=1)
    bots = [load(BOTS[name].path) for name in ("village-market", "big-money")]
    most = 0
    while (decision := game.decision) is not None:
        asked = request(game, decision)
        game.choose(picks(bots[decision.seat].decide(asked), asked))
        most = max(most, len(game.view(0)["seats"][0]["in_play"]))
    assert most >= 7


def test_the_rush_empties_three_piles() -> None:
    reasons = [play([BOTS["pile-rush"].path, BOTS["random"].path], s).outcome for s in range(10)]
    assert sum("piles" in outcome.reason for outcome in reasons if outcome) >= 9


def test_militia_defends_itself_against_its_like() -> None:
    bot = load(BOTS["militia"].path)
    game = position(
        kingdom=["Militia", "Moat"],
        seats=[{"hand": "Militia"}, {"hand": "Moat, 4 Copper", "discard": "Militia"}],
    )
    game.choose([0])
    decision = game.decision
    assert decision
    assert decision.kind == "react"
    asked = request(game, decision)
    assert picks(bot.decide(asked), asked) == [0]


@pytest.mark.parametrize("name", ["big-money", "big-money-smithy", "militia", "village-market"])
def test_under_attack_keeps_the_money(name: str) -> None:
    game = position(
        kingdom=["Militia", "Smithy"],
        seats=[{"hand": "Militia"}, {"hand": "Gold, Silver, Province, Copper, Estate"}],
    )
    game.choose([0])
    decision = game.decision
    assert decision
    asked = request(game, decision)
    discarded = [
        decision.options[pick] for pick in picks(load(BOTS[name].path).decide(asked), asked)
    ]
    assert sorted(map(str, discarded)) == ["Estate", "Province"]


def crashes(name: str, games: int) -> int:
    count = 0
    for seed in range(games):
        try:
            play([BOTS[name].path, BOTS["big-money"].path], seed)
        except IndexError:
            count += 1
    return count


def test_stumbler_crashes_now_and_then() -> None:
    assert 1 <= crashes("stumbler", 40) <= 30


def test_slowpoke_ponders_and_sometimes_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = load(BOTS["slowpoke"].path)
    thought: list[float] = []
    monkeypatch.setattr(bot, "ponder", thought.append)
    game = catalogue.new("dominion", seats=2, seed=1)
    asked = request(game, Decision(0, "buy", ("Copper", "Silver"), 0, 1))
    for _ in range(2_000):
        bot.decide(asked)
    lost = sum(seconds > asked.clock["decision"] for seconds in thought)
    assert 5 < lost < 75
    assert sum(thought) / len(thought) < 0.2


@pytest.mark.parametrize(
    ("name", "lists"),
    [
        ("big-money-smithy", ["DRAWS"]),
        ("militia", ["ATTACKS", "PEACEFUL"]),
        ("pile-rush", ["BREEDS"]),
    ],
)
def test_lists_of_actions_name_actions(name: str, lists: list[str]) -> None:
    bot = load(BOTS[name].path)
    named = [ENGINE_CARDS[card] for one in lists for card in getattr(bot, one)]
    assert all(card.is_action for card in named)
    if name == "militia":
        attacks = {card.name for card in ENGINE_CARDS.values() if card.is_attack}
        assert set(bot.ATTACKS) <= attacks
        assert attacks <= set(bot.weapons(list(ENGINE_CARDS)))


def test_a_house_bot_is_one_short_file_that_imports_what_any_bot_can() -> None:
    for bot in BOTS.values():
        source = _source(bot.path)
        imported = re.findall(r"^(?:from|import) ([\w.]+)", source, re.MULTILINE)
        ours = [name for name in imported if name.split(".")[0] in ("kit", "arena", "sandbox")]
        assert ours
        assert all(name.startswith("kit.sdk") for name in ours)
        assert len(source.splitlines()) < 200


def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_request_offers_what_the_bots_use() -> None:
    names = {"kind", "options", "least", "most", "ordered", "source", "view", "events", "clock"}
    assert names | {"default", "imagine", "pick"} <= set(dir(Request))


@pytest.mark.parametrize(
    ("deck", "rest", "bought"),
    [
        ("Laboratory, Moat", "", ["Laboratory"]),
        ("Moat", "", []),
        ("Smithy", "", ["Smithy"]),
        ("Smithy", "Council Room", []),
    ],
)
def test_village_market_buys_what_it_can_use_of_cards_turned_up(
    deck: str, rest: str, bought: list[str]
) -> None:
    seats = [{"hand": "Black Market, Gold"}, {}]
    game = position(seats=seats, kingdom=f"Black Market, {rest}", market=deck)
    game.choose([0])
    game.choose([0])
    assert game.decision
    asked = request(game, game.decision)
    found = picks(load(BOTS["village-market"].path).decide(asked), asked)
    assert [game.decision.options[pick] for pick in found] == bought

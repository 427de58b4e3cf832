"""Kingdomino in the real jail: a game of the house bots, and a bot that faults."""

from pathlib import Path

import pytest

from arena.core.hosts import claim_name
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.matches.referee.referee import Entrant, MatchResult, Plan, play
from arena.models import Ladder
from arena.results.apply_results import apply_results
from arena.seeding.seed_platform import seed_platform
from arena.worker.play_match import play_match
from engine import record
from kit.bots import house_bots
from sandbox.jail import Jailer
from sandbox.limits import Limits

pytestmark = pytest.mark.jail

STANDARD = {"variants": ["harmony", "middle_kingdom"]}
STUMBLES = """
def decide(request):
    if request.view["round"] >= 3 and request.kind == "place":
        raise RuntimeError("stumbled")
    return len(request.options) - 1
"""
BARE_NUMBER = """
def decide(request):
    return request.options[-1] if request.kind == "pick" else 0
"""


def plan(games: int, **limits: float) -> Plan:
    return Plan("kingdomino", STANDARD, 4, games, 11, Limits.from_json(limits))


def entrants(*names: str) -> list[Entrant]:
    house = house_bots("kingdomino")
    return [Entrant(name, house[name].path) for name in names]


@pytest.fixture(scope="module")
def fair(jailer: Jailer) -> MatchResult:
    """Two rounds of games of the four house bots, played once for the tests below."""
    return play(plan(8), entrants("random", "greedy", "look-ahead", "monte-carlo"), jailer)


def test_the_better_of_the_house_bots_win(fair: MatchResult) -> None:
    assert fair.faults == []
    assert sum(fair.points) == 8 * 6
    randomly, greedily, looking, searching = fair.points
    assert randomly < greedily < max(looking, searching)


def test_searching_costs_no_more_than_its_budget(fair: MatchResult) -> None:
    for game in fair.games:
        assert game.cpu[3] < 0.05 * game.decisions[3] < 0.3 * Limits().game_cpu


def test_the_stored_game_replays_to_the_stored_events(fair: MatchResult) -> None:
    for game in fair.games:
        assert record.replay(game.record).events(None) == game.events


def test_a_bot_that_faults_makes_defaults_and_ranks_last(jailer: Jailer, tmp_path: Path) -> None:
    (tmp_path / "stumbles.py").write_text(STUMBLES, encoding="utf-8")
    bots = [Entrant("stumbles", tmp_path / "stumbles.py"), *entrants(*["greedy"] * 3)]
    game = play(plan(1), bots, jailer).games[0]
    (fault,) = game.faults
    assert (fault.entrant, fault.verdict) == (0, "crash")
    assert fault.decision is not None
    assert fault.decision["kind"] == "place"
    seat = game.seating.index(0)
    assert game.ranks[seat] == 4
    assert game.reason == "all dominoes are placed"
    mine = [event for event in game.events if event["seat"] == seat]
    placed = [event for event in mine if event["type"] == "place"]
    assert sum(event["type"] == "pick" for event in mine) == 12
    assert placed, "the first option is a place, not null"
    assert placed[0]["at"] == list(fault.decision["options"][0])
    assert game.decisions[0] == fault.number


def test_a_bare_number_is_an_index_and_not_a_domino(jailer: Jailer, tmp_path: Path) -> None:
    (tmp_path / "bare.py").write_text(BARE_NUMBER, encoding="utf-8")
    bots = [Entrant("bare", tmp_path / "bare.py"), *entrants(*["random"] * 3)]
    (fault,) = play(plan(1), bots, jailer).games[0].faults
    assert fault.verdict == "illegal"
    assert "out of range" in fault.message


def test_searching_keeps_to_a_shorter_clock(jailer: Jailer) -> None:
    limits = {"game_cpu": 0.3, "increment_cpu": 0.01, "decision_cpu": 0.2}
    result = play(plan(1, **limits), entrants("monte-carlo", *["greedy"] * 3), jailer)
    assert result.faults == []


@pytest.mark.django_db
def test_the_seeded_ladder_plays_and_rates_its_bots(jailer: Jailer) -> None:
    seed_platform(samples=[bot for bot in house_bots().values() if not bot.needs])
    ladder = Ladder.objects.get(slug="kingdomino-mighty-duel")
    for _ in matchmake(ladder_id=ladder.pk):
        claimed = claim_match(worker=claim_name())
        assert claimed is not None
        play_match(match=claimed, jailer=jailer)
        claimed.refresh_from_db()
        assert (claimed.status, claimed.games.count()) == ("finished", 2)
        assert not [game for game in claimed.games.all() if game.faults.exists()]
    assert apply_results(ladder_id=ladder.pk)
    assert sum(entry.matches for entry in ladder.entries.all()) >= 4

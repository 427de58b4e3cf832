"""Whole matches in the real jail, with bots that behave and bots that do not."""

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arena.matches.referee import referee
from arena.matches.referee.decision_log import read_rows
from arena.matches.referee.referee import Entrant, MatchResult, Plan, play
from engine import record
from engine.game import BadConfig, Game
from sandbox.errors import HostFailure
from sandbox.jail import Jailer
from sandbox.limits import Limits

pytestmark = pytest.mark.jail

MONEY = """
def decide(request):
    if request.kind == "play_treasures":
        return list(range(len(request.options)))
    wanted = [card for card in ("Province", "Gold", "Silver") if card in request.options]
    return wanted[:1] if request.kind == "buy" else request.default
"""
CRASH_FIRST = 'def decide(request):\n    print("about to fail")\n    raise KeyError("Gold")\n'
CRASH_ON_TURN = (
    MONEY.replace("decide", "play")
    + """
def decide(request):
    if request.view["turn"] >= {turn}:
        raise RuntimeError("stumbled")
    return play(request)
"""
)
SHORT = {"turn_limit": 4}
Write = Callable[..., list[Entrant]]


@pytest.fixture
def bots(tmp_path: Path) -> Write:
    """Writes sources to files and returns the entrants."""

    def write(*sources: str) -> list[Entrant]:
        entrants = []
        for number, source in enumerate(sources):
            path = tmp_path / f"bot{number}.py"
            path.write_text(source, encoding="utf-8")
            entrants.append(Entrant(f"bot{number}", path))
        return entrants

    return write


def plan(seats: int = 2, games: int = 2, seed: int = 11, **more: Any) -> Plan:
    config = more.pop("config", SHORT)
    return Plan("dominion", config, seats, games, seed, Limits(**more))


# --- matches that go well -------------------------------------------------------------------


@pytest.fixture(scope="module")
def fair(jailer: Jailer, tmp_path_factory: pytest.TempPathFactory) -> MatchResult:
    """Two games of two bots that behave, played once for the tests below."""
    folder = tmp_path_factory.mktemp("fair")
    source = (
        MONEY
        + """
import json, random
games = []
def start(setup):
    games.append(setup.seat)
    print(json.dumps([len(games), setup.seat, random.random()]))
play = decide
def decide(request):
    print(json.dumps(request.events))
    return play(request)
def finish(outcome):
    print(json.dumps(outcome))
"""
    )
    for name in "ab":
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return play(plan(), [Entrant(n, folder / f"{n}.py") for n in "ab"], jailer)


def test_a_match_has_all_its_games_and_nobody_at_fault(fair: MatchResult) -> None:
    assert [game.reason for game in fair.games] == ["turn limit"] * 2
    assert fair.faults == []
    assert sum(fair.points) == 2.0
    assert all(game.decisions[0] > 4 and game.decisions[1] > 4 for game in fair.games)
    assert all(0 < cpu < 1 for game in fair.games for cpu in game.cpu)
    assert fair.stamp["level"] in ("required", "rootless")


def test_the_second_game_mirrors_the_deal(fair: MatchResult) -> None:
    one, two = fair.games
    assert two.seating == one.seating[::-1]
    assert one.record["seed"] == two.record["seed"] == 11
    hands = [record.replay({**g.record, "choices": []}).view(None)["seats"] for g in (one, two)]
    assert hands[0] == hands[1]


def test_bots_that_play_alike_split_a_mirrored_match(fair: MatchResult) -> None:
    one, two = fair.games
    assert one.scores == two.scores
    assert fair.points == [1.0, 1.0]
    assert fair.ranks == [1, 1]


def test_nothing_survives_from_one_game_to_the_next(fair: MatchResult) -> None:
    starts = [json.loads(log.splitlines()[0]) for game in fair.games for log in game.logs]
    assert [number for number, _, _ in starts] == [1, 1, 1, 1]


def test_each_bot_is_told_its_seat_and_has_dice_of_its_own(fair: MatchResult) -> None:
    for game in fair.games:
        seats = [json.loads(log.splitlines()[0])[1] for log in game.logs]
        assert [game.seating[seat] for seat in seats] == [0, 1]
    dice = {json.loads(log.splitlines()[0])[2] for game in fair.games for log in game.logs}
    assert len(dice) == 4


def test_events_since_last_asked_add_up_to_what_the_seat_saw(fair: MatchResult) -> None:
    for game in fair.games:
        replayed = record.replay(game.record)
        for seat, entrant in enumerate(game.seating):
            told = [json.loads(line) for line in game.logs[entrant].splitlines()[1:-1]]
            assert all(told), "every decision follows some event"
            flat = [event for events in told for event in events]
            assert flat == json.loads(json.dumps(replayed.events(seat)[: len(flat)]))


def test_bots_are_told_how_the_game_ended(fair: MatchResult) -> None:
    for game in fair.games:
        outcome = {"scores": game.scores, "ranks": game.ranks, "reason": "turn limit"}
        assert [json.loads(log.splitlines()[-1]) for log in game.logs] == [outcome] * 2


def test_the_stored_game_replays_to_the_stored_events(fair: MatchResult) -> None:
    for game in fair.games:
        assert record.replay(json.loads(json.dumps(game.record))).events(None) == game.events


def test_the_minutes_have_every_question_and_what_it_took(fair: MatchResult) -> None:
    for game in fair.games:
        asked = read_rows(game.decision_log)
        assert [one["picks"] for one in asked] == game.record["choices"]
        assert len(asked) == sum(game.decisions)
        assert all(0 <= one["cpu"] < 2 for one in asked)
        assert [one["after"] for one in asked] == sorted(one["after"] for one in asked)
        assert asked[-1]["after"] < len(game.events)


def test_the_seed_is_nowhere_in_what_a_bot_was_told(jailer: Jailer, bots: Write) -> None:
    nosy = (
        MONEY
        + """
wants = ["view", "events", "state"]
play = decide
def start(setup):
    print([getattr(setup, name) for name in setup.__slots__])
def decide(request):
    print([getattr(request, name) for name in request.__slots__])
    return play(request)
"""
    )
    seed = 987654321987654321
    result = play(plan(seed=seed, games=1, log=8 * 1024 * 1024), bots(nosy, MONEY), jailer)
    assert len(result.games[0].logs[0]) > 10_000
    assert str(seed) not in result.games[0].logs[0]
    assert "seed" not in result.games[0].logs[0]


def test_a_result_is_json_ready(fair: MatchResult) -> None:
    assert json.loads(json.dumps(asdict(fair)))["points"] == fair.points


def test_the_same_plan_gives_the_same_games(jailer: Jailer, bots: Write) -> None:
    dice = (
        "import random\ndef decide(request):\n"
        "    count = random.randint(request.least, request.most)\n"
        "    return random.sample(range(len(request.options)), count)\n"
    )
    entrants = bots(dice, dice)
    one, two = (play(plan(), entrants, jailer) for _ in range(2))
    assert [game.record for game in one.games] == [game.record for game in two.games]
    assert one.games[0].record["choices"] != one.games[1].record["choices"]


def test_a_bot_is_sent_only_what_it_wants(jailer: Jailer, bots: Write) -> None:
    told = "\n    print(bool(request.view), bool(request.events), bool(request.state))"
    tell = MONEY.replace("def decide(request):", "def decide(request):" + told)
    state = MONEY.replace(
        "def decide(request):", "def decide(request):\n    print(request.imagine(3).decision.kind)"
    )
    entrants = bots(f"wants = []{tell}", tell, 'wants = ["state"]' + state)
    game = play(plan(seats=3, games=1), entrants, jailer).games[0]
    assert game.faults == []
    assert set(game.logs[0].splitlines()) == {"False False False"}
    assert set(game.logs[1].splitlines()) == {"True True False"}
    assert set(game.logs[2].splitlines()) == {"play_treasures", "buy"}


# --- faults ---------------------------------------------------------------------------------

FAULTY = {
    "crash": (CRASH_FIRST, "KeyError: 'Gold'"),
    "exit": ("import os\ndef decide(request):\n    os._exit(3)\n", "exit code 3"),
    "illegal": ("def decide(request):\n    return 99\n", "index 99"),
    "protocol": (
        'import os\ndef decide(request):\n    os.write(4, b"hello\\n")\n    return 0\n',
        "not a valid message",
    ),
    "forged id": (
        'import os\ndef decide(request):\n    os.write(4, b\'{"id":0,"picks":[]}\\n\')\n',
        "the question was decision 1",
    ),
    "forged picks": (
        'import os\ndef decide(request):\n    os.write(4, b\'{"id":1,"picks":[77]}\\n\')\n',
        "no option 77",
    ),
    "timeout": ("def decide(request):\n    while True: pass\n", "CPU"),
    "memory": ("def decide(request):\n    return bytearray(10**10)\n", "MemoryError"),
    "output": ('import os\ndef decide(request):\n    os.write(4, b"x" * 100_000)\n', "bytes"),
}
VERDICTS = {"exit": "crash", "forged id": "protocol", "forged picks": "illegal"}


@pytest.mark.parametrize("case", FAULTY)
def test_a_fault_is_recorded_with_all_that_its_owner_needs(
    case: str, jailer: Jailer, bots: Write
) -> None:
    source, message = FAULTY[case]
    entrants = bots(source, MONEY)
    game = play(plan(games=1, decision_cpu=0.2), entrants, jailer).games[0]
    (fault,) = game.faults
    assert fault.verdict == VERDICTS.get(case, case)
    assert message in fault.message
    assert (fault.game, fault.entrant, fault.number) == (0, 0, 1)
    assert fault.decision is not None
    assert fault.view is not None
    assert fault.decision["kind"] == "play_treasures"
    assert fault.view["seats"][fault.decision["seat"]]["hand"]
    assert fault.view["seats"][1 - fault.decision["seat"]]["hand"] is None
    assert fault.cpu > 0
    assert (game.reason, game.decisions[0]) == ("fault", 1)
    assert game.ranks[game.seating.index(0)] == 2


def test_a_crash_comes_with_traceback_and_log(jailer: Jailer, bots: Write) -> None:
    (fault,) = play(plan(games=1), bots(CRASH_FIRST, MONEY), jailer).faults
    assert 'raise KeyError("Gold")' in fault.traceback
    assert "sandbox" not in fault.traceback
    assert fault.log == "about to fail\n"


def test_the_log_of_a_fault_is_its_last_part(jailer: Jailer, bots: Write) -> None:
    chatty = 'def decide(request):\n    print("x" * 20_000 + "the end")\n    return None\n'
    game = play(plan(games=1), bots(chatty, MONEY), jailer).games[0]
    assert game.faults[0].log.rstrip().endswith("the end")
    assert len(game.faults[0].log) <= referee.LOG_TAIL
    assert len(game.logs[0]) > 20_000


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1\n", "no function decide"),
        ("raise OSError('at import')\n", "at import"),
        ("def decide(request:\n", "never closed"),
        ("", "decide"),
        ("def start(setup):\n    1 / 0\ndef decide(request): pass\n", "ZeroDivisionError"),
        ("while True: pass\n", "CPU"),
    ],
)
def test_a_bot_that_does_not_start_faults_before_its_first_decision(
    source: str, message: str, jailer: Jailer, bots: Write
) -> None:
    result = play(plan(start_cpu=0.3), bots(source, MONEY), jailer)
    assert [(fault.game, fault.number, fault.decision) for fault in result.faults] == [
        (0, 0, None),
        (1, 0, None),
    ]
    assert message.lower() in result.faults[0].message.lower()
    assert result.points == [0.0, 2.0]
    assert [game.record["choices"] for game in result.games] == [[], []]


def test_two_bots_that_do_not_start_tie(jailer: Jailer, bots: Write) -> None:
    result = play(plan(), bots("1 / 0\n", "1 / 0\n"), jailer)
    assert [game.ranks for game in result.games] == [[1, 1], [1, 1]]
    assert result.points == [1.0, 1.0]
    assert len(result.faults) == 4


def test_the_first_of_two_to_fault_loses_and_ends_the_game(jailer: Jailer, bots: Write) -> None:
    result = play(plan(games=1), bots(CRASH_FIRST, CRASH_FIRST), jailer)
    game = result.games[0]
    assert len(game.faults) == 1
    assert game.ranks == [2, 1]


def test_a_bot_that_faulted_starts_afresh_in_the_next_game(jailer: Jailer, bots: Write) -> None:
    unlucky = MONEY.replace(
        "def decide(request):", "def decide(request):\n    if request.seat == 0: raise OSError"
    )
    result = play(plan(), bots(unlucky, MONEY), jailer)
    assert len(result.faults) == 1
    assert sorted(game.reason for game in result.games) == ["fault", "turn limit"]
    fine = next(game for game in result.games if game.reason == "turn limit")
    assert fine.decisions[0] > 4


def test_a_second_fault_forfeits_the_rest_of_the_match(jailer: Jailer, bots: Write) -> None:
    result = play(plan(games=6), bots(CRASH_FIRST, MONEY), jailer)
    assert [fault.game for fault in result.faults] == [0, 1]
    assert [game.decisions[0] for game in result.games] == [1, 1, 0, 0, 0, 0]
    assert [game.logs for game in result.games[2:]] == [["", ""]] * 4
    assert result.points == [0.0, 6.0]


def test_in_three_seats_the_others_play_on_and_the_faulty_makes_defaults(
    jailer: Jailer, bots: Write
) -> None:
    entrants = bots(CRASH_ON_TURN.format(turn=2), MONEY, MONEY)
    result = play(plan(seats=3, games=1, config={"turn_limit": 6}), entrants, jailer)
    game = result.games[0]
    assert game.reason == "turn limit"
    assert game.ranks[game.seating.index(0)] == 3
    assert sorted(game.ranks) in ([1, 1, 3], [1, 2, 3])
    turns = [event for event in game.events if event["type"] == "turn"]
    seat = game.seating.index(0)
    assert sum(turn["seat"] == seat for turn in turns) == 6
    bought = [e for e in game.events if e["type"] == "buy" and e["seat"] == seat]
    assert len(bought) <= 1


def test_a_third_seat_forfeits_alone(jailer: Jailer, bots: Write) -> None:
    result = play(plan(seats=3, games=3), bots(MONEY, CRASH_FIRST, MONEY), jailer)
    assert [fault.entrant for fault in result.faults] == [1, 1]
    assert [game.decisions[1] for game in result.games] == [1, 1, 0]
    assert [game.ranks[game.seating.index(1)] for game in result.games] == [3, 3, 3]
    assert [game.reason for game in result.games] == ["turn limit"] * 3
    assert result.points[1] == 0.0
    assert sum(result.points) == 9.0
    assert result.ranks[1] == 3


def test_in_four_seats_the_earliest_fault_is_last(jailer: Jailer, bots: Write) -> None:
    late, early = CRASH_ON_TURN.format(turn=3), CRASH_ON_TURN.format(turn=2)
    game = play(plan(seats=4, games=1), bots(late, MONEY, early, MONEY), jailer).games[0]
    places = [game.ranks[game.seating.index(entrant)] for entrant in range(4)]
    assert (places[0], places[2]) == (3, 4)
    assert [fault.entrant for fault in game.faults] == [2, 0]
    assert game.reason == "turn limit"


def test_the_last_live_seat_wins_at_once(jailer: Jailer, bots: Write) -> None:
    turns = [CRASH_ON_TURN.format(turn=turn) for turn in (1, 2, 3)]
    game = play(plan(seats=4, games=1), bots(*turns, MONEY), jailer).games[0]
    places = [game.ranks[game.seating.index(entrant)] for entrant in range(4)]
    assert places == [4, 3, 2, 1]
    assert game.reason == "fault"
    assert max(event.get("turn", 0) for event in game.events) == 3


def test_a_broken_off_game_is_scored_as_it_stands(jailer: Jailer, bots: Write) -> None:
    game = play(plan(games=1), bots(CRASH_FIRST, MONEY), jailer).games[0]
    assert game.scores == [3, 3]
    assert record.replay(game.record).decision is not None


# --- the machine ----------------------------------------------------------------------------


def children(process: int | str = "self") -> list[int]:
    return [
        int(pid)
        for task in Path(f"/proc/{process}/task").iterdir()
        for pid in (task / "children").read_text(encoding="ascii").split()
    ]


def jails() -> list[int]:
    """Return our bubblewrap processes: of bots started cold, and of zygotes."""
    return [pid for pid in children() if Path(f"/proc/{pid}/comm").read_text() == "bwrap\n"]


def living_bots() -> list[int]:
    """The processes in our jails that are no zygotes."""
    inside = [pid for jail in jails() for pid in children(jail)]
    zygotes = [pid for pid in inside if b"zygote" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return [*set(inside).difference(zygotes), *(pid for one in zygotes for pid in children(one))]


def test_a_bot_killed_from_outside_is_nobodys_fault(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)

    def kill(_: int) -> None:
        for jail in jails():
            os.kill(jail, signal.SIGKILL)

    with pytest.raises(HostFailure):
        play(plan(), bots(MONEY, MONEY), jailer, progress=kill)
    assert living_bots() == []


def test_no_process_outlives_a_match(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    seen: list[int] = []
    entrants = bots(CRASH_ON_TURN.format(turn=3), MONEY)
    play(plan(games=1), entrants, jailer, progress=lambda _: seen.append(len(living_bots())))
    assert seen[0] == 2
    assert living_bots() == []


def test_the_game_is_shown_while_an_answer_is_waited_for(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    seen: list[int] = []

    def watch(_number: int, _seating: Sequence[int], game: Game, _faults: object) -> None:
        seen.append(len(game.record()["choices"]))

    nap = MONEY.replace("def decide(request):", "import time\ndef decide(request):\n    nap()", 1)
    nap += "\nnaps = [1.0]\ndef nap():\n    if naps: time.sleep(naps.pop())\n"
    play(plan(games=1), bots(nap, MONEY), jailer, progress=lambda _: None, watch=watch)
    assert max(Counter(seen).values()) >= 3


ONE_BY_ONE = """
def decide(request):
    print(request.kind, round(request.clock["left"]))
    if request.kind == "play_treasures":
        return {picks}
    return request.default
"""


@pytest.mark.parametrize("picks", ["0", "list(range(request.most))"], ids=["one by one", "at once"])
def test_treasures_gain_one_increment_however_they_are_played(
    jailer: Jailer, bots: Write, picks: str
) -> None:
    entrants = bots(ONE_BY_ONE.format(picks=picks), ONE_BY_ONE.format(picks=picks))
    limits: dict[str, Any] = {"increment_cpu": 10.0, "decision_cpu": 5.0, "game_cpu": 1000.0}
    result = play(
        plan(games=1, config={"turn_limit": 3, "kingdom": "First Game"}, **limits), entrants, jailer
    )
    for log in result.games[0].logs:
        lines = [line.split() for line in log.splitlines()]
        before = ""
        for (kind, left), (_kind, then) in pairwise(lines):
            is_rest = kind == before == "play_treasures"
            assert abs(int(then) - int(left) - (0 if is_rest else 10)) <= 1, log
            before = kind
        assert len(lines) > 3


def test_progress_counts_the_games(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 1_000.0)
    play(plan(), bots(MONEY, MONEY), jailer, progress=seen.append)
    assert seen == [1, 2]
    seen.clear()
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    play(plan(), bots(MONEY, MONEY), jailer, progress=seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 20


def test_a_plan_that_cannot_be_played_is_refused_before_any_jail(
    jailer: Jailer, bots: Write
) -> None:
    two = bots(MONEY, MONEY)
    with pytest.raises(ValueError, match="3 seats need 3 bots, not 2"):
        play(plan(seats=3, games=3), two, jailer)
    with pytest.raises(ValueError, match="multiple of its 2 seats, not 3"):
        play(plan(games=3), two, jailer)
    with pytest.raises(ValueError, match="not 0 games"):
        play(plan(games=0), two, jailer)
    with pytest.raises(BadConfig, match="unknown kingdom 'Nope'"):
        play(plan(config={"kingdom": "Nope"}), two, jailer)

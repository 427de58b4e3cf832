"""A person's game against real jailed bots: questions, kept jails, faults, returned games."""

import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena import tasks
from arena.core.errors import QuotaUsed
from arena.core.hosts import claim_name, slot
from arena.human_games.claim_human_game import claim_human_game, reap_human_games
from arena.human_games.play import StartPosition, abandon_human_game, choose_human, start_human_game
from arena.matches.referee.human_game_runner import HumanGameRunner, SeatedBot
from arena.models import Bot, BotSeat, Failure, HumanGame, Ladder
from arena.worker.answer_human import STAY_SECONDS, answer_human
from arena.worker.run_tick import enqueue_human_games
from engine import catalogue
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests.arena import calls
from tests.arena.processes import Platform
from tests.arena.scripts import human_games
from tests.arena.scripts.human_games import passed
from tests.bots import bot
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, charlie, person
from tests.conftest import Bells
from tests.sandbox.conversations import strongest

pytestmark = [pytest.mark.jail, pytest.mark.django_db]
COUNTS, FAILS_LATER = bot("counts"), bot("fails_later")
SLEEPS = bot("sleeps_when_repeated")


@pytest.fixture(scope="module")
def jailer() -> Jailer:
    return strongest()


FAILS_SECOND = b"""
asked = 0
def decide(request):
    global asked
    asked += 1
    1 / (2 - asked)
    return request.default
"""


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(config={"kingdom": "First Game", "turn_limit": 4})


def begun(bot: Bot, ladder: Ladder, *more: Bot, seat: int = 0) -> HumanGame:
    return start_human_game(person=charlie(), bots=[bot, *more], ladder=ladder, seat=seat)


def answered(jailer: Jailer, *, stays: bool = False) -> HumanGame:
    """Let a worker handle the longest waiting game, and return it."""
    game = claim_human_game(worker=claim_name())
    assert game is not None
    answer_human(game=game, jailer=jailer, stays=stays)
    game.refresh_from_db()
    return game


def test_a_whole_game_with_a_fresh_jail_for_every_turn(ladder: Ladder, jailer: Jailer) -> None:
    game = begun(a_bot(alice(), "Alcuin", ladder, COUNTS), ladder)
    assert game.status == HumanGame.Status.ASKING
    while passed(game).is_open:
        game = answered(jailer)
        assert (game.worker, game.error) == ("", "")
    game.refresh_from_db()
    assert game.status == HumanGame.Status.FINISHED
    assert game.ranks is not None
    assert game.restored().outcome is not None
    assert game.events == game.restored().events(None)


def test_a_bot_that_remembers_is_in_step_and_its_clock_does_not_run_twice(
    jailer: Jailer, tmp_path: Path
) -> None:
    path = tmp_path / "bot.py"
    path.write_bytes(COUNTS)
    position = catalogue.new("dominion", seats=2, seed=5, config={"kingdom": "First Game"})
    while len(position.record()["choices"]) < 12:
        assert position.decision is not None
        position.choose(position.decision.default)
    asked = position.events(None)
    chair = SeatedBot(1, path, clock=3.25)
    stored = position.record()
    table = HumanGameRunner(stored, [chair], {}, limits=Limits(), runner=jailer, beat=lambda: None)
    with table:
        assert table.game.events(None) == asked
        while (decision := table.asked) is None:
            assert table.game.decision is not None
            table.game.choose(table.game.decision.default)
        repeated = table.players[1].decisions
        assert repeated == sum(1 for seat in seats_of(stored) if seat == 1) > 0
        table.step(decision)
        assert table.clocks[1] <= 3.25 + Limits().increment_cpu
        table.finish()
    lines = table.players[1].log.splitlines()
    assert lines[-2:] == [f"{repeated + 1} 3.25", "over"]


def test_repeating_runs_on_one_budget_of_what_was_recorded_doubled_and_a_second(
    ladder: Ladder, jailer: Jailer
) -> None:
    game = begun(a_bot(alice(), "Alcuin", ladder, SLEEPS), ladder)
    seat = game.bot_seats.get()
    while passed(game).is_open:
        BotSeat.objects.filter(cpu__isnull=False).update(cpu=0.1, wall=0.2)
        HumanGame.objects.update(not_before=None, tries=0)  # a busy host is not the bot's fault
        game = answered(jailer)
        seat.refresh_from_db()
        if seat.faulted_at is not None:
            break
    assert seat.verdict == "timeout"
    assert "a game may take 1 s" in seat.message
    assert seat.failure is not None
    assert "replayed in a new jail" in seat.failure["traceback"]
    assert seat.failure["number"] <= 4, "it slept for a second and a half in all"


def test_what_a_bot_spends_is_recorded_over_all_its_jails(ladder: Ladder, jailer: Jailer) -> None:
    game = begun(a_bot(alice(), "Alcuin", ladder, COUNTS), ladder)
    spent = [(0.0, 0.0)]
    for _ in range(3):
        passed(game)
        game = answered(jailer)
        seat = game.bot_seats.get()
        assert seat.cpu is not None
        assert seat.wall is not None
        spent.append((seat.cpu, seat.wall))
    assert spent == sorted(spent)
    assert spent[1][0] < spent[-1][0]


def seats_of(stored: dict[str, object]) -> list[int]:
    """Return the seats that were asked, choice by choice."""
    game = catalogue.new("dominion", seats=2, seed=5, config={"kingdom": "First Game"})
    found = []
    choices = stored["choices"]
    assert isinstance(choices, list)
    for picks in choices:
        assert game.decision is not None
        found.append(game.decision.seat)
        game.choose(picks)
    return found


def test_a_crash_ends_a_game_of_two_and_its_owner_can_mend_it(
    ladder: Ladder, jailer: Jailer
) -> None:
    game = begun(a_bot(alice(), "Alcuin", ladder, FAILS_LATER), ladder)
    while passed(game).is_open:
        game = answered(jailer)
    game.refresh_from_db()
    seat = game.bot_seats.get()
    assert (game.status, game.reason, game.ranks) == (HumanGame.Status.FINISHED, "fault", [1, 2])
    assert (seat.verdict, seat.message) == ("crash", "RuntimeError: boom")
    assert seat.failure is not None
    assert "raise RuntimeError" in seat.failure["traceback"]
    assert seat.failure["decision"]["seat"] == 1
    assert seat.version.bot.faults_in_row == 0, "what people see does not bench a bot"
    failure = Failure.objects.get(bot=seat.version.bot)
    assert (failure.newest_fault, failure.newest_bot_seat, failure.count) == (None, seat, 1)
    assert failure.verdict == "crash"


def test_of_three_the_game_goes_on_with_defaults_for_the_one_that_fell(jailer: Jailer) -> None:
    ladder = a_ladder(seats=3, config={"kingdom": "First Game", "turn_limit": 3})
    bots = a_bot(alice(), "Alcuin", ladder, b"1 / 0\n"), a_bot(bob(), "Bede", ladder)
    game = begun(bots[0], ladder, bots[1], seat=2)
    assert game.status == HumanGame.Status.WAITING
    game = answered(jailer)
    assert game.faulted_at() == {0: 0}
    assert game.status == HumanGame.Status.ASKING
    while passed(game).is_open:
        game = answered(jailer)
    game.refresh_from_db()
    assert game.reason != "fault"
    assert game.ranks is not None
    assert game.ranks[0] == 3


def test_who_stays_at_the_table_asks_nothing_again(
    ladder: Ladder, jailer: Jailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = passed(begun(a_bot(alice(), "Alcuin", ladder, COUNTS), ladder))
    repeated: list[int] = []
    again = HumanGameRunner._repeat

    def counted(table: HumanGameRunner, choices: Sequence[Sequence[int]]) -> None:
        repeated.append(len(choices))
        again(table, choices)

    ended: list[HumanGameRunner] = []
    end = HumanGameRunner.finish

    def noted(table: HumanGameRunner) -> None:
        end(table)
        ended.append(table)

    def person_answers(game: HumanGame) -> Callable[[], None]:
        def beat() -> None:
            passed(HumanGame.objects.get(pk=game.pk))

        return beat

    monkeypatch.setattr(HumanGameRunner, "_repeat", counted)
    monkeypatch.setattr(HumanGameRunner, "finish", noted)
    monkeypatch.setattr("arena.worker.answer_human._pulse", person_answers)
    began = time.monotonic()
    game = answered(jailer, stays=True)
    assert time.monotonic() - began < STAY_SECONDS / 2
    assert (game.status, game.worker) == (HumanGame.Status.FINISHED, "")
    assert len(repeated) == 1, "the jail was started once"
    assert ended[0].players[1].log.splitlines()[-1] == "over"


def test_a_game_given_up_is_left_by_its_worker(ladder: Ladder, jailer: Jailer) -> None:
    game = passed(begun(a_bot(alice(), "Alcuin", ladder), ladder))
    held = claim_human_game(worker=claim_name())
    assert held is not None
    abandon_human_game(person=charlie(), game=game)
    answer_human(game=held, jailer=jailer, stays=True)
    game.refresh_from_db()
    assert (game.status, game.worker) == (HumanGame.Status.ABANDONED, "")


def test_a_lost_file_is_nobodys_fault_and_after_three_tries_the_game_has_failed(
    ladder: Ladder, jailer: Jailer
) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    game = passed(begun(bot, ladder))
    assert bot.current is not None
    Path(bot.current.source.path).unlink()
    for tries in (1, 2, 3):
        HumanGame.objects.update(not_before=None)
        game = answered(jailer)
        assert (game.tries, game.worker) == (tries, "")
    assert game.status == HumanGame.Status.FAILED
    assert game.faulted_at() == {}


@pytest.mark.django_db(transaction=True)
def test_a_lost_bell_is_rung_again_and_forgotten_games_are_ended(
    ladder: Ladder, bells: Bells, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.worker.answer_human.STAY_SECONDS", 0.0)
    game = passed(begun(a_bot(alice(), "Alcuin", ladder), ladder))
    bells()
    enqueue_human_games()
    assert bells() == [("arena.answer", [game.pk])]
    with slot(Path(settings.VAR) / "tables", settings.HUMAN_GAME_WORKERS):
        assert tasks.answer(game.pk) == game.pk, "without a table it is answered as well"
    assert tasks.answer(game.pk) is None, "a doubled bell finds nothing"
    game.refresh_from_db()
    assert (game.status, game.worker) == (HumanGame.Status.ASKING, "")
    HumanGame.objects.update(moved_at=timezone.now() - timedelta(hours=25))
    enqueue_human_games()
    game.refresh_from_db()
    assert game.status == HumanGame.Status.ABANDONED
    assert bells() == []


def theirs(bot: Bot, ladder: Ladder, name: str) -> HumanGame:
    """Start this person's game in which it is the bot's move."""
    game = start_human_game(person=person(name), bots=[bot], ladder=ladder)
    decision = game.restored().decision
    while decision is not None and game.status == HumanGame.Status.ASKING:
        game = choose_human(
            person=person(name), game=game, number=game.choices_count, picks=decision.default
        )
        decision = game.restored().decision
    return game


def test_of_one_owners_bots_so_many_games_are_answered_at_once(ladder: Ladder) -> None:
    alcuin, anselm = (a_bot(alice(), name, ladder) for name in ("Alcuin", "Anselm"))
    first, second = (theirs(bot, ladder, who) for bot, who in ((alcuin, "dora"), (anselm, "emil")))
    other = theirs(a_bot(bob(), "Bede", ladder), ladder, "fred")
    assert claim_human_game(worker="here/1/a") == first
    assert claim_human_game(worker="here/2/b") == other, "she has her share of the workers"
    assert claim_human_game(worker="here/3/c") is None
    HumanGame.objects.filter(pk=first.pk).update(worker="", status=HumanGame.Status.ASKING)
    assert claim_human_game(worker="here/3/c") == second


def test_the_houses_bots_answer_as_many_as_there_are_workers(ladder: Ladder) -> None:
    ours = a_house_bot("Big Money", ladder)
    games = [theirs(ours, ladder, who) for who in ("dora", "emil")]
    assert [claim_human_game(worker=f"here/{n}/a") for n in range(2)] == games


def test_only_so_many_games_are_open_against_one_owners_bots(
    ladder: Ladder, settings: Settings
) -> None:
    settings.HUMAN_GAMES_OPEN_PER_OWNER = 2
    alcuin, anselm = (a_bot(alice(), name, ladder) for name in ("Alcuin", "Anselm"))
    theirs(alcuin, ladder, "dora")
    game = theirs(anselm, ladder, "emil")
    with pytest.raises(QuotaUsed, match="Choose another bot"):
        start_human_game(person=person("fred"), bots=[alcuin], ladder=ladder)
    start_human_game(person=person("fred"), bots=[a_bot(bob(), "Bede", ladder)], ladder=ladder)
    abandon_human_game(person=person("emil"), game=game)
    start_human_game(person=person("fred"), bots=[alcuin], ladder=ladder)


def test_a_kept_game_is_left_for_another_that_waits_for_the_same_owner(
    ladder: Ladder, jailer: Jailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.worker.answer_human.LOOK_FOR_OTHERS_SECONDS", 0.0)
    alcuin = a_bot(alice(), "Alcuin", ladder)
    first, second = theirs(alcuin, ladder, "dora"), theirs(alcuin, ladder, "emil")
    game = answered(jailer, stays=True)
    assert (game, game.worker) == (first, "")
    assert claim_human_game(worker=claim_name()) == second


def test_games_have_so_many_places_on_a_host(ladder: Ladder, settings: Settings) -> None:
    settings.HUMAN_GAME_SLOTS = 1
    theirs(a_bot(alice(), "Alcuin", ladder), ladder, "dora")
    with slot(Path(settings.VAR) / "answers", 1):
        assert tasks.answer(0) is None
    settings.HUMAN_GAME_WORKERS = 0
    assert tasks.answer(0) is not None


def test_a_lost_worker_costs_nobody(
    ladder: Ladder, jailer: Jailer, ended: Callable[[], int]
) -> None:
    game = passed(begun(a_bot(alice(), "Alcuin", ladder), ladder))
    place = claim_name().split("/")[0]
    assert claim_human_game(worker=f"{place}/{ended()}/1") is not None
    assert claim_human_game(worker=claim_name()) is None
    reap_human_games(now=timezone.now())
    HumanGame.objects.update(not_before=None)
    assert answered(jailer).status == HumanGame.Status.ASKING
    assert game.pk == HumanGame.objects.get().pk


@pytest.fixture
def ended() -> Callable[[], int]:
    """Return the id of an ended process."""

    def run() -> int:
        process = subprocess.Popen(["true"])
        process.wait()
        return process.pid

    return run


def test_a_worker_killed_at_the_table_is_followed_by_another(tmp_path: Path) -> None:
    strongest()
    platform = Platform(tmp_path)
    holder = platform.start("-c", calls.code(human_games.answer_and_stay))
    platform.call(human_games.wait_for_a_question)
    holder.kill()
    holder.communicate()
    status, went_on, faults = platform.call(human_games.answer_again)
    assert (status, went_on, faults) == ("asking", True, {})


def test_a_game_from_a_position_asks_its_bots_nothing_before_it(
    ladder: Ladder, jailer: Jailer
) -> None:
    position = catalogue.new("dominion", seats=2, seed=5, config=ladder.config)
    while position.logged < 25:
        assert position.decision is not None
        position.choose(position.decision.default)
    bot = a_bot(alice(), "Alcuin", ladder, FAILS_SECOND)
    start = StartPosition(position.record(), position.logged)
    game = start_human_game(person=charlie(), bots=[bot], seat=0, start=start)
    assert game.start_choice == len(position.record()["choices"])
    while passed(game).is_open:
        game = answered(jailer)
    seat = game.bot_seats.get()
    assert seat.failure is not None
    assert seat.failure["number"] == 2
    assert game.choices[: game.start_choice] == position.record()["choices"]

"""A person's game on a worker that is killed."""

import time

from django.utils import timezone

from arena.core.hosts import claim_name
from arena.human_games.claim_human_game import claim_human_game, reap_human_games
from arena.human_games.play import choose_human, start_human_game
from arena.models import HumanGame
from arena.worker.answer_human import answer_human
from sandbox.jail import Jailer
from tests.cast import a_house_bot, a_ladder, charlie
from tests.patience import PATIENCE


def passed(game: HumanGame) -> HumanGame:
    """Answer by default for the person until it is a bot's move, or over."""
    while game.status == HumanGame.Status.ASKING:
        decision = game.restored().decision
        assert decision is not None
        game = choose_human(
            person=charlie(), game=game, number=game.choices_count, picks=decision.default
        )
    return game


def answer_and_stay() -> None:
    """Begin a game and answer for its bot; keep the jail for the next question."""
    bot = a_house_bot("House", a_ladder(config={"kingdom": "First Game", "turn_limit": 4}))
    passed(start_human_game(person=charlie(), bots=[bot], game="dominion"))
    game = claim_human_game(worker=claim_name())
    assert game
    answer_human(game=game, jailer=Jailer.strongest(), stays=True)


def wait_for_a_question() -> None:
    """Return when a worker holds the game, its bot has answered, and the person is asked."""
    until = time.monotonic() + PATIENCE
    while not HumanGame.objects.held().filter(status="asking").exists():
        assert time.monotonic() < until
        time.sleep(0.05)


def answer_again() -> tuple[str, bool, dict[int, int]]:
    """Answer in a new worker; return the status, whether it went on, and the faults."""
    before = passed(HumanGame.objects.get()).choices_count
    assert claim_human_game(worker=claim_name()) is None, "the dead one holds it"
    reap_human_games(now=timezone.now())
    HumanGame.objects.update(not_before=None)
    again = claim_human_game(worker=claim_name())
    assert again
    answer_human(game=again, jailer=Jailer.strongest(), stays=False)
    again.refresh_from_db()
    return again.status, again.choices_count > before, again.faulted_at()

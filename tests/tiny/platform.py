"""Rows of the tiny game, with matches that are really played."""

from arena.core.hosts import claim_name
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.models import Bot, Ladder, Match
from arena.results.tally_results import tally_results
from arena.worker.play_match import play_match
from sandbox.jail import Jailer
from tests.cast import a_bot, a_ladder, alice, bob

GREEDY = b"def decide(request):\n    return len(request.options) - 1\n"


def tiny_ladder(**fields: object) -> Ladder:
    """An open ladder of it for two."""
    usual = {"name": "Pots", "slug": "pots", "game": "tiny", "config": {"pot": 9}}
    return a_ladder(**(usual | fields))


def tiny_bots(ladder: Ladder) -> tuple[Bot, Bot]:
    """Alice's and Bob's."""
    return a_bot(alice(), "Alcuin", ladder, GREEDY), a_bot(bob(), "Bede", ladder)


def play_queued(jailer: Jailer) -> Match:
    """Play the next match in the queue in real jails, without a fault."""
    match = claim_match(worker=claim_name())
    assert match is not None
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not [game for game in match.games.all() if game.faults.exists()]
    return match


def play_ladder(ladder: Ladder, jailer: Jailer) -> Match:
    """Order, play and count a rated match."""
    matchmake(ladder_id=ladder.pk)
    match = play_queued(jailer)
    tally_results(ladder=ladder)
    return match

"""Match results made by hand."""

from django.contrib.auth.base_user import AbstractBaseUser

from arena.matches.claim_match import claim_match
from arena.matches.order_match import LADDER_PRIORITY, order_match
from arena.matches.referee.referee import Fault, GameResult, MatchResult
from arena.models import Bot, Ladder, Match
from arena.results.apply_results import apply_results, apply_tournament_results
from arena.results.store_result import store_result
from engine.game import rank

STAMP = {"level": "required", "kernel": "6.1", "bubblewrap": "0.8.0", "filters": "abc"}


def queued(
    ladder: Ladder,
    *bots: Bot,
    purpose: Match.Purpose = Match.Purpose.LADDER,
    priority: int = LADDER_PRIORITY,
    ordered_by: AbstractBaseUser | None = None,
) -> Match:
    """A match of the bots' current versions, in the queue."""
    return order_match(
        ladder=ladder,
        purpose=purpose,
        versions=[bot.current for bot in bots if bot.current],
        games=2,
        priority=priority,
        ordered_by=ordered_by,
    )


def running(ladder: Ladder, *bots: Bot, worker: str = "here/1/a") -> Match:
    """A match of the bots' current versions, claimed."""
    queued(ladder, *bots)
    match = claim_match(worker=worker)
    assert match is not None
    return match


def fault(entrant: int, *, game: int = 0, verdict: str = "crash") -> Fault:
    """Make a fault of the bot at this position."""
    return Fault(
        game=game,
        entrant=entrant,
        verdict=verdict,
        message="KeyError: 'Gold'",
        traceback="Traceback (most recent call last):\n  bot.py, line 3",
        decision={"kind": "buy", "options": ["Copper"]},
        view={"turn": 4},
        number=12,
        cpu=0.25,
        log="thinking",
        meter={"clock": "decision", "limit": 2.0, "cpu": 0.125},
    )


def result(
    *points: float,
    faults: tuple[Fault, ...] = (),
    level: str = "required",
    engine: str = "dominion/1",
) -> MatchResult:
    """A match of one game, in which the bots made these match points."""
    ranks = rank(list(points))
    game = GameResult(
        seating=list(range(len(points))),
        scores=[int(10 * one) for one in points],
        ranks=ranks,
        reason="the Provinces are gone",
        record={"game": "dominion", "engine": engine, "choices": []},
        events=[{"type": "turn", "seat": 0, "turn": 1}],
        faults=list(faults),
        logs=["printed by the first", *[""] * (len(points) - 1)],
        cpu=[0.5] * len(points),
        decisions=[40] * len(points),
    )
    return MatchResult([game], list(points), ranks, STAMP | {"level": level})


def record_result(*, match: Match, result: MatchResult) -> Match:
    """Store the result as a worker does, and apply it as another process does afterwards."""
    store_result(match=match, result=result)
    if match.pairing is not None:
        apply_tournament_results(tournament_id=match.pairing.round.tournament_id)
    else:
        apply_results(ladder_id=match.ladder_id or 0)
    match.refresh_from_db()
    return match


def played(ladder: Ladder, *bots: Bot, points: tuple[float, ...] = (), **kwargs: object) -> Match:
    """A match of these bots, claimed and recorded; the first wins unless points are given."""
    match = running(ladder, *bots)
    won = points or (float(len(bots)), *[0.0] * (len(bots) - 1))
    return record_result(match=match, result=result(*won, **kwargs))  # type: ignore[arg-type]

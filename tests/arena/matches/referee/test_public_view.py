"""The spectators' view of a running game: nothing that a seat does not see."""

import json
import random
from typing import Any

import pytest
from django.utils import timezone

from arena.core.hosts import claim_name
from arena.matches.claim_match import claim_match
from arena.matches.referee.public_view import public_events, public_view
from arena.matches.watch_live import hide_live, show_live, watch_live
from arena.models import LiveGame, Match
from arena.worker.play_match import play_match
from engine import catalogue
from engine.game import Game
from tests.arena.results.rows import queued
from tests.cast import a_bot, a_ladder, alice, bob
from tests.sandbox.conversations import strongest

HIDDEN = {"hand", "known", "set_aside"}


def stopped(name: str, seats: int, seed: int) -> Game:
    """A game of random choices, somewhere in the middle."""
    config = {"kingdom": "random"} if name == "dominion" else {}
    game = catalogue.new(name, seats=seats, seed=seed, config=config)
    dice = random.Random(seed)
    for _ in range(dice.randrange(5, 60)):
        if (decision := game.decision) is None:
            break
        count = dice.randint(decision.least, decision.most)
        game.choose(dice.sample(range(len(decision.options)), count))
    return game


def is_within(public: Any, seen: Any) -> bool:
    """Return whether `public` adds nothing to `seen`."""
    if public is None or public == seen:
        return True
    if isinstance(public, dict) and isinstance(seen, dict):
        return all(key in seen and is_within(value, seen[key]) for key, value in public.items())
    if isinstance(public, list) and isinstance(seen, list) and len(public) == len(seen):
        return all(is_within(*pair) for pair in zip(public, seen, strict=True))
    return False


@pytest.mark.parametrize(("name", "seats"), [("dominion", 2), ("dominion", 4), ("kingdomino", 3)])
def test_every_seat_knows_all_that_is_shown(name: str, seats: int) -> None:
    hands = 0
    for seed in range(40):
        game = stopped(name, seats, seed)
        position, events = public_view(game), public_events(game)
        for seat in range(seats):
            assert is_within(position, game.view(seat)), (seed, seat)
            for public, seen in zip(events, game.events(seat), strict=True):
                counted = {"count": len(seen["cards"])} if "cards" in seen else {}
                assert is_within(public, counted | seen), (seed, seat, public)
        hands += sum(one.get("hand", []) is None for one in position["seats"])
        assert "bag" not in position
    assert name == "kingdomino" or hands == 40 * seats


@pytest.mark.django_db
def test_a_row_stands_only_while_somebody_watches_and_holds_no_seed() -> None:
    ladder = a_ladder()
    match = queued(ladder, a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder))
    Match.objects.update(status=Match.Status.RUNNING)
    match.refresh_from_db()
    game = catalogue.new("dominion", seats=2, seed=match.seed, config=ladder.config)
    show_live(match=match, number=0, seating=[1, 0], game=game)
    assert not LiveGame.objects.exists(), "nobody watches"
    watch_live(match=match)
    show_live(match=match, number=0, seating=[1, 0], game=game)
    row = LiveGame.objects.get()
    told = json.dumps(row.shown)
    assert str(match.seed) not in told
    assert row.shown["position"]["seats"][0]["hand"] is None
    assert "draw" in told
    assert '"cards": ["Copper"' not in told.split('"draw"')[1].split("}")[0]
    match.refresh_from_db()
    hide_live(match=match)
    assert not LiveGame.objects.exists()
    Match.objects.update(watched_until=timezone.now())
    show_live(match=match, number=0, seating=[1, 0], game=game)
    assert not LiveGame.objects.exists(), "they have gone"


@pytest.mark.jail
@pytest.mark.django_db
def test_a_watched_match_is_shown_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.matches.referee.referee.PROGRESS_SECONDS", 0.0)
    ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 3})
    bots = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    queued(ladder, *bots)
    match = claim_match(worker=claim_name())
    assert match is not None
    watch_live(match=match)
    shown: list[tuple[int, int]] = []
    keep = LiveGame.show.__func__  # type: ignore[attr-defined]

    def noted(cls: type[LiveGame], match: Match, /, **what: Any) -> None:
        keep(cls, match, **what)
        row = LiveGame.objects.get(match=match)
        shown.append((row.number, len(row.shown["events"])))

    monkeypatch.setattr(LiveGame, "show", classmethod(noted))
    play_match(match=match, jailer=strongest())
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert {number for number, _ in shown} == {0, 1}
    assert len(shown) > 10
    assert not LiveGame.objects.exists(), "the match is over"

"""Finished games of Kingdomino, played by the engine and stored as the arena does."""

import random
from typing import Any

from django.utils import timezone

from arena.models import Game, Ladder, Match, Seat
from engine import catalogue
from engine.game import Game as Played
from tests.cast import a_ladder
from tests.website.rows import make_bot
from website.accounts.models import User

NAMES = ["Charlemagne", "Dunstan", "Einhard", "Fulrad"]
BONUSES = ["harmony", "middle_kingdom"]


def play(seats: int, config: dict[str, Any], seed: int, most: int = 10_000) -> Played:
    """Play a game between bots that place where possible and pick at random; stop after `most`
    decisions."""
    game = catalogue.new("kingdomino", seats=seats, seed=seed, config=config)
    dice = random.Random(seed)
    for _ in range(most):
        decision = game.decision
        if decision is None:
            break
        options = decision.options
        places = [number for number, option in enumerate(options) if option is not None]
        game.choose([dice.choice(places) if dice.random() < 0.95 else len(options) - 1])
    return game


def a_kingdomino_ladder(seats: int = 2, config: dict[str, Any] | None = None) -> Ladder:
    """A ladder of that game."""
    return a_ladder(
        name="Kingdomino",
        slug="kingdomino",
        game="kingdomino",
        config=config or {},
        seats=seats,
        games_per_match=seats,
    )


def a_match(owner: User, game: Played, config: dict[str, Any], reason: str = "") -> Match:
    """A finished match of that one game, with the bots of NAMES at the table."""
    ladder = a_kingdomino_ladder(game.seats, config)
    match = Match.objects.create(
        ladder=ladder,
        purpose="ladder",
        status="finished",
        seed=7,
        game="kingdomino",
        config=config,
        seats_count=game.seats,
        games_planned=1,
        engine=game.engine,
        protocol="1",
        finished_at=timezone.now(),
    )
    for position, name in enumerate(NAMES[: game.seats]):
        version = make_bot(owner, name, ladder).current
        assert version
        Seat.objects.create(
            match=match, position=position, version=version, points=1.0, rank=position + 1
        )
    Game.objects.create(
        match=match,
        number=0,
        seating=list(range(game.seats)),
        scores=game.scores,
        ranks=game.outcome.ranks if game.outcome else list(range(1, game.seats + 1)),
        reason=reason or (game.outcome.reason if game.outcome else "fault"),
        record=game.record(),
        packed_events=Game.pack(game.events(None)),
        cpu=[0.5] * game.seats,
        decisions=[100] * game.seats,
    )
    return match

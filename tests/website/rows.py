"""Rows as the arena stores them, made by hand to test pages without workers."""

import random
from functools import cache
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone

from arena.bots.checks import record_passed
from arena.models import Bot as BotModel
from arena.models import (
    BotLog,
    Entry,
    Fault,
    Game,
    Ladder,
    Match,
    RatingChange,
    Seat,
    Version,
    VersionRating,
)
from engine import catalogue
from tests.cast import SOURCE
from website.accounts.models import User

SEED = 4_242_424_242
METER = {
    "clock": "decision", "limit": 2.0, "left": 9.25, "off_turn": 0.0, "cpu": 0.0625, "wall": 0.5
}  # fmt: skip


def make_bot(owner: User, name: str, ladder: Ladder | None = None, **fields: Any) -> BotModel:
    """A bot with an accepted version, entered on the ladder if one is given."""
    slug = fields.pop("slug", name.lower().replace(" ", "-"))
    skill = {key: fields.pop(key) for key in ("mu", "sigma") if key in fields}
    bot = BotModel.objects.create(owner=owner, name=name, slug=slug, **fields)
    bot.current = make_version(bot, ladder, plays_since=timezone.now())
    bot.save()
    if ladder is not None:
        now = timezone.now()
        Entry.objects.create(ladder=ladder, bot=bot, waiting_since=now, **skill)
    return bot


def make_version(
    bot: BotModel, ladder: Ladder | None = None, state: str = "accepted", **fields: Any
) -> Version:
    """The next version of a bot."""
    number = bot.versions.count() + 1
    version = Version(
        bot=bot,
        number=number,
        filename="bot.py",
        sha256=f"{bot.pk:032x}{number:032x}",
        size=len(SOURCE),
        state=state,
        ladder=ladder,
        **fields,
    )
    version.source.save("bot.py", ContentFile(SOURCE))
    if ladder is not None and state == "accepted":
        record_passed(version=version, ladder=ladder)
    return version


@cache
def played(seed: int = 7) -> tuple[dict[str, Any], list[dict[str, Any]], list[int], list[int]]:
    """A real game between two bots that buy at random: record, events, scores, ranks."""
    game = catalogue.new("dominion", seats=2, seed=seed, config={"kingdom": "First Game"})
    dice = random.Random(seed)
    while (decision := game.decision) is not None:
        everything = range(len(decision.options))
        most = decision.most if decision.kind == "play_treasures" else decision.least or 1
        count = min(most, decision.most)
        game.choose(dice.sample(everything, count))
    outcome = game.outcome
    assert outcome is not None
    return game.record(), game.events(None), list(outcome.scores), list(outcome.ranks)


def make_match(
    ladder: Ladder, *versions: Version, purpose: str = "ladder", status: str = "finished"
) -> Match:
    """A match between these versions; a finished one has two games and its rating changes."""
    finished = status == "finished"
    match = Match.objects.create(
        ladder=ladder,
        purpose=purpose,
        status=status,
        seed=SEED,
        game=ladder.game,
        config=ladder.config,
        seats_count=len(versions),
        games_planned=2,
        engine="dominion/1" if finished else "",
        protocol="1" if finished else "",
        stamp={"level": "required", "bubblewrap": "0.8.0"} if finished else {},
        finished_at=timezone.now() if finished else None,
    )
    for position, version in enumerate(versions):
        Seat.objects.create(match=match, position=position, version=version)
    if finished:
        _finish(match)
    return match


def _finish(match: Match) -> None:
    record, events, scores, ranks = played()
    for number in range(match.games_planned):
        Game.objects.create(
            match=match,
            number=number,
            seating=[1, 0] if number else [0, 1],
            scores=scores,
            ranks=ranks,
            reason="the Provinces are gone",
            record=record,
            packed_events=Game.pack(events),
            cpu=[0.5, 0.25],
            decisions=[120, 130],
        )
    for seat in match.seats.all():
        seat.points, seat.rank, seat.decisions = 2.0 - 2 * seat.position, seat.position + 1, 240
        seat.save()
    if match.purpose == "ladder":
        _rate(match)


def _rate(match: Match) -> None:
    assert match.ladder is not None
    match.ladder.recorded += 1
    match.ladder.save()
    match.serial = match.ladder.recorded
    match.save()
    for seat in match.seats.select_related("version__bot"):
        entry = Entry.objects.filter(ladder=match.ladder, bot=seat.version.bot).first()
        if entry is None:
            continue
        before = (entry.mu, entry.sigma)
        entry.mu += 1.5 - 3 * seat.position
        entry.sigma *= 0.95
        entry.matches += 1
        entry.wins += seat.position == 0
        entry.losses += seat.position == 1
        entry.last_played_at = match.finished_at
        entry.save()
        own, _new = VersionRating.objects.get_or_create(
            entry=entry,
            rating_run=match.ladder.rating_run,
            version=seat.version,
            defaults={"first_serial": match.serial, "last_serial": match.serial},
        )
        own.mu, own.sigma, own.matches = entry.mu, entry.sigma, own.matches + 1
        own.last_serial = match.serial
        own.save()
        RatingChange.objects.create(
            entry=entry,
            seat=seat,
            serial=match.serial,
            mu_before=before[0],
            sigma_before=before[1],
            mu_after=entry.mu,
            sigma_after=entry.sigma,
        )


def make_fault(match: Match, version: Version, **fields: Any) -> Fault:
    """Make a crash of that version in the first game, with its owner's private details."""
    seat = match.seats.get(version=version)
    game = match.games.get(number=0)
    seat.faults += 1
    seat.save()
    given: dict[str, Any] = {
        "verdict": "crash",
        "message": "ZeroDivisionError: division by zero",
        "traceback": "Traceback (most recent call last):\n  secret-line-in-bot.py",
        "decision": {"kind": "buy", "options": ["Secret Chamber"], "least": 0, "most": 1},
        "view": {"hand": ["secret-hand"]},
        "number": 12,
        "cpu": 0.125,
        "log": "secret-print",
        "meter": METER,
    }
    return Fault.objects.create(game=game, seat=seat, **(given | fields))


def make_log(match: Match, version: Version, text: str) -> BotLog:
    """Store the version's output in the first game."""
    seat = match.seats.get(version=version)
    return BotLog.objects.create(game=match.games.get(number=0), seat=seat, text=text)

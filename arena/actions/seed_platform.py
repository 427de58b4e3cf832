"""Give an empty platform its first people, its first ladders and its sample bots."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.db import transaction

from arena.actions.ladders.enter_ladder import enter_ladder
from arena.actions.names import free_slug
from arena.database_clock import database_now
from arena.models import Bot, Ladder, Version

ADMIN = "admin"
HOUSE = "house"


class Sample(Protocol):
    """A bundled bot: its name on the command line, how people call it, its games, and its file."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def games(self) -> tuple[str, ...]: ...
    @property
    def path(self) -> Path: ...


@dataclass(frozen=True)
class SampleLadder:
    """A ladder to begin with: the sample bots of its game play on it, but for those `without`."""

    slug: str
    name: str
    description: str
    seats: int
    games_per_match: int
    config: dict[str, Any]
    game: str = "dominion"
    without: tuple[str, ...] = ()

    def takes(self, sample: Sample) -> bool:
        """Whether this bot is entered."""
        return self.game in sample.games and sample.name not in self.without


FAILING = ("stumbler", "slowpoke")  # on purpose: once is enough to see what becomes of them
LADDERS = (
    SampleLadder(
        slug="dominion-first-game",
        name="Dominion: first game",
        description="Two seats, the ten kingdom cards recommended for a first game.",
        seats=2,
        games_per_match=2,
        config={"kingdom": "First Game"},
    ),
    SampleLadder(
        slug="prosperity-with-colonies",
        name="Prosperity with Colonies",
        description="Two seats, ten random cards of Prosperity for each match, with Platinum and"
        " Colony.",
        seats=2,
        games_per_match=2,
        config={"kingdom": "random", "sets": ["prosperity"], "colonies": True},
        without=FAILING,
    ),
    SampleLadder(
        slug="everything-three-seats",
        name="Everything, random kingdoms, three seats",
        description="Three seats, ten random cards of all sets for each match.",
        seats=3,
        games_per_match=3,
        config={"kingdom": "random", "sets": ["base", "prosperity", "hinterlands"]},
        without=FAILING,
    ),
    SampleLadder(
        slug="kingdomino",
        name="Kingdomino: four kingdoms",
        description="Four seats, 5 points for a complete kingdom (Harmony) and 10 for a castle in"
        " the middle (Middle Kingdom).",
        game="kingdomino",
        seats=4,
        games_per_match=4,
        config={"variants": ["harmony", "middle_kingdom"]},
    ),
    SampleLadder(
        slug="kingdomino-mighty-duel",
        name="Kingdomino: Mighty Duel",
        description="Two seats, all 48 dominoes, kingdoms of seven by seven; Harmony and Middle"
        " Kingdom as well.",
        game="kingdomino",
        seats=2,
        games_per_match=2,
        config={"variants": ["mighty_duel", "harmony", "middle_kingdom"]},
    ),
)


@transaction.atomic
def seed_platform(*, samples: Iterable[Sample], with_password: bool = True) -> str | None:
    """Make what is missing of: the organiser `admin`, the owner of the house bots, the first
    ladders, and the house bots with their present files, entered. Any number of times.

    Each bot enters the ladders of the games that it plays.

    Returns the password of an admin that was made just now `with_password`, else None: it is kept
    nowhere.
    """
    password = _admin(with_password)
    ladders = [(planned, _ladder(planned)) for planned in LADDERS]
    for sample in samples:
        bot = _house_bot(sample)
        entered = [ladder for planned, ladder in ladders if planned.takes(sample)]
        _present_version(bot, sample.path, entered[0])
        for ladder in entered:
            enter_ladder(bot=bot, ladder=ladder)
    return password


def _admin(with_password: bool) -> str | None:
    users = get_user_model()
    if users.objects.filter(username__iexact=ADMIN).exists():
        return None
    password = secrets.token_urlsafe(12) if with_password else None
    users.objects.create_superuser(username=ADMIN, email="", password=password)
    return password


def _ladder(planned: SampleLadder) -> Ladder:
    ladder, _new = Ladder.objects.get_or_create(
        slug=planned.slug,
        defaults={
            "name": planned.name,
            "description": planned.description,
            "game": planned.game,
            "config": planned.config,
            "seats": planned.seats,
            "games_per_match": planned.games_per_match,
        },
    )
    return ladder


def _house_bot(sample: Sample) -> Bot:
    bot = Bot.objects.house().filter(versions__filename=sample.path.name).first()
    if bot is not None:
        return bot
    users = get_user_model()
    owner = users.objects.filter(username=HOUSE).first()
    owner = owner or users.objects.create_user(username=HOUSE, password=None)
    taken = Bot.objects.alike(sample.title).exists()
    return Bot.objects.create(
        owner=owner,
        name=f"{sample.title} (house)" if taken else sample.title,
        slug=free_slug(name=sample.name, among=Bot),
        description=sample.description,
        is_house=True,
    )


def _present_version(bot: Bot, path: Path, ladder: Ladder) -> None:
    """The bundled file as the bot's current version; bundled bots need no check."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if bot.current is not None and bot.current.sha256 == digest:
        return
    now = database_now()
    version = Version(
        bot=bot,
        number=bot.versions.count() + 1,
        filename=path.name,
        sha256=digest,
        size=len(content),
        state=Version.State.ACCEPTED,
        ladder=ladder,
        checked_at=now,
    )
    version.source.save(path.name, ContentFile(content), save=False)
    version.save()
    bot.current = version
    bot.save(update_fields=["current"])

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.db import transaction

from arena.bots.checks import record_passed
from arena.bots.versions import promote_version
from arena.core.database_clock import database_now
from arena.core.locks import lock_bot
from arena.core.require_name import free_slug
from arena.ladders.entries import enter_ladder
from arena.models import Bot, Ladder, League, Tournament, Version
from arena.queue.refusals import mark_uploads
from arena.seeding.seed_competitions import ABOUT_CUP, ABOUT_LEAGUE, seed_competitions
from engine.dominion.setup import EXPANSION_NAMES
from engine.messages import gettext_noop as _

ADMIN = "admin"
HOUSE = "house"


class Sample(Protocol):
    """A bundled bot."""

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
    """A first ladder; house bots of its game enter, except `without`."""

    slug: str
    name: str
    description: str
    seats: int
    games_per_match: int
    config: dict[str, Any]
    game: str = "dominion"
    without: tuple[str, ...] = ()

    def takes(self, sample: Sample) -> bool:
        return self.game in sample.games and sample.name not in self.without


FAILING = ("stumbler", "slowpoke")  # they fault on purpose: one ladder shows enough of it
ON_ONE_LADDER = (*FAILING, "rollout", "tuned-money")  # which take seconds for a game
LADDERS = (
    SampleLadder(
        slug="dominion-first-game",
        name="Dominion: first game",
        description=_("Two seats, the ten kingdom cards recommended for a first game."),
        seats=2,
        games_per_match=2,
        config={"kingdom": "First Game"},
    ),
    SampleLadder(
        slug="prosperity-with-colonies",
        name="Prosperity with Colonies",
        description=_(
            "Two seats, ten random cards of Prosperity for each match, with Platinum and Colony."
        ),
        seats=2,
        games_per_match=2,
        config={"kingdom": "random", "sets": ["prosperity"], "colonies": True},
        without=ON_ONE_LADDER,
    ),
    SampleLadder(
        slug="everything-three-seats",
        name="Everything, random kingdoms, three seats",
        description=_(
            "Three seats, ten random cards of Base, Prosperity and Hinterlands for each match."
        ),
        seats=3,
        games_per_match=3,
        config={"kingdom": "random", "sets": ["base", "prosperity", "hinterlands"]},
        without=ON_ONE_LADDER,
    ),
    SampleLadder(
        slug="kingdomino",
        name="Kingdomino: four kingdoms",
        description=_(
            "Four seats, 5 points for a complete kingdom (Harmony) and 10 for a castle in"
            " the middle (Middle Kingdom)."
        ),
        game="kingdomino",
        seats=4,
        games_per_match=4,
        config={"variants": ["harmony", "middle_kingdom"]},
    ),
    SampleLadder(
        slug="kingdomino-mighty-duel",
        name="Kingdomino: Mighty Duel",
        description=_(
            "Two seats, all 48 dominoes, kingdoms of seven by seven; Harmony and Middle"
            " Kingdom as well."
        ),
        game="kingdomino",
        seats=2,
        games_per_match=2,
        config={"variants": ["mighty_duel", "harmony", "middle_kingdom"]},
    ),
    SampleLadder(
        slug="intrigue-and-seaside",
        name="Intrigue and Seaside",
        description=_("Two seats, ten random cards of Intrigue and Seaside for each match."),
        seats=2,
        games_per_match=2,
        config={"kingdom": "random", "sets": ["intrigue", "seaside"]},
        without=ON_ONE_LADDER,
    ),
    SampleLadder(
        slug="all-expansions",
        name="All expansions, random kingdoms",
        description=_("Two seats, ten random cards of all sets for each match."),
        seats=2,
        games_per_match=2,
        config={"kingdom": "random", "sets": list(EXPANSION_NAMES)},
        without=ON_ONE_LADDER,
    ),
)

SEEDED_TEXTS = {
    *(ladder.description for ladder in LADDERS),
    ABOUT_CUP,
    ABOUT_LEAGUE,
}  # pages translate them


@transaction.atomic
def seed_platform(
    *,
    samples: Iterable[Sample],
    with_password: bool = True,
    with_competitions: bool = True,
) -> str | None:
    """Create missing admin, ladders and house bots; on a new platform also competitions.

    Idempotent. Returns a new admin's password, stored nowhere. Raises UploadsNotOurs before it
    writes house bots into another storage than the platform's.
    """
    mark_uploads()
    is_new = not any(model.objects.exists() for model in (Ladder, Tournament, League))
    password = _admin(with_password)
    ladders = [(planned, _ladder(planned)) for planned in LADDERS]
    for sample in samples:
        bot = _house_bot(sample)
        entered = [ladder for planned, ladder in ladders if planned.takes(sample)]
        _enter(_with_version(bot, sample.path, entered[0]), entered)
    if is_new and with_competitions:
        admin = get_user_model().objects.get(username__iexact=ADMIN)
        seed_competitions(organiser=admin, without=ON_ONE_LADDER)
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


def _enter(bot: Bot, ladders: Iterable[Ladder]) -> None:
    """Enter a house bot, which needs no checks, unless organisers have taken it off."""
    version = bot.current
    checked = set(version.ladder_checks.values_list("ladder", flat=True)) if version else set()
    present = dict(bot.entries.values_list("ladder", "is_playing"))
    gone = set(bot.entries.filter(is_active=False).values_list("ladder", flat=True))
    for ladder in ladders:
        if version is not None and ladder.pk not in checked:
            record_passed(version=version, ladder=ladder)
        if ladder.pk not in gone and not present.get(ladder.pk):
            enter_ladder(bot=bot, ladder=ladder)


def _with_version(bot: Bot, path: Path, ladder: Ladder) -> Bot:
    """Return the bot with this file as its current version, which needs no checks."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if bot.current is not None and bot.current.sha256 == digest:
        return bot
    bot = lock_bot(bot=bot)
    version = Version(
        bot=bot,
        number=bot.versions.count() + 1,
        filename=path.name,
        sha256=digest,
        size=len(content),
        state=Version.State.ACCEPTED,
        ladder=ladder,
        checked_at=database_now(),
    )
    version.source.save(path.name, ContentFile(content), save=False)
    version.save()
    for played in Ladder.objects.filter(entries__bot=bot):
        record_passed(version=version, ladder=played)
    promote_version(bot=bot, version=version)  # which shows the new version's rating
    return bot

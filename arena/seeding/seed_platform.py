import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.files.base import ContentFile
from django.db import transaction

from arena.bots.checks import record_passed
from arena.bots.versions import promote_version
from arena.core.database_clock import database_now
from arena.core.locks import lock_bot
from arena.core.require_name import free_slug
from arena.ladders.entries import enter_ladder
from arena.leagues.organise import make_league
from arena.leagues.terms import LeagueTerms
from arena.models import Bot, Entrant, Ladder, League, Tournament, Version
from arena.queue.refusals import mark_uploads
from arena.tournaments.organise import make_tournament, open_tournament
from arena.tournaments.terms import TournamentTerms
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

CUP_LADDER, LEAGUE_LADDER = "dominion-first-game", "kingdomino-mighty-duel"
FEWEST = 4  # house bots that a cup or a league needs
DELAY = timedelta(seconds=20)  # until cup and league start: the ladders' first matches come before
ABOUT_CUP = _("The house bots' knockout: the first tournament of this platform.")
ABOUT_LEAGUE = _(
    "Everyone plays everyone, every Friday; the first season began with this platform."
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
    password = None
    users = get_user_model()
    if not users.objects.filter(username__iexact=ADMIN).exists():
        password = secrets.token_urlsafe(12) if with_password else None
        users.objects.create_superuser(username=ADMIN, email="", password=password)
    ladders: list[tuple[SampleLadder, Ladder]] = []
    for planned in LADDERS:
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
        ladders.append((planned, ladder))
    for sample in samples:
        own_ladders = [ladder for planned, ladder in ladders if planned.takes(sample)]
        bot = _update_version(_find_or_create_bot(sample), sample.path, own_ladders[0])
        _enter(bot, own_ladders)
    if is_new and with_competitions:
        admin = users.objects.get(username__iexact=ADMIN)
        _seed_cup(admin)
        _seed_league(admin)
    return password


def _find_or_create_bot(sample: Sample) -> Bot:
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


def _update_version(bot: Bot, path: Path, ladder: Ladder) -> Bot:
    """Make this file the bot's current version, which needs no checks; return the bot."""
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
    for entered in Ladder.objects.filter(entries__bot=bot):
        record_passed(version=version, ladder=entered)
    promote_version(bot=bot, version=version)  # which shows the new version's rating
    return bot


def _seed_cup(organiser: AbstractBaseUser) -> None:
    """Plan a tournament of house bots, which workers play in the first minutes.

    Not of those that fault or take long.
    """
    ladder = Ladder.objects.get(slug=CUP_LADDER)
    playing = Bot.objects.house().filter(entries__ladder=ladder)
    bots = list(playing.exclude(slug__in=ON_ONE_LADDER).order_by("pk"))
    if len(bots) < FEWEST:
        return
    start = database_now() + DELAY
    terms = TournamentTerms(
        name="House cup",
        description=ABOUT_CUP,
        game=ladder.game,
        config=ladder.config,
        games_per_match=ladder.games_per_match,
        format="single_elimination",
        terms={"third_place": True},
        admission=Tournament.Admission.HAND,
        ladder=ladder,
        most_entrants=len(bots),
        entry_deadline=start,
        starts_at=start,
    )
    cup = make_tournament(organiser=organiser, terms=terms)
    Entrant.objects.bulk_create(Entrant(tournament=cup, bot=bot) for bot in bots)
    open_tournament(organiser=organiser, tournament=cup)


def _seed_league(organiser: AbstractBaseUser) -> None:
    """Make a weekly league of house bots, its first season now."""
    ladder = Ladder.objects.get(slug=LEAGUE_LADDER)
    size = ladder.entries.filter(bot__is_house=True).count()
    if size < FEWEST:
        return
    terms = LeagueTerms(
        name="Kingdomino league",
        description=ABOUT_LEAGUE,
        ladder=ladder,
        game=ladder.game,
        config=ladder.config,
        seats=ladder.seats,
        games_per_match=ladder.games_per_match,
        divisions=2,
        division_size=size,
        promoted=1,
        schedule="0 18 * * FRI",
        freeze_minutes=0,
    )
    league = make_league(organiser=organiser, terms=terms)
    league.next_run_at = database_now() + DELAY
    league.save(update_fields=["next_run_at"])

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.database_clock import database_now
from arena.leagues.check_league import LeagueTerms
from arena.leagues.make_league import make_league
from arena.models import Bot, Entrant, Ladder, Tournament
from arena.tournaments.check_tournament import TournamentTerms
from arena.tournaments.make_tournament import make_tournament
from arena.tournaments.open_tournament import open_tournament
from engine.messages import gettext_noop as _

DELAY = timedelta(seconds=20)  # the ladders' first matches come before
FEWEST = 4
CUP_LADDER, LEAGUE_LADDER = "dominion-first-game", "kingdomino-mighty-duel"
ABOUT_CUP = _("The house bots' knockout: the first tournament of this platform.")
ABOUT_LEAGUE = _(
    "Everyone plays everyone, every Friday; the first season began with this platform."
)


def seed_competitions(*, organiser: AbstractBaseUser, without: Sequence[str]) -> None:
    """Plan a tournament and a league of house bots, which workers play in the first minutes.

    The bots `without` fault or take long.
    """
    _seed_cup(organiser, without)
    _seed_league(organiser)


def _seed_cup(organiser: AbstractBaseUser, without: Sequence[str]) -> None:
    ladder = Ladder.objects.get(slug=CUP_LADDER)
    playing = Bot.objects.house().filter(entries__ladder=ladder)
    bots = list(playing.exclude(slug__in=without).order_by("pk"))
    if len(bots) < FEWEST:
        return
    at = database_now() + DELAY
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
        entry_deadline=at,
        starts_at=at,
    )
    cup = make_tournament(organiser=organiser, terms=terms)
    Entrant.objects.bulk_create(Entrant(tournament=cup, bot=bot) for bot in bots)
    open_tournament(organiser=organiser, tournament=cup)


def _seed_league(organiser: AbstractBaseUser) -> None:
    """Make a weekly league, its first season now."""
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

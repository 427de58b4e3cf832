"""The first people, the first ladder and the house bots."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from arena.bots.submit_bot import submit_bot
from arena.ladders.matchmake import matchmake
from arena.matches.referee.referee import Entrant, Plan, play
from arena.models import Bot, Entry, Ladder, Version
from arena.seeding.seed_platform import FAILING, LADDERS, ON_ONE_LADDER, SampleLadder, seed_platform
from kit.bots import house_bots
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests.cast import a_bot, a_ladder, alice
from website.accounts.models import User

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Sample:
    name: str
    title: str
    description: str
    path: Path
    games: tuple[str, ...] = ("dominion",)


SHORT = Limits(game_cpu=0.4)  # searching bots use all that they are given
DOMINION = [planned for planned in LADDERS if planned.game == "dominion"]


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    path = tmp_path / "big_money.py"
    path.write_text("def decide(request): return request.default\n")
    return Sample("big-money", "Big Money", "Buys treasures.", path)


def test_an_empty_platform_gets_all_bundled_bots_on_the_first_ladder() -> None:
    password = seed_platform(samples=house_bots().values())
    ladder = Ladder.objects.order_by("pk")[0]
    assert ladder.slug == "dominion-first-game"
    assert ladder.entries.playing().count() == len(house_bots("dominion")) >= 8
    assert not Version.objects.exclude(state="accepted").exists()
    assert password is not None
    admin = User.objects.get(username="admin")
    assert admin.is_staff
    assert admin.check_password(password)
    assert not User.objects.get(username="house").has_usable_password()


@pytest.mark.parametrize(
    ("slug", "seats", "games"),
    [
        ("prosperity-with-colonies", 2, 2),
        ("everything-three-seats", 3, 3),
        ("intrigue-and-seaside", 2, 2),
        ("all-expansions", 2, 2),
    ],
)
def test_bots_that_fail_on_purpose_or_are_slow_keep_off_the_other_ladders(
    slug: str, seats: int, games: int
) -> None:
    seed_platform(samples=house_bots().values())
    ladder = Ladder.objects.get(slug=slug)
    assert (ladder.state, ladder.seats, ladder.games_per_match) == ("open", seats, games)
    entered = {entry.bot.slug for entry in ladder.entries.playing()}
    assert entered == set(house_bots("dominion")) - set(ON_ONE_LADDER)


@pytest.mark.parametrize(
    ("slug", "seats", "games"), [("kingdomino", 4, 4), ("kingdomino-mighty-duel", 2, 2)]
)
def test_bots_enter_the_ladders_of_their_games_alone(slug: str, seats: int, games: int) -> None:
    seed_platform(samples=house_bots().values())
    ladder = Ladder.objects.get(slug=slug)
    assert (ladder.game, ladder.seats, ladder.games_per_match) == ("kingdomino", seats, games)
    entered = {entry.bot.slug for entry in ladder.entries.playing()}
    assert entered == set(house_bots("kingdomino"))
    greedy = Bot.objects.get(slug="greedy")
    assert greedy.current is not None
    assert greedy.current.ladder is not None
    assert greedy.current.ladder.game == "kingdomino"


def test_an_upload_is_checked_against_a_plain_bot_of_its_ladders_game() -> None:
    seed_platform(samples=house_bots().values())
    opponents = {}
    for ladder in Ladder.objects.all():
        upload = ContentFile(b"def decide(request): return %d\n" % ladder.pk, name="my_bot.py")
        submit_bot(owner=alice(), upload=upload, ladder=ladder, name=f"Alcuin {ladder.pk}")
        check = ladder.matches.checks().order_by("pk")[0]
        opponents[ladder.slug] = [seat.version.bot.slug for seat in check.seats.all()][1:]
    assert opponents["kingdomino"] == ["greedy"] * 3
    assert opponents["kingdomino-mighty-duel"] == ["greedy"]
    assert opponents["everything-three-seats"] == ["big-money"] * 2


def test_all_ladders_move_at_once() -> None:
    seed_platform(samples=house_bots().values())
    for ladder in Ladder.objects.all():
        assert matchmake(ladder_id=ladder.pk)


def test_a_second_time_changes_nothing(sample: Sample) -> None:
    assert seed_platform(samples=[sample])
    assert seed_platform(samples=[sample]) is None
    assert (Bot.objects.count(), Version.objects.count(), User.objects.count()) == (1, 1, 2)
    assert (Ladder.objects.count(), Entry.objects.count()) == (len(LADDERS), len(DOMINION))


def test_what_an_organiser_changed_on_a_ladder_stays(sample: Sample) -> None:
    seed_platform(samples=[sample])
    Ladder.objects.filter(slug="everything-three-seats").update(name="Three", state="paused")
    seed_platform(samples=[sample])
    assert Ladder.objects.get(slug="everything-three-seats").name == "Three"
    assert Ladder.objects.count() == len(LADDERS)


@pytest.mark.jail
@pytest.mark.parametrize("planned", LADDERS, ids=lambda planned: planned.slug)
def test_the_bots_of_a_ladder_play_it_in_their_jails(planned: SampleLadder, jailer: Jailer) -> None:
    able = [bot for bot in house_bots(planned.game).values() if not bot.needs]
    sound = [bot for bot in able if bot.name not in FAILING]
    for first in range(0, len(sound), planned.seats):
        bots = (sound + sound)[first : first + planned.seats]
        plan = Plan(planned.game, planned.config, planned.seats, 1, first, SHORT)
        result = play(plan, [Entrant(bot.name, bot.path) for bot in bots], jailer)
        assert not [fault for game in result.games for fault in game.faults]


def test_a_changed_sample_becomes_a_new_version(sample: Sample) -> None:
    seed_platform(samples=[sample])
    sample.path.write_text("def decide(request): return 0\n")
    seed_platform(samples=[sample])
    bot = Bot.objects.get()
    assert bot.current is not None
    assert bot.current.number == 2
    assert Path(bot.current.source.path).read_text() == "def decide(request): return 0\n"


def test_house_bots_are_kept_apart_from_uploads(sample: Sample) -> None:
    seed_platform(samples=[sample])
    upload = a_bot(alice(), "Alcuin", Ladder.objects.all()[0])
    bundled = Bot.objects.house().get()
    assert bundled.current is not None
    assert upload.current is not None
    assert str(bundled.current.source.name).startswith("house/")
    assert str(upload.current.source.name).startswith("bots/")


def test_a_person_may_have_the_samples_name_already(sample: Sample) -> None:
    a_bot(alice(), "BIG money", a_ladder(slug="another", name="Another"))
    seed_platform(samples=[sample])
    assert Bot.objects.house().get().name == "Big Money (house)"

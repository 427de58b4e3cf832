"""The first people, the first ladder and the sample bots."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from website.accounts.models import User

from arena.actions.seed_platform import seed_platform
from arena.models import Bot, Ladder, Version
from kit.bots import house_bots
from tests.cast import a_bot, a_ladder, alice

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Sample:
    name: str
    title: str
    description: str
    path: Path


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    path = tmp_path / "big_money.py"
    path.write_text("def decide(request): return request.default\n")
    return Sample("big-money", "Big Money", "Buys treasures.", path)


def test_an_empty_platform_gets_all_bundled_bots_on_an_open_ladder() -> None:
    password = seed_platform(samples=house_bots().values())
    ladder = Ladder.objects.get(slug="dominion-first-game")
    assert ladder.entries.playing().count() == len(house_bots()) >= 8
    assert not Version.objects.exclude(state="accepted").exists()
    assert password is not None
    admin = User.objects.get(username="admin")
    assert admin.is_staff
    assert admin.check_password(password)
    assert not User.objects.get(username="house").has_usable_password()


def test_a_second_time_changes_nothing(sample: Sample) -> None:
    assert seed_platform(samples=[sample])
    assert seed_platform(samples=[sample]) is None
    assert (Bot.objects.count(), Version.objects.count(), User.objects.count()) == (1, 1, 2)


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
    upload = a_bot(alice(), "Alcuin", Ladder.objects.get())
    bundled = Bot.objects.house().get()
    assert bundled.current is not None
    assert upload.current is not None
    assert str(bundled.current.source.name).startswith("house/")
    assert str(upload.current.source.name).startswith("bots/")


def test_a_person_may_have_the_samples_name_already(sample: Sample) -> None:
    a_bot(alice(), "BIG money", a_ladder(slug="another", name="Another"))
    seed_platform(samples=[sample])
    assert Bot.objects.house().get().name == "Big Money (house)"

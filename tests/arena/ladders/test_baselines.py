"""Organisers put house bots on a ladder and take them off."""

import pytest

from arena.core import errors
from arena.ladders.entries import put_on_ladder, take_off_ladder
from arena.matches.claim_match import claim_match
from arena.models import Action, Bot, Entry, Ladder
from arena.seeding.seed_platform import seed_platform
from kit.bots import house_bots
from tests.arena.results.rows import record_result, result
from tests.cast import a_bot, a_house_bot, a_ladder, alice, olga

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> Ladder:
    return a_ladder(name="Other", slug="other", config={"kingdom": "Big Money"})


@pytest.fixture
def house_bot() -> Bot:
    return a_house_bot("Big Money", a_ladder())


def test_a_house_bot_is_put_on_and_taken_off(house_bot: Bot, other: Ladder) -> None:
    put_on_ladder(organiser=olga(), ladder=other, bot=house_bot, reason="a baseline")
    while match := claim_match(worker="here/1/a", may_play=False):
        record_result(match=match, result=result(2, 0))
    entry = Entry.objects.get(bot=house_bot, ladder=other)
    assert entry.is_playing
    take_off_ladder(organiser=olga(), ladder=other, bot=house_bot)
    entry.refresh_from_db()
    assert not entry.is_active
    logged = Action.objects.order_by("pk").values_list("verb", "reason", "details__bot")
    assert list(logged) == [
        ("put_on_ladder", "a baseline", "Big Money"),
        ("take_off_ladder", "", "Big Money"),
    ]


def test_others_bots_and_others_hands_are_refused(house_bot: Bot, other: Ladder) -> None:
    alcuin = a_bot(alice(), "Alcuin", other)
    for act in (put_on_ladder, take_off_ladder):
        with pytest.raises(errors.NotOrganiser):
            act(organiser=alice(), ladder=other, bot=house_bot)
        with pytest.raises(errors.BotUnfit, match="is not a house bot"):
            act(organiser=olga(), ladder=other, bot=alcuin)
    with pytest.raises(errors.NotEntered):
        take_off_ladder(organiser=olga(), ladder=other, bot=house_bot)
    assert not Action.objects.exists()


def test_a_start_does_not_bring_back_what_organisers_took_off() -> None:
    samples = [house_bots()["big-money"]]
    seed_platform(samples=samples)
    ladder, bot = Ladder.objects.get(slug="dominion-first-game"), Bot.objects.house().get()
    assert bot.entries.get(ladder=ladder).is_playing
    take_off_ladder(organiser=olga(), ladder=ladder, bot=bot)
    seed_platform(samples=samples)
    assert not bot.entries.get(ladder=ladder).is_active

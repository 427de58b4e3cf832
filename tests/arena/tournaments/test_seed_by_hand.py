"""Manual seeds come before ratings and lots, even as other entrants come and go."""

import pytest

from arena.core.errors import NotEntered, NotOrganiser, WrongState
from arena.models import Action, Bot, Entry, Ladder, Tournament
from arena.tournaments.entries import admit_entrant, exclude_entrant
from arena.tournaments.field import freeze_entrants, seed_by_hand
from arena.tournaments.lifecycle import start_tournament
from tests.arena.tournament_steps import bots, frozen, opened
from tests.cast import a_house_bot, a_ladder, alice, olga

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(state="paused")


@pytest.fixture
def house(ladder: Ladder) -> list[Bot]:
    return bots(4, ladder)


def order(cup: Tournament) -> list[str]:
    return list(cup.entrants.numbered().values_list("bot__name", flat=True))


def test_those_behind_are_seeded_by_rating(ladder: Ladder, house: list[Bot]) -> None:
    for number, bot in enumerate(house):
        Entry.objects.filter(bot=bot).update(mu=20.0 + number)
    cup = frozen(house, ladder=ladder)
    assert order(cup) == ["House 4", "House 3", "House 2", "House 1"]
    seed_by_hand(organiser=olga(), tournament=cup, bots=[house[0], house[2]])
    assert order(cup) == ["House 1", "House 3", "House 4", "House 2"]
    seed_by_hand(organiser=olga(), tournament=cup, bots=[])
    assert order(cup) == ["House 4", "House 3", "House 2", "House 1"]


def test_they_hold_when_the_field_changes_and_when_it_starts(
    ladder: Ladder, house: list[Bot]
) -> None:
    cup = opened(house)
    seed_by_hand(organiser=olga(), tournament=cup, bots=[house[3], house[1], house[0]])
    cup = freeze_entrants(organiser=olga(), tournament=cup)
    late = a_house_bot("Late", ladder)
    admit_entrant(organiser=olga(), tournament=cup, bot=late)
    exclude_entrant(organiser=olga(), tournament=cup, bot=house[1], reason="by mistake")
    assert order(cup)[:2] == ["House 4", "House 1"]
    start_tournament(organiser=olga(), tournament=cup)
    assert order(cup)[:2] == ["House 4", "House 1"]
    assert set(order(cup)[2:]) == {"House 3", "Late"}
    told = Action.objects.get(verb="seed_by_hand")
    assert told.details["bots"] == ["House 4", "House 2", "House 1"]


def test_who_is_out_or_named_twice_is_refused_and_nothing_changes(
    ladder: Ladder, house: list[Bot]
) -> None:
    cup = frozen(house)
    seed_by_hand(organiser=olga(), tournament=cup, bots=house[::-1])
    for wrong in ([house[0], house[0]], [a_house_bot("Out", ladder)]):
        with pytest.raises(NotEntered, match="not in this tournament"):
            seed_by_hand(organiser=olga(), tournament=cup, bots=wrong)
    assert order(cup) == ["House 4", "House 3", "House 2", "House 1"]


def test_organisers_alone_seed_and_only_before_the_start(house: list[Bot]) -> None:
    cup = frozen(house)
    with pytest.raises(NotOrganiser):
        seed_by_hand(organiser=alice(), tournament=cup, bots=house)
    begun = start_tournament(organiser=olga(), tournament=cup)
    with pytest.raises(WrongState):
        seed_by_hand(organiser=olga(), tournament=begun, bots=house)

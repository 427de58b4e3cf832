"""A tournament's entrants: entries, waiting list, deadline, versions and seeds."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.bots.manage_bot import withdraw_bot
from arena.core.errors import (
    AlreadyEntered,
    BotUnfit,
    EntriesClosed,
    FieldFull,
    NeedsReason,
    NotEntered,
    NotOrganiser,
    NotYours,
    TooManyBots,
    WrongState,
)
from arena.models import Action, Bot, Entrant, Entry, Ladder, Notification, Tournament
from arena.results.bench import bench
from arena.tournaments.entries import (
    admit_entrant,
    enter_tournament,
    exclude_entrant,
    withdraw_entrant,
)
from arena.tournaments.field import freeze_entrants
from arena.tournaments.lifecycle import start_tournament
from arena.tournaments.organise import make_tournament, open_tournament
from arena.tournaments.pairing import by_lot
from tests.arena.tournament_steps import DAY, bots, frozen, names, opened, play_out, started, terms
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, charlie, olga, play_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(state="paused")


@pytest.fixture
def sign_up() -> Tournament:
    return opened(admission="sign_up", most_entrants=2)


def states(tournament: Tournament) -> dict[str, str]:
    entrants = tournament.entrants.select_related("bot").order_by("pk")
    return {one.bot.name: str(one.state) for one in entrants}


def rated(bot: Bot, mu: float) -> Bot:
    Entry.objects.filter(bot=bot).update(mu=mu, sigma=1.0)
    return bot


# --- signing up ----------------------------------------------------------------------------------
def test_owners_sign_up_until_the_field_is_full_and_then_wait(
    sign_up: Tournament, ladder: Ladder
) -> None:
    for owner, name in ((alice(), "Alcuin"), (bob(), "Bede"), (charlie(), "Cynewulf")):
        entrant = enter_tournament(owner=owner, tournament=sign_up, bot=a_bot(owner, name, ladder))
        assert entrant.version is None
    assert states(sign_up) == {"Alcuin": "entered", "Bede": "entered", "Cynewulf": "waiting"}


def test_only_the_owner_enters_a_bot(sign_up: Tournament, ladder: Ladder) -> None:
    with pytest.raises(NotYours):
        enter_tournament(owner=bob(), tournament=sign_up, bot=a_bot(alice(), "Alcuin", ladder))


def test_one_bot_an_owner_unless_the_organisers_allow_more(ladder: Ladder) -> None:
    alcuin, other = a_bot(alice(), "Alcuin", ladder), a_bot(alice(), "Alfred", ladder)
    strict = opened(admission="sign_up", most_entrants=4)
    enter_tournament(owner=alice(), tournament=strict, bot=alcuin)
    with pytest.raises(TooManyBots, match="per owner: 1"):
        enter_tournament(owner=alice(), tournament=strict, bot=other)
    withdraw_entrant(owner=alice(), tournament=strict, bot=alcuin)
    enter_tournament(owner=alice(), tournament=strict, bot=other)
    mild = opened(admission="sign_up", most_entrants=4, bots_per_owner=2, name="Mild Cup")
    for bot in (alcuin, other):
        enter_tournament(owner=alice(), tournament=mild, bot=bot)


def test_a_bot_that_may_not_play_is_refused(sign_up: Tournament, ladder: Ladder) -> None:
    benched, gone = a_bot(alice(), "Alcuin", ladder), a_bot(alice(), "Alfred", ladder)
    bench(bot=benched, reason="Three faults.")
    withdraw_bot(owner=alice(), bot=gone)
    unchecked = Bot.objects.create(owner=alice(), name="Aelfric", slug="aelfric")
    kingdomino = a_ladder(name="K", slug="k", game="kingdomino", seats=4, config={})
    stranger = a_bot(alice(), "Aldhelm", kingdomino)
    for bot, said in (
        (benched, "is benched"),
        (gone, "was withdrawn"),
        (unchecked, "No version"),
        (stranger, "not on a ladder of this game"),
    ):
        with pytest.raises(BotUnfit, match=said):
            enter_tournament(owner=alice(), tournament=sign_up, bot=bot)
        with pytest.raises(BotUnfit, match=said):
            admit_entrant(organiser=olga(), tournament=sign_up, bot=bot)


def test_nobody_enters_twice_nor_after_being_excluded(sign_up: Tournament, ladder: Ladder) -> None:
    alcuin = a_bot(alice(), "Alcuin", ladder)
    enter_tournament(owner=alice(), tournament=sign_up, bot=alcuin)
    with pytest.raises(AlreadyEntered, match="already"):
        enter_tournament(owner=alice(), tournament=sign_up, bot=alcuin)
    exclude_entrant(organiser=olga(), tournament=sign_up, bot=alcuin, reason="A copy of Bede.")
    with pytest.raises(AlreadyEntered, match="excluded"):
        enter_tournament(owner=alice(), tournament=sign_up, bot=alcuin)
    assert Action.objects.filter(verb="exclude_entrant").get().reason == "A copy of Bede."
    admit_entrant(organiser=olga(), tournament=sign_up, bot=alcuin)
    assert states(sign_up) == {"Alcuin": "entered"}


def test_entries_are_taken_while_it_is_open_and_before_the_deadline(ladder: Ladder) -> None:
    alcuin = a_bot(alice(), "Alcuin", ladder)
    draft = make_tournament(organiser=olga(), terms=terms(admission="sign_up"))
    by_hand = opened(name="Hand Cup")
    late = opened(admission="sign_up", name="Late Cup")
    Tournament.objects.filter(pk=late.pk).update(entry_deadline=timezone.now())
    for made, said in (
        (draft, "does not accept entries"),
        (by_hand, "organisers choose the entrants"),
        (late, "does not accept entries right now"),
    ):
        with pytest.raises(EntriesClosed, match=said):
            enter_tournament(owner=alice(), tournament=made, bot=alcuin)


def test_who_withdraws_makes_room_and_comes_back_at_the_end_of_the_line(
    sign_up: Tournament, ladder: Ladder
) -> None:
    field = [a_bot(owner, owner.username, ladder) for owner in (alice(), bob(), charlie())]
    for bot in field:
        enter_tournament(owner=bot.owner, tournament=sign_up, bot=bot)
    with pytest.raises(NotYours):
        withdraw_entrant(owner=bob(), tournament=sign_up, bot=field[0])
    withdraw_entrant(owner=alice(), tournament=sign_up, bot=field[0])
    assert states(sign_up) == {"alice": "withdrawn", "bob": "entered", "charlie": "entered"}
    with pytest.raises(NotEntered):
        withdraw_entrant(owner=alice(), tournament=sign_up, bot=field[0])
    enter_tournament(owner=alice(), tournament=sign_up, bot=field[0])
    assert states(sign_up) == {"bob": "entered", "charlie": "entered", "alice": "waiting"}


# --- by hand -------------------------------------------------------------------------------------
def test_organisers_admit_whom_they_want_until_the_field_is_full(ladder: Ladder) -> None:
    made = opened(most_entrants=2)
    one, two, three = bots(3, ladder)
    with pytest.raises(NotOrganiser):
        admit_entrant(organiser=charlie(), tournament=made, bot=one)
    for bot in (one, two):
        admit_entrant(organiser=olga(), tournament=made, bot=bot, reason="Invited.")
    with pytest.raises(AlreadyEntered):
        admit_entrant(organiser=olga(), tournament=made, bot=one)
    with pytest.raises(FieldFull, match="Exclude an entrant"):
        admit_entrant(organiser=olga(), tournament=made, bot=three)


def test_excluding_needs_an_organiser_and_a_reason(ladder: Ladder) -> None:
    field = bots(2, ladder)
    made = opened(field)
    with pytest.raises(NeedsReason):
        exclude_entrant(organiser=olga(), tournament=made, bot=field[0], reason=" ")
    with pytest.raises(NotOrganiser):
        exclude_entrant(organiser=charlie(), tournament=made, bot=field[0], reason="Mine.")


# --- the deadline --------------------------------------------------------------------------------
def test_versions_are_frozen_at_the_deadline(ladder: Ladder) -> None:
    field = bots(2, ladder)
    made = opened(field)
    second = play_with(field[0], b"# second\ndef decide(request):\n    return 0\n", ladder)
    made = freeze_entrants(organiser=olga(), tournament=made)
    play_with(field[0], b"# third\ndef decide(request):\n    return 0\n", ladder)
    made = start_tournament(organiser=olga(), tournament=made)
    assert made.entrants.get(bot=field[0]).version == second
    match = made.rounds.get().pairings.get().matches.get()
    assert second in [seat.version for seat in match.seats.all()]


def test_seeds_are_numbered_by_rating_and_then_by_lot(ladder: Ladder) -> None:
    field = bots(4, ladder)
    rated(field[2], 30.0)
    rated(field[1], 28.0)
    new = a_house_bot("Newcomer", a_ladder(name="B", slug="b"))
    made = frozen([*field, new], ladder=ladder, seed=11)
    order = names(list(made.entrants.numbered()))
    assert order[:2] == ["House 3", "House 2"]
    assert order[4:] == ["Newcomer"]
    assert [one.rating for one in made.entrants.numbered()][::4] == [29.0, None]
    entrants = {one.pk: one for one in made.entrants.all()}
    drawn = [entrants[int(pk)].bot.name for pk in by_lot(sorted(entrants), 11, "seeding")]
    assert order[2:4] == [name for name in drawn if name in {"House 1", "House 4"}]


def test_without_a_ladder_the_seeds_are_drawn_by_lot(ladder: Ladder) -> None:
    field = bots(6, ladder)
    orders = {
        tuple(names(list(frozen(field, name=f"Cup {seed}", seed=seed).entrants.numbered())))
        for seed in range(4)
    }
    assert len(orders) > 1
    assert all(sorted(order) == [bot.name for bot in field] for order in orders)


def test_the_best_of_a_ladder_fill_the_free_places(ladder: Ladder) -> None:
    invited = a_bot(charlie(), "Cynewulf", a_ladder(name="B", slug="b"))
    house = rated(a_house_bot("Big Money", ladder), 40.0)
    best, second = (rated(a_bot(alice(), f"Alice {n}", ladder), 35.0 - n) for n in (1, 2))
    benched = rated(a_bot(bob(), "Bede", ladder), 39.0)
    bench(bot=benched, reason="Three faults.")
    weakest = rated(a_bot(bob(), "Bertha", ladder), 20.0)
    made = opened([invited], admission="ladder", ladder=ladder, most_entrants=4)
    made = freeze_entrants(organiser=olga(), tournament=made)
    assert {one.bot for one in made.entrants.entered()} == {invited, house, best, weakest}
    assert second not in [one.bot for one in made.entrants.all()], "one bot an owner"


def test_a_bot_benched_before_the_deadline_gives_its_place_to_who_waits(
    sign_up: Tournament, ladder: Ladder
) -> None:
    field = [a_bot(owner, owner.username, ladder) for owner in (alice(), bob(), charlie())]
    for bot in field:
        enter_tournament(owner=bot.owner, tournament=sign_up, bot=bot)
    bench(bot=field[0], reason="Three faults.")
    made = freeze_entrants(organiser=olga(), tournament=sign_up)
    assert states(made) == {"alice": "unfit", "bob": "entered", "charlie": "entered"}
    told = Notification.objects.get(user=alice(), kind="tournament.unfit")
    assert told.params["message"] == "Three faults."
    assert Action.objects.filter(verb="freeze_entrants").get().details["dropped"] == ["alice"]


def test_who_withdraws_between_deadline_and_start_is_replaced_by_a_frozen_version(
    sign_up: Tournament, ladder: Ladder
) -> None:
    field = [a_bot(owner, owner.username, ladder) for owner in (alice(), bob(), charlie())]
    for bot in field:
        enter_tournament(owner=bot.owner, tournament=sign_up, bot=bot)
    at_deadline = field[2].current
    made = freeze_entrants(organiser=olga(), tournament=sign_up)
    play_with(field[2], b"# later\ndef decide(request):\n    return 0\n", ladder)
    withdraw_entrant(owner=alice(), tournament=made, bot=field[0])
    made.refresh_from_db()
    assert sorted(one.number or 0 for one in made.entrants.numbered()) == [1, 2]
    moved = made.entrants.get(bot=field[2])
    assert (moved.state, moved.version) == (Entrant.State.ENTERED, at_deadline)


def test_the_platform_freezes_when_the_deadline_has_passed_and_only_once(ladder: Ladder) -> None:
    made = opened(bots(2, ladder))
    assert freeze_entrants(organiser=None, tournament=made).state == "open"
    late = made.entry_deadline + timedelta(seconds=1)
    assert freeze_entrants(organiser=None, tournament=made, now=late).state == "frozen"
    before = list(made.entrants.values_list("number", "version"))
    assert freeze_entrants(organiser=None, tournament=made, now=late + DAY).state == "frozen"
    assert list(made.entrants.values_list("number", "version")) == before
    with pytest.raises(WrongState, match="only possible while it is open"):
        freeze_entrants(organiser=olga(), tournament=made)
    with pytest.raises(NotOrganiser):
        freeze_entrants(organiser=charlie(), tournament=made)


def test_entrants_stand_once_it_has_begun(ladder: Ladder) -> None:
    field = bots(3, ladder)
    made = started(field[:2])
    with pytest.raises(WrongState, match="Its entrants can no longer change"):
        admit_entrant(organiser=olga(), tournament=made, bot=field[2])
    play_out(made)
    with pytest.raises(WrongState, match="is over"):
        exclude_entrant(organiser=olga(), tournament=made, bot=field[0], reason="Too late.")


def test_a_bot_admitted_after_the_deadline_is_frozen_and_seeded_too(ladder: Ladder) -> None:
    field = bots(3, ladder)
    made = frozen(field[:2], ladder=ladder)
    rated(field[2], 50.0)
    entrant = admit_entrant(organiser=olga(), tournament=made, bot=field[2])
    assert (entrant.version, entrant.number) == (field[2].current, 1)


def test_a_draft_cannot_be_frozen_before_it_is_opened(ladder: Ladder) -> None:
    made = make_tournament(organiser=olga(), terms=terms())
    with pytest.raises(WrongState):
        freeze_entrants(organiser=olga(), tournament=made)
    assert open_tournament(organiser=olga(), tournament=made).state == "open"

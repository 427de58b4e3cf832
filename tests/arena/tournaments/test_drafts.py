"""Drafts are seen by organisers alone, even cancelled; they can be deleted."""

import pytest

from arena.core.errors import NotOrganiser, WrongState
from arena.models import Action, Entrant, Tournament
from arena.tournaments.entries import admit_entrant
from arena.tournaments.lifecycle import cancel_tournament
from arena.tournaments.organise import delete_draft, make_tournament
from tests.arena.tournament_steps import bots, opened, terms
from tests.cast import alice, charlie, olga

pytestmark = pytest.mark.django_db


def cancelled_draft() -> Tournament:
    made = make_tournament(organiser=olga(), terms=terms())
    return cancel_tournament(organiser=olga(), tournament=made, reason="Made by mistake")


def test_a_cancelled_draft_stays_hidden_from_all_who_could_not_see_the_draft() -> None:
    made = cancelled_draft()
    for viewer in (None, alice(), charlie()):
        assert not Tournament.objects.seen_by(viewer).exists()
    assert Tournament.objects.seen_by(olga()).get() == made


def test_a_tournament_cancelled_after_opening_stays_public() -> None:
    made = cancel_tournament(organiser=olga(), tournament=opened(), reason="Nobody came")
    assert Tournament.objects.seen_by(None).get() == made


def test_the_entrants_of_a_cancelled_draft_are_hidden_too() -> None:
    made = make_tournament(organiser=olga(), terms=terms())
    admit_entrant(organiser=olga(), tournament=made, bot=bots(1)[0])
    cancel_tournament(organiser=olga(), tournament=made, reason="Made by mistake")
    assert not Entrant.objects.seen_by(alice()).exists()
    assert Entrant.objects.seen_by(olga()).count() == 1


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_draft_is_deleted_with_its_entrants_and_the_log_keeps_its_name(
    is_cancelled: bool,
) -> None:
    made = make_tournament(organiser=olga(), terms=terms())
    admit_entrant(organiser=olga(), tournament=made, bot=bots(1)[0])
    if is_cancelled:
        cancel_tournament(organiser=olga(), tournament=made, reason="Made by mistake")
    pk = made.pk
    delete_draft(organiser=olga(), tournament=made, reason="A trial")
    assert not Tournament.objects.exists()
    assert not Entrant.objects.exists()
    logged = Action.objects.get(verb="delete_draft")
    assert (logged.actor, logged.target, logged.reason) == (olga(), f"tournament {pk}", "A trial")
    assert (logged.details["name"], logged.details["slug"]) == ("Autumn Cup", "autumn-cup")


def test_others_delete_no_draft_and_nobody_deletes_what_was_open() -> None:
    draft = make_tournament(organiser=olga(), terms=terms(name="A draft"))
    with pytest.raises(NotOrganiser):
        delete_draft(organiser=alice(), tournament=draft)
    made = opened()
    with pytest.raises(WrongState, match="can only be cancelled"):
        delete_draft(organiser=olga(), tournament=made)
    made = cancel_tournament(organiser=olga(), tournament=made, reason="Nobody came")
    with pytest.raises(WrongState, match="can only be cancelled"):
        delete_draft(organiser=olga(), tournament=made)
    assert Tournament.objects.count() == 2

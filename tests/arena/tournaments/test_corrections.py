"""Organisers' corrections: rejudge, forfeit, redraw, and their refusals."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from arena.core.errors import (
    LaterRounds,
    NeedsReason,
    NotEntered,
    NotOrganiser,
    Refused,
    WrongState,
)
from arena.matches.claim_match import claim_match
from arena.models import Action, Match, Pairing, Tournament
from arena.queue.models.leased import ClaimLost
from arena.tournaments.corrections import forfeit_pairing, redraw_round, rejudge_pairing
from arena.tournaments.entries import exclude_entrant
from arena.tournaments.lifecycle import finish_tournament, pause_tournament, resume_tournament
from tests.arena.results.rows import record_result, result
from tests.arena.tournament_steps import (
    bots,
    entrant,
    first_wins,
    play_one,
    play_out,
    play_round,
    started,
    the_pairing,
)
from tests.arena.tournaments.test_courses import drawn, drawn_again
from tests.cast import charlie, olga

pytestmark = pytest.mark.django_db


def last_wins(match: Match) -> list[float]:
    return [-one for one in first_wins(match)]


def paused_after_a_round(made: Tournament) -> Tournament:
    """Pause a tournament whose first round is played and whose second is not drawn."""
    while play_one():
        pass
    return pause_tournament(organiser=olga(), tournament=made)


# --- replay --------------------------------------------------------------------------------------
def test_a_replay_voids_the_match_and_orders_it_on_a_new_seed() -> None:
    made = started(bots(4))
    first = play_one()
    assert first is not None
    assert first.pairing is not None
    pairing = rejudge_pairing(organiser=olga(), pairing=first.pairing, reason="The disk was full.")
    assert pairing.state == "playing"
    old, new = pairing.matches.order_by("pk")
    assert (old.status, new.status) == ("void", "queued")
    assert "The disk was full." in old.error
    assert old.seed != new.seed
    line = Action.objects.filter(verb="rejudge_pairing").get()
    assert (line.actor, line.reason) == (olga(), "The disk was full.")
    names = [seat.entrant.bot.name for seat in pairing.seats.order_by("pk")]
    assert line.details == {"pairing": pairing.pk, "matches": [old.pk], "bots": names}
    made = play_round(made, last_wins)
    pairing.refresh_from_db()
    assert pairing.winner == pairing.seats.order_by("-entrant__number")[0].entrant


def test_a_match_that_is_being_played_can_be_replayed_too() -> None:
    made = started(bots(2))
    running = claim_match(worker="here/1/a")
    assert running is not None
    rejudge_pairing(organiser=olga(), pairing=the_pairing(made), reason="Wrong machine.")
    with pytest.raises(ClaimLost):
        record_result(match=running, result=result(2.0, 0.0, engine=made.rules))
    assert Match.objects.live().count() == 1
    assert play_out(made).state == "finished"


def test_a_round_robin_is_replayed_at_any_time_and_waits_for_it() -> None:
    made = play_round(play_round(started(bots(4))))
    rejudge_pairing(organiser=olga(), pairing=the_pairing(made), reason="The disk was full.")
    assert made.rounds.get(number=1).finished_at is None
    made = play_out(made, last_wins)
    assert (made.state, made.rounds.count()) == ("finished", 3)
    assert made.rounds.get(number=1).finished_at is not None
    assert drawn(made) == drawn_again(made)


def test_groups_are_replayed_until_their_knockout_is_drawn() -> None:
    made = started(bots(6), format="groups", terms={"groups": 2, "advance": 1})
    made = play_round(play_round(made))
    rejudge_pairing(organiser=olga(), pairing=the_pairing(made), reason="The disk was full.")
    made = play_round(made)
    assert made.rounds.last().stage == "knockout"  # type: ignore[union-attr]
    with pytest.raises(LaterRounds, match="Round 4"):
        rejudge_pairing(organiser=olga(), pairing=the_pairing(made), reason="Again.")


def test_what_later_rounds_were_drawn_from_stands() -> None:
    made = play_round(started(bots(4), format="swiss", terms={"rounds": 3}))
    one = the_pairing(made)
    somebody = one.seats.first().entrant  # type: ignore[union-attr]
    with pytest.raises(LaterRounds, match="Round 2 was paired from the results of round 1"):
        rejudge_pairing(organiser=olga(), pairing=one, reason="The disk was full.")
    with pytest.raises(LaterRounds):
        forfeit_pairing(organiser=olga(), pairing=one, entrant=somebody, reason="It cheated.")
    one.refresh_from_db()
    assert one.state == "decided"


def test_a_fresh_round_is_taken_back_to_correct_the_one_before() -> None:
    made = play_round(started(bots(4), format="swiss", terms={"rounds": 3}))
    before = [tuple(seat.number for seat in pairing.seats.all()) for pairing in pairings(made, 2)]
    made = pause_tournament(organiser=olga(), tournament=made)
    made = redraw_round(organiser=olga(), tournament=made, reason="Round 1 was wrong.")
    rejudge_pairing(organiser=olga(), pairing=the_pairing(made), reason="The disk was full.")
    made = resume_tournament(organiser=olga(), tournament=made)
    assert not pairings(made, 2), "first the replay"
    made = play_round(made, last_wins)
    after = [tuple(seat.number for seat in pairing.seats.all()) for pairing in pairings(made, 2)]
    assert len(after) == 2
    assert after != before
    made = play_out(made)
    assert drawn(made) == drawn_again(made)


def pairings(made: Tournament, number: int) -> list[Pairing]:
    return list(Pairing.objects.not_void().filter(round__tournament=made, round__number=number))


# --- forfeit -------------------------------------------------------------------------------------
def test_a_forfeit_decides_a_table_that_was_to_be_played() -> None:
    made = started(bots(2))
    forfeit_pairing(
        organiser=olga(), pairing=the_pairing(made), entrant=entrant(made, 1), reason="It cheated."
    )
    made.refresh_from_db()
    assert (made.state, the_pairing(made).state) == ("finished", "forfeited")
    assert the_pairing(made).winner == entrant(made, 2)
    assert not Match.objects.live().exists()
    assert entrant(made, 1).state == "entered"


def test_a_forfeit_takes_a_win_away_again() -> None:
    made = paused_after_a_round(started(bots(4), format="single_elimination"))
    made = resume_tournament(organiser=olga(), tournament=made)
    final = the_pairing(made, 1, 2)
    play_one()
    pause_tournament(organiser=olga(), tournament=made)
    winner = entrant(made, 1)
    forfeit_pairing(organiser=olga(), pairing=final, entrant=winner, reason="It cheated.")
    final.refresh_from_db()
    assert (final.state, final.winner) == ("forfeited", entrant(made, 2))
    made = resume_tournament(organiser=olga(), tournament=made)
    assert (made.state, entrant(made, 2).place) == ("finished", 1)


def test_somebody_goes_on_from_every_table_of_a_knockout() -> None:
    made = started(bots(4), format="single_elimination")
    one = the_pairing(made)
    first, second = (seat.entrant for seat in one.seats.all())
    forfeit_pairing(organiser=olga(), pairing=one, entrant=first, reason="It cheated.")
    with pytest.raises(WrongState, match="Someone has to advance"):
        forfeit_pairing(organiser=olga(), pairing=one, entrant=second, reason="It cheated too.")
    with pytest.raises(NotEntered):
        forfeit_pairing(organiser=olga(), pairing=one, entrant=first, reason="Twice.")


def test_both_may_forfeit_in_a_league() -> None:
    made = started(bots(4))
    one = the_pairing(made)
    for seat in one.seats.all():
        forfeit_pairing(organiser=olga(), pairing=one, entrant=seat.entrant, reason="They agreed.")
    one.refresh_from_db()
    assert (one.state, one.winner) == ("forfeited", None)
    made = play_out(made)
    assert made.state == "finished"


def test_a_replay_forgives_a_forfeit_but_not_who_has_left() -> None:
    made = started(bots(4))
    one, other = the_pairing(made, 1), the_pairing(made, 2)
    victim = one.seats.get(position=0).entrant
    forfeit_pairing(organiser=olga(), pairing=one, entrant=victim, reason="It cheated.")
    assert rejudge_pairing(organiser=olga(), pairing=one, reason="It did not.").state == "playing"
    gone = other.seats.get(position=0).entrant
    exclude_entrant(organiser=olga(), tournament=made, bot=gone.bot, reason="It asked to.")
    assert rejudge_pairing(organiser=olga(), pairing=other, reason="Once more.").winner != gone


# --- redraw --------------------------------------------------------------------------------------
def test_a_round_is_drawn_anew_without_those_who_have_left() -> None:
    made = play_round(started(bots(7), format="swiss", terms={"rounds": 3}))
    second = made.rounds.get(number=2)
    gone = entrant(made, 1)
    exclude_entrant(organiser=olga(), tournament=made, bot=gone.bot, reason="It asked to.")
    made.refresh_from_db()
    made = redraw_round(organiser=olga(), tournament=made, reason="So that nobody sits idle.")
    standing = second.pairings.not_void()
    seated = [seat.number for pairing in standing for seat in pairing.seats.all()]
    assert sorted(seated) == [2, 3, 4, 5, 6, 7]
    assert second.pairings.filter(state="void").count() == 4
    assert Match.objects.live().count() == 3
    gone.refresh_from_db()
    assert gone.last_round == 1
    made = play_out(made)
    assert (made.state, drawn(made)) == ("finished", drawn_again(made))


def test_a_round_with_a_result_is_not_drawn_anew() -> None:
    made = started(bots(4), format="swiss")
    play_one()
    with pytest.raises(WrongState, match="Round 1 already has results"):
        redraw_round(organiser=olga(), tournament=made, reason="I do not like it.")
    made = play_out(made)
    with pytest.raises(WrongState):
        redraw_round(organiser=olga(), tournament=made, reason="I do not like it.")


def test_the_same_round_comes_out_where_nothing_has_changed() -> None:
    made = started(bots(8), format="swiss")
    before = drawn(made)
    made = redraw_round(organiser=olga(), tournament=made, reason="Just to see.")
    assert drawn(made) == before


@pytest.mark.parametrize("is_paused", [False, True])
@pytest.mark.parametrize("pairing_format", ["swiss", "single_elimination", "round_robin"])
def test_a_forfeit_and_its_reason_survive_a_new_drawing(
    pairing_format: str, is_paused: bool
) -> None:
    made = started(bots(4), format=pairing_format)
    loser = entrant(made, 1)
    forfeit_pairing(
        organiser=olga(), pairing=the_pairing(made), entrant=loser, reason="It cheated."
    )
    for _time in range(2):
        if is_paused:
            pause_tournament(organiser=olga(), tournament=made)
        made = redraw_round(organiser=olga(), tournament=made, reason="Just to see.")
        if is_paused:
            made = resume_tournament(organiser=olga(), tournament=made)
    standing = made.rounds.get(number=1).pairings.not_void().get(seats__entrant=loser)
    assert standing.state == "forfeited"
    assert standing.winner not in {None, loser}
    assert Match.objects.live().count() == 1
    logged = Action.objects.filter(verb="forfeit_pairing", details__pairing=standing.pk).get()
    assert (logged.actor, logged.reason) == (olga(), "It cheated.")
    made = play_out(made)
    assert (made.state, drawn(made)) == ("finished", drawn_again(made))


def test_a_forgiven_forfeit_does_not_return_with_a_new_drawing() -> None:
    made = started(bots(4), format="swiss")
    one = the_pairing(made)
    forfeit_pairing(organiser=olga(), pairing=one, entrant=entrant(made, 1), reason="It cheated.")
    made = redraw_round(organiser=olga(), tournament=made, reason="Just to see.")
    again = made.rounds.get().pairings.not_void().get(seats__entrant=entrant(made, 1))
    rejudge_pairing(organiser=olga(), pairing=again, reason="It did not.")
    redraw_round(organiser=olga(), tournament=made, reason="Just to see.")
    assert Match.objects.live().count() == 2


def test_a_bye_of_a_new_drawing_gives_no_points_after_a_forfeit() -> None:
    made = started(bots(4), format="swiss")
    last = entrant(made, 4)
    pairing = made.rounds.get().pairings.get(seats__entrant=last)
    other = pairing.seats.exclude(entrant=last).get().entrant
    forfeit_pairing(organiser=olga(), pairing=pairing, entrant=last, reason="It cheated.")
    exclude_entrant(organiser=olga(), tournament=made, bot=other.bot, reason="It asked to.")
    made.refresh_from_db()
    made = redraw_round(organiser=olga(), tournament=made, reason="So that nobody sits idle.")
    standing = made.rounds.get().pairings.not_void().get(seats__entrant=last)
    assert (standing.state, standing.winner) == ("bye", None)
    rows = {row.entrant: row.points for row in made.standings()[0]}
    assert rows[4] == 0


# --- who may, and why ----------------------------------------------------------------------------
CORRECTIONS: dict[str, Callable[[Tournament, dict[str, object]], object]] = {
    "rejudge": lambda made, by: rejudge_pairing(pairing=the_pairing(made), **by),  # type: ignore[arg-type]
    "forfeit": lambda made, by: forfeit_pairing(
        pairing=the_pairing(made),
        entrant=entrant(made, 1),
        **by,  # type: ignore[arg-type]
    ),
    "redraw": lambda made, by: redraw_round(tournament=made, **by),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_corrections_need_an_organiser_a_reason_and_a_tournament_that_goes_on(
    correction: str,
) -> None:
    made = started(bots(2))
    before = list(Match.objects.values())
    refusals: list[tuple[dict[str, object], type[Refused]]] = [
        ({"organiser": charlie(), "reason": "Mine."}, NotOrganiser),
        ({"organiser": olga(), "reason": "  "}, NeedsReason),
    ]
    for by, refusal in refusals:
        with pytest.raises(refusal):
            CORRECTIONS[correction](made, by)
    assert list(Match.objects.values()) == before
    made = play_out(made)
    with pytest.raises(WrongState, match="finished"):
        CORRECTIONS[correction](made, {"organiser": olga(), "reason": "Too late."})


def test_a_bye_is_not_played_again() -> None:
    made = started(bots(3), format="swiss")
    bye = Pairing.objects.get(state="bye")
    with pytest.raises(WrongState, match="no match to play"):
        rejudge_pairing(organiser=olga(), pairing=bye, reason="Why not.")
    assert made.state == "running"


# --- an early end --------------------------------------------------------------------------------
@pytest.mark.parametrize("how", ["forfeit", "redraw"])
def test_what_is_decided_in_a_pause_is_revealed_in_its_turn(how: str) -> None:
    made = play_round(started(bots(4), reveal_minutes=30))
    pause_tournament(organiser=olga(), tournament=made)
    if how == "redraw":
        redraw_round(organiser=olga(), tournament=made, reason="A bot was broken.")
    for pairing in Pairing.objects.playing():
        loser = pairing.seats.order_by("position")[1].entrant
        forfeit_pairing(organiser=olga(), pairing=pairing, entrant=loser, reason="It is broken.")
    made = finish_tournament(organiser=olga(), tournament=made, reason="The hall closes.")
    first, second = (one.reveal_at for one in made.rounds.all())
    assert first is not None
    assert second == first + timedelta(minutes=30)
    assert made.revealed_until(first) == 1
    assert made.revealed_until(second) is None

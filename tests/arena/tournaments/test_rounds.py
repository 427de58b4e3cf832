"""Rounds advance by themselves: ties, faults, broken workers, changed rules, withdrawals."""

from dataclasses import replace
from typing import Any

import pytest

from arena.bots.manage_bot import withdraw_bot
from arena.core.errors import (
    BadTerms,
    CannotStart,
    NotOrganiser,
    RulesChanged,
    WrongState,
)
from arena.matches.claim_match import claim_match
from arena.models import Action, Bot, Match, Notification, Pairing, Tournament
from arena.queue.models.leased import ClaimLost
from arena.results.bench import bench
from arena.results.return_match import return_match, void_match
from arena.tournaments.entries import exclude_entrant, withdraw_entrant
from arena.tournaments.format import MOST_EXTRAS
from arena.tournaments.lifecycle import (
    allow_rematches,
    cancel_tournament,
    finish_tournament,
    pause_tournament,
    resume_tournament,
    start_tournament,
)
from arena.tournaments.rounds import advance_tournament
from arena.tournaments.settle_pairing import MOST_RETRIES
from engine import catalogue
from tests.arena.results.rows import fault, record_result, result
from tests.arena.tournament_steps import (
    bots,
    entrant,
    first_wins,
    frozen,
    play_one,
    play_out,
    play_round,
    started,
    the_pairing,
)
from tests.cast import a_bot, a_ladder, alice, bob, charlie, olga, play_with

pytestmark = pytest.mark.django_db


def all_tie(match: Match) -> list[float]:
    return [1.0] * match.seats.count()


def places(tournament: Tournament) -> list[tuple[int | None, int | None]]:
    return sorted(tournament.entrants.values_list("place", "number"))


# --- starting ------------------------------------------------------------------------------------
def test_starting_stores_the_rules_and_orders_the_first_round() -> None:
    made = started(bots(4), limits={"game_cpu": 5.0}, games_per_match=4)
    assert (made.state, made.rules) == ("running", catalogue.info("dominion").engine)
    assert made.rounds.get().pairings.playing().count() == 2
    match = the_pairing(made).matches.get()
    assert (match.purpose, match.ladder) == ("tournament", None)
    assert (match.game, match.config) == ("dominion", {"kingdom": "First Game"})
    assert (match.limits, match.games_planned, match.seats_count) == ({"game_cpu": 5.0}, 4, 2)


@pytest.mark.parametrize(("members", "priority"), [(0, 10), (1, 80)])
def test_a_tournament_of_house_bots_alone_is_no_more_urgent_than_ladders(
    members: int, priority: int
) -> None:
    field = bots(4)
    Bot.objects.filter(pk__in=[bot.pk for bot in field[:members]]).update(is_house=False)
    made = started(field)
    found = Match.objects.filter(pairing__round__tournament=made)
    assert set(found.values_list("priority", flat=True)) == {priority}


def test_one_entrant_is_no_tournament() -> None:
    made = frozen(bots(1))
    with pytest.raises(CannotStart, match="at least two entrants, not 1"):
        start_tournament(organiser=olga(), tournament=made)
    made.refresh_from_db()
    assert (made.state, made.rounds.count()) == ("frozen", 0)


def test_more_rounds_than_the_field_has_opponents_are_refused_at_the_start() -> None:
    made = frozen(bots(4), format="swiss", terms={"rounds": 6})
    with pytest.raises(CannotStart, match="Plan fewer rounds"):
        start_tournament(organiser=olga(), tournament=made)


def test_only_organisers_start_what_is_frozen() -> None:
    made = frozen(bots(2))
    with pytest.raises(NotOrganiser):
        start_tournament(organiser=charlie(), tournament=made)
    start_tournament(organiser=olga(), tournament=made)
    with pytest.raises(WrongState):
        start_tournament(organiser=olga(), tournament=made)


# --- seats and results ---------------------------------------------------------------------------
def test_bots_sit_as_the_pairing_has_them() -> None:
    made = started(bots(5), games_per_match=1)
    for pairing in Pairing.objects.playing():
        seated = [seat.version for seat in pairing.matches.get().seats.all()]
        assert seated == [seat.entrant.version for seat in pairing.seats.all()]
    assert made.is_mirrored is False


def test_a_pairing_keeps_match_points_scores_and_ranks() -> None:
    made = started(bots(2))
    match = claim_match(worker="here/1/a")
    assert match is not None
    record_result(match=match, result=result(2.0, 1.0, engine=made.rules))
    advance_tournament(tournament_id=made.pk)
    seats = the_pairing(made).seats.values_list("points", "score", "rank")
    assert list(seats) == [(2.0, 20.0, 1), (1.0, 10.0, 2)]
    assert the_pairing(made).winner == the_pairing(made).seats.get(position=0).entrant


def test_a_drawn_table_has_no_winner_outside_a_knockout() -> None:
    made = play_round(started(bots(2)), all_tie)
    assert the_pairing(made).state == "decided"
    assert the_pairing(made).winner is None
    assert places(made) == [(1, 1), (1, 2)]


def test_who_faults_loses_by_the_referees_ranks() -> None:
    made = started(bots(2))
    match = claim_match(worker="here/1/a")
    assert match is not None
    faulted = replace(
        result(1.0, 1.0, engine=made.rules, faults=(fault(0),)), points=[0.0, 1.0], ranks=[2, 1]
    )
    record_result(match=match, result=faulted)
    made = advance_tournament(tournament_id=made.pk)
    assert the_pairing(made).winner == the_pairing(made).seats.get(position=1).entrant


def test_advancing_again_changes_nothing() -> None:
    made = play_round(started(bots(4)))
    before = list(Match.objects.values()), list(Pairing.objects.values())
    for _ in range(3):
        advance_tournament(tournament_id=made.pk)
    assert (list(Match.objects.values()), list(Pairing.objects.values())) == before
    assert made.rounds.count() == 2


# --- ties of a knockout --------------------------------------------------------------------------
def test_extra_matches_are_short_and_three_at_most_then_the_better_seed_wins() -> None:
    made = play_out(started(bots(2), format="single_elimination", games_per_match=4), all_tie)
    pairing = the_pairing(made)
    matches = list(pairing.matches.order_by("pk"))
    assert [match.games_planned for match in matches] == [4] + [2] * MOST_EXTRAS
    assert len({match.seed for match in matches}) == 1 + MOST_EXTRAS
    assert (pairing.winner, places(made)) == (entrant(made, 1), [(1, 1), (2, 2)])
    assert [seat.points for seat in pairing.seats.all()] == [4.0, 4.0]


def test_an_extra_match_that_is_won_decides() -> None:
    made = started(bots(2), format="single_elimination")
    play_one(all_tie)
    made = advance_tournament(tournament_id=made.pk)
    assert the_pairing(made).state == "playing"
    made = play_round(made, lambda match: [-one for one in first_wins(match)])
    assert (the_pairing(made).matches.count(), the_pairing(made).winner) == (2, entrant(made, 2))


def test_extra_games_of_one_begin_with_the_other_seat() -> None:
    made = started(bots(2), format="single_elimination", games_per_match=1)
    play_one(all_tie)
    advance_tournament(tournament_id=made.pk)
    one, other = the_pairing(made).matches.order_by("pk")
    seated = [[seat.version_id for seat in match.seats.all()] for match in (one, other)]
    assert seated[0] == seated[1][::-1]


def test_a_pod_of_a_knockout_is_played_again_only_where_the_tie_puts_somebody_out() -> None:
    made = started(bots(8), format="pod_knockout", seats=4, games_per_match=4)
    above = the_pairing(made, 1)
    while play_one(lambda match: [3.0, 3.0, 1.0, 0.0] if match.pairing == above else [3, 1, 1, 0]):
        pass
    advance_tournament(tournament_id=made.pk)
    assert the_pairing(made, 1).state == "decided", "the two who tie both go on"
    assert the_pairing(made, 2).state == "playing"
    made = play_round(made, lambda _match: [0.0, 2.0, 3.0, 5.0])
    through = {seat.number for seat in the_pairing(made, 1, 2).seats.all()}
    second = the_pairing(made, 2)
    assert [seat.rank for seat in second.seats.all()] == [1, 3, 2, 4], "only the tied are separated"
    assert second.seats.get(position=2).number in through


# --- broken workers ------------------------------------------------------------------------------
def test_a_broken_worker_costs_nobody_and_the_match_is_ordered_again() -> None:
    made = started(bots(2))
    fail(made)
    assert the_pairing(made).matches.live().count() == 1
    made = play_out(made)
    assert (made.state, the_pairing(made).winner) == ("finished", entrant(made, 1))


def fail(made: Tournament) -> Tournament:
    """Void the next match as a worker does."""
    match = claim_match(worker="here/1/a")
    assert match is not None
    void_match(match=match, error="The jail has gone.")
    return advance_tournament(tournament_id=made.pk)


def test_three_tries_void_a_match_and_the_pairing_gets_another() -> None:
    made = started(bots(2))
    for _ in range(3):
        Match.objects.update(not_before=None)
        match = claim_match(worker="here/1/a")
        assert match is not None
        return_match(match=match, error="The worker was lost.")
    assert Match.objects.get().status == Match.Status.VOID
    advance_tournament(tournament_id=made.pk)
    assert sorted(Match.objects.values_list("status", flat=True)) == ["queued", "void"]


def test_what_no_worker_can_play_pauses_with_the_reason_and_resuming_tries_again() -> None:
    made = started(bots(2))
    for _ in range(MOST_RETRIES + 1):
        made = fail(made)
    assert made.state == "paused"
    assert "The jail has gone." in made.problem
    assert Action.objects.filter(verb="pause_tournament").get().actor is None
    assert not Match.objects.live().exists()
    made = resume_tournament(organiser=olga(), tournament=made)
    assert (made.state, made.problem) == ("running", "")
    assert play_out(made).state == "finished"


# --- the rules -----------------------------------------------------------------------------------
def test_other_rules_of_the_engine_pause_a_running_tournament() -> None:
    made = started(bots(4))
    play_one()
    Tournament.objects.update(rules="dominion-0")
    Match.objects.filter(status="finished").update(engine="dominion-0")
    made = advance_tournament(tournament_id=made.pk)
    assert made.state == "paused"
    assert "began under rules dominion-0" in made.problem
    assert not Match.objects.live().exists()
    with pytest.raises(RulesChanged, match="Accept the new rules"):
        resume_tournament(organiser=olga(), tournament=made)
    made = resume_tournament(organiser=olga(), tournament=made, accept_rules=True)
    assert (made.state, made.rules) == ("running", made.present_rules)
    line = Action.objects.filter(verb="resume_tournament").get()
    assert line.details == {"rules": ["dominion-0", made.rules]}
    assert play_out(made).state == "finished"


def test_a_match_that_a_worker_played_by_other_rules_does_not_count() -> None:
    made = started(bots(2))
    match = claim_match(worker="here/1/a")
    assert match is not None
    record_result(match=match, result=result(2.0, 0.0, engine="dominion-0"))
    made = advance_tournament(tournament_id=made.pk)
    assert made.state == "paused"
    assert "played under rules dominion-0" in made.problem
    made = play_out(resume_tournament(organiser=olga(), tournament=made))
    assert made.state == "finished"
    match.refresh_from_db()
    assert match.status == Match.Status.VOID


# --- leaving in the middle -----------------------------------------------------------------------
def test_an_upload_a_bench_or_a_withdrawal_from_play_leaves_tournament_matches_alone() -> None:
    ladder = a_ladder(state="paused")
    alcuin, bede = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    made = started([alcuin, bede])
    frozen_version = made.entrants.get(bot=alcuin).version
    play_with(alcuin, b"# new\ndef decide(request):\n    return 0\n", ladder)
    bench(bot=alcuin, reason="Three faults.")
    withdraw_bot(owner=bob(), bot=bede)
    match = Match.objects.get()
    assert match.status == Match.Status.QUEUED
    assert frozen_version in [seat.version for seat in match.seats.all()]
    assert play_out(made).state == "finished"


def test_a_pod_swiss_of_two_ends_when_one_withdraws() -> None:
    ladder = a_ladder(state="paused")
    alcuin = a_bot(alice(), "Alcuin", ladder)
    pods = {"format": "pod_swiss", "seats": 3, "games_per_match": 3, "terms": {"rounds": 3}}
    made = started([alcuin, *bots(1, ladder)], **pods)
    withdraw_entrant(owner=alice(), tournament=made, bot=alcuin)
    made = play_out(made)
    assert (made.state, made.problem, made.rounds.count()) == ("finished", "", 1)
    assert made.plan().next(made.history(), made.withdrawn()) is None


def test_who_withdraws_in_the_middle_forfeits_what_is_left() -> None:
    ladder = a_ladder(state="paused")
    alcuin = a_bot(alice(), "Alcuin", ladder)
    made = play_round(started([alcuin, *bots(3, ladder)], terms={"double": True}))
    running = claim_match(worker="here/1/a")
    withdraw_entrant(owner=alice(), tournament=made, bot=alcuin)
    gone = made.entrants.get(bot=alcuin)
    assert (gone.state, gone.last_round) == ("withdrawn", 2)
    line = Action.objects.get(verb="withdraw_entrant")
    assert (line.actor, line.target) == (alice(), f"tournament {made.pk}")
    assert line.details == {"bot": "Alcuin"}
    second = Pairing.objects.get(round__number=2, seats__entrant=gone)
    assert second.state == "forfeited"
    assert second.winner != gone
    if running and running.pairing == second:
        with pytest.raises(ClaimLost):
            record_result(match=running, result=result(2.0, 0.0, engine=made.rules))
    made = play_out_with(made, running)
    assert made.state == "finished"
    assert Pairing.objects.filter(seats__entrant=gone, state="forfeited").count() == 5
    assert gone.number not in [number for place, number in made.places() if place == 1]


def play_out_with(made: Tournament, running: Match | None) -> Tournament:
    """Play to the end; record an already claimed match first, if possible."""
    if running is not None and Match.objects.held_by(running.worker).exists():
        record_result(match=running, result=result(1.0, 0.0, engine=made.rules))
    return play_out(made)


def test_a_match_that_was_played_counts_although_its_bot_leaves() -> None:
    made = started(bots(2), format="single_elimination")
    play_one()
    exclude_entrant(
        organiser=olga(), tournament=made, bot=entrant(made, 1).bot, reason="A copy of another."
    )
    assert the_pairing(made).state == "decided"
    assert the_pairing(made).winner == entrant(made, 1)


def test_in_a_pod_the_others_play_on_without_who_leaves() -> None:
    made = started(bots(4), format="pod_swiss", seats=4, games_per_match=4, terms={"rounds": 2})
    gone = the_pairing(made).seats.get(position=1).entrant
    exclude_entrant(organiser=olga(), tournament=made, bot=gone.bot, reason="It asked to.")
    match = the_pairing(made).matches.get()
    assert (match.status, match.seats_count, match.games_planned) == ("queued", 4, 4)
    assert match.seats.get(has_forfeited=True).version_id == gone.version_id
    made = play_round(made)
    assert the_pairing(made).state == "decided"
    assert the_pairing(made).seats.get(entrant=gone).rank == 4
    assert the_pairing(made, 1, 2).seats.count() == 3
    assert play_out(made).state == "finished"


def test_a_bracket_goes_on_without_who_left() -> None:
    made = play_round(started(bots(4), format="single_elimination"))
    final = the_pairing(made, 1, 2)
    best = entrant(made, 1)
    exclude_entrant(organiser=olga(), tournament=made, bot=best.bot, reason="It asked to.")
    made.refresh_from_db()
    final.refresh_from_db()
    assert (made.state, final.state) == ("finished", "forfeited")
    assert places(made)[0] == (1, 2)


def test_when_everybody_leaves_it_ends() -> None:
    made = started(bots(3), format="swiss")
    for number in (1, 2, 3):
        made.refresh_from_db()
        if made.state == "running":
            bot = entrant(made, number).bot
            exclude_entrant(organiser=olga(), tournament=made, bot=bot, reason="All leave.")
    made.refresh_from_db()
    assert made.state == "finished"
    assert not Match.objects.live().exists()


# --- Swiss without a pairing ---------------------------------------------------------------------
def test_a_swiss_without_a_pairing_waits_for_its_organisers() -> None:
    made = stuck(bots(6), if_unpaired="pause")
    assert made.state == "paused"
    assert "allow rematches" in made.problem
    with pytest.raises(NotOrganiser):
        allow_rematches(organiser=charlie(), tournament=made)
    allow_rematches(organiser=olga(), tournament=made, reason="One round is missing.")
    made = play_out(resume_tournament(organiser=olga(), tournament=made))
    assert (made.state, made.rounds.count()) == ("finished", 5)


def stuck(field: list[Bot], **chosen: Any) -> Tournament:
    """Play a Swiss of six in which, after three rounds, only two groups of three can still meet."""
    made = started(field, format="swiss", terms={"rounds": 5}, **chosen)
    made = play_out(made, lambda match: [-one for one in first_wins(match)])
    made.refresh_from_db()
    return made


def test_a_swiss_without_a_pairing_pairs_opponents_again_if_so_chosen() -> None:
    made = stuck(bots(6), if_unpaired="rematch")
    assert (made.state, made.rounds.count(), made.problem) == ("finished", 5, "")
    allowed = Action.objects.get(verb="allow_rematches")
    assert allowed.actor is None
    assert "cannot be paired without a rematch" in allowed.reason
    assert not Notification.objects.filter(kind="tournament.blocked").exists()


def test_a_swiss_without_a_pairing_ends_with_its_standings_if_so_chosen() -> None:
    made = stuck(bots(6), if_unpaired="end")
    assert (made.state, made.rounds.count(), made.problem) == ("finished", 3, "")
    assert places(made)[0][0] == 1
    ended = Action.objects.get(verb="finish_tournament")
    assert ended.actor is None
    assert "cannot be paired without a rematch" in ended.reason


@pytest.mark.parametrize(
    ("chosen", "state", "rounds"),
    [("rematch", "finished", 3), ("end", "finished", 2), ("pause", "paused", 2)],
)
def test_withdrawals_that_leave_no_pairing_do_what_was_chosen(
    chosen: str, state: str, rounds: int
) -> None:
    """Of four, two leave in the second round: the last two have met in the first."""
    made = started(bots(4), format="swiss", terms={"rounds": 3}, if_unpaired=chosen)
    made = play_round(made)
    staying = {seat.entrant_id for seat in the_pairing(made).seats.all()}
    for other in made.entrants.exclude(pk__in=staying):
        exclude_entrant(organiser=olga(), tournament=made, bot=other.bot, reason="It leaves.")
    made = play_out(made)
    made.refresh_from_db()
    assert (made.state, made.rounds.count()) == (state, rounds)


def test_rematches_are_a_question_in_a_swiss_alone() -> None:
    with pytest.raises(BadTerms):
        allow_rematches(organiser=olga(), tournament=started(bots(4)))


def test_a_tournament_may_be_ended_early_with_the_places_as_they_are() -> None:
    field = bots(6)
    made = play_round(started(field, name="Spring Cup"))
    with pytest.raises(WrongState, match="no result yet"):
        finish_tournament(organiser=olga(), tournament=made, reason="The power goes off.")
    cancel_tournament(organiser=olga(), tournament=made, reason="The power goes off.")
    made = stuck(field, if_unpaired="pause")
    rounds = made.rounds.count()
    made = finish_tournament(organiser=olga(), tournament=made, reason="Enough rounds.")
    assert (made.state, made.problem, made.rounds.count()) == ("finished", "", rounds)
    assert places(made)[0][0] == 1
    with pytest.raises(WrongState, match="cannot be ended"):
        finish_tournament(organiser=olga(), tournament=made, reason="Twice.")


# --- pause, resume, cancel -----------------------------------------------------------------------
def test_a_pause_lets_what_is_played_end_and_starts_nothing() -> None:
    made = started(bots(4))
    running = claim_match(worker="here/1/a")
    assert running is not None
    made = pause_tournament(organiser=olga(), tournament=made, reason="The machines move.")
    assert claim_match(worker="here/1/b") is None
    record_result(match=running, result=result(2.0, 0.0, engine=made.rules))
    assert advance_tournament(tournament_id=made.pk).state == "paused"
    assert Pairing.objects.playing().count() == 2
    made = resume_tournament(organiser=olga(), tournament=made)
    assert Pairing.objects.playing().count() == 1
    assert Match.objects.live().count() == 1
    assert play_out(made).state == "finished"


def test_pausing_and_resuming_are_refused_out_of_turn_and_to_others() -> None:
    made = started(bots(2))
    with pytest.raises(NotOrganiser):
        pause_tournament(organiser=charlie(), tournament=made)
    with pytest.raises(WrongState):
        resume_tournament(organiser=olga(), tournament=made)
    made = pause_tournament(organiser=olga(), tournament=made)
    with pytest.raises(NotOrganiser):
        resume_tournament(organiser=charlie(), tournament=made)
    with pytest.raises(WrongState):
        pause_tournament(organiser=olga(), tournament=made)


def test_cancelling_stops_even_what_is_being_played() -> None:
    made = started(bots(4))
    running = claim_match(worker="here/1/a")
    assert running is not None
    with pytest.raises(NotOrganiser):
        cancel_tournament(organiser=charlie(), tournament=made, reason="Why not.")
    made = cancel_tournament(organiser=olga(), tournament=made, reason="Too few machines.")
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    with pytest.raises(ClaimLost):
        record_result(match=running, result=result(2.0, 0.0))
    assert advance_tournament(tournament_id=made.pk).state == "cancelled"
    with pytest.raises(WrongState):
        cancel_tournament(organiser=olga(), tournament=made, reason="Twice.")

"""Organisers void results or rejudge them; ratings follow in a new rating run."""

import pytest

from arena.bots.manage_bot import withdraw_bot
from arena.core import errors
from arena.models import Action, Bot, Entry, HeadToHead, Ladder, Match, RatingChange, RatingRun
from arena.ratings.models.statistics import ALL
from arena.ratings.parameters import Parameters
from arena.ratings.recompute_ratings import recompute_ratings
from arena.ratings.trueskill import Rating, rate
from arena.results.correct_result import rejudge_match, void_result
from arena.results.tally_results import tally_results
from tests.arena.results.rows import played, queued, running
from tests.cast import a_bot, alice, bob, charlie, entry_of, olga, play_with

pytestmark = pytest.mark.django_db
WHY = "The deal was known to one side."


def recompute() -> None:
    rating_run = RatingRun.objects.get(state=RatingRun.State.FILLING)
    assert recompute_ratings(rating_run=rating_run, worker="here/1/a")


def after_win(*before: Rating) -> list[Rating]:
    """Return the ratings after the first bot's win, before any fit."""
    ties = Parameters().draw_probability
    return rate(before or [Rating(), Rating()], [1, 2], draw_probability=ties)


def numbers() -> list[tuple[object, ...]]:
    return list(Entry.objects.order_by("pk").values_list("mu", "sigma", "matches", "wins"))


def test_a_voided_result_moves_nothing_once_the_new_rating_run_counts(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    first, second, third = (played(ladder, *pair) for pair in (bots, bots[::-1], bots))
    before = numbers()
    void_result(organiser=olga(), match=second, reason=f"  {WHY} ")
    second.refresh_from_db()
    assert (second.status, second.serial, second.was_annulled) == ("void", 2, True)
    assert list(Match.objects.rated()) == [first, third]
    assert numbers() == before, "until then what is shown stays as it is"
    recompute()
    assert [entry_of(bot).skill for bot in bots] == after_win(*after_win())
    assert [entry_of(bot).wins for bot in bots] == [2, 0]
    assert not RatingChange.objects.current().filter(seat__match=second).exists()
    assert second.games.exists(), "what was played stays to be seen"


def test_who_when_and_why_stand_in_the_log(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = played(ladder, *bots)
    void_result(organiser=olga(), match=match, reason=WHY)
    line = Action.objects.get()
    assert (line.actor, line.verb, line.target) == (olga(), "void_result", f"match {match.pk}")
    assert line.reason == WHY


def test_ratings_go_on_from_the_new_numbers(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    void_result(organiser=olga(), match=played(ladder, *bots), reason=WHY)
    recompute()
    played(ladder, *bots)
    assert [entry_of(bot).skill for bot in bots] == after_win()
    assert [entry_of(bot).matches for bot in bots] == [1, 1]
    assert RatingChange.objects.filter(rating_run=1).count() == 2


def test_a_match_voided_while_a_rating_run_is_filled_is_not_in_it(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    matches = [played(ladder, *bots) for _ in range(3)]
    void_result(organiser=olga(), match=matches[0], reason=WHY)
    void_result(organiser=olga(), match=matches[1], reason=WHY)
    recompute()
    assert [entry_of(bot).skill for bot in bots] == after_win()


def test_the_counts_of_the_pair_are_taken_back(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    played(ladder, *bots, points=(1.5, 0.5))
    void_result(organiser=olga(), match=played(ladder, *bots), reason=WHY)
    tally_results(ladder=ladder)
    pair = HeadToHead.objects.get(entry=entry_of(bots[0]), version=ALL)
    assert (pair.played, pair.pentanomial) == (1, [0, 0, 0, 1, 0])


@pytest.mark.parametrize("act", [void_result, rejudge_match])
@pytest.mark.parametrize("who", [alice, bob, charlie])
def test_only_organisers_may(act: object, who: object, ladder: Ladder) -> None:
    match = played(ladder, a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder))
    with pytest.raises(errors.NotOrganiser, match="Only organisers"):
        act(organiser=who(), match=match, reason=WHY)  # type: ignore[operator]
    assert Match.objects.get().status == Match.Status.FINISHED
    assert not Action.objects.exists()


@pytest.mark.parametrize("act", [void_result, rejudge_match])
def test_what_cannot_be_taken_back_is_refused_with_what_to_do(
    act: object, ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    def refused(match: Match, words: str, reason: str = WHY) -> None:
        with pytest.raises(errors.Refused, match=words):
            act(organiser=olga(), match=match, reason=reason)  # type: ignore[operator]

    finished = played(ladder, *bots)
    refused(finished, "Give a reason", " ")
    challenge = queued(ladder, *bots, purpose=Match.Purpose.CHALLENGE)
    Match.objects.filter(pk=challenge.pk).update(status="finished")
    refused(challenge, "was not rated")
    unrated = queued(ladder, *bots)
    refused(unrated, "not finished")
    Match.objects.filter(pk=unrated.pk).update(purpose="tournament", status="finished")
    refused(unrated, "Rejudge its pairing")
    void_result(organiser=olga(), match=finished, reason=WHY)
    refused(finished, "already void")
    assert Action.objects.count() == 1


# --- played again --------------------------------------------------------------------------------
def test_it_is_played_again_by_the_same_versions_on_another_seed(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    match = played(ladder, *bots)
    play_with(bots[0], b"# the second version", ladder)
    again = rejudge_match(organiser=olga(), match=match, reason=WHY)
    match.refresh_from_db()
    assert match.was_annulled
    assert [str(seat.version) for seat in again.seats.all()] == ["Alcuin v1", "Bede v1"]
    assert (again.status, again.purpose, again.games_planned) == ("queued", "ladder", 2)
    assert again.seed != match.seed
    assert Match.objects.queued().first() == again
    assert [line.details for line in Action.objects.order_by("pk")] == [
        {"replayed": again.pk},
        {"replays": match.pk},
    ]
    recompute()
    assert running(ladder, *bots, worker="here/1/b") == again


@pytest.mark.parametrize("problem", ["withdrawn", "benched", "closed"])
def test_what_could_not_be_played_again_is_refused_and_stays(
    problem: str, ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    match = played(ladder, *bots)
    if problem == "withdrawn":
        withdraw_bot(owner=alice(), bot=bots[0])
    elif problem == "benched":
        bots[0].bench("faults")
    else:
        Ladder.objects.update(state=Ladder.State.CLOSED)
    with pytest.raises(errors.Refused, match="Void the match instead"):
        rejudge_match(organiser=olga(), match=match, reason=WHY)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not RatingRun.objects.exists()

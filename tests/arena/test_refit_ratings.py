"""The refit beside the live rating: once a day, for what plays now, in any order the same."""

import random
from datetime import timedelta
from statistics import fmean

import pytest
from django.utils import timezone

from arena.actions.refit_ratings import EVERY, claim_refit, refit_ratings
from arena.actions.void_result import void_result
from arena.models import Bot, Ladder, Match, RefitRating
from arena.ratings.fit import fit
from arena.ratings.tally import Played, Tally
from tests.arena.results import played
from tests.cast import a_house_bot, olga, play_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(ladder: Ladder) -> list[Bot]:
    return [a_house_bot(f"House {number}", ladder) for number in range(4)]


def play(ladder: Ladder, bots: list[Bot], count: int = 12) -> None:
    dice = random.Random(count)
    for _ in range(count):
        pair = sorted(dice.sample(range(len(bots)), 2))
        played(ladder, *(bots[one] for one in pair), points=dice.choice([(2, 0), (1, 1)]))


def fits() -> dict[str, tuple[float, float, int]]:
    found = RefitRating.objects.select_related("entry__bot")
    return {str(one.entry.bot): (one.mu, one.sigma, one.matches) for one in found}


def test_it_is_the_fit_of_all_results(ladder: Ladder, bots: list[Bot]) -> None:
    play(ladder, bots)
    assert refit_ratings(ladder=ladder) == 4
    results = []
    for match in Match.objects.order_by("-pk"):
        versions, ranks = zip(*match.seats.values_list("version", "rank"), strict=True)
        results.append(Played(versions, [game.ranks for game in match.games.all()], ranks))
    skills = fit(Tally.of(results)).skills
    for one in RefitRating.objects.all():
        assert one.skill == skills[one.version_id]
    assert sum(matches for _mu, _sigma, matches in fits().values()) == 24
    assert fits()["House 0"][0] > fits()["House 3"][0]


def test_it_is_stored_in_the_unit_of_the_live_ratings(
    ladder: Ladder, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.actions.refit_ratings.SETTLED_MATCHES", 6)
    play(ladder, bots, 40)
    refit_ratings(ladder=ladder)
    stored = {one.entry_id: one.mu for one in RefitRating.objects.all()}
    live = dict(ladder.entries.values_list("pk", "mu"))
    assert stored.keys() == live.keys()
    assert fmean(stored.values()) == pytest.approx(fmean(live.values()))


def test_a_new_version_is_fitted_for_itself(ladder: Ladder, bots: list[Bot]) -> None:
    play(ladder, bots)
    refit_ratings(ladder=ladder)
    first = fits()["House 0"][0]
    play_with(bots[0], b"# the second version", ladder)
    refit_ratings(ladder=ladder)
    assert "House 0" not in fits(), "it has not played yet"
    played(ladder, bots[3], bots[0])
    refit_ratings(ladder=ladder)
    assert fits()["House 0"][2] == 1
    assert fits()["House 0"][0] < first - 1


def test_each_ladder_with_new_matches_is_refitted_once_a_day(
    ladder: Ladder, bots: list[Bot]
) -> None:
    now = timezone.now()
    assert claim_refit(now=now) is None, "nothing was played"
    play(ladder, bots, 2)
    assert claim_refit(now=now) == ladder
    assert claim_refit(now=now) is None, "somebody is at it"
    refit_ratings(ladder=ladder)
    assert claim_refit(now=now + 2 * EVERY) is None, "nothing new was played"
    play(ladder, bots, 2)
    assert claim_refit(now=now + timedelta(hours=3)) is None, "today it was"
    assert claim_refit(now=now + EVERY + timedelta(hours=1)) == ladder


def test_voided_results_are_left_out(ladder: Ladder, bots: list[Bot]) -> None:
    play(ladder, bots, 3)
    last = Match.objects.latest("pk")
    refit_ratings(ladder=ladder)
    void_result(organiser=olga(), match=last, reason="a reason")
    assert claim_refit(now=timezone.now() + 2 * EVERY) == ladder
    refit_ratings(ladder=ladder)
    assert sum(matches for _mu, _sigma, matches in fits().values()) == 4

"""The sequential test on mirrored matches: the published values, rarely wrong, early to stop."""

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from arena.ratings import sprt
from arena.ratings.sprt import LEAST, Model, Verdict

PUBLISHED = [  # counts, model, Elo0, Elo1, ratio; of fastchess, montytest and fishtest
    ((365, 16618, 36029, 200, 16974, 390), "normalized", 0, 2, 2.250),
    ((127, 4883, 10311, 401, 5150, 104), "normalized", -1.75, 0.25, 3.010),
    ((223, 9863, 20279, 1000, 10037, 246), "logistic", 0.5, 2.5, -3.074),
    ((871, 26175, 55003, 980, 26678, 821), "logistic", 0, 2, -4.979),
    ((13, 37, 50, 25, 3), "normalized", 0, 4, -0.54912),
    ((39, 2226, 31451, 2412, 40), "logistic", 0.2, 0.9, 2.162543),
    ((39, 2226, 31451, 2412, 40), "normalized", 0.764, 3.439, 2.162941),
    ((10789, 19328, 33806, 19402, 10543), "logistic", -3, 1, 2.131068),
    ((0, 0, 5, 20, 25), "logistic", 0, sprt.elo_of(0.6), 9.12),
]
DISTINCT = 0.0006  # half of the last digit that most of them have
EVEN, BETTER = 0.0, 70.0


@pytest.mark.parametrize(("counts", "model", "elo0", "elo1", "ratio"), PUBLISHED)
def test_the_ratio_is_the_published_one(
    counts: Sequence[int], model: Model, elo0: float, elo1: float, ratio: float
) -> None:
    reach = 0.005 if ratio == 9.12 else DISTINCT
    found = sprt.log_likelihood_ratio(counts, elo0, elo1, model)
    assert found == pytest.approx(ratio, abs=reach)
    assert sprt.log_likelihood_ratio(counts, elo1, elo0, model) == pytest.approx(-found)
    mirrored = sprt.log_likelihood_ratio(counts[::-1], -elo0, -elo1, model)
    assert mirrored == pytest.approx(found)


def test_single_games_have_three_cells() -> None:
    """Of a binomial the best distribution is known: the two shares themselves."""
    won, lost = 60, 40
    share = sprt.share_of(BETTER)
    expected = won * math.log(share / 0.5) + lost * math.log((1 - share) / 0.5)
    assert sprt.log_likelihood_ratio([lost, 0, won], EVEN, BETTER) == pytest.approx(
        expected, abs=0.01
    )


@pytest.mark.parametrize("counts", [[], [1, 2], [1] * 7, [1, -1, 0, 0, 0]])
def test_counts_that_cannot_be_are_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"cells|negative"):
        sprt.log_likelihood_ratio(counts, 0, 1)


def tried(share: float, dice: random.Random) -> tuple[Verdict, int]:
    """Run a trial with this win probability; return its verdict and number of matches."""
    counts = [0] * 5
    for number in range(1, 400):
        won = (dice.random() < share) + (dice.random() < share)
        counts[2 * won] += 1
        if (found := sprt.verdict(counts, EVEN, BETTER)) != Verdict.OPEN:
            return found, number
    return Verdict.OPEN, 400


@pytest.mark.parametrize(("elo", "right"), [(EVEN, Verdict.NOT_BETTER), (BETTER, Verdict.BETTER)])
def test_it_is_wrong_in_about_one_of_twenty_cases(elo: float, right: Verdict) -> None:
    dice = random.Random(5)
    ends = [tried(sprt.share_of(elo), dice)[0] for _ in range(150)]
    assert ends.count(right) >= 0.9 * len(ends)
    assert Verdict.OPEN not in ends


def test_the_matches_needed_are_foretold() -> None:
    dice = random.Random(7)
    trials = [tried(sprt.share_of(BETTER), dice)[1] for _ in range(100)]
    foretold = sprt.matches_needed(BETTER, EVEN, BETTER, variance=0.12)
    assert sum(trials) / len(trials) == pytest.approx(foretold, rel=0.25)
    needed = [sprt.matches_needed(lead, 0, lead, 0.125) for lead in (20, 50, 100)]
    assert all(weak > 3 * strong for weak, strong in pairwise(needed))
    between = sprt.matches_needed(35, 0, 70, 0.125)
    assert between > max(sprt.matches_needed(elo, 0, 70, 0.125) for elo in (0, 70))


def test_a_few_matches_decide_nothing() -> None:
    assert sprt.verdict([0, 0, LEAST - 1, 0, 0], EVEN, 200.0) == Verdict.OPEN
    assert sprt.verdict([0, 0, LEAST, 0, 0], EVEN, 200.0) == Verdict.NOT_BETTER
    assert sprt.verdict([0, 0, 0, 0, 16], EVEN, BETTER) == Verdict.OPEN, "1.2 ** 16 is below 19"
    assert sprt.verdict([0, 0, 0, 0, 17], EVEN, BETTER) == Verdict.BETTER
    assert sprt.verdict([0, 0, 2 * LEAST, 0, 0], EVEN, BETTER) == Verdict.NOT_BETTER
    assert sprt.verdict([0] * 5, EVEN, BETTER) == Verdict.OPEN


def test_elo_has_its_interval_and_likelihood() -> None:
    counts = [10, 20, 40, 30, 20]
    mean, variance = 0.5 + 7.5 / 120, sprt.variance_of(counts)
    found = sprt.elo(counts)
    assert found.value == pytest.approx(400 * math.log10(mean / (1 - mean)))
    assert found.low < 50 < found.high
    error = math.sqrt(variance / 120)
    assert sprt.share_of(found.high) - mean == pytest.approx(1.96 * error, rel=0.05)
    normal = 0.5 + math.erf((mean - 0.5) / error / 2**0.5) / 2
    assert sprt.los(counts) == pytest.approx(normal, abs=0.01)
    deviation = math.sqrt(2 * variance)
    lead = (mean - 0.5) / deviation * 800 / math.log(10)
    assert sprt.normalized_elo(counts).value == pytest.approx(lead)


def test_split_pairs_leave_a_doubt() -> None:
    """Twelve pairs split 1:1 are no proof of equality, and eleven with a win none of a lead."""
    value, low, high = sprt.elo([0, 0, 12, 0, 0])
    assert value == 0.0
    assert low < -40
    assert high > 40
    assert sprt.los([0, 0, 12, 0, 0]) == pytest.approx(0.5)
    assert sprt.los([0, 0, 11, 0, 1]) == pytest.approx(0.75)
    assert sprt.normalized_elo([0, 0, 12, 0, 0]).high > 100


def test_who_won_everything_may_be_ahead_without_bound() -> None:
    assert sprt.elo([0, 0, 0, 0, 20]).high == math.inf
    assert sprt.elo([0, 0, 0, 0, 20]).low > 250
    assert sprt.normalized_elo([20, 0, 0, 0, 0]).low == -math.inf


def test_no_lead_takes_fewer_matches_than_did_not_show_it() -> None:
    for counts in ([0, 0, 4, 0, 0], [0, 0, 12, 0, 0], [0, 0, 150, 2, 0], [20, 30, 50, 30, 21]):
        for lead in (20, 50):
            if sprt.verdict(counts, 0, lead) == Verdict.OPEN:
                assert sprt.matches_to_show(counts, 0, lead) > sum(counts)
    assert sprt.matches_to_show([0, 0, 4, 0, 0], 0, 20) > 100
    for model in ("logistic", "normalized"):
        assert math.isfinite(sprt.matches_to_show([0, 0, 0, 0, 9], 0, 200, model))


def test_at_its_rate_a_test_says_how_many_matches_are_left() -> None:
    counts = [10, 20, 40, 30, 20]
    left = sprt.matches_left(counts, 0, 10)
    ratio = sprt.log_likelihood_ratio(counts, 0, 10)
    assert left is not None
    assert ratio * (120 + left) / 120 == pytest.approx(sprt.BOUND)
    assert sprt.matches_left([0, 0, 0, 0, 30], 0, 70) == 0
    assert sprt.matches_left([0] * 5, 0, 70) is None
    assert sprt.matches_left([0, 0, 4, 0, 0], 0, 200) == LEAST - 4


@pytest.mark.parametrize(
    ("low", "high", "model", "why"),
    [
        (10, 0, "logistic", "the first Elo must be below the second"),
        (0, 10_000, "logistic", "from -1000 to 1000 Elo"),
        (-1001, 0, "logistic", "no results can show this"),
        (0, 300, "normalized", "from -200 to 200 Elo"),
        (0, 0.001, "logistic", "more games than can be played"),
        (0, math.inf, "logistic", "no results can show this"),
        (math.nan, 1, "logistic", "the first Elo must be below the second"),
    ],
)
def test_leads_that_no_result_shows_are_refused(
    low: float, high: float, model: Model, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        sprt.check_bounds(low, high, model)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_every_table_can_be_evaluated_for_allowed_leads(model: Model) -> None:
    seed = random.randrange(10**6)
    print("seed", seed)
    dice, far = random.Random(seed), sprt.FURTHEST[model]
    tables = [[0] * at + [number] + [0] * (4 - at) for at in range(5) for number in (0, 1, 99)]
    tables += [[dice.choice((0, 0, 1, 3, 500)) for _ in range(cells)] for cells in (3, 5, 6) * 4]
    for low, high in ((-far, far), (0, far), (far - 1, far), (-far, 0)):
        sprt.check_bounds(low, high, model)
        for counts in tables:
            ratio = sprt.log_likelihood_ratio(counts, low, high, model)
            mirrored = sprt.log_likelihood_ratio(counts[::-1], -high, -low, model)
            assert mirrored == pytest.approx(-ratio, rel=1e-5, abs=1e-6), counts


def test_without_matches_everything_is_possible() -> None:
    assert sprt.elo([0] * 5) == (0.0, -math.inf, math.inf)
    assert sprt.los([0] * 5) == 0.5
    assert sprt.log_likelihood_ratio([0] * 5, EVEN, BETTER) == pytest.approx(0, abs=0.01)

"""A new version and the current one play the same house bots on the same deals."""

import hashlib
from collections import Counter
from typing import Any

import pytest
from django.core.files.base import ContentFile

from arena.bots.manage_bot import withdraw_bot
from arena.bots.versions import activate_version
from arena.core.errors import BotUnfit, NoChallenge, NotYours, QuotaUsed
from arena.core.hosts import claim_name
from arena.matches import trials
from arena.matches.claim_match import claim_match
from arena.matches.order_match import LADDER_PRIORITY
from arena.matches.trials import OPPONENTS, order_gauntlet, order_trial
from arena.models import Bot, Entry, Ladder, Match, Notification, Version
from arena.worker.play_match import play_match
from kit.bots import FOLDER
from sandbox.jail import Jailer
from tests.arena.results.rows import record_result, result
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, olga
from website.bots.versions import Trial, trial_of

pytestmark = pytest.mark.django_db
DEALS, MATCHES = 3, 18  # fewer than usual, and enough for clear cases
BIG_MONEY = (FOLDER / "big_money.py").read_bytes()
HOUSE = ("Big Money", "Militia", "Random", "Smithy", "Village")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "DEALS", DEALS)
    monkeypatch.setattr(trials, "MATCHES", MATCHES)


@pytest.fixture
def ladder() -> Ladder:
    ladder = a_ladder(state="paused")
    for number, name in enumerate(HOUSE):
        a_house_bot(name, ladder)
        Entry.objects.filter(bot__name=name).update(mu=30 - number)
    return ladder


def play_all(newer: Version, points: float, *, old: float, direct: float = 1.0) -> Trial:
    """Play all queued matches, with these points for the new and the current version."""
    while match := claim_match(worker="here/1/a"):
        seats = list(match.seats.order_by("position"))
        is_trial = len({seat.version.bot_id for seat in seats}) == 1
        made = direct if is_trial else points if seats[0].version == newer else old
        record_result(match=match, result=result(made, 2 - made))
    trial = trial_of(newer)
    assert trial is not None
    return trial


def test_both_meet_the_best_sample_bots_on_the_same_deals(
    alices: Bot, newer: Version, ladder: Ladder
) -> None:
    a_bot(bob(), "Bede", ladder)
    Entry.objects.filter(bot__name="Bede").update(mu=40)
    matches = order_gauntlet(version=newer, by=alice())
    assert len(matches) == 2 * OPPONENTS * DEALS
    assert {match.priority for match in matches} == {LADDER_PRIORITY}
    seated: dict[Version | None, set[tuple[int, str]]] = {newer: set(), alices.current: set()}
    for match in matches:
        entrant, opponent = (seat.version for seat in match.seats.order_by("position"))
        seated[entrant].add((match.seed, opponent.bot.name))
    assert seated[newer] == seated[alices.current]
    names = Counter(name for _seed, name in seated[newer])
    assert names == dict.fromkeys(HOUSE[:OPPONENTS], DEALS)
    assert len({match.seed for match in matches}) == OPPONENTS * DEALS


def test_it_moves_no_rating_and_shows_both_side_by_side(newer: Version) -> None:
    before = list(Entry.objects.values_list("mu", "sigma", "matches"))
    order_gauntlet(version=newer, by=alice())
    gauntlet = play_all(newer, 2.0, old=1.0).gauntlet
    assert list(Entry.objects.values_list("mu", "sigma", "matches")) == before
    assert not Match.objects.rated().exists()
    assert not Notification.objects.exists()
    assert [(row.opponent.name, row.played) for row in gauntlet.rows if row.opponent] == [
        (name, DEALS) for name in HOUSE[:OPPONENTS]
    ]
    assert {(row.new, row.old) for row in gauntlet.rows} == {(1.0, 0.5)}
    assert gauntlet.total is not None
    assert gauntlet.total.played == OPPONENTS * DEALS
    assert gauntlet.total.difference.mean == pytest.approx(0.5)
    assert gauntlet.total.difference.is_better
    assert gauntlet.waiting == 0


@pytest.mark.jail
def test_a_better_version_shows_it_in_real_jails(
    alices: Bot, newer: Version, jailer: Jailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "DEALS", 1)
    monkeypatch.setattr(trials, "OPPONENTS", 2)
    newer.source.save("bot.py", ContentFile(BIG_MONEY), save=False)
    newer.sha256 = hashlib.sha256(BIG_MONEY).hexdigest()
    newer.save()
    matches = order_gauntlet(version=newer, by=alice())
    while match := claim_match(worker=claim_name()):
        play_match(match=match, jailer=jailer)
    assert {match.status for match in Match.objects.all()} == {Match.Status.FINISHED}
    assert Match.objects.count() == len(matches) == 4
    trial = trial_of(newer)
    assert trial is not None
    assert trial.is_over
    assert {(row.played, row.new) for row in trial.gauntlet.rows} == {(1, 1.0)}
    assert trial.gauntlet.total is not None
    assert trial.gauntlet.total.old < 1.0, "who takes every default is not always first"


def test_only_deals_that_both_have_played_count(newer: Version) -> None:
    order_gauntlet(version=newer, by=alice())
    for _ in range(3):
        match = claim_match(worker="here/1/a")
        assert match is not None
        record_result(match=match, result=result(2.0, 0.0))
    trial = trial_of(newer)
    assert trial is not None
    assert trial.gauntlet.total is not None
    assert trial.gauntlet.total.played == 1
    assert trial.gauntlet.waiting == 2 * OPPONENTS * DEALS - 3
    assert not trial.is_over


def test_a_version_that_beats_the_old_one_alone_is_warned_about(newer: Version) -> None:
    order_trial(version=newer, by=alice())
    order_gauntlet(version=newer, by=alice())
    trial = play_all(newer, 0.5, old=1.5, direct=2.0)
    assert sum(trial.counts) == MATCHES, "matches with others are no part of the trial"
    assert (trial.counts, trial.verdict) == ([0, 0, 0, 0, MATCHES], "better")
    assert trial.gauntlet.total is not None
    assert trial.gauntlet.total.difference.is_worse
    assert trial.contradicts
    assert trial.is_over


@pytest.mark.parametrize(("points", "direct"), [(1.5, 2.0), (0.5, 1.0)])
def test_without_a_contradiction_there_is_no_warning(
    newer: Version, points: float, direct: float
) -> None:
    order_trial(version=newer, by=alice())
    order_gauntlet(version=newer, by=alice())
    assert not play_all(newer, points, old=1.0, direct=direct).contradicts


def test_it_waits_for_the_last_one_and_has_a_quota_of_its_own(newer: Version) -> None:
    order_gauntlet(version=newer, by=alice())
    with pytest.raises(NoChallenge, match="still running"):
        order_gauntlet(version=newer, by=alice())
    Match.objects.update(status=Match.Status.VOID)
    order_gauntlet(version=newer, by=alice())
    Match.objects.update(status=Match.Status.VOID)
    with pytest.raises(QuotaUsed, match="2 gauntlets"):
        order_gauntlet(version=newer, by=alice())
    order_trial(version=newer, by=alice())


@pytest.mark.parametrize("who", [bob, olga])
def test_nobody_else_orders_it(who: Any, newer: Version) -> None:
    with pytest.raises(NotYours):
        order_gauntlet(version=newer, by=who())
    assert not Match.objects.exists()


def test_without_sample_bots_or_two_versions_there_is_none(alices: Bot, newer: Version) -> None:
    assert alices.current
    with pytest.raises(BotUnfit, match="already playing"):
        order_gauntlet(version=alices.current, by=alice())
    Entry.objects.filter(bot__is_house=True).update(is_active=False)
    with pytest.raises(NoChallenge, match="No house bots"):
        order_gauntlet(version=newer, by=alice())
    assert not Match.objects.exists()


def test_what_waits_is_void_once_the_bot_is_withdrawn(alices: Bot, newer: Version) -> None:
    order_trial(version=newer, by=alice())
    order_gauntlet(version=newer, by=alice())
    withdraw_bot(owner=alice(), bot=alices)
    assert not Match.objects.live().exists()


def test_what_waits_is_void_once_another_version_plays(newer: Version) -> None:
    order_trial(version=newer, by=alice())
    order_gauntlet(version=newer, by=alice())
    activate_version(version=newer, by=alice())
    assert not Match.objects.live().exists()

"""Rolling back: an owner chooses which accepted version plays."""

import pytest
from pytest_django import Settings

from arena.bots.checks import recheck_bot
from arena.bots.manage_bot import withdraw_bot
from arena.bots.versions import activate_version
from arena.core import errors
from arena.matches.claim_match import claim_match
from arena.models import Action, Bot, Ladder, Match, Version
from tests import cast
from tests.arena.results.rows import fault, played, queued, record_result, result

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return cast.a_ladder()


@pytest.fixture
def bot(ladder: Ladder) -> Bot:
    """Alice's bot, whose second version is current."""
    bot = cast.a_bot(cast.alice(), "Alcuin", ladder)
    cast.play_with(bot, b"def decide(request):\n    return 0\n", ladder)
    return bot


def version(bot: Bot, number: int) -> Version:
    return bot.versions.get(number=number)


def test_an_earlier_version_plays_again_and_is_placed_anew(ladder: Ladder, bot: Bot) -> None:
    rival = cast.a_bot(cast.bob(), "Bede", ladder)
    played(ladder, bot, rival)
    before = cast.entry_of(bot)
    waiting = queued(ladder, bot, rival)
    activate_version(version=version(bot, 1), by=cast.alice())
    bot.refresh_from_db()
    waiting.refresh_from_db()
    after = cast.entry_of(bot)
    assert bot.current == version(bot, 1)
    assert (after.virtual_finish, after.version_matches) == (0.0, 0)
    assert (after.mu, after.sigma > before.sigma) == (before.mu, True), "it has not played yet"
    assert waiting.status == Match.Status.VOID
    assert "Alcuin v1 replaces" in waiting.error


def test_the_newer_version_plays_after_all(bot: Bot) -> None:
    activate_version(version=version(bot, 1), by=cast.alice())
    activate_version(version=version(bot, 2), by=cast.alice())
    bot.refresh_from_db()
    assert bot.current == version(bot, 2)


def test_it_is_written_down(bot: Bot) -> None:
    activate_version(version=version(bot, 1), by=cast.alice())
    action = Action.objects.get()
    assert (action.actor, action.verb) == (cast.alice(), "activate_version")
    assert action.target == f"bot {bot.pk}"
    assert action.details == {"bot": "Alcuin", "version": 1, "before": 2}


def test_nobody_but_the_owner_chooses(bot: Bot) -> None:
    for other in (cast.bob(), cast.charlie(), cast.olga()):
        with pytest.raises(errors.NotYours, match="Only the bot's owner"):
            activate_version(version=version(bot, 1), by=other)
    bot.refresh_from_db()
    assert bot.current == version(bot, 2)
    assert not Action.objects.exists()


@pytest.mark.parametrize(
    ("state", "failure", "words"),
    [
        ("checking", None, "checking. Only an accepted"),
        ("rejected", {"verdict": "crash", "message": "KeyError"}, "rejected. Only an accepted"),
        ("accepted", {"verdict": "crash", "message": "KeyError"}, "failed a repeated check"),
    ],
)
def test_a_version_without_a_passed_check_is_refused(
    state: str, failure: dict[str, str] | None, words: str, bot: Bot
) -> None:
    bot.versions.filter(number=1).update(state=state, failure=failure)
    with pytest.raises(errors.VersionUnfit, match=words):
        activate_version(version=version(bot, 1), by=cast.alice())


def test_the_version_that_plays_is_refused(bot: Bot) -> None:
    with pytest.raises(errors.VersionUnfit, match="already playing"):
        activate_version(version=version(bot, 2), by=cast.alice())


def test_a_benched_bot_is_free_with_another_version(bot: Bot) -> None:
    bot.bench("crashed")
    activate_version(version=version(bot, 1), by=cast.alice())
    bot.refresh_from_db()
    assert bot.may_play
    assert bot.bench_reason == ""


def test_the_way_round_a_failed_check_is_closed(ladder: Ladder, bot: Bot) -> None:
    bot.bench("crashed")
    recheck_bot(owner=cast.alice(), bot=bot)
    with pytest.raises(errors.VersionUnfit, match="Wait for the result"):
        activate_version(version=version(bot, 1), by=cast.alice())
    check = claim_match(worker="here/1/a", may_play=False)
    assert check is not None
    record_result(match=check, result=result(2, 0, faults=(fault(0),)))
    activate_version(version=version(bot, 1), by=cast.alice())
    with pytest.raises(errors.VersionUnfit, match="Upload it again"):
        activate_version(version=version(bot, 2), by=cast.alice())


def test_a_withdrawn_bot_stays_so(bot: Bot) -> None:
    withdraw_bot(owner=cast.alice(), bot=bot)
    with pytest.raises(errors.Withdrawn):
        activate_version(version=version(bot, 1), by=cast.alice())


def test_changing_again_and_again_is_no_way_to_the_head_of_the_line(
    bot: Bot, settings: Settings
) -> None:
    settings.UPLOADS_PER_DAY = 2
    activate_version(version=version(bot, 1), by=cast.alice())
    activate_version(version=version(bot, 2), by=cast.alice())
    with pytest.raises(errors.QuotaUsed, match="2 times a day"):
        activate_version(version=version(bot, 1), by=cast.alice())

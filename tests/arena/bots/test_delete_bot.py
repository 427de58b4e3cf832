"""Names of bots: renamed, deleted, given up by rejected bots, taken again after a withdrawal."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone
from pytest_django import Settings

from arena.bots.manage_bot import (
    delete_bot,
    delete_rejected,
    edit_bot,
    rejected_before,
    withdraw_bot,
)
from arena.bots.submit_bot import submit_bot
from arena.core import errors
from arena.matches.claim_match import claim_match
from arena.models import Action, Bot, Ladder, Match, Version
from tests.arena.results.rows import fault, played, queued, record_result, result
from tests.cast import SOURCE, a_bot, a_ladder, alice, bob
from website.accounts.models import User
from website.pruning.prune import due, prune

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder()


def submitted(ladder: Ladder, name: str, owner: User | None = None) -> Version:
    upload = ContentFile(SOURCE, name="bot.py")
    return submit_bot(owner=owner or alice(), upload=upload, ladder=ladder, name=name)


def rejected(ladder: Ladder, name: str = "Alcuin") -> Version:
    version = submitted(ladder, name)
    check(fails=True)
    version.refresh_from_db()
    return version


def check(*, fails: bool = False) -> None:
    match = claim_match(worker="here/1/a", may_play=False)
    assert match is not None
    record_result(match=match, result=result(2, 0, faults=(fault(0),) if fails else ()))


def renamed(bot: Bot, name: str, owner: User | None = None) -> Bot:
    done = edit_bot(
        owner=owner or alice(), bot=bot, description="", takes_challenges=True, name=name
    )
    done.refresh_from_db()
    return done


# --- rename ---------------------------------------------------------------------------------------
def test_a_renamed_bot_keeps_its_address_and_frees_its_name(ladder: Ladder) -> None:
    bot = renamed(a_bot(alice(), "Alcuin", ladder), "Offa")
    assert (bot.name, bot.slug) == ("Offa", "alcuin")
    action = Action.objects.get(verb="rename_bot")
    assert (action.actor_id, action.details) == (alice().pk, {"before": "Alcuin", "name": "Offa"})
    assert submitted(ladder, "Alcuin", bob()).bot.slug == "alcuin-2"
    assert renamed(bot, "OFFA").name == "OFFA", "its own name may change its case"


@pytest.mark.parametrize("name", ["B3de", "Alfred the Great  -", "admin", "x"])
def test_a_new_name_follows_the_rules_of_names(name: str, ladder: Ladder) -> None:
    a_bot(bob(), "Bede", ladder)
    bot = a_bot(alice(), "Alcuin", ladder)
    if name == "B3de":
        name = "be-de"
    with pytest.raises((errors.BadName, errors.NameTaken)):
        renamed(bot, name)
    bot.refresh_from_db()
    assert bot.name == "Alcuin"


def test_only_the_owner_renames(ladder: Ladder) -> None:
    with pytest.raises(errors.NotYours):
        renamed(a_bot(alice(), "Alcuin", ladder), "Offa", bob())


# --- delete ---------------------------------------------------------------------------------------
def test_a_bot_that_never_played_is_deleted_with_its_files(
    ladder: Ladder, django_capture_on_commit_callbacks: object
) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    queued(ladder, bot, a_bot(bob(), "Bede", ladder))
    file = bot.versions.get().source
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        delete_bot(owner=alice(), bot=bot)
    assert not Bot.objects.filter(name="Alcuin").exists()
    assert not Match.objects.exists(), "nobody has seen it"
    assert not file.storage.exists(file.name or "")
    submitted(ladder, "Alcuin", bob())


def test_what_has_played_or_is_checked_stays(ladder: Ladder) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    with pytest.raises(errors.NotYours):
        delete_bot(owner=bob(), bot=bot)
    played(ladder, bot, a_bot(bob(), "Bede", ladder))
    with pytest.raises(errors.HasPlayed, match="Withdraw it instead"):
        delete_bot(owner=alice(), bot=bot)
    checked = submitted(ladder, "Alfred").bot
    claim_match(worker="here/1/a", may_play=False)
    with pytest.raises(errors.WrongState, match="is being checked"):
        delete_bot(owner=alice(), bot=checked)


def test_deleting_gives_no_further_uploads(ladder: Ladder, settings: Settings) -> None:
    settings.UPLOADS_PER_DAY = 2
    for name in ("Alcuin", "Alfred"):
        delete_bot(owner=alice(), bot=submitted(ladder, name).bot)
    with pytest.raises(errors.QuotaUsed):
        submitted(ladder, "Offa")


# --- rejected bots --------------------------------------------------------------------------------
def test_a_rejected_bot_takes_no_slot(ladder: Ladder, settings: Settings) -> None:
    settings.BOTS_PER_OWNER = 1
    rejected(ladder)
    version = submitted(ladder, "Alfred")
    with pytest.raises(errors.OwnerFull):
        submitted(ladder, "Offa")
    assert version.bot in Bot.objects.with_slot()


def test_it_goes_a_day_after_its_last_rejection(ladder: Ladder) -> None:
    gone, kept = rejected(ladder), rejected(ladder, "Alfred")
    playing = a_bot(alice(), "Offa", ladder)
    past = timezone.now() - timedelta(hours=25)
    Bot.objects.update(created_at=past)
    Version.objects.exclude(pk=kept.pk).update(created_at=past, checked_at=past)
    checking = submitted(ladder, "Ine")
    assert due()["rejected_bots"].rows == 1
    assert prune()["rejected_bots"].rows == 1
    assert set(Bot.objects.all()) == {kept.bot, playing, checking.bot}
    assert not Version.objects.filter(pk=gone.pk).exists()
    assert prune()["rejected_bots"].rows == 0


def test_an_upload_in_between_keeps_it(ladder: Ladder) -> None:
    bot = rejected(ladder).bot
    now = timezone.now() + timedelta(days=2)
    assert list(rejected_before(now)) == [bot]
    upload = ContentFile(SOURCE + b"#", name="bot.py")
    submit_bot(owner=alice(), upload=upload, ladder=ladder, bot=bot)
    assert not delete_rejected(bot=bot, before=now)
    assert Bot.objects.exists()


# --- withdrawn bots -------------------------------------------------------------------------------
def test_its_owner_brings_a_withdrawn_bot_back_by_its_name(ladder: Ladder) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    played(ladder, bot, a_bot(bob(), "Bede", ladder))
    withdraw_bot(owner=alice(), bot=bot)
    with pytest.raises(errors.NameTaken):
        submitted(ladder, "Alcuin", bob())
    version = submitted(ladder, "alcuin")
    assert (version.bot, version.number) == (bot, 2)
    bot.refresh_from_db()
    assert (bot.state, bot.may_play) == ("benched", False), "until the check has passed"
    check()
    bot.refresh_from_db()
    assert (bot.current, bot.may_play) == (version, True)
    assert bot.entries.get().matches == 1


def test_a_bot_brought_back_takes_a_slot(ladder: Ladder, settings: Settings) -> None:
    settings.BOTS_PER_OWNER = 1
    withdraw_bot(owner=alice(), bot=a_bot(alice(), "Alcuin", ladder))
    a_bot(alice(), "Alfred", ladder)
    with pytest.raises(errors.OwnerFull):
        submitted(ladder, "Alcuin")

"""Uploads: stored rows, ordered matches, and refusals that change nothing."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.utils import timezone

from arena.bots.manage_bot import withdraw_bot
from arena.bots.submit_bot import submit_bot
from arena.core import errors
from arena.matches.order_match import CHECK_PRIORITY
from arena.models import Bot, Ladder, Match, Version, Worker
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob
from tests.conftest import Bells
from website.accounts.models import User

pytestmark = pytest.mark.django_db
SOURCE = b"def decide(request):\n    return 0\n"


def submit(owner: User, ladder: Ladder, source: bytes = SOURCE, **kwargs: Any) -> Version:
    upload = ContentFile(source, name="my_bot.py")
    return submit_bot(owner=owner, upload=upload, ladder=ladder, **kwargs)


def stored_files() -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def test_an_upload_is_stored_and_its_check_is_next_in_the_queue() -> None:
    ladder = a_ladder()
    a_house_bot("Big Money", ladder)
    version = submit(alice(), ladder, name="Alcuin", description="Thinks.")
    assert (version.state, version.number, version.filename) == ("checking", 1, "my_bot.py")
    assert Path(version.source.path).read_bytes() == SOURCE
    assert (version.bot.slug, version.bot.description) == ("alcuin", "Thinks.")
    assert version.bot.current is None
    house, itself = Match.objects.queued()
    assert [str(seat.version) for seat in house.seats.all()] == ["Alcuin v1", "Big Money v1"]
    assert [str(seat.version) for seat in itself.seats.all()] == ["Alcuin v1", "Alcuin v1"]
    assert {match.priority for match in (house, itself)} == {CHECK_PRIORITY}
    assert house.seed != itself.seed


@pytest.mark.django_db(transaction=True)
def test_the_bell_rings_when_the_upload_is_committed(bells: Bells) -> None:
    ladder = a_ladder()
    a_house_bot("Big Money", ladder)
    submit(alice(), ladder, name="Alcuin")
    assert bells() == [("arena.play", [match.pk]) for match in Match.objects.queued()]


def test_uploads_are_readable_by_the_platform_alone() -> None:
    version = submit(alice(), a_ladder(), name="Alcuin")
    path = Path(version.source.path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert "my_bot" not in path.name


def test_without_house_bots_it_is_checked_against_itself_alone() -> None:
    submit(alice(), a_ladder(), name="Alcuin")
    assert Match.objects.queued().count() == 1


def test_a_table_for_four_is_filled_for_the_check() -> None:
    ladder = a_ladder(seats=4, games_per_match=4)
    a_house_bot("Big Money", ladder)
    submit(alice(), ladder, name="Alcuin")
    assert [match.seats.count() for match in Match.objects.queued()] == [4, 4]


def test_a_new_version_gets_the_next_number() -> None:
    ladder = a_ladder()
    bot = a_bot(alice(), "Alcuin", ladder)
    version = submit(alice(), ladder, bot=bot)
    bot.refresh_from_db()
    assert version.number == 2
    assert bot.current is not None
    assert bot.current.number == 1, "the old one plays until the new one is accepted"


@pytest.mark.parametrize(
    "name", ["Alcuin", "ALCUIN", " alcuin ", "Al-cu.in", "A1cuin", "Alcu1n", "\uff21lcuin"]
)
def test_a_name_is_taken_with_all_that_look_like_it(name: str) -> None:
    ladder = a_ladder()
    a_bot(bob(), "Alcuin", ladder)
    with pytest.raises(errors.NameTaken, match="is taken"):
        submit(alice(), ladder, name=name)
    assert Bot.objects.count() == 1


def test_who_forgot_that_he_has_the_bot_is_shown_the_way() -> None:
    ladder = a_ladder()
    a_bot(alice(), "Alcuin", ladder)
    with pytest.raises(errors.NameTaken, match="Upload a new version"):
        submit(alice(), ladder, name="alcuin")


@pytest.mark.parametrize(
    "name", ["", "x", "-x-", "a  b<c>", "x" * 41, "a\u202eb", "Älkuin", "a..b", "../x", "a\nb\0"]
)
def test_no_bot_may_be_called_so(name: str) -> None:
    with pytest.raises(errors.BadName, match="2 to 40 letters"):
        submit(alice(), a_ladder(), name=name)


@pytest.mark.parametrize("name", ["House", "Kingsbench", "Adm1n", "S_y_s_t_e_m"])
def test_no_bot_passes_for_the_platforms_own(name: str) -> None:
    with pytest.raises(errors.BadName, match="reserved"):
        submit(alice(), a_ladder(), name=name)


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Upload", "upload-2"), ("new", "new-2"), ("R.U.R", "rur"), ("It's me_2", "its-me_2")],
)
def test_an_address_is_free_and_no_word_of_ours(name: str, slug: str) -> None:
    assert submit(alice(), a_ladder(), name=name).bot.slug == slug


def test_two_names_may_look_alike_in_an_address() -> None:
    ladder = a_ladder()
    assert submit(alice(), ladder, name="Upload").bot.slug == "upload-2"
    assert submit(alice(), ladder, name="Upload 2").bot.slug == "upload-2-2"


def test_another_owners_bot_is_refused_and_untouched() -> None:
    ladder = a_ladder()
    bot = a_bot(bob(), "Bede", ladder)
    files = stored_files()
    with pytest.raises(errors.NotYours):
        submit(alice(), ladder, bot=bot)
    assert bot.versions.count() == 1
    assert stored_files() == files


@pytest.mark.parametrize("state", ["frozen", "closed"])
def test_a_ladder_that_takes_no_entries_refuses(state: str) -> None:
    with pytest.raises(errors.LadderClosed, match="Choose another"):
        submit(alice(), a_ladder(state=state), name="Alcuin")
    assert not Bot.objects.exists()


def test_a_bad_file_changes_nothing() -> None:
    with pytest.raises(errors.BadUpload):
        submit(alice(), a_ladder(), b"", name="Alcuin")
    assert not Bot.objects.exists()
    assert stored_files() == []


def test_without_a_jail_uploads_are_refused_with_what_to_run() -> None:
    problem = "bubblewrap not found; run: apt-get install bubblewrap"
    worker = Worker.objects.create(host="a", slots=2, problem=problem, seen_at=timezone.now())
    with pytest.raises(errors.NoJail, match="apt-get install bubblewrap"):
        submit(alice(), a_ladder(), name="Alcuin")
    Worker.objects.create(host="b", slots=2, seen_at=timezone.now())
    worker.refresh_from_db()
    submit(alice(), Ladder.objects.get(), name="Alcuin")


def test_the_same_file_again_is_refused() -> None:
    ladder = a_ladder()
    bot = a_bot(alice(), "Alcuin", ladder, SOURCE)
    with pytest.raises(errors.SameUpload, match="already version 1 of Alcuin"):
        submit(alice(), ladder, bot=bot)
    assert bot.versions.count() == 1


def test_a_file_that_failed_by_its_own_fault_is_refused_again_but_not_after_ours() -> None:
    ladder = a_ladder()
    version = submit(alice(), ladder, name="Alcuin")
    Version.objects.update(state="rejected", failure={"verdict": "crash", "message": "boom"})
    with pytest.raises(errors.SameUpload, match="rejected"):
        submit(alice(), ladder, bot=version.bot)
    Version.objects.update(failure={"verdict": "host", "message": "sorry"})
    assert submit(alice(), ladder, bot=version.bot).number == 2


def test_an_older_version_may_come_back() -> None:
    ladder = a_ladder()
    bot = a_bot(alice(), "Alcuin", ladder, SOURCE)
    newer = submit(alice(), ladder, SOURCE + b"# more", bot=bot)
    Version.objects.filter(pk=newer.pk).update(state="accepted")
    Bot.objects.filter(pk=bot.pk).update(current=newer)
    assert submit(alice(), ladder, bot=bot).number == 3


def test_a_newer_upload_takes_the_place_of_one_that_is_being_checked() -> None:
    ladder = a_ladder()
    first = submit(alice(), ladder, name="Alcuin")
    second = submit(alice(), ladder, SOURCE + b"# more", bot=first.bot)
    first.refresh_from_db()
    assert first.state == Version.State.REJECTED
    assert first.failure is not None
    assert first.failure["verdict"] == "superseded"
    queued = Match.objects.queued().get()
    assert {seat.version for seat in queued.seats.all()} == {second}


def test_a_failed_write_leaves_no_file_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_kwargs: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("arena.bots.submit_bot.queue_checks", fail)
    with pytest.raises(RuntimeError):
        submit(alice(), a_ladder(), name="Alcuin")
    assert not Bot.objects.exists()
    assert stored_files() == []


def test_a_withdrawn_bot_takes_no_new_version() -> None:
    ladder = a_ladder()
    a_house_bot("Big Money", ladder)
    bot = submit(alice(), ladder, name="Alcuin").bot
    withdraw_bot(owner=alice(), bot=bot)
    with pytest.raises(errors.Withdrawn, match="another name"):
        submit(alice(), ladder, source=SOURCE + b"#", bot=bot)
    assert bot.versions.count() == 1

"""Nothing is written to a storage that is not the platform's."""

from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from pytest_django import Settings

from arena.bots.submit_bot import submit_bot
from arena.core.errors import NotStored
from arena.models import Bot, Installation, TickStep, Version
from arena.queue.refusals import (
    MARKER,
    UploadsNotOurs,
    mark_uploads,
    recent_uploads_problem,
    restore_marker,
    stored_marker,
    uploads_problem,
)
from arena.seeding.seed_platform import seed_platform
from tests.cast import a_ladder, alice
from website.pruning import tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def unmounted(settings: Settings, tmp_path: Path) -> None:
    """A platform whose uploads are elsewhere than here."""
    mark_uploads()
    settings.MEDIA_ROOT = tmp_path / "empty"


def test_the_marker_is_written_once_and_stays() -> None:
    assert (uploads_problem(), stored_marker()) == ("", "")
    mark_uploads()
    first = stored_marker()
    assert first == Installation.known_marker() != ""
    mark_uploads()
    assert (stored_marker(), uploads_problem()) == (first, "")


def test_an_unmounted_folder_is_a_problem_and_is_not_marked(unmounted: None) -> None:
    assert "not mounted" in uploads_problem()
    assert "not mounted" in recent_uploads_problem()
    with pytest.raises(UploadsNotOurs, match=f"put a file {MARKER} with") as told:
        mark_uploads()
    assert Installation.known_marker() in str(told.value)
    assert stored_marker() == ""


def test_another_platforms_folder_is_not_taken_over() -> None:
    default_storage.save(MARKER, ContentFile(b"another's\n"))
    with pytest.raises(UploadsNotOurs, match="another platform's"):
        mark_uploads()
    Installation.objects.update(marker="ours")
    assert "another platform's" in uploads_problem()
    with pytest.raises(UploadsNotOurs, match="another platform's"):
        mark_uploads()


def test_a_restored_platform_has_its_marker_again(unmounted: None) -> None:
    before = Installation.known_marker()
    restore_marker()
    assert stored_marker() == Installation.known_marker() == before


def test_a_restore_without_a_marker_writes_none_and_takes_over_no_other() -> None:
    restore_marker()
    assert stored_marker() == ""
    Installation.objects.update(marker="ours")
    default_storage.save(MARKER, ContentFile(b"another's\n"))
    with pytest.raises(UploadsNotOurs, match="another platform's"):
        restore_marker()


def test_a_storage_that_does_not_answer_is_a_problem(settings: Settings, tmp_path: Path) -> None:
    mark_uploads()
    (tmp_path / "file").write_text("")
    settings.MEDIA_ROOT = tmp_path / "file"
    assert uploads_problem() == "The storage of uploads here does not answer (Not a directory)."


def test_an_upload_is_not_stored_where_it_would_be_lost(unmounted: None) -> None:
    ladder = a_ladder()
    upload = ContentFile(b"def decide(request): return 0\n", name="bot.py")
    with pytest.raises(NotStored):
        submit_bot(owner=alice(), name="Alcuin", upload=upload, ladder=ladder)
    assert not Version.objects.exists()


def test_house_bots_are_not_seeded_where_they_would_be_lost(unmounted: None) -> None:
    with pytest.raises(UploadsNotOurs):
        seed_platform(samples=[])
    assert not Bot.objects.exists()


def test_games_are_not_archived_where_they_would_be_lost(unmounted: None) -> None:
    tasks.prune()
    tasks.archive()
    assert TickStep.objects.get(name="archive").failures == 2

"""The administrator's first password: shown in a terminal, never in a log. The house bots."""

from io import StringIO
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from pytest_django import Settings

from arena.models import Bot
from website.accounts.models import User

pytestmark = pytest.mark.django_db


class Terminal(StringIO):
    """Output that a person reads."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def note() -> Path:
    """Return the file of the first password."""
    settings.VAR.mkdir(exist_ok=True)
    return Path(settings.VAR) / "admin_password"


def seeded(out: StringIO, *options: str) -> str:
    call_command("seed", *options, stdout=out)
    return out.getvalue()


def test_a_terminal_is_told_the_password(note: Path) -> None:
    password = seeded_password(note)
    assert f"admin / {password}" in seeded(Terminal())


def seeded_password(note: Path) -> str:
    seeded(Terminal())
    return note.read_text().strip()


def test_a_log_is_told_where_it_lies_at_the_first_start_and_later(note: Path) -> None:
    first, second = seeded(StringIO()), seeded(StringIO())
    password = note.read_text().strip()
    assert User.objects.get(username="admin").check_password(password)
    for said in (first, second):
        assert password not in said
        assert str(note) in said


def test_without_a_password_nobody_logs_in_before_one_is_given(note: Path) -> None:
    for _ in range(2):
        said = seeded(StringIO(), "--no-password")
        assert "manage.py changepassword admin" in said
    admin = User.objects.get(username="admin")
    assert admin.is_superuser
    assert not admin.has_usable_password()
    assert not note.exists()
    admin.set_password("a-castle-of-words-7")
    admin.save()
    assert "password set since then" in seeded(StringIO(), "--no-password")


def test_house_bots_that_need_a_package_come_with_its_runtime(
    tmp_path: Path, settings: Settings
) -> None:
    settings.RUNTIMES, settings.BOT_RUNTIME = tmp_path, ""
    seeded(StringIO(), "--no-password")
    assert not Bot.objects.filter(slug="learnt").exists()
    about = tmp_path / "python/numpy-2.4.6.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 2.4.6\n")
    settings.BOT_RUNTIME = "python"
    seeded(StringIO(), "--no-password")
    learnt = Bot.objects.get(slug="learnt")
    assert {entry.ladder.game for entry in learnt.entries.playing()} == {"kingdomino"}


def test_with_mail_set_up_it_says_who_will_be_asked_for_an_address(
    note: Path, settings: Settings
) -> None:
    assert "asked for one" not in seeded(StringIO())
    settings.EMAIL_URL = "smtp://mail.example"
    told = seeded(StringIO())
    assert "accounts without a confirmed email address: 1, admin among them, are asked" in told
    admin = User.objects.get(username="admin")
    EmailAddress.objects.create(user=admin, email="admin@example.org", verified=True)
    assert "asked for one" not in seeded(StringIO())

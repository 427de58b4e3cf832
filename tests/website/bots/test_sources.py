"""Only the owner may read a source, not even organisers, unless the owner publishes it."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from arena.models import Bot, Ladder, Version
from tests import cast
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_version

SOURCE = "/bots/alcuin/versions/1/source/"
DOWNLOAD = "/bots/alcuin/versions/1/download/"
STRANGERS = ["visitor", "as_bob", "as_charlie", "as_olga"]


def content(browser: Client, address: str) -> bytes:
    response = browser.get(address)
    assert response.status_code == 200
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]


def stored(version: Version, name: str, data: bytes) -> None:
    version.source.save(name, ContentFile(data))


def test_the_owner_reads_and_downloads_what_was_uploaded(as_alice: Client, alices_bot: Bot) -> None:
    page = visit(as_alice, SOURCE)
    assert "def decide(request):" in page
    assert page.has("#L2")
    assert content(as_alice, DOWNLOAD) == cast.SOURCE
    response = as_alice.get(DOWNLOAD)
    assert response["Content-Disposition"] == 'attachment; filename="alcuin-v1.py"'
    assert response["Content-Type"] == "application/octet-stream"
    assert "no-store" in response["Cache-Control"]
    response.close()


@pytest.mark.parametrize("who", STRANGERS)
def test_to_all_others_it_is_not_there(
    who: str, request: pytest.FixtureRequest, alices_bot: Bot
) -> None:
    browser = request.getfixturevalue(who)
    assert browser.get(SOURCE).status_code == 404
    assert browser.get(DOWNLOAD).status_code == 404
    assert "/source/" not in visit(browser, "/bots/alcuin/").html


@pytest.mark.parametrize("who", STRANGERS)
def test_published_it_is_open_as_far_as_it_was_accepted(
    who: str, request: pytest.FixtureRequest, as_alice: Client, alices_bot: Bot
) -> None:
    make_version(alices_bot, state="rejected")
    sent = {"description": "", "takes_challenges": "on", "source_is_public": "on"}
    assert as_alice.post("/bots/alcuin/edit/", sent).status_code == 302
    browser = request.getfixturevalue(who)
    assert "def decide" in visit(browser, SOURCE)
    assert content(browser, DOWNLOAD) == cast.SOURCE
    assert browser.get("/bots/alcuin/versions/2/source/").status_code == 404
    assert as_alice.get("/bots/alcuin/versions/2/source/").status_code == 200


def test_what_came_with_the_platform_is_no_secret(visitor: Client, ladder: Ladder) -> None:
    make_bot(cast.house(), "Plain", ladder, is_house=True)
    assert "def decide" in visit(visitor, "/bots/plain/versions/1/source/")


def test_hostile_source_stays_text(as_alice: Client, alices_bot: Bot) -> None:
    assert alices_bot.current
    stored(alices_bot.current, "bot.py", "x = '<script>\u202e'\x1b[2J\n".encode() + b"\xff\n")
    page = visit(as_alice, SOURCE)
    assert "<script>\u202e" not in page.html
    assert "<script>[U+202E]" in page
    assert "\x1b" not in page.html


def test_a_zip_is_for_downloading_and_never_opened(as_alice: Client, alices_bot: Bot) -> None:
    assert alices_bot.current
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("bot.py", "SECRET_NAME = 1\n")
    stored(alices_bot.current, "bot.zip", packed.getvalue())
    page = visit(as_alice, SOURCE)
    assert "Download it to see its contents" in page
    assert "SECRET_NAME" not in page.html
    assert content(as_alice, DOWNLOAD) == packed.getvalue()


def test_a_long_file_is_shown_in_part(as_alice: Client, alices_bot: Bot) -> None:
    assert alices_bot.current
    stored(alices_bot.current, "bot.py", b"pass\n" * 4001)
    page = visit(as_alice, SOURCE)
    assert page.has("#L4000")
    assert 'id="L4001"' not in page.html
    assert "The file is longer than shown" in page


def test_a_file_that_is_gone_is_said_to_be(as_alice: Client, alices_bot: Bot) -> None:
    assert alices_bot.current
    Path(alices_bot.current.source.path).unlink()
    assert "missing from storage" in visit(as_alice, SOURCE)
    assert as_alice.get(DOWNLOAD).status_code == 404


def test_the_owner_rolls_back_to_an_older_version(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    newer = make_version(alices_bot, ladder, note="Worse, as it turned out")
    alices_bot.current = newer
    alices_bot.save()
    assert "Switch to this version" in visit(as_alice, "/bots/alcuin/versions/1/")
    assert "Switch to this version" not in visit(as_alice, "/bots/alcuin/versions/2/").html
    answer = Page(as_alice.post("/bots/alcuin/versions/1/activate/", follow=True))
    assert "Alcuin now plays with version 1." in answer
    alices_bot.refresh_from_db()
    assert alices_bot.current is not None
    assert alices_bot.current.number == 1
    again = Page(as_alice.post("/bots/alcuin/versions/1/activate/", follow=True))
    assert "Version 1 is already playing." in again


@pytest.mark.parametrize("who", ["as_bob", "as_charlie", "as_olga"])
def test_nobody_else_chooses_its_version(
    who: str, request: pytest.FixtureRequest, alices_bot: Bot, ladder: Ladder
) -> None:
    newer = make_version(alices_bot, ladder)
    address = f"/bots/alcuin/versions/{newer.number}/activate/"
    assert request.getfixturevalue(who).post(address).status_code == 404
    assert request.getfixturevalue(who).get(address).status_code == 405
    alices_bot.refresh_from_db()
    assert alices_bot.current != newer

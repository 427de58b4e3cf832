"""Bots join and leave ladders by page and API; others may not."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from arena.models import Bot, Entry, Ladder, LadderCheck, Match
from tests import cast
from tests.website.page import Page, visit
from tests.website.program import Program
from website.accounts.models import User

OTHER = {"name": "Other", "slug": "other", "config": {"kingdom": "Big Money"}}


@pytest.fixture
def other(db: None) -> Ladder:
    return cast.a_ladder(**OTHER)


@pytest.fixture
def kingdomino(db: None) -> Ladder:
    return cast.a_ladder(name="Dominoes", slug="dominoes", game="kingdomino", config={})


@pytest.fixture
def alcuin(alice: User, ladder: Ladder) -> Bot:
    return cast.a_bot(alice, "Alcuin", ladder)


def check(ladder: Ladder) -> LadderCheck:
    return LadderCheck.objects.get(ladder=ladder)


def decided(ladder: Ladder, state: str, **fields: Any) -> None:
    """Let the ladder's check end so."""
    LadderCheck.objects.filter(ladder=ladder).update(
        state=state, checked_at=timezone.now(), **fields
    )


FAILURE = {"verdict": "crash", "message": "KeyError: 'secret'", "match": None}


# --- pages ----------------------------------------------------------------------------------------
def test_a_bot_joins_and_leaves_on_its_page(as_alice: Client, alcuin: Bot, other: Ladder) -> None:
    page = visit(as_alice, "/bots/alcuin/")
    assert "Other (Dominion)" in page
    joined = as_alice.post("/bots/alcuin/ladders/join/", {"ladder": "other"}, follow=True)
    assert "is being checked for “Other”" in Page(joined)
    assert Match.objects.checks().filter(ladder=other).exists()
    assert "Other being checked" in visit(as_alice, "/bots/alcuin/")
    decided(other, "failed", failure=FAILURE)
    page = visit(as_alice, "/bots/alcuin/")
    assert "✕ failed its check" in page
    assert "KeyError: 'secret'" in page
    as_alice.post("/bots/alcuin/ladders/leave/", {"ladder": "other"})
    assert "failed its check" not in visit(as_alice, "/bots/alcuin/")
    left = as_alice.post(
        "/bots/alcuin/ladders/leave/", {"ladder": "dominion-first-game"}, follow=True
    )
    assert "has left the ladder" in Page(left)
    assert not Entry.objects.get(bot=alcuin).is_active


@pytest.mark.parametrize(
    ("action", "chosen", "says"),
    [
        ("join", "dominion-first-game", "is already on the ladder"),
        ("join", "nowhere", "Choose a ladder."),
        ("leave", "other", "is not on the ladder"),
        ("leave", "", "Choose a ladder."),
    ],
)
@pytest.mark.usefixtures("alcuin", "other")
def test_what_cannot_be_is_said_on_the_page(
    action: str, chosen: str, says: str, as_alice: Client
) -> None:
    answer = as_alice.post(f"/bots/alcuin/ladders/{action}/", {"ladder": chosen}, follow=True)
    assert says in Page(answer)


def test_own_bots_are_entered_on_the_ladders_page(
    as_alice: Client, alcuin: Bot, other: Ladder
) -> None:
    page = visit(as_alice, "/ladders/other/")
    assert "Enter one of your bots" in page
    answer = as_alice.post("/ladders/other/enter/", {"bot": "alcuin"}, follow=True)
    assert "is being checked for “Other”" in Page(answer)
    again = as_alice.post("/ladders/other/enter/", {"bot": "alcuin"}, follow=True)
    assert "enters once it has passed" in Page(again)
    nobody = as_alice.post("/ladders/other/enter/", {"bot": "nobody"}, follow=True)
    assert "Choose one of your bots." in Page(nobody)
    Ladder.objects.filter(pk=other.pk).update(state="frozen")
    Bot.objects.update(current=None)
    assert "Choose one of your bots" not in visit(as_alice, "/ladders/other/")


@pytest.mark.usefixtures("alcuin", "other")
def test_pages_are_for_the_owner(as_bob: Client, visitor: Client) -> None:
    for path in ("/bots/alcuin/ladders/join/", "/bots/alcuin/ladders/leave/"):
        assert as_bob.post(path, {"ladder": "other"}).status_code == 404
        assert visitor.post(path, {"ladder": "other"})["Location"].startswith("/accounts/login/")
        assert as_bob.get(path).status_code == 405
    answer = as_bob.post("/ladders/other/enter/", {"bot": "alcuin"}, follow=True)
    assert "You can only enter your own bots." in Page(answer)
    entered = visitor.post("/ladders/other/enter/", {"bot": "alcuin"})
    assert entered["Location"].startswith("/accounts/login/")
    assert not LadderCheck.objects.filter(ladder__slug="other").exists()
    for browser in (as_bob, visitor):
        assert "Leave" not in visit(browser, "/bots/alcuin/")
        assert "Enter one of your bots" not in visit(browser, "/ladders/other/")


# --- API ------------------------------------------------------------------------------------------
def test_a_bot_joins_and_leaves_by_the_api(alice: User, alcuin: Bot, other: Ladder) -> None:
    program = Program(alice, "read", "entries:write")
    entry = program.send("ladders/other/entries/", 201, bot="alcuin")
    assert (entry["state"], entry["version"], entry["failure"]) == ("checking", 1, None)
    assert (entry["bot"]["slug"], entry["ladder"]["slug"]) == ("alcuin", "other")
    decided(other, "failed", failure=FAILURE)
    own = program.read("ladders/other/entries/alcuin/")
    assert (own["state"], own["failure"]["verdict"]) == ("failed", "crash")
    assert Program().read("ladders/other/entries/alcuin/")["failure"] is None
    decided(other, "passed", failure=None, only_defaults=True)
    cast.enter(alcuin, other)
    LadderCheck.objects.filter(ladder=other).update(only_defaults=True)
    told = program.read("ladders/other/entries/alcuin/")
    assert (told["state"], told["only_defaults"]) == ("playing", True)
    gone = program.send("ladders/other/entries/alcuin/", method="DELETE")
    assert gone["state"] == "left"
    problem = program.send("ladders/other/entries/alcuin/", 409, method="DELETE")
    assert problem["type"].endswith("#not-entered")


@pytest.mark.usefixtures("alcuin", "other")
def test_what_cannot_be_is_said_by_the_api(alice: User, ladder: Ladder) -> None:
    program, here = Program(alice), f"ladders/{ladder.slug}/entries/"
    assert program.send(here, 409, bot="alcuin")["type"].endswith("#already-entered")
    assert "bot" in program.send(here, 422, bot="nobody")["errors"]
    assert "bot" in program.send(here, 422)["errors"]
    program.send("ladders/nowhere/entries/", 404, bot="alcuin")
    program.read("ladders/other/entries/alcuin/", 404)
    program.send("ladders/other/entries/alcuin/", 409, method="DELETE")
    Ladder.objects.filter(slug="other").update(state="closed")
    refused = program.send("ladders/other/entries/", 409, bot="alcuin")
    assert refused["type"].endswith("#ladder-closed")


@pytest.mark.usefixtures("alcuin", "other")
def test_the_api_is_for_the_owner_with_the_scope(alice: User, bob: User) -> None:
    path = "ladders/other/entries/"
    suspended = Program(alice)
    for program, status in (
        (Program(), 401),
        (Program(alice, "read", "bots:write"), 403),
        (Program(bob), 403),
    ):
        program.send(path, status, bot="alcuin")
        program.send(f"{path}alcuin/", status, method="DELETE")
    User.objects.filter(pk=alice.pk).update(is_active=False)
    suspended.send(path, 401, bot="alcuin")
    assert not LadderCheck.objects.filter(ladder__slug="other").exists()


# --- uploads --------------------------------------------------------------------------------------
def test_the_upload_form_presets_no_ladder(as_alice: Client, ladder: Ladder) -> None:
    page = as_alice.get("/bots/upload/")
    assert page.context["form"]["ladder"].value() is None
    assert "Choose a ladder" in Page(page)
    file = SimpleUploadedFile("bot.py", cast.SOURCE)
    answer = as_alice.post("/bots/upload/", {"name": "Alfred", "upload": file})
    assert answer.status_code == 422
    assert "Choose the ladder on which it plays first." in Page(answer)
    linked = as_alice.get(f"/bots/upload/?ladder={ladder.pk}")
    assert f'<option value="{ladder.pk}" selected>' in linked.content.decode()


def test_the_same_file_for_another_ladder_joins_it(
    as_alice: Client, alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    def upload(to: Ladder) -> Any:
        sent = {"upload": SimpleUploadedFile("bot.py", cast.SOURCE), "ladder": to.pk}
        return as_alice.post("/bots/alcuin/versions/new/", sent | {"activates": "on"})

    assert upload(other)["Location"] == "/bots/alcuin/versions/1/"
    assert check(other).state == "checking"
    assert alcuin.versions.count() == 1
    assert "This file is already version 1" in Page(upload(other))
    assert "This file is already version 1" in Page(upload(ladder))


def test_a_version_of_defaults_alone_is_warned_of(
    as_alice: Client, alice: User, alcuin: Bot, ladder: Ladder
) -> None:
    assert "Is this the right game?" not in visit(as_alice, "/bots/alcuin/versions/1/")
    decided(ladder, "passed", only_defaults=True)
    assert "Is this the right game?" in visit(as_alice, "/bots/alcuin/versions/1/")
    assert "Is this the right game?" in visit(as_alice, "/bots/alcuin/")
    own = Program(alice).read("bots/alcuin/versions/1/")["own"]
    assert own["only_defaults"]
    [one] = own["ladders"]
    assert (one["ladder"]["slug"], one["state"]) == (ladder.slug, "passed")


def test_a_ladder_of_another_game_is_tried(
    as_alice: Client, alcuin: Bot, kingdomino: Ladder
) -> None:
    assert "Dominoes (Kingdomino)" in visit(as_alice, "/bots/alcuin/")
    as_alice.post("/bots/alcuin/ladders/join/", {"ladder": "dominoes"})
    assert check(kingdomino).state == "checking"
    assert Match.objects.checks().filter(game="kingdomino").exists()

"""Bots and versions by API: upload, check, activation, withdrawal."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.models import Action, Bot, Ladder, Match, Version, Worker
from tests import cast
from tests.cast import SOURCE, play_with
from tests.website.program import ROOT, Program
from tests.website.rows import make_bot, make_match, make_version
from website.accounts.models import User

UPLOAD = "multipart/form-data"


def file(content: bytes = SOURCE, name: str = "bot.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def upload(program: Program, path: str = "bots/", status: int = 201, **sent: Any) -> Any:
    response = program.post(ROOT + path, sent)
    assert response.status_code == status, response.content
    return response


def test_a_new_bot_is_uploaded_and_checked(alices: Program, ladder: Ladder) -> None:
    answer = upload(alices, name="Alcuin", ladder=ladder.slug, upload=file(), description="Buys.")
    version = Version.objects.get()
    assert answer["Location"] == f"{ROOT}bots/alcuin/versions/1/"
    assert answer.json()["state"] == "checking"
    assert answer.json()["own"]["waits_for_worker"] is True
    Worker.objects.create(host="a", slots=1, queues=["arena"], seen_at=timezone.now())
    assert version.bot.description == "Buys."
    with version.source.open() as stored:
        assert stored.read() == SOURCE
    seen = alices.read("bots/alcuin/versions/1/")
    checks = Match.objects.checks().filter(seats__version=version).distinct()
    assert {one["id"] for one in seen["own"]["checks"]} == {match.pk for match in checks}
    assert seen["own"]["filename"] == "bot.py"
    assert seen["own"]["waits_for_worker"] is False


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"upload": file(name="bot.txt")}, 422, "not a .py or .zip"),
        ({"upload": file(b"")}, 422, "The file is empty"),
        ({"upload": file(b"\xff\xfe")}, 422, "not UTF-8"),
        ({"upload": file(b"PK", "bot.zip")}, 422, "cannot be read"),
        ({"upload": ""}, 422, "upload"),
        ({"ladder": "nowhere"}, 422, "Not found: nowhere."),
        ({"name": "x"}, 422, "at least 2 characters"),
        ({"name": "Bede"}, 409, "is taken"),
        ({"name": "<b>"}, 422, "letters (A to Z)"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_words_of_the_page(
    sent: dict[str, Any], status: int, told: str, alices: Program, bobs_bot: Bot, ladder: Ladder
) -> None:
    usual = {"name": "Alcuin", "ladder": ladder.slug, "upload": file()}
    answer = upload(alices, status=status, **usual | sent)
    assert told in answer.content.decode()
    assert answer["Content-Type"] == "application/problem+json"
    assert not Bot.objects.filter(owner__username="alice").exists()


def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    alices: Program, ladder: Ladder, settings: Settings
) -> None:
    settings.UPLOAD_MOST = 1000
    large = b"#" * 1001
    answer = upload(alices, status=422, name="Alcuin", ladder=ladder.slug, upload=file(large))
    assert "larger than 1000" in answer.json()["errors"]["upload"][0]
    settings.REQUEST_BODY_MOST = 1000
    answer = upload(alices, status=413, name="Alcuin", ladder=ladder.slug, upload=file(large))
    assert answer.json()["status"] == 413


def test_a_new_version_goes_to_the_ladder_of_the_one_before(
    alices: Program, alices_bot: Bot
) -> None:
    sent: dict[str, Any] = {"upload": file(b"def decide(r):\n    return 0\n"), "note": "Buys Gold."}
    told = upload(alices, "bots/alcuin/versions/", **sent).json()
    assert (told["number"], told["note"]) == (2, "Buys Gold.")
    Version.objects.filter(bot=alices_bot).update(ladder=None)
    answer = upload(alices, "bots/alcuin/versions/", 422, upload=file(b"def decide(r): return 1\n"))
    assert "Choose another one" in answer.json()["detail"]


def test_a_version_may_be_tried_before_it_plays(
    alices: Program, bobs: Program, alices_bot: Bot, ladder: Ladder
) -> None:
    sent: dict[str, Any] = {"upload": file(b"def decide(r):\n    return 0\n"), "activates": "false"}
    upload(alices, "bots/alcuin/versions/", **sent)
    version = alices_bot.versions.get(number=2)
    assert not version.activates
    Version.objects.filter(pk=version.pk).update(state="accepted")
    assert bobs.send("bots/alcuin/versions/2/trial/", 403)["type"] == "/api/#not-yours"
    told = alices.send("bots/alcuin/versions/2/trial/", 201)
    assert len(told["matches"]) == 20
    assert alices.send("bots/alcuin/versions/2/trial/", 409)["type"] == "/api/#no-challenge"


def test_the_gauntlet_is_run_and_read_by_the_owner_alone(
    alices: Program, bobs: Program, olgas: Program, alices_bot: Bot, ladder: Ladder
) -> None:
    path = "bots/alcuin/versions/2/"
    newer, old = make_version(alices_bot, ladder), alices_bot.current
    assert "No house bots" in alices.send(f"{path}gauntlet/", 409)["detail"]
    sample = make_bot(cast.house(), "Big Money", ladder, is_house=True).current
    for other in (bobs, olgas):
        assert other.send(f"{path}gauntlet/", 403)["type"] == "/api/#not-yours"
        other.read(f"{path}trial/", 403)
    assert len(alices.send(f"{path}gauntlet/", 201)["matches"]) == 16
    assert old
    assert sample
    for one, another in ((sample, newer), (old, sample)):
        match = make_match(ladder, one, another, purpose="challenge")
        Match.objects.filter(pk=match.pk).update(candidate=newer)
    told = alices.read(f"{path}trial/")
    assert (told["against"], told["played"], told["verdict"]) == (1, 0, "open")
    assert (told["contradicts"], told["gauntlet"]["waiting"]) == (False, 16)
    row = told["gauntlet"]["opponents"][0]
    assert (row["opponent"]["slug"], row["deals"]) == ("big-money", 1)
    assert (row["new"], row["old"], row["difference"]) == (0.0, 1.0, -1.0)
    assert row["low"] < row["high"] <= told["gauntlet"]["all"]["high"]
    alices.read("bots/alcuin/versions/1/trial/", 404)


def test_a_bot_without_an_accepted_version_is_not_called_active(
    alices: Program, alices_bot: Bot
) -> None:
    cy = make_bot(cast.alice(), "Cy")
    Bot.objects.filter(pk=cy.pk).update(current=None)
    states = {bot["slug"]: bot["state"] for bot in alices.read("bots/")["results"]}
    assert states == {"alcuin": "active", "cy": "unaccepted"}
    assert alices.names("bots/?state=active") == ["alcuin"]
    assert alices.names("bots/?state=unaccepted") == ["cy"]
    assert alices.read("bots/cy/")["state"] == "unaccepted"


def test_uploads_for_others_bots_are_refused(bobs: Program, alices_bot: Bot) -> None:
    answer = upload(bobs, "bots/alcuin/versions/", 403, upload=file(b"def decide(r): return 1\n"))
    assert answer.json()["type"] == "/api/#not-yours"
    assert alices_bot.versions.count() == 1


def test_the_quota_of_uploads_says_when_there_is_room(
    alices: Program, ladder: Ladder, settings: Settings
) -> None:
    settings.UPLOADS_PER_DAY = 1
    upload(alices, name="Alcuin", ladder=ladder.slug, upload=file())
    assert alices.read("me/")["quotas"]["uploads"] == {"most": 1, "left": 0}
    answer = upload(alices, status=429, name="Alfred", ladder=ladder.slug, upload=file())
    assert answer.json()["type"] == "/api/#quota-used"
    assert 86_000 < int(answer["Retry-After"]) <= 86_400


def test_only_the_owner_sees_why_a_check_failed(
    alices: Program, bobs: Program, olgas: Program, anybody: Program, alices_bot: Bot
) -> None:
    failure = {"verdict": "crash", "message": "KeyError", "traceback": "secret-line"}
    make_version(alices_bot, state="rejected", failure=failure)
    path = "bots/alcuin/versions/"
    assert alices.names(path, "number") == [2, 1]
    assert alices.read(f"{path}2/")["own"]["failure"] == failure
    for other in (bobs, olgas, anybody):
        assert other.names(path, "number") == [1]
        other.read(f"{path}2/", 404)
        assert other.read(f"{path}1/")["own"] is None


def test_the_source_is_the_owners_unless_it_is_published(
    alices: Program, bobs: Program, olgas: Program, anybody: Program, alices_bot: Bot
) -> None:
    path = "bots/alcuin/versions/1/source/"
    answer = alices.get(ROOT + path)
    assert answer.content == SOURCE
    assert answer["Content-Disposition"] == 'attachment; filename="bot.py"'
    for other in (bobs, olgas, anybody):
        assert other.read(path, 403)["type"] == "/api/#not-yours"
    Bot.objects.update(source_is_public=True)
    assert anybody.get(ROOT + path).status_code == 200


def test_bots_without_an_accepted_version_are_listed_for_their_owner(
    alices: Program, bobs: Program, anybody: Program, alices_bot: Bot, bob: User
) -> None:
    Bot.objects.create(owner=bob, name="Young", slug="young")
    assert bobs.names("bots/") == ["alcuin", "young"]
    for other in (alices, anybody):
        assert other.names("bots/") == ["alcuin"]


def test_bots_are_found_by_name_owner_and_state(
    anybody: Program, alices_bot: Bot, bobs_bot: Bot
) -> None:
    Bot.objects.filter(slug="bede").update(state="withdrawn")
    assert anybody.names("bots/?search=LCU") == ["alcuin"]
    assert anybody.names("bots/?owner=bob") == ["bede"]
    assert anybody.names("bots/?state=withdrawn") == ["bede"]
    assert anybody.read("bots/?state=gone", 422)["errors"].keys() == {"state"}


def test_why_a_bot_is_benched_is_for_its_owner(
    alices: Program, bobs: Program, alices_bot: Bot
) -> None:
    alices_bot.bench("it crashed in secret")
    assert alices.read("bots/alcuin/")["own"]["bench_reason"] == "it crashed in secret"
    assert bobs.read("bots/alcuin/")["own"] is None
    bobs.send("bots/alcuin/recheck/", 403)
    assert alices.send("bots/alcuin/recheck/")["state"] == "checking"
    alices_bot.current.refresh_from_db()  # type: ignore[union-attr]
    assert alices_bot.current.state == "checking"  # type: ignore[union-attr]


def test_owners_change_and_withdraw_their_bots(
    alices: Program, bobs: Program, alices_bot: Bot
) -> None:
    bobs.send("bots/alcuin/", 403, "PATCH", description="mine")
    bobs.send("bots/alcuin/withdraw/", 403)
    told = alices.send("bots/alcuin/", 200, "PATCH", takes_challenges=False, source_is_public=True)
    assert (told["takes_challenges"], told["description"]) == (False, "")
    assert alices.send("bots/alcuin/", 200, "PATCH", description="New")["source_is_public"]
    alices.send("bots/alcuin/", 422, "PATCH", description="x" * 1001)
    assert alices.send("bots/alcuin/withdraw/")["state"] == "withdrawn"


def test_owners_roll_back_and_choose(
    alices: Program, bobs: Program, olgas: Program, alices_bot: Bot, ladder: Ladder
) -> None:
    play_with(alices_bot, b"def decide(request):\n    return 0\n", ladder)
    for other in (bobs, olgas):
        other.send("bots/alcuin/rollback/", 403)
        other.send("bots/alcuin/versions/1/activate/", 403)
    assert alices.send("bots/alcuin/rollback/")["number"] == 1
    assert alices.read("bots/alcuin/")["version"] == 1
    assert "no accepted version before" in alices.send("bots/alcuin/rollback/", 409)["detail"]
    assert alices.send("bots/alcuin/versions/2/activate/")["plays"]
    assert Action.objects.filter(verb="activate_version").count() == 2


def test_lists_ask_the_same_of_the_database_whatever_their_length(
    anybody: Program,
    alice: User,
    ladder: Ladder,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(30):
        make_bot(alice, f"Bot {number}", ladder)
    with django_assert_max_num_queries(1):
        assert len(anybody.names("bots/")) == 30
    with django_assert_max_num_queries(8):
        anybody.read("bots/bot-1/")


def test_owners_rename_and_delete_their_bots(
    alices: Program, bobs: Program, alices_bot: Bot, bobs_bot: Bot
) -> None:
    bobs.send("bots/alcuin/rename/", 403, name="Mine")
    renamed = alices.send("bots/alcuin/rename/", name="Offa")
    assert (renamed["name"], renamed["slug"]) == ("Offa", "alcuin")
    assert alices.send("bots/alcuin/rename/", 409, name="Bede")["errors"]["name"]
    bad = alices.send("bots/alcuin/rename/", 422, name="a/b")
    assert bad["type"].endswith("#bad-name")
    assert bad["errors"] == {"name": [bad["detail"]]}
    assert bobs.delete(f"{ROOT}bots/alcuin/").status_code == 403
    assert alices.delete(f"{ROOT}bots/alcuin/").status_code == 204
    alices.read("bots/alcuin/", 404)

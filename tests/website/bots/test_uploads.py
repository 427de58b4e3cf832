"""Uploads: accepted files, and refusals with their messages and no other effect."""

import io
import stat
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.throttling import SimpleRateThrottle

from arena.models import Bot, Ladder, Match, Version, Worker
from tests.cast import SOURCE, a_ladder, person
from tests.website.page import Page, visit
from website.accounts.models import User
from website.accounts.tokens import make_token

UPLOAD = "/bots/upload/"


def python(content: bytes = SOURCE, name: str = "bot.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "text/x-python")


def packed(*members: tuple[str, bytes], link: bool = False) -> SimpleUploadedFile:
    """A zip of these members; with `link` the last one is a symbolic link."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if link and (name, content) == members[-1]:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, content)
    return SimpleUploadedFile("bot.zip", buffer.getvalue(), "application/zip")


def form(ladder: Ladder, upload: SimpleUploadedFile | None, **fields: str) -> dict[str, object]:
    data: dict[str, object] = {"name": "Alcuin", "description": "", "ladder": str(ladder.pk)}
    return data | fields | ({"upload": upload} if upload else {})


def test_a_python_file_becomes_a_bot_whose_check_can_be_watched(
    as_alice: Client, ladder: Ladder
) -> None:
    response = as_alice.post(UPLOAD, form(ladder, python(), description="Smithies, then money"))
    assert response.status_code == 302
    assert response.headers["Location"] == "/bots/alcuin/versions/1/"
    version = Version.objects.get()
    assert (version.bot.name, version.bot.owner.get_username()) == ("Alcuin", "alice")
    assert version.bot.description == "Smithies, then money"
    assert Match.objects.checks().filter(seats__version=version).exists()
    assert "Waiting for a worker" in visit(as_alice, response.headers["Location"])


def test_the_form_names_the_other_languages_that_are_allowed(
    as_alice: Client, ladder: Ladder, settings: Settings
) -> None:
    assert "kingsbench.toml" not in visit(as_alice, UPLOAD).html
    settings.BOT_LANGUAGES = ["python", "node"]
    page = visit(as_alice, UPLOAD)
    assert "as a zip with a kingsbench.toml: Node.js." in page
    assert "static binaries" not in page.html


def test_a_zip_with_bot_py_is_taken(as_alice: Client, ladder: Ladder) -> None:
    upload = packed(("bot.py", SOURCE), ("plan.py", b"PLAN = 1\n"))
    assert as_alice.post(UPLOAD, form(ladder, upload)).status_code == 302


BAD_FILES = {
    "no file": (None, "Choose a .py or .zip file"),
    "wrong extension": (python(name="bot.exe"), "not a .py or .zip"),
    "hostile name": (python(name="evil\u202eyp.txt"), "evilyp.txt is not a .py or .zip"),
    "empty": (python(b""), "empty"),
    "blank": (python(b" \n\n"), "empty"),
    "no text": (python(b"\x7fELF\x00\xff\xfe"), "UTF-8"),
    "no zip": (SimpleUploadedFile("bot.zip", b"PK\x03\x04 not really"), "zip"),
    "traversal": (packed(("bot.py", SOURCE), ("../../etc/cron.d/x", b"x")), "escape its folder"),
    "absolute": (packed(("bot.py", SOURCE), ("/etc/passwd", b"x")), "escape its folder"),
    "link": (packed(("bot.py", SOURCE), ("key", b"/etc/shadow"), link=True), "is a link"),
    "bomb": (
        packed(("bot.py", SOURCE), ("zeros.py", bytes(15_000_000))),
        "suspicious compression ratio",
    ),
    "no bot.py": (packed(("main.py", SOURCE)), "no bot.py"),
    "another language": (packed(("kingsbench.toml", b""), ("bot.js", b"")), "only Python bots"),
    "too large": (python(b"#" * (2 * 1024 * 1024)), "larger than"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_file_is_refused_with_words_and_nothing_happens(
    case: str, as_alice: Client, ladder: Ladder
) -> None:
    upload, words = BAD_FILES[case]
    if upload:
        upload.seek(0)
    response = as_alice.post(UPLOAD, form(ladder, upload))
    assert response.status_code == 422
    assert words in Page(response)
    assert not Bot.objects.exists()
    assert not Match.objects.exists()


def test_twenty_megabytes_are_answered_413(as_alice: Client, ladder: Ladder) -> None:
    response = as_alice.post(UPLOAD, form(ladder, python(b"#" * 20_000_000)))
    assert response.status_code == 413
    assert not Bot.objects.exists()


@pytest.mark.parametrize("name", ["alcuin", "ALCUIN", "Alcuin"])
def test_a_name_that_is_taken_in_any_case_is_refused(
    name: str, as_bob: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    response = as_bob.post(UPLOAD, form(ladder, python(b"x = 1\n"), name=name))
    assert response.status_code == 422
    assert "is taken" in Page(response)
    assert list(response.context["form"].errors) == ["name"]
    assert Bot.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["", "x", "y" * 41, "<script>alert(1)</script>", "a\u202eb", "🤖🤖"]
)
def test_a_bad_name_is_refused(name: str, as_alice: Client, ladder: Ladder) -> None:
    response = as_alice.post(UPLOAD, form(ladder, python(), name=name))
    assert response.status_code == 422
    page = Page(response)
    assert "<script>alert" not in page.html
    assert page.errors or page.alerts
    assert not Bot.objects.exists()


@pytest.mark.parametrize("state", ["frozen", "closed"])
def test_a_ladder_that_takes_none_is_refused(state: str, as_alice: Client, ladder: Ladder) -> None:
    closed = a_ladder(name="Old", slug="old", state=state)
    assert "Old" not in visit(as_alice, UPLOAD).html
    response = as_alice.post(UPLOAD, form(closed, python()))
    assert "does not accept bots right now" in Page(response)
    assert not Bot.objects.exists()


def test_uploads_are_closed_without_a_jail(as_alice: Client, ladder: Ladder) -> None:
    Worker.objects.create(host="one", slots=2, problem="no namespaces", seen_at=timezone.now())
    assert visit(as_alice, UPLOAD).has("[disabled]")
    response = as_alice.post(UPLOAD, form(ladder, python()))
    assert response.status_code == 422
    assert not Bot.objects.exists()


@pytest.mark.parametrize("page", [UPLOAD, "/bots/alcuin/versions/new/"])
def test_without_login_one_is_sent_to_log_in(
    page: str, visitor: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    for response in (visitor.get(page), visitor.post(page, form(ladder, python()))):
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/accounts/login/")
    assert Version.objects.count() == 1


def test_an_upload_without_its_token_is_refused(ladder: Ladder) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(person("dora"))
    assert browser.post(UPLOAD, form(ladder, python())).status_code == 403
    assert not Bot.objects.exists()


def test_a_new_version_of_ones_own_bot_is_checked(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    page = "/bots/alcuin/versions/new/"
    assert "New version of Alcuin" in visit(as_alice, page)
    response = as_alice.post(page, form(ladder, python(b"def decide(r): return 0\n")))
    assert response.headers["Location"] == "/bots/alcuin/versions/2/"
    assert alices_bot.versions.count() == 2


@pytest.mark.parametrize("who", ["as_bob", "as_charlie", "as_olga"])
def test_anothers_bot_cannot_be_given_a_version(
    who: str, request: pytest.FixtureRequest, alices_bot: Bot, ladder: Ladder
) -> None:
    browser: Client = request.getfixturevalue(who)
    page = "/bots/alcuin/versions/new/"
    assert browser.get(page).status_code == 404
    assert browser.post(page, form(ladder, python(b"y = 2\n"))).status_code == 404
    assert alices_bot.versions.count() == 1


def test_the_ladder_one_comes_from_is_chosen_already(as_alice: Client, ladder: Ladder) -> None:
    other = a_ladder(name="Second", slug="second")
    page = visit(as_alice, f"{UPLOAD}?ladder={other.pk}")
    assert page.has(f'option[value="{other.pk}"][selected]')


def test_the_example_of_the_home_page_is_the_file_to_download(visitor: Client) -> None:
    response = visitor.get("/example/my_bot.py")
    assert response["Content-Type"].startswith("text/x-python")
    compile(response.content, "my_bot.py", "exec")


@pytest.mark.parametrize(
    ("rate", "path"),
    [
        ("uploads", "/bots/upload/"),
        ("uploads", "/bots/alcuin/versions/new/"),
        ("uploads", "/bots/alcuin/recheck/"),
        ("uploads", "/bots/alcuin/versions/1/activate/"),
        ("challenges", "/bots/alcuin/versions/1/trial/"),
        ("challenges", "/bots/alcuin/versions/1/gauntlet/"),
        ("challenges", "/bots/alcuin/challenge/"),
    ],
)
def test_forms_and_api_are_counted_together(
    rate: str,
    path: str,
    as_alice: Client,
    alice: User,
    alices_bot: Bot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, rate, "2/min")
    assert as_alice.post(path, {}).status_code in {200, 302, 422, 409}
    sent = {"uploads": "bots/alcuin/recheck/", "challenges": "challenges/"}
    headers = {"Authorization": f"Bearer {make_token(user=alice, name='x', scopes=SCOPES)[1]}"}
    program = Client(headers=headers)
    address = "/api/v1/" + sent[rate]
    assert program.post(address, {}, content_type="application/json").status_code in {409, 422}
    refused = as_alice.post(path, {})
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "Too many requests" in Page(refused)
    assert as_alice.get("/bots/upload/").status_code == 200


SCOPES = ["read", "bots:write", "challenges:write"]

"""An account's whole journey, with a mail server and a webhook receiver."""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.platforms import prepare, running
from tests.browser.steps import LOOKS, PASSWORD, awaited, suits_everybody, upload
from tests.patience import PATIENCE
from tests.smtp import MailServer, mail_server, text_of
from tests.tooling.processes import within
from tests.website.accounts.test_area import PAGES
from tests.website.notifications.receiver import Receiver, is_genuine, receiving

pytestmark = [pytest.mark.browser, pytest.mark.jail]

ADDRESS = "frida@example.org"
AREA = [*PAGES, "/people/frida/"]


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture(scope="module")
def platform(mail: MailServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Replace the shared platform, which has no mail."""
    state = tmp_path_factory.mktemp("mailing")
    prepare(state)
    settings = {"EMAIL_URL": mail.url, "KINGSBENCH_WEBHOOKS_LOOPBACK": "true"}
    with running(state, **settings) as address:
        yield address


def log_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").or_(page.get_by_label("Login")).first.fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def sign_up(page: Page, mail: MailServer) -> None:
    """Sign up with an address confirmed by the link in a mail."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("frida")
    page.get_by_label("Email", exact=True).fill(ADDRESS)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Confirm your address")).to_be_visible()
    [letter] = mail.to(ADDRESS)
    link = re.search(r"http\S+", text_of(letter))
    assert link
    page.goto(urlsplit(link[0]).path)
    page.get_by_role("button", name="Confirm address").click()
    log_in(page, "frida")
    expect(page.get_by_role("navigation", name="Account")).to_contain_text("frida")


def secret_on(page: Page) -> str:
    return page.locator("code.secret-text").inner_text()


def make_token(page: Page) -> None:
    """Make a token, which works until it is revoked."""
    page.goto("/accounts/tokens/")
    page.get_by_label("Name", exact=True).fill("laptop")
    page.get_by_label("read what I can see").check()
    page.get_by_role("button", name="Create").click()
    key = {"Authorization": f"Bearer {secret_on(page)}"}
    context = page.context.browser
    assert context
    elsewhere = context.new_context(base_url=page.url.split("/accounts")[0])
    assert elsewhere.request.get("/api/v1/me/", headers=key).json()["username"] == "frida"
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("was revoked")).to_be_visible()
    assert elsewhere.request.get("/api/v1/me/", headers=key).status == 401
    elsewhere.close()


def make_webhook(page: Page, receiver: Receiver) -> str:
    """Make a webhook; its test arrives, signed with the secret shown."""
    page.goto("/accounts/webhooks/")
    page.get_by_label("Address", exact=True).fill(receiver.url)
    page.get_by_label("a check failed").check()
    page.get_by_role("button", name="Create").click()
    secret = secret_on(page)
    page.get_by_role("button", name="Send a test").click()
    assert within(PATIENCE, lambda: bool(receiver.got))
    assert is_genuine(secret, *receiver.got[0])
    awaited(page, page.url, ".deliveries .tag.good")
    page.reload()
    expect(page.locator(".deliveries .tag.good")).to_have_text("200")
    return secret


def fail_a_check(page: Page, mail: MailServer, receiver: Receiver, secret: str) -> None:
    """Fail a check; the site, a mail and a webhook report it."""
    upload(page, "Fridas-slip", "def decide(request)\n    return 0\n")
    expect(page.get_by_role("status").first).to_contain_text("Rejected")
    assert within(PATIENCE, lambda: len(receiver.got) > 1 and len(mail.to(ADDRESS)) > 1)
    headers, body = receiver.got[1]
    assert is_genuine(secret, headers, body)
    message = json.loads(body)
    assert (message["type"], message["data"]["bot"]) == ("check.failed", "Fridas-slip")
    letter = mail.to(ADDRESS)[1]
    assert "Fridas-slip v1 failed its check" in str(letter["Subject"])
    assert message["data"]["url"] in text_of(letter)
    page.goto("/notifications/")
    account = page.get_by_role("navigation", name="Account")
    read = account.get_by_role("link", name="Notifications", exact=True)
    expect(read).to_be_visible()  # its page showed the result
    page.get_by_role("link", name=re.compile("Fridas-slip v1 failed")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fridas-slip")


def export(page: Page, folder: Path) -> None:
    page.goto("/accounts/data/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download everything").click()
    path = folder / "all.zip"
    download.value.save_as(path)
    with zipfile.ZipFile(path) as zipped:
        assert ADDRESS in zipped.read("addresses.jsonl").decode()
        assert b"def decide" in zipped.read("sources/fridas-slip/1-Fridas-slip.py")


def leave(page: Page) -> None:
    page.goto("/accounts/data/")
    page.get_by_role("link", name="Delete your account").click()
    page.get_by_label("Your user name").fill("frida")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("button", name="Permanently delete account").click()
    expect(page.get_by_text("This is not your password.")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Permanently delete account").click()
    expect(page.get_by_text("Your account was deleted.")).to_be_visible()
    log_in(page, "frida")
    expect(page.get_by_role("alert")).to_be_visible()


def look_at_all(page: Page) -> None:
    """Check all pages, every other one on a phone in dark colours."""
    for number, address in enumerate(AREA):
        page.goto(address)
        suits_everybody(page, [LOOKS[number % len(LOOKS)]])


def test_an_account_from_the_first_mail_to_the_farewell(
    quiet_page: Page, mail: MailServer, receiver: Receiver, tmp_path: Path
) -> None:
    page = quiet_page
    sign_up(page, mail)
    make_token(page)
    secret = make_webhook(page, receiver)
    fail_a_check(page, mail, receiver, secret)
    look_at_all(page.context.new_page())  # axe itself breaks the content policy
    export(page, tmp_path)
    leave(page)

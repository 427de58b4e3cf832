"""One's own rows are marked, also in parts of a page that are polled and the same for all."""

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from arena.models import Bot
from tests.browser.test_pages import log_in
from tests.cast import a_ladder, alice, bob
from tests.website.rows import make_bot

pytestmark = [pytest.mark.browser]


@pytest.mark.django_db(transaction=True)
def test_own_rows_are_marked_before_and_after_a_poll(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    ladder = a_ladder()
    own = make_bot(alice(), "Alcuin", ladder)
    make_bot(bob(), "Bede", ladder)
    page = new_context(base_url=live_server.url).new_page()
    log_in(page, alice(), live_server)
    page.goto(f"/ladders/{ladder.slug}/")
    marked = page.locator("tr.mine")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("Alcuin")
    Bot.objects.filter(pk=own.pk).update(name="Alcuin of York")
    expect(marked).to_contain_text("Alcuin of York")
    expect(marked).to_have_count(1)

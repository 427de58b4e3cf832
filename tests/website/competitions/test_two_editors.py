"""Two organisers edit the same settings, on the page and in the API."""

from typing import Any

import pytest
from django.test import Client

from arena.models import Ladder, League, Tournament
from arena.tournaments.organise import make_tournament
from tests.arena.league_steps import a_league
from tests.arena.tournament_steps import bots, opened, started, terms
from tests.cast import a_ladder, olga, person
from tests.website.browser import Browser
from tests.website.page import Form, Page, visit
from tests.website.program import Program

pytestmark = pytest.mark.django_db
KINDS = ["ladders", "leagues", "tournaments"]
Made = Ladder | League | Tournament


def make(kind: str) -> Made:
    if kind == "ladders":
        return a_ladder()
    if kind == "leagues":
        return a_league()
    return make_tournament(organiser=olga(), terms=terms())


def filled(page: Page) -> dict[str, Any]:
    """Return what a browser would send of the page's form."""
    [form] = [Form(part.node, page) for part in page.parts("form:has([name=revision])")]
    names = form.names - {"estimate", "forecast"}  # buttons
    return {name: form.values(name) for name in names if form.values(name)}


@pytest.fixture
def as_otto() -> Client:
    """The browser of another organiser."""
    browser = Browser()
    browser.force_login(person("otto", is_staff=True))
    return browser


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_form_comes_back_with_what_differs_and_all_that_was_typed(
    kind: str, as_olga: Client, as_otto: Client
) -> None:
    made = make(kind)
    edit = f"/{kind}/{made.slug}/edit/"
    first, second = filled(visit(as_olga, edit)), filled(visit(as_otto, edit))
    saved = as_olga.post(edit, first | {"description": "For beginners."})
    assert saved.status_code == 302
    sent = second | {"description": "For experts.", "name": "Ours"}
    page = Page(as_otto.post(edit, sent))
    assert page.status == 409
    assert "olga has saved other settings since you began" in page.alert
    row = page.table("Changed by others").row("Description")
    assert (row["Now"], row["In this form"]) == ("For beginners.", "For experts.")
    again = filled(page)
    assert (again["description"], again["name"]) == (["For experts."], ["Ours"])
    made.refresh_from_db()
    assert made.description == "For beginners."
    assert as_otto.post(edit, again).status_code == 302
    made.refresh_from_db()
    assert (made.description, made.name) == ("For experts.", "Ours")


@pytest.mark.parametrize("kind", KINDS)
def test_a_program_that_read_an_older_state_is_refused_with_what_changed(kind: str) -> None:
    made = make(kind)
    path, program = f"/api/v1/{kind}/{made.slug}/", Program(olga())
    read = program.get(path)["ETag"]
    assert read.startswith('"1-')
    changed = patch(program, path, {"description": "For beginners."}, read)
    assert changed.status_code == 200
    assert changed["ETag"].startswith('"2-')
    refused = patch(program, path, {"description": "For experts."}, read)
    assert refused.status_code == 409
    told = refused.json()
    assert told["type"] == "/api/#edited-meanwhile"
    assert told["revision"] == 2
    assert told["changes"] == {"description": {"before": "", "now": "For beginners."}}
    again = patch(program, path, {"description": "For experts."}, changed["ETag"])
    assert (again.status_code, again.json()["description"]) == (200, "For experts.")


def patch(program: Any, path: str, sent: dict[str, Any], tag: str | None = None) -> Any:
    headers = {"If-Match": tag} if tag else {}
    return program.patch(path, sent, content_type="application/json", headers=headers)


@pytest.mark.parametrize(
    ("tag", "status"),
    [
        (None, 200),
        ("*", 200),
        ('W/"1-abc"', 200),
        ('"1-abc"', 200),
        ('"7", "1"', 200),
        ('"7"', 409),
        ("1", 200),
        ('"x"', 409),
        ('"' + "9" * 40 + '"', 409),
    ],
)
def test_if_match_names_what_was_read(tag: str | None, status: int) -> None:
    made = make("tournaments")
    path = f"/api/v1/tournaments/{made.slug}/"
    assert patch(Program(olga()), path, {"description": "Mine"}, tag).status_code == status


@pytest.mark.parametrize("sent", ["x", "-1", "9" * 40, "7"])
def test_a_form_of_no_known_state_is_not_saved(sent: str, as_olga: Client) -> None:
    edit = f"/tournaments/{make('tournaments').slug}/edit/"
    fields = filled(visit(as_olga, edit))
    assert as_olga.post(edit, fields | {"revision": sent}).status_code == 409


def test_the_history_of_a_tournament_says_old_and_new_values(as_olga: Client) -> None:
    made = make("tournaments")
    edit = f"/tournaments/{made.slug}/edit/"
    fields = filled(visit(as_olga, edit))
    as_olga.post(edit, fields | {"description": "For beginners.", "if_unpaired": "end"})
    page = visit(as_olga, f"/tournaments/{made.slug}/organise/")
    assert "→ For beginners." in page
    assert "→ end with the standings so far" in page


def test_seeds_of_two_organisers_do_not_replace_each_other(
    as_olga: Client, as_otto: Client
) -> None:
    made = opened(bots(3, a_ladder()))
    desk = f"/tournaments/{made.slug}/organise/"
    first, second = filled(visit(as_olga, desk)), filled(visit(as_otto, desk))
    saved = as_olga.post(f"{desk}seeds/", first | {"seed-house-2": "1"})
    assert saved.status_code == 302
    sent = {**second, "seed-house-3": "1", "seed-house-1": "2"}
    page = Page(as_otto.post(f"{desk}seeds/", sent))
    assert page.status == 409
    assert "olga has saved other settings since you began" in page.alert
    assert page.table("Manual seeding").row("House 2")["Now"] == "1"
    assert slugs_by_seed(made) == ["house-2"]
    again = filled(page)
    assert (again["seed-house-3"], again["seed-house-1"]) == (["1"], ["2"])
    assert as_otto.post(f"{desk}seeds/", again).status_code == 302
    assert slugs_by_seed(made) == ["house-3", "house-1"]


def test_the_form_of_settings_says_that_seeds_were_saved_meanwhile(
    as_olga: Client, as_otto: Client
) -> None:
    made = opened(bots(3, a_ladder()))
    edit = f"/tournaments/{made.slug}/edit/"
    fields = filled(visit(as_otto, edit))
    as_olga.post(f"/tournaments/{made.slug}/organise/seeds/", {"seed-house-2": "1"})
    page = Page(as_otto.post(edit, fields | {"description": "For experts."}))
    assert page.status == 409
    row = page.table("Changed by others").row("Manual seeding")
    assert (row["Before"], row["Now"]) == ("\N{EN DASH}", "House 2")
    assert as_otto.post(edit, filled(page)).status_code == 302


def test_seeds_that_come_too_late_are_answered_with_words(as_olga: Client) -> None:
    made = started(bots(3, a_ladder()))
    answer = as_olga.post(
        f"/tournaments/{made.slug}/organise/seeds/", {"seed-house-2": "1"}, follow=True
    )
    assert "can no longer change" in Page(answer).message


def test_a_program_names_the_state_whose_seeds_it_changes() -> None:
    made = opened(bots(3, a_ladder()))
    path, program = f"/api/v1/tournaments/{made.slug}/", Program(olga())
    read = program.get(path)["ETag"]

    def seed(tag: str, *slugs: str) -> Any:
        headers = {"If-Match": tag}
        sent = {"bots": slugs}
        return program.post(f"{path}seeds/", sent, "application/json", headers=headers)

    changed = seed(read, "house-2")
    assert changed.status_code == 200
    refused = seed(read, "house-3")
    assert refused.status_code == 409
    assert refused.json()["changes"] == {"seeds": {"before": [], "now": ["House 2"]}}
    assert slugs_by_seed(made) == ["house-2"]
    again = seed(changed["ETag"], "house-2")
    assert again["ETag"].partition("-")[0] == changed["ETag"].partition("-")[0], "the same seeds"
    assert seed(again["ETag"], "house-3").status_code == 200


def slugs_by_seed(made: Tournament) -> list[str]:
    by_hand = made.entrants.exclude(seed=None).order_by("seed")
    return list(by_hand.values_list("bot__slug", flat=True))


def test_a_change_that_is_none_of_the_settings_gives_another_tag_and_no_conflict() -> None:
    """What caches compare changes with all that is shown; what editors compare, with settings."""
    made = make("tournaments")
    path, program = f"/api/v1/tournaments/{made.slug}/", Program(olga())
    read = program.get(path)["ETag"]
    assert program.get(path, headers={"If-None-Match": read}).status_code == 304
    program.send(f"tournaments/{made.slug}/open/")
    again = program.get(path, headers={"If-None-Match": read})
    assert (again.status_code, again.json()["state"]) == (200, "open")
    assert patch(program, path, {"description": "Mine"}, read).status_code == 200

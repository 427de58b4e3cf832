"""Two games on one site: lists filtered by game, forms with a part per game, games without one."""

import re
from typing import Any

import pytest
from django.test import Client

from arena.models import Bot, Ladder
from engine import catalogue
from engine.game import ConfigOption
from tests.website.forms import errors
from tests.website.games.kingdomino.tables import a_kingdomino_ladder
from tests.website.page import Page, visit
from tests.website.rows import make_match
from website.accounts.models import User
from website.games import MODULES
from website.games.fields import GenericFields, field_for
from website.games.registry import site_game
from website.ladders import board

NEW = "/ladders/new/"
EDIT = "/ladders/kingdomino/edit/"
FORM: dict[str, Any] = {
    "name": "Two crowns",
    "game": "kingdomino",
    "seats": "2",
    "games_per_match": "2",
    "state": "open",
}
VARIANTS = "kingdomino-variants"
BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown variant": ({VARIANTS: ["giants"]}, VARIANTS, "valid choice"),
    "duel of three": (
        {VARIANTS: ["mighty_duel"], "seats": "3", "games_per_match": "3"},
        VARIANTS,
        "The Mighty Duel needs 2 seats, not 3.",
    ),
    "five seats": (
        {"seats": "5", "games_per_match": "5"},
        "seats",
        "Kingdomino needs 2, 3, 4 seats, not 5.",
    ),
    "no seats": ({"seats": "", VARIANTS: ["mighty_duel"]}, "seats", "required"),
    "hostile variant": ({VARIANTS: ["<b>"]}, VARIANTS, "<b>"),
    "no multiple": ({"games_per_match": "3"}, "games_per_match", "multiple of its 2 seats"),
    "no game": ({"game": ""}, "game", "required"),
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_organiser_makes_a_ladder_of_kingdomino(seats: int, as_olga: Client) -> None:
    chosen = {"seats": str(seats), "games_per_match": "1", "kingdomino-must_place": "on"}
    fields = FORM | chosen | {VARIANTS: ["harmony", "dynasty"]}
    response = as_olga.post(NEW, fields, follow=True)
    assert response.redirect_chain == [("/ladders/two-crowns/", 302)]
    ladder = Ladder.objects.get()
    assert (ladder.game, ladder.seats) == ("kingdomino", seats)
    assert ladder.config == {"variants": ["dynasty", "harmony"], "must_place": True}
    assert "Dynasty. Three games in a row" in Page(response)


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_at_its_field(case: str, as_olga: Client, db: None) -> None:
    a_kingdomino_ladder()
    changed, field, words = BAD[case]
    for page in (NEW, EDIT):
        response = as_olga.post(page, FORM | changed)
        assert response.status_code == 422
        found = errors(response)
        assert list(found) == [field]
        assert words in found[field]
    assert [ladder.config for ladder in Ladder.objects.all()] == [{}]


def test_what_stands_in_the_part_of_another_game_does_not_count(as_olga: Client) -> None:
    fields = FORM | {"dominion-way": "cards", "dominion-cards": ["Moot"], VARIANTS: ["harmony"]}
    assert as_olga.post(NEW, fields).status_code == 302
    assert Ladder.objects.get().config == {"variants": ["harmony"], "must_place": False}


def test_nothing_chosen_is_lost_with_a_mistake(as_olga: Client) -> None:
    fields = FORM | {VARIANTS: ["mighty_duel", "harmony"], "seats": "4"}
    page = Page(as_olga.post(NEW, fields))
    checked = [box["value"] for box in page.parts("[name=kingdomino-variants][checked]")]
    assert checked == ["harmony", "mighty_duel"]
    assert page.has("[name=game][value=kingdomino][checked]")


def test_the_form_offers_every_game_with_its_own_part_and_no_script(as_olga: Client) -> None:
    page = visit(as_olga, NEW)
    main = page.part("main").html
    assert "<script" not in main
    assert "hx-" not in main
    for name in catalogue.FOLDERS:
        assert page.has(f'[name=game][value="{name}"]')
        assert page.has(f'[name^="{name}-"]')
    assert "10 points for a castle in the middle" in page
    assert not re.search(r'<input[^>]*name="(dominion|kingdomino)-[^>]* required', page.html)


@pytest.mark.parametrize("game", ["kingdomino", "dominion", "chess", ""])
def test_a_game_in_the_address_is_chosen_already(game: str, as_olga: Client) -> None:
    page = visit(as_olga, f"{NEW}?game={game}&variants=dynasty&sets=base")
    chosen = [box["value"] for box in page.parts("[name=game][checked]")]
    assert chosen == [game if game in catalogue.FOLDERS else "dominion"]


@pytest.mark.parametrize("config", [{}, {"variants": ["mighty_duel"]}, {"must_place": True}])
def test_saving_what_the_page_shows_changes_nothing(
    config: dict[str, Any], as_olga: Client, db: None
) -> None:
    ladder = a_kingdomino_ladder(config=config)
    shown = as_olga.get(EDIT).context["form"]
    fields = [field for one in (shown, *shown.parts.values()) for field in one]
    sent = {field.html_name: field.value() for field in fields}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    assert as_olga.post(EDIT, sent).status_code == 302
    ladder.refresh_from_db()
    assert (ladder.game, ladder.config) == ("kingdomino", config)


def test_a_ladder_may_change_its_game_while_nothing_is_recorded(
    as_olga: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    page = "/ladders/dominion-first-game/edit/"
    assert as_olga.post(page, FORM).status_code == 302
    ladder.refresh_from_db()
    assert (ladder.game, ladder.config) == ("kingdomino", {"variants": [], "must_place": False})
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, bobs_bot.current)
    response = as_olga.post(page, FORM | {VARIANTS: ["harmony"]})
    assert "has recorded matches" in Page(response).alert


@pytest.mark.parametrize("who", ["as_alice", "as_charlie"])
def test_people_who_do_not_organise_may_not(
    who: str, request: pytest.FixtureRequest, db: None
) -> None:
    a_kingdomino_ladder()
    browser = request.getfixturevalue(who)
    for page in (NEW, EDIT):
        assert browser.get(page).status_code == 403
        assert browser.post(page, FORM).status_code == 403
    assert [ladder.name for ladder in Ladder.objects.all()] == ["Kingdomino"]


# --- a game without a part of its own ----------------------------------------------------------
@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unregister Kingdomino's own site code."""
    monkeypatch.delitem(MODULES, "kingdomino")


@pytest.mark.usefixtures("plain")
def test_a_game_without_its_own_part_gets_fields_from_the_catalogue(as_olga: Client) -> None:
    page = visit(as_olga, NEW)
    assert "any of: dynasty (three games, their points summed)" in page
    fields = FORM | {VARIANTS: ["middle_kingdom"], "kingdomino-must_place": "on"}
    assert as_olga.post(NEW, fields).status_code == 302
    assert Ladder.objects.get().config == {"variants": ["middle_kingdom"], "must_place": True}


@pytest.mark.usefixtures("plain")
def test_the_rules_complaint_stands_at_the_field_it_names(as_olga: Client) -> None:
    fields = FORM | {VARIANTS: ["mighty_duel"], "seats": "4", "games_per_match": "4"}
    response = as_olga.post(NEW, fields)
    assert response.status_code == 422
    page = Page(response)
    assert "the variant mighty_duel is for 2 seats, not 4" in page
    assert Ladder.objects.count() == 0


def test_each_kind_of_option_has_its_field() -> None:
    info = catalogue.info("dominion")
    part = GenericFields(
        {"dominion-kingdom": "Big Money", "dominion-colonies": "True", "dominion-turn_limit": "9"},
        info=info,
        prefix="dominion",
    )
    assert part.is_valid()
    assert part.config() == {
        "kingdom": "Big Money",
        "sets": [],
        "colonies": True,
        "turn_limit": 9,
    }
    wrong = GenericFields({"dominion-turn_limit": "many"}, info=info, prefix="dominion")
    assert list(wrong.errors) == ["turn_limit"]


def test_options_of_other_kinds_are_read_as_what_they_are() -> None:
    assert field_for(ConfigOption(0.5, "")).clean("0.25") == 0.25
    assert field_for(ConfigOption({}, "")).clean('{"a": 1}') == {"a": 1}


def test_an_unknown_game_is_still_called_something() -> None:
    gone = site_game("carcassonne")
    assert (gone.title, gone.about, gone.info) == ("Carcassonne", "", None)
    assert [(fact.label, fact.words) for fact in gone.facts(2, {"with_river": True})] == [
        ("With river", "true")
    ]


# --- lists --------------------------------------------------------------------------------------
def test_lists_are_narrowed_by_game(
    visitor: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    pair = (alices_bot.current, bobs_bot.current)
    other = a_kingdomino_ladder()
    ours = make_match(ladder, *pair, status="running")
    theirs = make_match(other, *pair, status="running")
    both = [("dominion", ours, ladder, theirs, other), ("kingdomino", theirs, other, ours, ladder)]
    for game, shown, place, hidden, elsewhere in both:
        text = visit(visitor, f"/matches/?game={game}")
        assert f"/matches/{shown.pk}/" in text.hrefs
        assert f"/matches/{hidden.pk}/" not in text.hrefs
        assert text.has(f'a[href$="?game={game}"][aria-current=page]')
        text = visit(visitor, f"/ladders/?game={game}")
        assert f"/ladders/{place.slug}/" in text.hrefs
        assert f"/ladders/{elsewhere.slug}/" not in text.hrefs
    for page in ("/matches/?game=chess", "/ladders/?game=chess"):
        assert visitor.get(page).status_code == 404


def test_paging_keeps_the_game(
    visitor: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    for _ in range(41):
        make_match(ladder, alices_bot.current, bobs_bot.current, status="running")
    page = visit(visitor, "/matches/?game=dominion")
    older = re.search(r'href="(\?game=dominion&amp;before=\d+)"', page.html)
    assert older
    second = visit(visitor, "/matches/" + older[1].replace("&amp;", "&"))
    assert len(second.table().rows) == 1
    assert second.link("← Newest") == "/matches/?game=dominion"


def test_the_home_page_shows_a_ladder_of_every_game_before_a_second_of_any(
    ladder: Ladder, db: None
) -> None:
    for number in range(3):
        Ladder.objects.create(name=f"More {number}", slug=f"more-{number}", game="dominion")
    a_kingdomino_ladder()
    assert [one.slug for one, _rows in board.top_rows(None)] == [
        "dominion-first-game",
        "kingdomino",
        "more-0",
    ]


def test_an_upload_says_which_game_a_ladder_plays(as_alice: Client, ladder: Ladder) -> None:
    Ladder.objects.create(name="<b>Two</b> crowns", slug="two-crowns", game="kingdomino")
    page = visit(as_alice, "/bots/upload/")
    assert "Dominion: first game (Dominion)" in page
    assert "<b>Two</b> crowns (Kingdomino)" in page


def test_ladders_are_listed_with_their_game(visitor: Client, ladder: Ladder, alice: User) -> None:
    a_kingdomino_ladder()
    rows = visitor.get("/ladders/").content.decode().split("<tbody>")[1].split("</tr>")
    assert '<td class="wide">Dominion</td>' in rows[0]
    assert '<td class="wide">Kingdomino</td>' in rows[1]

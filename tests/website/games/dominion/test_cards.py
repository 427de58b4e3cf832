"""The cards browser: content, languages and filters."""

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from engine.dominion import CARDS
from engine.dominion.card import EXPANSIONS
from tests.website.page import Page, visit
from website.games.dominion.card_view import by_name, card_views, search_key
from website.places import ROOT

HTMX = {"HX-Request": "true"}
EVERYBODY = ["visitor", "as_alice", "as_charlie", "as_olga"]


def names(page: Page) -> list[str]:
    """The slugs of the cards shown, in order."""
    return [card["id"] for card in page.parts("article.card[id]")]


def shown(browser: Client, query: str = "") -> list[str]:
    return names(visit(browser, f"/cards/{query}"))


@pytest.fixture
def german(visitor: Client) -> Client:
    visitor.post("/language/", {"language": "de", "next": "/"})
    return visitor


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_sees_every_card(who: str, request: pytest.FixtureRequest) -> None:
    browser = request.getfixturevalue(who)
    slugs = shown(browser)
    assert len(slugs) == len(CARDS)
    assert set(slugs) == set(card_views("en"))
    for path in ("/cards/", "/cards/kingdoms/", "/cards/rulings/", "/cards/moat/"):
        assert browser.get(path).status_code == 200


def test_cards_stand_by_expansion_then_cost_then_name(visitor: Client) -> None:
    page = visit(visitor, "/cards/")
    sets = [part["id"].removeprefix("set-") for part in page.parts("[id^=set-]")]
    assert sets == list(EXPANSIONS)
    assert shown(visitor, "?expansion=hinterlands")[:4] == [
        "crossroads",
        "duchess",
        "fools-gold",
        "develop",
    ]


def test_a_card_shows_cost_both_names_its_types_and_its_rendered_text(visitor: Client) -> None:
    page = visit(visitor, "/cards/?q=Moat")
    assert names(page) == ["moat"]
    for words in (
        "Moat",
        '<span class="other soft" lang="de">Burggraben</span>',
        '<span class="kind action">Action</span><span class="kind reaction">Reaction</span>',
        '<span class="unseen">Cost: </span>2</span>',
        '<p class="bonus">+2 Cards.</p>',
        "you are unaffected by it.",
    ):
        assert words in page.html


def test_a_german_reader_reads_german(german: Client) -> None:
    page = visit(german, "/cards/?q=Burggraben")
    assert names(page) == ["moat"]
    assert page.texts(".other[lang=en]") == ["Moat"]
    assert "Aktion" in page.texts(".kind.action")
    assert "du bist von ihm nicht betroffen." in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (
            "?kind=Reaction",
            [
                "moat",
                "watchtower",
                "fools-gold",
                "tunnel",
                "trader",
                "secret-chamber",
                "horse-traders",
            ],
        ),
        ("?expansion=prosperity&cost=7", ["bank", "expand", "forge", "kings-court"]),
        ("?expansion=prosperity&kind=Treasure&cost=3", ["loan"]),
        ("?cost=0&expansion=basic", ["copper", "curse"]),
        (
            "?kind=Prize",
            ["bag-of-gold", "diadem", "followers", "princess", "trusty-steed"],
        ),
        ("?q=kings+court", []),
        ("?q=KING%27S", ["kings-court"]),
        ("?q=king%E2%80%99s", ["kings-court"]),
        ("?q=grosser+markt", ["grand-market"]),
        ("?q=munzer", ["mint"]),
        ("?q=attack+curse&expansion=base", ["witch"]),
        ("?q=attack+curse&expansion=seaside", ["sea-hag"]),
        ("?q=nothing+of+the+kind", []),
        ("?q=&expansion=&kind=&cost=", list(card_views("en"))),
    ],
)
def test_filters_narrow_together(query: str, found: list[str], visitor: Client) -> None:
    assert shown(visitor, query) == found


def test_every_type_has_its_colour_and_its_charge() -> None:
    static = ROOT / "platform" / "website" / "static"
    styles = (static / "css" / "cards.css").read_text()
    charges = (static / "js" / "games" / "dominion" / "cards.js").read_text()
    for kind in {kind.lower() for card in CARDS.values() for kind in card.types.split()}:
        assert f".{kind} {{\n  --tincture" in styles, kind
        assert f'\n  {kind}: "M' in charges, kind


def test_nothing_found_is_said(visitor: Client) -> None:
    page = visit(visitor, "/cards/?q=xyzzy")
    assert "No matches. Remove a filter" in page
    assert "0 cards" in page


@pytest.mark.parametrize(
    "query", ["?expansion=stash", "?kind=action", "?cost=-1", "?cost=two", "?q=" + 61 * "x"]
)
def test_a_filter_that_does_not_exist_is_named_and_narrows_nothing(
    query: str, visitor: Client
) -> None:
    page = visit(visitor, f"/cards/{query}")
    assert page.errors
    assert len(names(page)) == len(CARDS)


def test_a_search_stays_words(visitor: Client) -> None:
    page = visit(visitor, "/cards/?q=%3Cscript%3Ealert(1)")
    assert "<script>alert" not in page.html
    assert page.part("[name=q]")["value"] == "<script>alert(1)"


def test_htmx_gets_the_shelves_alone(visitor: Client) -> None:
    part = visitor.get("/cards/?cost=7", headers=HTMX)
    page = Page(part)
    assert names(page) == ["bank", "expand", "forge", "kings-court"]
    assert "4 cards" in page
    assert "<html" not in page.html
    known = HTMX | {"If-None-Match": part["ETag"]}
    assert visitor.get("/cards/?cost=7", headers=known).status_code == 304


def test_the_filters_work_as_a_plain_form(visitor: Client) -> None:
    page = visit(visitor, "/cards/?q=gold&cost=2")
    filters = page.form("/cards/")
    assert filters["method"] == "get"
    assert filters.value("q") == "gold"
    assert filters.has('option[value="2"][selected]')
    assert names(page) == ["fools-gold"]


def test_every_card_has_a_page_with_its_text_in_both_languages(visitor: Client) -> None:
    for slug, card_view in card_views("en").items():
        page = visit(visitor, f"/cards/{slug}/")
        for language in ("en", "de"):
            half = page.part(f"article.large[lang={language}]").html
            half = half.split("</article>")[0].replace("&#x27;", "'")
            assert card_view.card.name_in(language) in half
            assert all(line in half for line in card_view.card.text_in(language).splitlines())


def test_there_is_no_page_for_a_card_that_does_not_exist(visitor: Client) -> None:
    for slug in ("stash", "Moat", "new"):
        assert visitor.get(f"/cards/{slug}/").status_code == 404


def test_names_of_both_languages_lead_to_one_card_each() -> None:
    assert {by_name()[search_key(card.name)] for card in CARDS.values()} == {*CARDS.values()}
    assert {by_name()[search_key(card.german)] for card in CARDS.values()} == {*CARDS.values()}


def test_every_card_has_an_address_of_its_own() -> None:
    assert len(card_views("de")) == len(CARDS)
    with override("de"):
        assert [
            card_view.name for card_view in card_views("de").values() if card_view.slug == "mint"
        ] == ["Münzer"]


@pytest.mark.parametrize(
    ("path", "queries"),
    [("/cards/", 1), ("/cards/moat/", 2), ("/cards/kingdoms/", 1), ("/cards/rulings/", 1)],
)
def test_cards_cost_hardly_a_query(
    path: str, queries: int, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(queries):  # jail, and how often that card is gained
        visitor.get(path)


def test_cards_belong_to_the_handbook_and_every_page_leads_there(visitor: Client) -> None:
    assert "Handbook" in visit(visitor, "/cards/").texts("[aria-current=true]")
    assert visit(visitor, "/").link("Cards") == "/cards/"

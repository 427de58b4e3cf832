"""Only organisers create and edit ladders; errors are shown at their fields."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.core.clocks import CLOCKS
from arena.ladders.models.ladders import BENCH_AFTER
from arena.models import Bot, Ladder, Match
from engine.dominion.card import CARDS
from engine.dominion.kingdoms import KINGDOMS
from engine.dominion.setup import OLDEST_SETS, may_be_bane
from tests.cast import a_ladder
from tests.website.forms import errors
from tests.website.page import Page, visit
from tests.website.rows import make_match

NEW = "/ladders/new/"
EDIT = "/ladders/dominion-first-game/edit/"
LADDER = "/ladders/dominion-first-game/"
OTHERS = ["as_alice", "as_bob", "as_charlie"]
TEN = KINGDOMS[0].names
FORM: dict[str, Any] = {
    "name": "Dominion: first game",
    "description": "",
    "game": "dominion",
    "seats": "2",
    "games_per_match": "2",
    "dominion-way": "recommended",
    "dominion-kingdom": "First Game",
    "dominion-sets": ["base", "prosperity", "hinterlands"],
    "dominion-cards": [],
    "dominion-colonies": "auto",
    "state": "open",
}
# the fields of its own part
DOMINIONS = {"way", "kingdom", "sets", "cards", "colonies", "bane", "black_market"}
PICKED = {"way": "cards"}
WITCH = PICKED | {"cards": [*TEN[:8], "Young Witch", "Black Market"]}
BANES = [
    card.name
    for card in CARDS.values()
    if may_be_bane(card) and card.expansion in OLDEST_SETS and card.name not in TEN[:8]
]
ALL_SETS = {"way": "random", "sets": ["cornucopia", "promo"]}
BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "no name": ({"name": ""}, "name", "This field is required"),
    "a name of one sign": ({"name": "x"}, "name", "at least 2"),
    "seven seats": ({"seats": "7"}, "seats", "less than or equal to 6"),
    "one seat": ({"seats": "1"}, "seats", "greater than or equal to 2"),
    "too many for this game": (
        {"game": "kingdomino", "seats": "5", "games_per_match": "5"},
        "seats",
        "needs 2, 3, 4 seats, not 5",
    ),
    "no seats": ({"seats": "two"}, "seats", "whole number"),
    "no multiple": ({"games_per_match": "3"}, "games_per_match", "multiple of its 2 seats"),
    "no games": ({"games_per_match": "0"}, "games_per_match", "greater than or equal to 1"),
    "far too many": ({"games_per_match": "1" + 30 * "0"}, "games_per_match", "equal to 60"),
    "another game": ({"game": "chess"}, "game", "valid choice"),
    "no way": ({"way": ""}, "way", "required"),
    "unknown kingdom": ({"kingdom": "Atlantis"}, "kingdom", "valid choice"),
    "no kingdom": ({"kingdom": ""}, "kingdom", "Choose the cards"),
    "no sets": ({"way": "random", "sets": []}, "sets", "Choose the cards"),
    "an unknown set": ({"way": "random", "sets": ["stash"]}, "sets", "valid choice"),
    "a set of few cards": ({"way": "random", "sets": ["promo"]}, "sets", "only 4 cards"),
    "a set twice": (
        {"way": "random", "sets": ["base", "guilds", "base"]},
        "sets",
        "the expansion 'base' is named twice",
    ),
    "no cards": (PICKED, "cards", "Choose the cards"),
    "nine cards": (PICKED | {"cards": TEN[:9]}, "cards", "ten cards, not 9"),
    "eleven cards": (PICKED | {"cards": [*TEN, "Witch"]}, "cards", "ten cards, not 11"),
    "a card twice": (PICKED | {"cards": [*TEN[:9], TEN[0]]}, "cards", "Moat is listed twice"),
    "twice in two languages": (
        PICKED | {"cards": [*TEN[:9], "burggraben"]},
        "cards",
        "Moat is listed twice",
    ),
    "unknown card": (PICKED | {"cards": [*TEN[:9], "Moot"]}, "cards", "Did you mean “Moat”?"),
    "hostile card": (PICKED | {"cards": ["<b>\u202e"]}, "cards", "“<b>[U+202E]”"),
    "a basic card": (PICKED | {"cards": [*TEN[:9], "Gold"]}, "cards", "Gold is a basic card"),
    "a Prize": (PICKED | {"cards": [*TEN[:9], "Diadem"]}, "cards", "Diadem is a Prize"),
    "Stash": (PICKED | {"cards": [*TEN[:9], "Stash"]}, "cards", "no card named “Stash”"),
    "a Bane without Young Witch": ({"bane": "Hamlet"}, "bane", "with Young Witch, not 'Hamlet'"),
    "a Bane in sets without her": (
        {"way": "random", "sets": ["base"], "bane": "Hamlet"},
        "bane",
        "with Young Witch, not 'Hamlet'",
    ),
    "a Bane that is too dear": (WITCH | {"bane": "Smithy"}, "bane", "Smithy is not one of"),
    "a Bane of the kingdom": (WITCH | {"bane": "Moat"}, "bane", "Moat is in the kingdom"),
    "a deck with all Banes": (
        WITCH | {"black_market": ", ".join(BANES)},
        "bane",
        "leaves no card for the bane of Young Witch",
    ),
    "a deck without Black Market": ({"black_market": "Smithy"}, "black_market", "only for a"),
    "a deck with an unknown card": (
        WITCH | {"black_market": "Festival, Stash"},
        "black_market",
        "no card named “Stash”",
    ),
    "a deck with a card twice": (
        WITCH | {"black_market": "Festival, festival"},
        "black_market",
        "Festival is listed twice",
    ),
    "a deck with a card of the supply": (
        WITCH | {"black_market": "Festival, Moat"},
        "black_market",
        "Moat is in the supply",
    ),
    "a deck with a basic card": (
        WITCH | {"black_market": "Gold"},
        "black_market",
        "Gold is a basic card",
    ),
    "colonies maybe": ({"colonies": "maybe"}, "colonies", "valid choice"),
    "endless clock": ({"game_cpu": "inf"}, "game_cpu", "number"),
    "slow clock": ({"decision_cpu": "9999"}, "decision_cpu", "less than or equal to 600"),
    "never benched": ({"bench_after": "0"}, "bench_after", "greater than or equal to 1"),
    "ties alone": ({"draw_probability": "1"}, "draw_probability", "less than or equal to 0.999"),
    "no noise": ({"game_noise": "0"}, "game_noise", "greater than or equal to 0.1"),
    "asleep": ({"state": "asleep"}, "state", "valid choice"),
}


def form(**fields: Any) -> dict[str, Any]:
    return FORM | {_sent(name): value for name, value in fields.items()}


def _sent(field: str) -> str:
    return f"dominion-{field}" if field in DOMINIONS else field


@pytest.fixture
def played(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


@pytest.mark.parametrize("who", OTHERS)
def test_people_who_do_not_organise_may_not(
    who: str, request: pytest.FixtureRequest, ladder: Ladder
) -> None:
    browser = request.getfixturevalue(who)
    for page in (NEW, EDIT):
        for response in (browser.get(page), browser.post(page, form(name="Mine", state="closed"))):
            assert response.status_code == 403
            assert "have permission to do this" in Page(response)
    assert [one.name for one in Ladder.objects.filter(state="open")] == [ladder.name]
    for page in ("/ladders/", LADDER):
        shown = visit(browser, page)
        assert NEW not in shown.html
        assert EDIT not in shown.html


def test_visitors_are_asked_to_log_in(visitor: Client, ladder: Ladder) -> None:
    for page in (NEW, EDIT):
        for response in (visitor.get(page), visitor.post(page, form(name="Mine"))):
            assert response.status_code == 302
            assert response.headers["Location"] == f"/accounts/login/?next={page}"
    assert Ladder.objects.count() == 1


def test_an_organiser_finds_the_way(as_olga: Client, ladder: Ladder) -> None:
    assert NEW in visit(as_olga, "/ladders/").hrefs
    assert EDIT in visit(as_olga, LADDER).hrefs
    assert as_olga.get("/ladders/nowhere/edit/").status_code == 404


def test_a_ladder_of_a_recommended_kingdom(as_olga: Client) -> None:
    fields = form(
        name="  Big   Actions ", description="Long turns.", seats="4", games_per_match="8"
    )
    response = as_olga.post(
        NEW, fields | {"dominion-kingdom": "Big Actions", "game_cpu": "20"}, follow=True
    )
    assert response.redirect_chain == [("/ladders/big-actions/", 302)]
    ladder = Ladder.objects.get()
    assert (ladder.name, ladder.seats, ladder.games_per_match) == ("Big Actions", 4, 8)
    assert ladder.config == {"kingdom": "Big Actions"}
    assert ladder.limits == {"game_cpu": 20.0}
    page = Page(response)
    assert "Ladder created" in page
    assert "Kingdom: Big Actions" in page
    assert "With Platinum and Colony." in page
    assert "4 seats" in page


def test_a_ladder_of_random_kingdoms_names_its_sets_once_and_for_all(as_olga: Client) -> None:
    fields = form(name="Random", way="random", colonies="no", seats="3", games_per_match="1")
    page = Page(as_olga.post(NEW, fields, follow=True))
    sets = ["base", "prosperity", "hinterlands"]
    assert Ladder.objects.get().config == {"kingdom": "random", "sets": sets, "colonies": False}
    assert "ten new cards from Base game, Prosperity, Hinterlands for every match." in page
    assert "Never with Platinum and Colony." in page


@pytest.mark.parametrize(
    "cards",
    [
        TEN,
        [", ".join(TEN)],
        ["moat; DORF\nHolzfäller", "Keller", "Markt", "Miliz", "Mine", "Smithy", "umbau,Werkstatt"],
    ],
)
def test_ten_cards_are_named_in_either_language_one_by_one_or_as_a_list(
    cards: list[str], as_olga: Client
) -> None:
    fields = form(name="Picked", way="cards", cards=cards, colonies="yes")
    page = Page(as_olga.post(NEW, fields, follow=True))
    assert Ladder.objects.get().config == {"kingdom": TEN, "colonies": True}
    assert len(page.parts('a.chip[href^="/cards/"]')) == 10


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_at_its_field(case: str, as_olga: Client, ladder: Ladder) -> None:
    changed, field, words = BAD[case]
    for page in (NEW, EDIT):
        response = as_olga.post(page, form(**({"name": "Another"} | changed)))
        assert response.status_code == 422
        found = errors(response, without="dominion-")
        assert list(found) == [field]
        assert words in found[field]
    assert [one.config for one in Ladder.objects.all()] == [{"kingdom": "First Game"}]


def test_a_bane_and_a_black_market_deck_are_chosen_and_shown(as_olga: Client) -> None:
    fields = form(name="Witches", **WITCH, bane="Hamlet", black_market="festival; Hexe, Maskerade")
    page = Page(as_olga.post(NEW, fields, follow=True))
    assert Ladder.objects.get().config == {
        "kingdom": WITCH["cards"],
        "bane": "Hamlet",
        "black_market": ["Festival", "Witch", "Masquerade"],
    }
    assert "Bane of Young Witch: Hamlet" in page
    assert "Black Market deck: Masquerade, Festival, Witch" in page
    edit = visit(as_olga, "/ladders/witches/edit/")
    assert edit.part("[name=dominion-bane] [selected]")["value"] == "Hamlet"
    assert edit.part("[name=dominion-black_market]")["value"] == "Festival, Witch, Masquerade"


def test_a_bane_and_a_deck_may_be_left_to_chance(as_olga: Client) -> None:
    for name, sent in (("One", {}), ("Two", {"bane": "random", "black_market": " "})):
        page = Page(as_olga.post(NEW, form(name=name, **WITCH, **sent), follow=True))
        assert Ladder.objects.latest("pk").config == {"kingdom": WITCH["cards"]}
        assert "Bane of Young Witch: another card that costs 2 or 3 for every match." in page
        assert "Black Market deck: every kingdom card that is not in the supply." in page


def test_a_named_bane_serves_random_kingdoms_too(as_olga: Client) -> None:
    assert as_olga.post(NEW, form(name="Random", **ALL_SETS, bane="Hamlet")).status_code == 302
    config = {"kingdom": "random", "sets": ["cornucopia", "promo"], "bane": "Hamlet"}
    assert Ladder.objects.get().config == config


def test_what_stands_in_the_fields_of_another_way_does_not_count(as_olga: Client) -> None:
    fields = form(name="Random", way="random", cards=["Moot"], kingdom="Atlantis", sets=["base"])
    assert as_olga.post(NEW, fields).status_code == 302
    assert Ladder.objects.get().config == {"kingdom": "random", "sets": ["base"]}


def test_nothing_typed_is_lost_with_a_mistake(as_olga: Client) -> None:
    extras = {"bane": "Hamlet", "black_market": "Hexe; Festivol"}
    fields = form(name="Mine", way="cards", cards=[*TEN[:8], "Moot", "Witch"], seats="9", **extras)
    page = Page(as_olga.post(NEW, fields))
    assert page.part("[name=dominion-bane] [selected]")["value"] == "Hamlet"
    assert page.part("[name=dominion-black_market]")["value"] == "Hexe, Festivol"
    for name in (*TEN[:8], "Moot", "Witch"):
        assert page.has(f'[name=dominion-cards][value="{name}"]')
    assert page.part("[name=dominion-way][checked]")["value"] == "cards"
    assert page.part("[name=seats]")["value"] == "9"
    invalid = page.parts("[name=dominion-cards][aria-invalid=true]")
    marked = [field["value"] for field in invalid]
    assert marked == ["Moot"]


def test_a_name_that_is_taken_is_said_at_the_name(as_olga: Client, ladder: Ladder) -> None:
    response = as_olga.post(NEW, form(name="DOMINION: First Game"))
    assert response.status_code == 422
    assert "A ladder named" in errors(response, without="dominion-")["name"]


@pytest.mark.parametrize("kingdom", ["Big Actions", "random"])
def test_a_kingdom_in_the_address_is_chosen_already(kingdom: str, as_olga: Client) -> None:
    page = visit(as_olga, f"{NEW}?kingdom={kingdom}")
    chosen = page.has('option[value="Big Actions"][selected]')
    assert chosen == (kingdom == "Big Actions")
    assert page.has("[value=random][checked]") == (kingdom == "random")
    assert as_olga.get(f"{NEW}?kingdom=Atlantis").status_code == 200


def test_a_german_organiser_picks_and_errs_in_german(as_olga: Client) -> None:
    as_olga.post("/language/", {"language": "de", "next": "/"})
    page = visit(as_olga, NEW)
    assert page.part('option[value="First Game"][selected]').text == "Erstes Spiel"
    assert page.has("option[value=Burggraben]")
    fields = form(name="Zehn", way="cards", cards=[*TEN[:9], "Burggrabn"])
    found = errors(as_olga.post(NEW, fields), without="dominion-")
    assert found == {
        "cards": "Eine Karte namens „Burggrabn“ gibt es nicht. Meintest du „Burggraben“?"
    }


def test_the_clocks_say_what_they_are_when_left_empty(as_olga: Client) -> None:
    page = visit(as_olga, NEW)
    for name, clock in CLOCKS.items():
        assert page.has(f'[name="{name}"]')
        assert f"Default: {clock.usual}" in page


CONFIGS: list[dict[str, Any]] = [
    {"kingdom": "Erstes Spiel"},
    {"kingdom": "random", "turn_limit": 30},
    {"kingdom": [*TEN[:9], "Worker's Village"], "colonies": False},
    {"kingdom": WITCH["cards"], "bane": "Fishing Village", "black_market": ["Witch", "Hamlet"]},
    {},
]


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_saving_what_the_page_shows_changes_nothing(
    language: str, config: dict[str, Any], as_olga: Client, played: Match
) -> None:
    limits = {"memory": 64 * 1024 * 1024, "game_cpu": 7.5}
    Ladder.objects.update(config=config, limits=limits)
    as_olga.post("/language/", {"language": language, "next": "/"})
    page = as_olga.get(EDIT)
    assert as_olga.post(EDIT, as_a_browser_sends_it(page.context["form"])).status_code == 302
    ladder = Ladder.objects.get()
    assert (ladder.config, ladder.limits) == (config, limits)


def as_a_browser_sends_it(shown: Any) -> dict[str, Any]:
    fields = [field for one in (shown, *shown.parts.values()) for field in one]
    values = {field.html_name: field.value() for field in fields}
    return {name: "" if value is None else value for name, value in values.items()}


def test_policies_of_ratings_are_kept_and_have_defaults(as_olga: Client, ladder: Ladder) -> None:
    as_olga.post(EDIT, form(bench_after="5", draw_probability="0.25", game_noise="1.2"))
    ladder.refresh_from_db()
    assert (ladder.bench_after, *ladder.fixed) == (5, 0.25, 1.2)
    page = visit(as_olga, EDIT)
    assert page.part("[name=bench_after]")["value"] == "5"
    as_olga.post(EDIT, form(bench_after="", draw_probability="", game_noise=""))
    ladder.refresh_from_db()
    assert (ladder.bench_after, *ladder.fixed) == (BENCH_AFTER, None, None)


def test_rules_of_a_ladder_with_recorded_matches_stay(as_olga: Client, played: Match) -> None:
    for changed in (
        {"kingdom": "Big Money"},
        {"seats": "3", "games_per_match": "3"},
        {"way": "random"},
        {"colonies": "yes"},
    ):
        response = as_olga.post(EDIT, form(**changed))
        assert response.status_code == 422
        page = Page(response)
        assert "has recorded matches" in page.alert
    ladder = Ladder.objects.get()
    assert (ladder.config, ladder.seats) == ({"kingdom": "First Game"}, 2)


def test_name_clocks_and_state_may_always_change(as_olga: Client, played: Match) -> None:
    fields = form(name="Renamed", state="frozen", decision_cpu="0.5", games_per_match="4")
    response = as_olga.post(EDIT, fields, follow=True)
    page = Page(response)
    assert "Ladder saved." in page
    assert "Renamed" in page
    assert "frozen" in page.texts(".tag")
    assert "Enter a bot" not in page.html
    ladder = Ladder.objects.get()
    assert (ladder.slug, ladder.limits) == ("dominion-first-game", {"decision_cpu": 0.5})


def test_options_that_the_form_does_not_show_stay(as_olga: Client, ladder: Ladder) -> None:
    Ladder.objects.update(config={"kingdom": "First Game", "turn_limit": 30})
    as_olga.post(EDIT, form(kingdom="Big Money"))
    assert Ladder.objects.get().config == {"kingdom": "Big Money", "turn_limit": 30}


def test_a_ladder_page_shows_its_ten_cards_with_costs(visitor: Client, ladder: Ladder) -> None:
    page = visit(visitor, LADDER)
    chips = page.parts("a.chip")
    costs = [int(digit) for chip in chips for digit in re.findall(r"\d", chip.text)]
    assert costs == [2, 2, 3, 3, 3, 4, 4, 4, 5, 5]
    assert {chip["href"] for chip in chips} == {f"/cards/{name.lower()}/" for name in TEN}


def test_a_ladder_whose_kingdom_is_unknown_still_has_a_page(visitor: Client) -> None:
    a_ladder(config={"kingdom": "Siegestanz"})
    assert visitor.get(LADDER).status_code == 200


@pytest.mark.parametrize(("path", "queries"), [(NEW, 7), (EDIT, 9)])
def test_the_forms_cost_little(
    path: str,
    queries: int,
    as_olga: Client,
    played: Match,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # session, organiser, (ladder,) jail, versions that may work, workers, alarm, notifications
    with django_assert_num_queries(queries):
        as_olga.get(path)


def test_ratings_are_recomputed_for_a_reason(as_olga: Client, ladder: Ladder) -> None:
    form = f'[action="{LADDER}recompute/"]'
    assert visit(as_olga, EDIT).has(form)
    told = Page(as_olga.post(f"{LADDER}recompute/", follow=True))
    assert told.message.startswith("Give a reason.")
    assert not ladder.rating_runs.exists()
    told = Page(as_olga.post(f"{LADDER}recompute/", {"reason": "to be sure"}, follow=True))
    assert told.message == "Ratings will be updated within minutes."
    assert ladder.rating_runs.count() == 1

"""Recommended kingdoms, incomplete ones, and resolved configurations."""

from typing import Any

import pytest
from django.test import Client

from engine import catalogue
from engine.dominion import CARDS
from engine.dominion.kingdoms import KINGDOMS
from tests.website.page import visit
from website.games.dominion.kingdoms import Kingdom, of_ladder, of_match

RULES = catalogue.info("dominion").engine
MONEY = next(one for one in KINGDOMS if one.english == "Biggest Money")
RANDOM = {"kingdom": "random", "sets": ["prosperity", "hinterlands"]}


def test_every_recommended_kingdom_is_listed_with_its_ten_cards(visitor: Client) -> None:
    sections = visit(visitor, "/cards/kingdoms/").parts("section.sheet")
    assert len(sections) == len(KINGDOMS)
    for section, kingdom in zip(sections, KINGDOMS, strict=True):
        assert section.part("h2").text == kingdom.english
        assert kingdom.german in section.texts("[lang=de]")
        cards = section.parts("a[href^='/cards/']")
        assert len(cards) == 10
        assert set(kingdom.names) <= {name for card in cards for name in card.texts("span")}


def test_only_organisers_are_offered_to_make_a_ladder_of_one(
    as_olga: Client, as_alice: Client, visitor: Client
) -> None:
    link = "/ladders/new/?kingdom=Big%20Actions"
    assert link in visit(as_olga, "/cards/kingdoms/").hrefs
    for other in (as_alice, visitor):
        assert "/ladders/new/" not in visit(other, "/cards/kingdoms/").html


def test_a_cards_page_names_the_kingdoms_that_recommend_it(visitor: Client) -> None:
    page = visit(visitor, "/cards/kings-court/")
    kingdoms = [href for href in page.hrefs if "/kingdoms/#" in href]
    assert kingdoms == [
        f"/cards/kingdoms/#{slug}" for slug in ("big-actions", "the-kings-army", "lucky-seven")
    ]
    assert "Recommended in" not in visit(visitor, "/cards/copper/").html


@pytest.mark.parametrize(
    ("config", "name", "sets", "colonies"),
    [
        ({}, "First Game", ["base"], False),
        ({"kingdom": "Erstes Spiel"}, "First Game", ["base"], False),
        ({"kingdom": "Beginners"}, "Beginners", ["prosperity"], True),
        ({"kingdom": "Beginners", "colonies": False}, "Beginners", ["prosperity"], False),
        ({"kingdom": MONEY.names}, "", ["base", "prosperity"], True),
    ],
)
def test_a_fixed_kingdom_is_shown_as_the_engine_lays_it(
    config: dict[str, Any], name: str, sets: list[str], colonies: bool
) -> None:
    kingdom = of_ladder("dominion", 2, config)
    assert kingdom
    assert (kingdom.name, kingdom.sets, kingdom.colonies) == (name, sets, colonies)
    costs = [card_view.card.cost for card_view in kingdom.card_views]
    assert len(costs) == 10
    assert costs == sorted(costs)


def test_a_random_kingdom_is_shown_by_its_sets() -> None:
    kingdom = of_ladder("dominion", 3, RANDOM)
    assert kingdom
    assert kingdom.is_random
    assert kingdom.set_titles == ["Prosperity", "Hinterlands"]
    assert kingdom.colonies is None
    everything = of_ladder("dominion", 3, {"kingdom": "random", "colonies": True})
    assert everything
    assert (everything.sets, everything.colonies) == (["base", "prosperity", "hinterlands"], True)


WITCH = {"kingdom": [*MONEY.names[:8], "Young Witch", "Black Market"]}


def extras(kingdom: Kingdom | None) -> tuple[str, bool, list[str] | None]:
    assert kingdom
    bane = kingdom.bane.card.name if kingdom.bane else ""
    market = [view.card.name for view in kingdom.market] if kingdom.has_market else None
    return bane, kingdom.is_bane_drawn, market


def test_bane_and_black_market_deck_are_shown_where_a_match_has_them() -> None:
    deck = {"black_market": ["Smithy", "Cellar"]}
    assert extras(of_ladder("dominion", 2, {})) == ("", False, None)
    assert extras(of_ladder("dominion", 2, RANDOM)) == ("", False, None)
    assert extras(of_ladder("dominion", 2, WITCH)) == ("", True, [])
    assert extras(of_ladder("dominion", 2, WITCH | deck)) == ("", True, ["Cellar", "Smithy"])
    assert extras(of_ladder("dominion", 2, WITCH | {"bane": "Moat"})) == ("Moat", False, [])
    chosen = {"kingdom": "random", "sets": ["cornucopia"], "bane": "Moat"}
    assert extras(of_ladder("dominion", 2, chosen | deck)) == ("Moat", False, ["Cellar", "Smithy"])


def test_the_bane_of_a_match_is_shown_once_its_seed_is_public() -> None:
    dealt = catalogue.new("dominion", seats=2, seed=5, config=WITCH).view(None)["bane"]
    assert extras(of_match("dominion", 2, WITCH, seed=5, rules=RULES)) == (dealt, False, [])
    assert extras(of_match("dominion", 2, WITCH, seed=None, rules=RULES)) == ("", True, [])


def test_a_match_leaves_out_of_the_deck_what_it_was_dealt() -> None:
    sets = {"kingdom": "random", "sets": ["promo", "alchemy"]}
    config = sets | {"black_market": ["Vineyard", "Golem", "Smithy"]}
    for seed in range(4):
        dealt = catalogue.new("dominion", seats=2, seed=seed, config=config).view(None)["supply"]
        found = extras(of_match("dominion", 2, config, seed=seed, rules=RULES))[2]
        rest = [name for name in ("Smithy", "Vineyard", "Golem") if name not in dealt]
        assert sorted(found or []) == (sorted(rest) if "Black Market" in dealt else [])


@pytest.mark.parametrize("seed", [1, 2, 4_242_424_242])
def test_a_finished_match_shows_the_ten_that_were_drawn_for_it(seed: int) -> None:
    game = catalogue.new("dominion", seats=3, seed=seed, config=RANDOM)
    kingdom = of_match("dominion", 3, RANDOM, seed=seed, rules=RULES)
    assert kingdom
    piles = {name for name in game.view(0)["supply"] if CARDS[name].expansion != "basic"}
    assert {card_view.card.name for card_view in kingdom.card_views} == piles


def test_nothing_is_drawn_again_under_other_rules_or_from_a_secret_seed() -> None:
    for seed, rules in ((None, RULES), (7, "dominion-0"), (7, "")):
        kingdom = of_match("dominion", 3, RANDOM, seed=seed, rules=rules)
        assert kingdom
        assert kingdom.is_random


@pytest.mark.parametrize("kingdom", ["Atlantis", "Nowhere", ["Moat"], None, 7])
def test_a_kingdom_that_the_engine_does_not_know_is_not_shown(kingdom: Any) -> None:
    assert of_ladder("dominion", 2, {"kingdom": kingdom}) is None
    assert of_ladder("chess", 2, {"kingdom": "First Game"}) is None

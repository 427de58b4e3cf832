"""Kingdomino on the pages: finished games, ladders, and the dominoes themselves."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Game, Ladder, Match
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.setup import VARIANTS
from tests.website.games.kingdomino.tables import BONUSES, NAMES, a_kingdomino_ladder, a_match, play
from tests.website.page import Page, visit
from website.accounts.models import User

EVERYBODY = ["visitor", "as_alice", "as_charlie", "as_olga"]
CELL = r'<td class="number">([^<]+)</td>'
ROW = re.compile(rf"</svg>\s*(\w+)</th>{CELL}{CELL}")


def kingdoms(page: Page) -> list[str]:
    """The kingdoms of a page, each with its table."""
    return [part.html for part in page.parts("article.final-seat")]


def drawn(text: str) -> dict[str, Any]:
    """Return a kingdom's data for the browser."""
    found = re.search(r'data-kingdom="([^"]+)"', text)
    assert found
    data: dict[str, Any] = json.loads(unescape(found[1]))
    return data


@pytest.mark.parametrize(
    ("seats", "config"),
    [(2, {}), (3, {"variants": BONUSES}), (4, {}), (2, {"variants": ["mighty_duel"]})],
)
def test_areas_and_points_of_the_page_are_the_engines(
    seats: int, config: dict[str, Any], visitor: Client, alice: User
) -> None:
    game = play(seats, config, seed=3)
    match = a_match(alice, game, config)
    shown = kingdoms(visit(visitor, f"/matches/{match.pk}/"))
    state: Any = game
    assert len(shown) == seats
    for text, kingdom, score in zip(shown, state.state.kingdoms, game.scores, strict=True):
        areas = [
            (area.terrain.capitalize(), len(area.squares), area.crowns, area.points)
            for area in kingdom.areas()
            if area.crowns
        ]
        rows = [
            (name, *map(int, sum_.split()[::2]), int(points))
            for name, sum_, points in ROW.findall(text)
        ]
        assert sorted(rows) == sorted(areas)
        assert f'<td class="number strong">{score}</td>' in text
        data = drawn(text)
        assert data["tiles"] == [list(tile) for tile in kingdom.tiles]
        assert len(data["numbers"]) == len(kingdom.tiles) // 2
        assert data["size"] == kingdom.board.size


def test_bonuses_stand_in_the_table_with_a_word(visitor: Client, alice: User) -> None:
    config = {"variants": BONUSES}
    game = play(2, config, seed=8)
    match = a_match(alice, game, config)
    state: Any = game
    shown = kingdoms(visit(visitor, f"/matches/{match.pk}/"))
    for text, kingdom in zip(shown, state.state.kingdoms, strict=True):
        for title, earned, points in (
            ("Harmony", kingdom.is_full, 5),
            ("Middle Kingdom", kingdom.is_centred, 10),
        ):
            row = text.split(f">{title} <")[1].split("</tr>")[0]
            assert ("✓ reached" if earned else "missed") in row
            assert f'<td class="number">{points if earned else 0}</td>' in row


def test_a_dynasty_shows_three_games_and_their_sums(visitor: Client, alice: User) -> None:
    config = {"variants": ["dynasty"]}
    game = play(3, config, seed=4)
    match = a_match(alice, game, config)
    page = visit(visitor, f"/matches/{match.pk}/")
    assert len(kingdoms(page)) == 9
    rows = page.html.split("Dynasty points")[1].split("<tbody>")[1].split("</tbody>")[0]
    figures = [
        [int(figure) for figure in re.findall(r">(\d+)</td>", row)] for row in rows.split("</tr>")
    ][:3]
    assert [row[-1] for row in figures] == game.scores
    assert all(sum(row[:-1]) == row[-1] for row in figures)
    anchors = [part["id"] for part in page.parts("section.round[id]")]
    assert len(anchors) == len(set(anchors)) == 3 * 13
    assert {"turn-0", "turn-12", "part-2-turn-0", "part-3-turn-12"} <= set(anchors)


def test_every_id_on_the_page_is_there_once(visitor: Client, alice: User) -> None:
    config = {"variants": ["dynasty"]}
    match = a_match(alice, play(2, config, seed=4), config)
    page = visit(visitor, f"/matches/{match.pk}/")
    ids = re.findall(r'\sid="([^"]+)"', page.html)
    assert len(ids) == len(set(ids))
    for name in re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', page.html):
        assert name in ids


def test_a_game_that_a_fault_broke_off_shows_what_lay_there(visitor: Client, alice: User) -> None:
    game = play(2, {}, seed=6, most=9)
    match = a_match(alice, game, {}, reason="fault")
    shown = kingdoms(visit(visitor, f"/matches/{match.pk}/"))
    tiles = [len(seat["tiles"]) for seat in game.view(None)["seats"]]
    assert [len(drawn(text)["tiles"]) for text in shown] == tiles
    assert 0 < sum(tiles) < 48


@pytest.mark.parametrize("status", ["queued", "running", "void"])
def test_a_match_that_is_not_finished_shows_no_kingdom(
    status: str, visitor: Client, alice: User
) -> None:
    match = a_match(alice, play(2, {}, seed=6), {})
    Match.objects.update(status=status)
    page = visit(visitor, f"/matches/{match.pk}/")
    assert kingdoms(page) == []
    assert "Kingdomino" in page


def test_hostile_names_stay_words_in_the_drawing(visitor: Client, alice: User) -> None:
    match = a_match(alice, play(2, {}, seed=6), {})
    Bot.objects.filter(name="Charlemagne").update(name="</title></svg><script>\u202e")
    page = visit(visitor, f"/matches/{match.pk}/")
    assert "<script>\u202e" not in page.html
    assert "\u202e" not in page.html
    labels = [part["data-label"] for part in page.parts("[data-label]")]
    assert "The kingdom of </title></svg><script>[U+202E]" in labels


def test_the_draft_and_the_rows_stand_in_the_log(visitor: Client, alice: User) -> None:
    game = play(2, {}, seed=6)
    match = a_match(alice, game, {})
    page = visit(visitor, f"/matches/{match.pk}/")
    rows = [event["numbers"] for event in game.events(None) if event["type"] == "row"]
    for number, row in enumerate(rows):
        opening = page.html.split(f'id="turn-{number}"')[1].split("</ul>")[0]
        assert f"The next row: {', '.join(map(str, row))}." in opening
    assert "Charlemagne sets a king on domino" in page


def test_kingdoms_are_drawn_from_the_stored_events_alone(
    visitor: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = a_match(alice, play(2, {}, seed=6), {})
    Game.objects.update(record={})
    with django_assert_num_queries(7):  # jail, match, seats, changes, notes, games, faults
        assert len(kingdoms(visit(visitor, f"/matches/{match.pk}/"))) == 2


def test_a_configuration_of_other_rules_still_has_its_pages(visitor: Client, alice: User) -> None:
    match = a_match(alice, play(2, {}, seed=6), {})
    strange = {"variants": ["age_of_giants"], "<b>": True}
    Match.objects.update(config=strange)
    Ladder.objects.update(config=strange)
    for page in (f"/matches/{match.pk}/", "/ladders/kingdomino/"):
        shown = visit(visitor, page)
        assert "age_of_giants" in shown
        assert "<b>" not in shown.html
        assert kingdoms(shown) == []


@pytest.mark.parametrize(("language", "words"), [
    ("en", ["Dynasty", "The Mighty Duel", "7 by 7 squares", "must be placed"]),
    ("de", ["Dynastie", "Das große Duell", "7 mal 7 Felder", "muss angelegt werden"]),
])  # fmt: skip
def test_ladder_and_match_say_their_options_in_the_readers_language(
    language: str, words: list[str], visitor: Client, alice: User
) -> None:
    config = {"variants": ["dynasty", "mighty_duel"], "must_place": True}
    match = a_match(alice, play(2, config, seed=6), config)
    visitor.post("/language/", {"language": language, "next": "/"})
    for page in (f"/matches/{match.pk}/", "/ladders/kingdomino/"):
        shown = visit(visitor, page)
        assert [word for word in words if word not in shown] == []
        assert "mighty_duel" not in shown.html


def test_plain_rules_are_called_so(visitor: Client, db: None) -> None:
    a_kingdomino_ladder()
    page = visit(visitor, "/ladders/kingdomino/")
    assert page.facts["Variants"] == "none"
    assert page.facts["A domino that fits"] == "can be discarded"


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_sees_all_dominoes(who: str, request: pytest.FixtureRequest) -> None:
    page = visit(request.getfixturevalue(who), "/dominoes/")
    titles = re.findall(
        r'<li id="domino-(\d+)" data-domino="([^"]+)">Domino \d+: ([^<]+)</li>', page.html
    )
    assert [int(number) for number, _, _ in titles] == list(DOMINOES)
    assert titles[44][2] == "mine with 2 crowns, wheat"
    for (_, data, _), one in zip(titles, DOMINOES.values(), strict=True):
        assert json.loads(unescape(data))["halves"] == [list(half) for half in one.halves]
    assert "Handbook" in page.texts("[aria-current=true]")


def test_the_rules_are_told_in_german_with_every_variant(visitor: Client) -> None:
    visitor.post("/language/", {"language": "de", "next": "/"})
    page = visit(visitor, "/dominoes/")
    for word in ("Königreich", "Dynastie", "Harmonie", "Reich der Mitte", "Das große Duell"):
        assert word in page
    assert len(page.parts("dl.variant-list dt")) == len(VARIANTS)
    assert "Dominostein 45: Mine mit 2 Kronen, Weizen" in page


def test_the_page_of_dominoes_costs_no_query(
    visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):  # jail
        visitor.get("/dominoes/")


def test_names_at_the_table_tell_a_bot_from_itself(visitor: Client, alice: User) -> None:
    match = a_match(alice, play(2, {}, seed=6), {})
    first = match.seats.get(position=0)
    match.seats.filter(position=1).update(version=first.version)
    page = visit(visitor, f"/matches/{match.pk}/")
    labels = [part["data-label"] for part in page.parts("[data-label]")]
    assert f"The kingdom of {NAMES[0]} (1)" in labels
    assert f"The kingdom of {NAMES[0]} (2)" in labels

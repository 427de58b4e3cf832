"""The game in a loop on the home page, and the one that runs."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from arena.matches.watch_live import show_live
from arena.models import Bot, Game, Ladder, Match
from engine import catalogue
from tests.website.games.kingdomino.tables import a_match, play
from tests.website.page import Page, visit
from tests.website.rows import make_match
from website.accounts.models import User
from website.matches.featured import LONG, featured_game

HTMX = {"HX-Request": "true"}
TWO_SEATS = {"variants": ["mighty_duel"]}


@pytest.fixture
def running(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    """Alice's bot against Bob's, being played for a while."""
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current, status="running")
    Match.objects.update(started_at=timezone.now() - 2 * LONG)
    return match


def shown(match: Match) -> None:
    """Store a running game, as a worker does, with Bob's bot first."""
    game = catalogue.new("dominion", seats=2, seed=match.seed, config=match.config)
    while not any(event["type"] == "gain" for event in game.events(None)):
        assert game.decision is not None
        game.choose([len(game.decision.options) - 1])
    show_live(match=match, number=0, seating=[1, 0], game=game)


def test_every_domino_is_drawn_with_the_event_that_placed_it(
    charlie: User, visitor: Client
) -> None:
    game = play(2, TWO_SEATS, seed=1)
    match = a_match(charlie, game, TWO_SEATS)
    page = visit(visitor, "/")
    placed = [
        number for number, event in enumerate(game.events(None), 1) if event["type"] == "place"
    ]
    drawn = [int(one["data-at"]) for one in page.parts("g[data-at]")]
    assert sorted(drawn) == placed
    scores = [f"{score} points" for score in Game.objects.get().scores]
    assert page.texts(".summary-player .points") == scores
    assert page.link("Watch the replay") == f"/matches/{match.pk}/games/1/replay/"
    assert page.has(".featured button[hidden]"), "without JavaScript nothing moves"


def test_a_new_platform_asks_for_its_first_game(visitor: Client, charlie: User) -> None:
    address = "/matches/featured/"
    page = visit(visitor, "/")
    assert "The first match starts in a moment." in page
    assert page.has(f'#featured[hx-get="{address}"]')
    assert visitor.get(address, headers=HTMX).status_code == 204
    a_match(charlie, play(2, TWO_SEATS, seed=1), TWO_SEATS)
    cache.clear()
    first = visit(visitor, address, headers=HTMX)
    assert first.has("#featured[data-loop]")
    assert "hx-get" not in first.html
    assert visitor.get(address).headers["Location"] == "/"


def test_a_game_without_a_picture_is_passed_over(charlie: User) -> None:
    match = a_match(charlie, play(2, TWO_SEATS, seed=1), TWO_SEATS)
    assert featured_game([], [match]) is not None
    match.game = "go"
    assert featured_game([], [match]) is None


def test_what_runs_takes_the_place_once_it_is_seen(running: Match, visitor: Client) -> None:
    address = f"/matches/{running.pk}/featured/"
    assert visit(visitor, "/").has(f'[hx-get="{address}"]')
    assert visitor.get(address, headers=HTMX).status_code == 204, "the worker has not shown it yet"
    shown(running)
    answer = visitor.get(address, headers=HTMX)
    page = Page(answer)
    assert page.text.index("Bede") < page.text.index("Alcuin"), "by the seats of this game"
    assert page.has("li.action i[data-at]")
    assert page.has(f'[hx-get="{address}"]')
    assert str(running.seed) not in page.html
    again = visitor.get(address, headers={**HTMX, "If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert visitor.get(address).headers["Location"] == f"/matches/{running.pk}/"


def test_nobody_asks_for_it_any_more_after_its_end(running: Match, visitor: Client) -> None:
    Match.objects.update(status=Match.Status.FINISHED)
    assert visitor.get(f"/matches/{running.pk}/featured/", headers=HTMX).status_code == 286
    assert f"/matches/{running.pk}/featured/" not in visit(visitor, "/").html


def test_a_match_that_has_just_begun_is_left_alone(running: Match, visitor: Client) -> None:
    Match.objects.update(started_at=timezone.now())
    assert f"/matches/{running.pk}/featured/" not in visit(visitor, "/").html


def test_checks_are_shown_to_nobody(running: Match, visitor: Client, as_alice: Client) -> None:
    Match.objects.update(purpose=Match.Purpose.CHECK)
    for browser in (visitor, as_alice):
        assert f"/matches/{running.pk}/featured/" not in visit(browser, "/").html
        answer = browser.get(f"/matches/{running.pk}/featured/", headers=HTMX)
        assert answer.status_code == 404


def test_a_broken_row_has_no_picture(charlie: User) -> None:
    match = a_match(charlie, play(2, TWO_SEATS, seed=1), TWO_SEATS)
    events = Game.pack([{"type": "place", "seat": 9, "number": 99, "at": []}])
    broken: dict[str, object] = {"packed_events": events, "scores": [], "seating": [0]}
    for column, value in broken.items():
        Game.objects.filter(match=match).update(**{column: value})
        assert featured_game([], [match]) is None

"""The list of tournaments and their pages, for every kind of reader."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Action, Bot, Match, Round, Tournament
from arena.tournaments.lifecycle import cancel_tournament, start_tournament
from arena.tournaments.organise import make_tournament
from arena.tournaments.rounds import pause_locked
from engine.messages import Message
from tests.arena.tournament_steps import (
    bots,
    by_lot,
    first_wins,
    frozen,
    opened,
    play_out,
    play_round,
    started,
    terms,
)
from tests.cast import a_ladder, olga
from tests.website.page import visit
from tests.website.tournaments.conftest import OTHERS

PAGE = "/tournaments/autumn-cup/"
FORMATS: dict[str, dict[str, Any]] = {
    "round_robin": {},
    "swiss": {},
    "single_elimination": {"terms": {"third_place": True}},
    "double_elimination": {},
    "groups": {"terms": {"groups": 2, "advance": 2}},
    "pod_rotation": {"seats": 3, "games_per_match": 3},
    "pod_swiss": {"seats": 3, "games_per_match": 3},
    "pod_knockout": {"seats": 3, "games_per_match": 3, "terms": {"advance": 1}},
}


def live(text: str) -> str:
    """Return the part that is refreshed."""
    return text.split('id="live"')[1]


@pytest.mark.long(2)
@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_its_page_from_the_draft_to_the_champion(
    kind: str, visitor: Client, as_olga: Client
) -> None:
    tournament = frozen(bots(6), format=kind, **FORMATS[kind])
    assert "Champion" not in visit(visitor, PAGE).html
    tournament = started_now(tournament)
    assert visit(visitor, PAGE).has('[hx-trigger^="every"]')
    tournament = play_out(tournament)
    assert tournament.state == Tournament.State.FINISHED
    page = visit(visitor, PAGE)
    assert 'hx-trigger="every' not in page.html
    champion = tournament.entrants.filter(place=1).first()
    assert champion
    assert champion.bot.name in page.part(".champion")
    assert page.has("svg.bracket") == (
        kind in {"single_elimination", "double_elimination", "groups"}
    )
    assert ("Results by pairing" in page) == (kind in {"round_robin", "groups"})
    visit(as_olga, f"{PAGE}organise/")


def started_now(tournament: Tournament) -> Tournament:
    return start_tournament(organiser=olga(), tournament=tournament)


def test_the_list_tells_running_coming_and_finished_apart(visitor: Client, ladder: Any) -> None:
    field = bots(3, ladder)
    play_out(started(field, name="Past Cup"))
    started(field, name="Present Cup")
    opened(name="Coming Cup")
    page = visit(visitor, "/tournaments/")
    ids = [head["id"] for head in page.parts("h2[id]")]
    parts = re.split("|".join(page.texts("h2[id]")), page.part("main").text)[-len(ids) :]
    found = {name: re.findall(r"\w+ Cup", part) for name, part in zip(ids, parts, strict=True)}
    assert found == {"running": ["Present Cup"], "coming": ["Coming Cup"], "finished": ["Past Cup"]}


def test_the_list_is_narrowed_by_game(visitor: Client, db: None) -> None:
    opened(name="Coming Cup")
    assert "Coming Cup" in visit(visitor, "/tournaments/?game=dominion")
    page = visit(visitor, "/tournaments/?game=kingdomino")
    assert "Coming Cup" not in page.html
    assert "There are no tournaments for this game yet." in page


@pytest.mark.parametrize("who", OTHERS)
def test_a_draft_is_the_organisers_alone(
    who: str, request: pytest.FixtureRequest, as_olga: Client
) -> None:
    make_tournament(organiser=olga(), terms=terms())
    browser: Client = request.getfixturevalue(who)
    assert browser.get(PAGE).status_code == 404
    assert "Autumn Cup" not in visit(browser, "/tournaments/").html
    assert "A draft. Only organisers can see it" in visit(as_olga, PAGE)
    assert "Autumn Cup" in visit(as_olga, "/tournaments/")


def test_a_crosstable_shows_each_meeting_from_both_sides(visitor: Client, cup: Tournament) -> None:
    play_out(cup, first_wins)
    cross = visit(visitor, PAGE).parts("table.cross tbody tr")
    rows = [row.texts("td")[:5] for row in cross]
    assert rows == [
        [
            "0" if column < row else "\N{MULTIPLICATION SIGN}" if column == row else "1"
            for column in range(5)
        ]
        for row in range(5)
    ]


def test_each_tie_break_stands_with_its_value_and_its_explanation(
    visitor: Client, house_bots: list[Bot]
) -> None:
    play_out(started(house_bots, tie_breaks=["wins", "score_difference"]), by_lot)
    page = visit(visitor, PAGE)
    standings = page.part("table.standings")
    heads = standings.texts("abbr[title]")
    assert [head for head in heads if head in {"Wins", "Score diff.", "Direct"}] == [
        "Wins",
        "Score diff.",
    ]
    assert "byes and forfeits do not count" in page.texts("details")[0]
    first = standings.parts("tbody tr")[0]
    assert len(first.parts("td[class=number]")) == 3  # place and two tie-breaks


def test_a_bracket_names_who_goes_on_and_from_where_the_others_come(visitor: Client) -> None:
    tournament = play_round(started(bots(4), format="single_elimination"))
    assert tournament.rounds.count() == 2
    page = visit(visitor, PAGE)
    [listed] = [part for part in page.parts("details") if "Bracket as a list" in part]
    assert listed.text.count("advances") == 2
    svg = page.part("svg.bracket")
    assert not svg.has("path.arms-"), "shields have tinctures"
    assert "Semi-finals" in svg
    assert svg.has(".side.winner")


def test_a_waiting_place_of_a_bracket_says_whose_it_will_be(visitor: Client) -> None:
    started(bots(4), format="double_elimination")
    page = visit(visitor, PAGE)
    assert "loser of match 1" in page
    assert "winner of match 2" in page


def test_rounds_are_asked_for_by_number(visitor: Client, cup: Tournament) -> None:
    play_out(cup)
    for number in ("1", "3"):
        page = visit(visitor, f"{PAGE}?round={number}")
        assert page.part("#rounds").text == f"Round {number}"
    for strange in ("0", "99", "x", "1e400"):
        assert visit(visitor, f"{PAGE}?round={strange}").part("#rounds").text == "Round 5"


# --- what is not to be known yet ---------------------------------------------------------------


@pytest.fixture
def slow(house_bots: list[Bot], alices_bot: Bot) -> Tournament:
    """A cup with all results still hidden."""
    cup = started([*house_bots[:3], alices_bot], format="single_elimination", reveal_minutes=60)
    return play_out(cup)


@pytest.mark.parametrize("who", OTHERS)
def test_results_are_hidden_until_they_are_shown(
    who: str, slow: Tournament, request: pytest.FixtureRequest
) -> None:
    browser: Client = request.getfixturevalue(who)
    page = visit(browser, PAGE)
    assert "No results are shown yet" in page
    assert 'class="champion"' not in page.html
    assert 'class="points' not in page.html
    assert "advances" not in page.html
    assert "/matches/" not in live(page.html)
    assert visit(browser, f"{PAGE}?round=2").part("#rounds").text == "Round 1"
    for match in Match.objects.all():
        assert browser.get(f"/matches/{match.pk}/").status_code == 404
    assert "Autumn Cup" not in visit(browser, "/matches/").html
    bot = visit(browser, "/bots/alcuin/")
    assert "–" in bot.texts("td.strong")  # noqa: RUF001
    for match in Match.objects.all():
        assert f"/matches/{match.pk}/" not in bot.html


def test_organisers_see_results_before_all_others(slow: Tournament, as_olga: Client) -> None:
    page = visit(as_olga, PAGE)
    assert "Everyone else sees the results up to round 0." in page
    assert page.has(".champion")
    match = Match.objects.latest("pk")
    assert as_olga.get(f"/matches/{match.pk}/").status_code == 200


def test_rounds_are_revealed_one_after_the_other(slow: Tournament, visitor: Client) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Round.objects.filter(number=1).update(reveal_at=past)
    page = visit(visitor, PAGE)
    assert "Results are shown up to round 1" in page
    assert page.text.split("Bracket as a list")[1].count("advances") == 2
    assert "Results are revealed in" in page
    Round.objects.update(reveal_at=past)
    assert visit(visitor, PAGE).has(".champion")


# --- states ------------------------------------------------------------------------------------


def test_the_trouble_of_a_paused_one_is_for_its_organisers(
    cup: Tournament, visitor: Client, as_olga: Client
) -> None:
    pause_locked(tournament=cup, problem=Message("the jail <b>did not start</b>"))
    page = visit(visitor, PAGE)
    assert "The organisers are working on it" in page
    assert "did not start" not in page.html
    assert "the jail <b>did not start" in visit(as_olga, PAGE)
    assert "the jail <b>did not start" in visit(as_olga, f"{PAGE}organise/")
    by_program = f"/api/v1{PAGE}"
    assert visitor.get(by_program).json()["problem"] == ""
    assert as_olga.get(by_program).json()["problem"] == "the jail <b>did not start</b>"


def test_the_problem_of_a_paused_one_is_told_in_german(cup: Tournament, as_olga: Client) -> None:
    words = (
        "No worker could play pairing %(pairing)d of round %(round)d: %(error)s Fix the problem, "
        "then resume."
    )
    lost = Message("The worker was lost.")
    problem = Message(words, {"pairing": 1, "round": 2, "error": lost})
    pause_locked(tournament=cup, problem=problem)
    for page in (PAGE, f"{PAGE}organise/", "/audit/"):
        text = as_olga.get(page, headers={"accept-language": "de"}).content.decode()
        assert "Paarung 1 der Runde 2" in text
        assert "Der Worker ist ausgefallen." in text
    assert Action.objects.filter(verb="pause_tournament").get().reason == problem


def test_a_cancelled_one_says_so(cup: Tournament, visitor: Client) -> None:
    cancel_tournament(organiser=olga(), tournament=cup, reason="Flood")
    page = visit(visitor, PAGE)
    assert "There are no final standings" in page
    assert 'hx-trigger="every' not in page.html


def test_a_page_that_has_not_changed_is_answered_304(cup: Tournament, visitor: Client) -> None:
    first = visitor.get(PAGE, HTTP_HX_REQUEST="true")
    assert first.content.decode().lstrip().startswith('<div id="live"')
    again = visitor.get(PAGE, HTTP_HX_REQUEST="true", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304
    play_round(cup)
    after = visitor.get(PAGE, HTTP_HX_REQUEST="true", HTTP_IF_NONE_MATCH=first["ETag"])
    assert after.status_code == 200


# --- the other pages ---------------------------------------------------------------------------


def test_a_match_of_a_tournament_names_it_and_its_round(cup: Tournament, visitor: Client) -> None:
    play_round(cup)
    match = Match.objects.filter(status="finished").first()
    assert match
    page = visit(visitor, f"/matches/{match.pk}/")
    assert f"{PAGE}?round=1" in page.hrefs
    assert "Round 1" in page.text.split(page.heading)[0]
    assert f"{PAGE}?round=1" in visit(visitor, "/matches/").hrefs
    assert f"/matches/{match.pk}/" in visit(visitor, PAGE).hrefs


def test_home_and_the_bot_tell_of_it(cup: Tournament, visitor: Client) -> None:
    assert "Running tournaments" in visit(visitor, "/")
    assert PAGE in visit(visitor, "/bots/alcuin/").hrefs
    play_out(cup)
    assert "Running tournaments" not in visit(visitor, "/").html
    entrant = cup.entrants.get(bot__slug="alcuin")
    assert str(entrant.place) in visit(visitor, "/bots/alcuin/").texts("td.number.strong")


def test_hostile_names_are_only_text(as_olga: Client, visitor: Client) -> None:
    opened(name="<b>Cup</b> \u00ab", description="<script>x</script>\u202e")
    page = visit(visitor, f"/tournaments/{Tournament.objects.get().slug}/")
    assert "<script>x" not in page.html
    assert "<b>Cup" not in page.html
    assert "\u202e" not in page.html


def test_the_page_costs_the_same_however_much_was_played(
    visitor: Client, ladder: Any, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_out(started(bots(7, ladder), format="swiss"))
    # tournament, rounds, pairings, seats, entrants, matches, their numbers, who left, jail
    with django_assert_num_queries(9) as asked:
        visitor.get(PAGE)
    matches = next(one["sql"] for one in asked if 'FROM "arena_match"' in one["sql"])
    assert matches.split(" IN (")[1].split(")")[0].count(",") + 1 == 4, "of the shown round alone"
    seats = next(one["sql"] for one in asked if 'FROM "arena_pairingseat"' in one["sql"])
    assert "JOIN" not in seats, "the seats share their entrants"


def test_ladder_pages_do_not_list_matches_of_tournaments(visitor: Client) -> None:
    other = a_ladder(name="Other", slug="other")
    play_out(started(bots(3, other)))
    assert "Latest matches" not in visit(visitor, "/ladders/other/").html

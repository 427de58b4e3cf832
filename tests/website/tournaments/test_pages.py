"""The list of tournaments and their pages, for every kind of reader."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.actions.tournaments.cancel_tournament import cancel_tournament
from arena.actions.tournaments.make_tournament import make_tournament
from arena.actions.tournaments.pause_tournament import pause_locked
from arena.actions.tournaments.start_tournament import start_tournament
from arena.models import Action, Bot, Match, Round, Tournament
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


def text_of(browser: Client, path: str = PAGE) -> str:
    response = browser.get(path)
    assert response.status_code == 200
    return response.content.decode()


def live(text: str) -> str:
    """Return the part that is refreshed."""
    return text.split('id="live"')[1]


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_its_page_from_the_draft_to_the_champion(
    kind: str, visitor: Client, as_olga: Client
) -> None:
    tournament = frozen(bots(6), format=kind, **FORMATS[kind])
    assert "Champion" not in text_of(visitor)
    tournament = started_now(tournament)
    assert 'hx-trigger="every' in text_of(visitor)
    tournament = play_out(tournament)
    assert tournament.state == Tournament.State.FINISHED
    text = text_of(visitor)
    assert 'hx-trigger="every' not in text
    champion = tournament.entrants.filter(place=1).first()
    assert champion
    assert champion.bot.name in text.split('class="champion"')[1].split("</section>")[0]
    assert ('<svg class="bracket"' in text) == (
        kind in {"single_elimination", "double_elimination", "groups"}
    )
    assert ("Results by pairing" in text) == (kind in {"round_robin", "groups"})
    assert text_of(as_olga, f"{PAGE}organise/")


def started_now(tournament: Tournament) -> Tournament:
    return start_tournament(organiser=olga(), tournament=tournament)


def test_the_list_tells_running_coming_and_finished_apart(visitor: Client, ladder: Any) -> None:
    field = bots(3, ladder)
    play_out(started(field, name="Past Cup"))
    started(field, name="Present Cup")
    opened(name="Coming Cup")
    parts = re.split(r'<h2 id="(\w+)">', text_of(visitor, "/tournaments/"))
    found = {parts[at]: re.findall(r"\w+ Cup", parts[at + 1]) for at in range(1, len(parts), 2)}
    assert found == {"running": ["Present Cup"], "coming": ["Coming Cup"], "finished": ["Past Cup"]}


def test_the_list_is_narrowed_by_game(visitor: Client, db: None) -> None:
    opened(name="Coming Cup")
    assert "Coming Cup" in text_of(visitor, "/tournaments/?game=dominion")
    text = text_of(visitor, "/tournaments/?game=kingdomino")
    assert "Coming Cup" not in text
    assert "There are no tournaments for this game yet." in text


@pytest.mark.parametrize("who", OTHERS)
def test_a_draft_is_the_organisers_alone(
    who: str, request: pytest.FixtureRequest, as_olga: Client
) -> None:
    make_tournament(organiser=olga(), terms=terms())
    browser: Client = request.getfixturevalue(who)
    assert browser.get(PAGE).status_code == 404
    assert "Autumn Cup" not in text_of(browser, "/tournaments/")
    assert "A draft. Only organisers can see it" in text_of(as_olga)
    assert "Autumn Cup" in text_of(as_olga, "/tournaments/")


def test_a_crosstable_shows_each_meeting_from_both_sides(visitor: Client, cup: Tournament) -> None:
    play_out(cup, first_wins)
    cross = text_of(visitor).split('class="ledger cross"')[1].split("</table>")[0]
    cells = [row.split("</th>")[1] for row in cross.split("<tr>")[2:]]
    rows = [re.findall(r">(1|0|½|\N{MULTIPLICATION SIGN})<", row) for row in cells]
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
    text = text_of(visitor)
    assert re.findall(r'<abbr title="[^"]+">(Wins|Score diff\.|Direct)</abbr>', text) == [
        "Wins",
        "Score diff.",
    ]
    assert "byes and forfeits do not count" in text.split("<details")[1]
    standings = text.split('class="ledger standings"')[1].split("</table>")[0]
    first = standings.split("<tr")[2]
    assert len(re.findall(r'<td class="number">', first)) == 3  # place and two tie-breaks


def test_a_bracket_names_who_goes_on_and_from_where_the_others_come(visitor: Client) -> None:
    tournament = play_round(started(bots(4), format="single_elimination"))
    assert tournament.rounds.count() == 2
    text = text_of(visitor)
    listed = text.split("Bracket as a list")[1].split("</ol>")[0]
    assert listed.count("advances") == 2
    svg = text.split('<svg class="bracket"')[1].split("</details>")[0]
    assert "Semi-finals" in svg
    assert 'class="side winner"' in svg


def test_a_waiting_place_of_a_bracket_says_whose_it_will_be(visitor: Client) -> None:
    started(bots(4), format="double_elimination")
    text = text_of(visitor)
    assert "loser of match 1" in text
    assert "winner of match 2" in text


def test_rounds_are_asked_for_by_number(visitor: Client, cup: Tournament) -> None:
    play_out(cup)
    for number in ("1", "3"):
        text = text_of(visitor, f"{PAGE}?round={number}")
        assert f'<h2 id="rounds">Round {number}</h2>' in text
    for strange in ("0", "99", "x", "1e400"):
        assert '<h2 id="rounds">Round 5</h2>' in text_of(visitor, f"{PAGE}?round={strange}")


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
    text = text_of(browser)
    assert "No results are shown yet" in text
    assert 'class="champion"' not in text
    assert 'class="points' not in text
    assert "advances" not in text
    assert "/matches/" not in live(text)
    assert '<h2 id="rounds">Round 1</h2>' in text_of(browser, f"{PAGE}?round=2")
    for match in Match.objects.all():
        assert browser.get(f"/matches/{match.pk}/").status_code == 404
    assert "Autumn Cup" not in text_of(browser, "/matches/")
    bot = text_of(browser, "/bots/alcuin/")
    assert '<td class="number strong">–</td>' in bot  # noqa: RUF001
    for match in Match.objects.all():
        assert f"/matches/{match.pk}/" not in bot


def test_organisers_see_results_before_all_others(slow: Tournament, as_olga: Client) -> None:
    text = text_of(as_olga)
    assert "Everyone else sees the results up to round 0." in text
    assert 'class="champion"' in text
    match = Match.objects.latest("pk")
    assert as_olga.get(f"/matches/{match.pk}/").status_code == 200


def test_rounds_are_revealed_one_after_the_other(slow: Tournament, visitor: Client) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Round.objects.filter(number=1).update(reveal_at=past)
    text = text_of(visitor)
    assert "Results are shown up to round 1" in text
    assert text.split("Bracket as a list")[1].count("advances") == 2
    assert "Results are revealed in" in text
    Round.objects.update(reveal_at=past)
    assert 'class="champion"' in text_of(visitor)


# --- states ------------------------------------------------------------------------------------


def test_the_trouble_of_a_paused_one_is_for_its_organisers(
    cup: Tournament, visitor: Client, as_olga: Client
) -> None:
    pause_locked(tournament=cup, problem=Message("the jail <b>did not start</b>"))
    text = text_of(visitor)
    assert "The organisers are working on it" in text
    assert "did not start" not in text
    assert "the jail &lt;b&gt;did not start" in text_of(as_olga)
    assert "the jail &lt;b&gt;did not start" in text_of(as_olga, f"{PAGE}organise/")
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
    text = text_of(visitor)
    assert "There are no final standings" in text
    assert 'hx-trigger="every' not in text


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
    text = text_of(visitor, f"/matches/{match.pk}/")
    assert f'<a href="{PAGE}?round=1">Autumn Cup</a>' in text
    assert "Round 1" in text.split("<h1")[0]
    assert f'<a href="{PAGE}?round=1">Autumn Cup</a>' in text_of(visitor, "/matches/")
    assert f"/matches/{match.pk}/" in text_of(visitor)


def test_home_and_the_bot_tell_of_it(cup: Tournament, visitor: Client) -> None:
    assert "Running tournaments" in text_of(visitor, "/")
    assert f'<a href="{PAGE}">Autumn Cup</a>' in text_of(visitor, "/bots/alcuin/")
    play_out(cup)
    assert "Running tournaments" not in text_of(visitor, "/")
    entrant = cup.entrants.get(bot__slug="alcuin")
    cell = f'<td class="number strong">{entrant.place}</td>'
    assert cell in text_of(visitor, "/bots/alcuin/")


def test_hostile_names_are_only_text(as_olga: Client, visitor: Client) -> None:
    opened(name="<b>Cup</b> \u00ab", description="<script>x</script>\u202e")
    text = text_of(visitor, f"/tournaments/{Tournament.objects.get().slug}/")
    assert "<script>x" not in text
    assert "<b>Cup" not in text
    assert "\u202e" not in text


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
    assert "Latest matches" not in text_of(visitor, "/ladders/other/")

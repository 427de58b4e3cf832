"""A leaderboard's filters, sorting, trends and export."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rest_framework.throttling import SimpleRateThrottle

from arena.models import Bot, Division, Entrant, Entry, Ladder, League, Season, Tournament
from arena.ratings.trueskill import ordinal
from tests.cast import olga, person
from tests.website.ladders.test_leaderboard import HTMX, PAGE, bots_in_order
from tests.website.page import visit
from tests.website.rows import make_bot, make_match, make_version
from website.accounts.models import User
from website.ladders.trends import Trend, trends


@pytest.fixture
def field(alice: User, bob: User, ladder: Ladder) -> list[Bot]:
    """Four bots: by rating Ann (27), Ben (24), Cid (20), and Dot, Alice's weaker one."""
    ann = make_bot(alice, "Ann", ladder, mu=28, sigma=1)
    ben = make_bot(bob, "Ben", ladder, mu=25, sigma=1)
    cid = make_bot(person("house"), "Cid", ladder, mu=30, sigma=10, is_house=True)
    dot = make_bot(alice, "Dot", ladder, mu=20, sigma=2)
    for bot, matches, wins in ((ann, 70, 30), (ben, 10, 9), (cid, 80, 40), (dot, 5, 1)):
        Entry.objects.filter(bot=bot).update(matches=matches, wins=wins, version_matches=matches)
    ladder.entries.choose_places(ladder)
    return [ann, ben, cid, dot]


def shown(client: Client, query: str = "") -> list[str]:
    page = visit(client, PAGE + query)
    return bots_in_order(page) if page.has("tbody") else []


def ranks(client: Client, query: str) -> list[str]:
    page = visit(client, PAGE + query)
    return [rank.split()[0] for rank in page.texts("td.rank")]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", "ann ben cid"),
        ("?sort=-rating", "cid ben ann"),
        ("?sort=mu", "cid ann ben"),
        ("?sort=matches", "cid ann ben"),
        ("?sort=won", "ben cid ann"),
        ("?sort=-bot", "cid ben ann"),
        ("?sort=owner", "ann ben cid"),
        ("?sort=nonsense", "ann ben cid"),
        ("?q=B", "ben"),
        ("?q=alice", "ann dot"),
        ("?q=house", ""),
        ("?q=%00", "ann ben cid"),
        ("?new=1", "ben dot"),
        ("?new=1&sort=bot", "ben dot"),
        ("?unranked=1", "dot"),
        ("?division=7", "ann ben cid"),
        ("?division=x", "ann ben cid"),
        ("?mine=1", "ann ben cid"),
    ],
)
@pytest.mark.usefixtures("field")
def test_an_address_narrows_and_sorts(visitor: Client, query: str, names: str) -> None:
    assert shown(visitor, query) == names.split()


@pytest.mark.usefixtures("field")
def test_mine_shows_all_of_mine_with_the_places_they_have(
    as_alice: Client, as_charlie: Client
) -> None:
    assert shown(as_alice, "?mine=1") == ["ann", "dot"]
    assert ranks(as_alice, "?mine=1") == ["1", "\N{EN DASH}"]
    assert shown(as_charlie, "?mine=1") == []
    assert "Show all" in visit(as_charlie, f"{PAGE}?mine=1")


@pytest.mark.usefixtures("field")
def test_places_stay_those_of_the_ranking_however_rows_are_sorted(visitor: Client) -> None:
    Entry.objects.filter(bot__name="Ben").update(mu=28, sigma=1)
    assert sorted(ranks(visitor, "?sort=mu")) == ["1", "1", "3"]
    assert ranks(visitor, "?q=cid") == ["3"]


@pytest.mark.usefixtures("field")
def test_columns_say_how_they_stand_and_turn_round(visitor: Client) -> None:
    page = visit(visitor, f"{PAGE}?sort=mu&q=a")
    assert page.part("[aria-sort=descending]").hrefs == ["?q=a&sort=-mu"]
    page = visit(visitor, f"{PAGE}?sort=-mu")
    assert page.part("[aria-sort=ascending]").hrefs == ["?sort=mu"]


def a_division(ladder: Ladder, number: int, bots: list[Bot]) -> Division:
    league = League.objects.get_or_create(
        slug="league",
        defaults={
            "name": "The League",
            "game": ladder.game,
            "ladder": ladder,
            "organiser": olga(),
            "schedule": "0 18 * * 5",
        },
    )[0]
    starts = datetime(2031, 1, number, tzinfo=UTC)
    season = Season.objects.create(league=league, number=number, starts_at=starts)
    division = Division.objects.create(season=season, level=1)
    tournament = Tournament.objects.create(
        name=f"Season {number}",
        slug=f"season-{number}",
        game=ladder.game,
        organiser=olga(),
        division=division,
        format="round_robin",
        seed=number,
        starts_at=starts,
        entry_deadline=starts,
    )
    for bot in bots:
        Entrant.objects.create(tournament=tournament, bot=bot)
    return division


def test_a_division_narrows_to_its_bots_of_the_latest_season(
    visitor: Client, field: list[Bot], ladder: Ladder
) -> None:
    old = a_division(ladder, 1, field[:1])
    latest = a_division(ladder, 2, [field[1], field[3]])
    assert shown(visitor, f"?division={latest.pk}") == ["ben", "dot"]
    assert shown(visitor, f"?division={old.pk}") == ["ann", "ben", "cid"], "over long ago"
    page = visit(visitor, PAGE)
    assert f"?division={latest.pk}" in page.hrefs
    assert f"?division={old.pk}" not in page.hrefs


# --- trends --------------------------------------------------------------------------------------
def test_a_trend_goes_over_the_last_matches_of_the_rating_run_that_counts(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    for _ in range(3):
        make_match(ladder, make_version(alices_bot), make_version(bobs_bot))
    entry = Entry.objects.get(bot=alices_bot)
    trend = trends(ladder, [entry])[entry.pk]
    assert trend.matches == 3
    assert trend.ratings[-1] == ordinal(entry.skill)
    assert trend.moved == pytest.approx(trend.ratings[-1] - trend.ratings[0])
    assert visit(visitor, PAGE).has("[aria-label*='in the last 3 matches']")


def test_a_trend_follows_the_next_match(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> None:
    versions = make_version(alices_bot), make_version(bobs_bot)
    make_match(ladder, *versions)
    first = trends(ladder, ladder.entries.all())
    make_match(ladder, *versions)
    then = trends(ladder, ladder.entries.all())
    assert {pk: trend.matches for pk, trend in first.items()} == dict.fromkeys(first, 1)
    assert {pk: trend.matches for pk, trend in then.items()} == dict.fromkeys(first, 2)


def test_a_trends_line_fits_its_box_and_higher_is_better() -> None:
    points = [point.split(",") for point in Trend((10.0, 12.0, 11.0)).line.split()]
    assert [float(x) for x, _y in points] == [0.0, 50.0, 100.0]
    assert [float(y) for _x, y in points] == [22.0, 2.0, 12.0]
    assert Trend((5.0, 5.0)).line == "0.0,12.0 100.0,12.0"


# --- for other programs --------------------------------------------------------------------------
@pytest.mark.usefixtures("field")
def test_rows_come_as_json_and_as_csv(visitor: Client) -> None:
    answer = visitor.get(f"{PAGE}leaderboard.json")
    rows = json.loads(answer.getvalue())
    assert answer["Content-Type"] == "application/json"
    assert [(row["place"], row["slug"], row["rating"]) for row in rows] == [
        (1, "ann", 27.0),
        (2, "ben", 24.0),
        (3, "cid", 20.0),
    ]
    told = [(row["best_rank"], row["worst_rank"], row["provisional"]) for row in rows]
    assert told == [(1, 3, False), (1, 3, False), (1, 3, True)]
    lines = list(
        csv.DictReader(io.StringIO(visitor.get(f"{PAGE}leaderboard.csv").getvalue().decode()))
    )
    assert [line["slug"] for line in lines] == ["ann", "ben", "cid"]
    assert lines[0].keys() == rows[0].keys()
    searched = visitor.get(f"{PAGE}leaderboard.json?q=ben&sort=mu").getvalue()
    assert [row["place"] for row in json.loads(searched)] == [2]


def test_no_name_is_a_formula_to_a_spreadsheet(
    visitor: Client, alice: User, ladder: Ladder
) -> None:
    make_bot(alice, "=1+1", ladder, slug="sum")
    table = visitor.get(f"{PAGE}leaderboard.csv").getvalue().decode()
    assert "'=1+1" in table
    rows = json.loads(visitor.get(f"{PAGE}leaderboard.json").getvalue())
    assert rows[0]["bot"] == "=1+1"


@pytest.mark.usefixtures("field")
def test_the_page_asks_equally_often_however_it_is_sorted(
    visitor: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for query in ("", "?sort=won", "?q=a", "?new=1"):
        with django_assert_max_num_queries(14):
            visitor.get(PAGE + query, headers=HTMX)


def test_a_whole_leaderboard_is_not_asked_for_all_the_time(
    visitor: Client, as_alice: Client, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads every entry, half a second for ten thousand; it shares a rate limit with results."""
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anonymous_exports", "2/min")
    address = f"/ladders/{ladder.slug}/leaderboard."
    assert visitor.get(address + "csv").status_code == 200
    assert visitor.get("/api/v1/results/").status_code == 200
    refused = visitor.get(address + "json")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert visitor.get(address + "csv", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert all(as_alice.get(address + "csv").status_code == 200 for _ in range(3))

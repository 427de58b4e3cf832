"""Work on the large database, with the query plans of each step."""

from collections.abc import Callable
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

import website.matches.results_export
from arena.ladders.matchmake import matchmake
from arena.models import Bot, Entry, Ladder, Match, Pairing, Round, Tournament
from arena.results.apply_results import apply_results
from arena.tournaments.lifecycle import run_tournaments
from bench import million
from bench.database_steps import walk
from tests.arena.query_plans import Explained, Plans, explained
from tests.cast import olga
from website.accounts.tokens import make_token
from website.ladders import board
from website.search.search import search

MATCHES, BOTS = 10_000, 5_000
CUPS, PAIRINGS = 3_000, 4  # finished tournaments, each of one round of so many pairings
RUNNING = 20


def fill() -> None:
    """Fill an empty database with a long history."""
    million.fill(matches=MATCHES, bots=BOTS)


def _filled() -> million.Filled:
    ladders = list(Ladder.objects.order_by("pk"))
    match, bot = Match.objects.order_by("pk")[0], Bot.objects.order_by("pk")[0]
    return million.Filled(ladders, MATCHES, BOTS, match.pk, bot.pk, 0.0)


def walk_all() -> tuple[int, list[str], int]:
    """Run all steps of play and get all pages.

    Return the statements seen, what scans, and how many of two that scan were noticed.
    """
    plans = Plans()
    walk(_filled(), plans.measure, 1)
    seen, found = plans.seen, plans.found
    plans.found = []
    with plans.measure("a scan"):
        Match.objects.filter(tries=7).exists()
    with plans.measure("a long way"):
        list(Match.objects.filter(pk__gt=0).values_list("pk")[:5000])
    return seen, found, len(plans.found)


def get_lists() -> tuple[int, list[str], int]:
    """Get two pages of every list of the API, and 40 results.

    Return the statements seen, what scans, and the lines of results.
    """
    secret = make_token(user=olga(), name="plans", scopes=["read", "organise"])[1]
    client = Client(HTTP_HOST="localhost", headers={"Authorization": f"Bearer {secret}"})
    finished = Match.objects.order_by("pk")[MATCHES // 2].finished_at
    assert finished
    middle = finished.isoformat().replace("+", "%2B")
    plans = Plans()
    for path in _lists(_filled(), middle):
        following: str | None = f"/api/v1/{path}"
        for _page in range(2):
            if following:
                following = _get(client, following, plans, path)
    website.matches.results_export.STEP = 20
    with plans.measure("results"):
        results = client.get(f"/api/v1/results/?limit=40&since={middle}").content
    return plans.seen, plans.found, len(results.splitlines())


def search_all() -> tuple[int, list[str], int]:
    """Search for names that many have, that one has, and that nobody has.

    Return the statements seen, what scans, and the number of results.
    """
    plans, found = Plans(), 0
    for query in ("bot", "bot 77", "owner", "cup 12", "qwertz", "ownre", "dominion"):
        with plans.measure(f"search: {query}"):
            found += sum(group.count for group in search(query, None))
    return plans.seen, plans.found, found


def _get(client: Client, address: str, plans: Plans, name: str) -> str | None:
    """Get one page; return the next one's address."""
    with plans.measure(name):
        answer = client.get(address)
    assert answer.status_code == 200, (address, answer.content)
    following: str | None = answer.json().get("next")
    return following


def _lists(filled: million.Filled, middle: str) -> list[str]:
    ladder, game = filled.ladders[0], filled.ladders[1].game
    bot = Bot.objects.filter(entries__ladder=ladder).order_by("pk")[BOTS // 2]
    return [
        *("audit/", "bots/", "ladders/", "leagues/", "matches/", "me/", "tournaments/"),
        f"bots/{bot.slug}/",
        f"bots/{bot.slug}/versions/",
        f"ladders/{ladder.slug}/history/{bot.slug}/",
        f"ladders/{ladder.slug}/leaderboard/",
        f"matches/?bot={bot.slug}",
        f"matches/?game={game}",
        f"matches/?ladder={ladder.slug}",
        f"matches/?ladder={ladder.slug}&purpose=challenge",
        f"matches/?since={middle}",
        *("matches/?purpose=challenge", "matches/?purpose=tournament"),
        *("matches/?status=queued", "matches/?status=void"),
        f"matches/{filled.first_match}/",
    ]


def step_by_step() -> dict[str, tuple[bool, list[Explained]]]:
    """Take each of `STEPS` on the same rows; return whether it did something, and its plans."""
    _settle(_filled().ladders[0])
    return {name: _step(name) for name in STEPS}


def _settle(ladder: Ladder) -> None:
    """All have played much; a third are benched, which must slow no query."""
    benched = Bot.objects.annotate(third=F("pk") % 3).filter(third=0)
    Entry.objects.filter(ladder=ladder, bot__in=benched).update(is_playing=False)
    benched.update(state=Bot.State.BENCHED)
    Entry.objects.filter(ladder=ladder).update(matches=80, version_matches=80, sigma=1.0)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _step(name: str) -> tuple[bool, list[Explained]]:
    with transaction.atomic():
        ladder = _filled().ladders[0]
        made, plans = explained(STEPS[name](ladder))
        transaction.set_rollback(True)
    return bool(made), plans


def _matchmake(ladder: Ladder) -> Callable[[], Any]:
    return lambda: matchmake(ladder_id=ladder.pk)


def _matchmake_newcomer(ladder: Ladder) -> Callable[[], Any]:
    newest = ladder.entries.filter(is_playing=True).order_by("pk").last()
    assert newest
    Entry.objects.filter(pk=newest.pk).update(virtual_finish=0.0, version_matches=0)
    return _matchmake(ladder)


def _apply(ladder: Ladder) -> Callable[[], Any]:
    """Apply old results anew, as if they had just been stored."""
    some = ladder.matches.filter(serial__in=range(7, 17))
    some.update(is_pending=True, serial=None)
    return lambda: apply_results(ladder_id=ladder.pk)


STEPS: dict[str, Callable[[Ladder], Callable[[], Any]]] = {
    "settled": _matchmake,
    "newcomer": _matchmake_newcomer,
    "alarm": lambda ladder: lambda: ladder.entries.all().longest_wait(timezone.now()),
    "apply": _apply,
    "leaderboard": lambda ladder: (
        lambda: board.ranked_rows(ladder, list(board.ranked(ladder)[:100]))
    ),
    "next page": lambda ladder: (
        lambda: board.ranked_rows(ladder, list(board.ranked(ladder)[100:200]), 101)
    ),
}


def tick() -> list[Explained]:
    """Run the tick among thousands of tournaments, a few of which are running."""
    _add_cups()
    running = Tournament.objects.order_by("-pk")[:RUNNING]
    Tournament.objects.filter(pk__in=[one.pk for one in running]).update(state="running")
    pairings = Pairing.objects.filter(round__tournament__in=[one.pk for one in running])
    pairings.update(state="playing")
    Match.objects.bulk_create(
        Match(pairing=one, purpose="tournament", seed=one.pk, game="dominion", seats_count=2,
              games_planned=2, status="queued")
        for one in pairings
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return explained(run_tournaments)[1]


def _add_cups() -> None:
    cup, a_round, pairing = (million.last(model) for model in (Tournament, Round, Pairing))
    each, a_year_ago = f"FROM generate_series(1, {CUPS}) n", "now() - interval '1 year'"
    million.insert(
        Tournament,
        each,
        id=f"{cup} + n",
        name="'Old cup ' || n",
        slug="'old-cup-' || n",
        organiser_id=str(olga().pk),
        game="'dominion'",
        config="'{}'",
        format="'swiss'",
        seed="n",
        rules="'dominion-1'",
        state="'finished'",
        **dict.fromkeys(("starts_at", "entry_deadline", "started_at"), a_year_ago),
    )
    million.insert(
        Round,
        each,
        id=f"{a_round} + n",
        tournament_id=f"{cup} + n",
        number="1",
        started_at=a_year_ago,
    )
    million.insert(
        Pairing,
        f"{each}, generate_series(1, {PAIRINGS}) number",
        id=f"{pairing} + {PAIRINGS} * (n - 1) + number",
        round_id=f"{a_round} + n",
        number="number",
        state="'decided'",
        decided_at="now()",
    )
    with connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_sql(no_style(), [Tournament, Round, Pairing]):
            cursor.execute(command)

"""Run the database work of play and pages step by step on a platform filled by `bench.million`.

`Clock` times `walk`; tests look at the query plans instead.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from django.db import connection
from django.test import Client
from django.utils import timezone

from arena.core.hosts import claim_name
from arena.health import platform_health
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.models import Bot, Fault, Ladder, LadderCheck, Match, Tournament
from arena.results.apply_results import apply_results
from arena.results.bench import bench_suspects
from arena.results.count_statistics import count_statistics
from arena.results.return_match import reap_leases
from arena.results.store_result import store_result
from arena.results.tally_results import tally_results
from arena.tournaments.lifecycle import run_tournaments
from arena.worker.run_tick import run_tick
from bench.million import Filled
from tests.arena.results.rows import result
from website.accounts.models import User

Measure = Callable[[str], AbstractContextManager[None]]


@dataclass
class Clock:
    """Wall, database and this process's CPU milliseconds, and number of queries, by step."""

    wall: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    inside: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    cpu: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    queries: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        spent: list[float] = []

        def timed(execute: Callable[..., Any], *arguments: Any) -> Any:
            began = time.perf_counter()
            try:
                return execute(*arguments)
            finally:
                spent.append(time.perf_counter() - began)

        began, processor = time.perf_counter(), time.process_time()
        with connection.execute_wrapper(timed):
            yield
        self.cpu[name].append(1000 * (time.process_time() - processor))
        self.wall[name].append(1000 * (time.perf_counter() - began))
        self.inside[name].append(1000 * sum(spent))
        self.queries[name] = max(self.queries.get(name, 0), len(spent))

    def report(self) -> dict[str, dict[str, float]]:
        """Return the most queries, median and 95 % quantile of milliseconds by step.

        Pages count database time, all else wall time.
        """
        kinds = {name: self.inside if name.startswith("page") else self.wall for name in self.wall}
        return {
            name: {
                "queries": self.queries[name],
                "cpu": median(self.cpu[name]),
                "median": median(kind[name]),
                "p95": quantiles(kind[name], n=20)[-1],
            }
            for name, kind in kinds.items()
        }


def walk(filled: Filled, measure: Measure, repeats: int) -> None:
    """Run every step `repeats` times, after a round to warm the caches."""
    matchmake(ladder_id=filled.ladders[0].pk)
    for times, meter in ((1, _unmeasured), (repeats, measure)):
        for round_number in range(times):
            _play(meter)
            _look_after(filled.ladders[0], meter)
            _pages(filled, meter, round_number)


@contextmanager
def _unmeasured(_name: str) -> Iterator[None]:
    yield


def _play(measure: Measure) -> None:
    with measure("claim_match"):
        match = claim_match(worker=claim_name())
    assert match is not None
    with measure("renew"):
        Match.objects.renew(match)
    with measure("store_result"):
        store_result(match=match, result=result(1.5, 0.5))
    with measure("apply_results"):
        assert apply_results(ladder_id=match.ladder_id or 0)
    with measure("matchmaking, enough wait"):
        matchmake(ladder_id=match.ladder_id or 0)
    Match.objects.queued().filter(ladder=match.ladder_id).delete()
    with measure("matchmaking step"):
        assert matchmake(ladder_id=match.ladder_id or 0)


def _look_after(ladder: Ladder, measure: Measure) -> None:
    with measure("tick"):
        run_tick()
    with measure("reap_leases"):
        reap_leases()
    with measure("run_tournaments"):
        run_tournaments()
    with measure("tally_results"):
        tally_results(ladder=ladder)
    with measure("count_statistics"):
        count_statistics(ladder=ladder)
    with measure("longest_wait"):
        ladder.entries.all().longest_wait(timezone.now())
    with measure("platform_health"):
        platform_health(now=timezone.now())
    failed = ladder.matches.filter(status=Match.Status.VOID).order_by("-pk")[:1].get()
    with measure("bench_suspects"):
        bench_suspects(match=failed)
    check = LadderCheck.objects.exclude(version__bot__is_house=True).order_by("pk")[:1].get()
    with measure("check_matches"):
        matches = list(check.matches())
        Fault.objects.filter(game__match__in=matches, seat__version=check.version_id).first()


def _pages(filled: Filled, measure: Measure, number: int) -> None:
    """Get the pages with growing tables, each round for another bot or match."""
    client, staff = Client(HTTP_HOST="localhost"), Client(HTTP_HOST="localhost")
    organiser, _new = User.objects.get_or_create(username="bench-organiser", is_staff=True)
    staff.force_login(organiser)
    for name, address in addresses(filled, number).items():
        visitor = staff if name == "audit log" else client
        with measure(f"page: {name}"):
            response = visitor.get(address)
        assert response.status_code == 200, (address, response.status_code)


def addresses(filled: Filled, number: int) -> dict[str, str]:
    """Return URLs by page, far apart by `number`, so that nothing is warm from the last."""
    ladder = filled.ladders[0]
    game = filled.ladders[1].game
    bot = Bot.objects.filter(
        pk__gte=filled.first_bot + filled.bots // 4 + number, entries__ladder=ladder
    )
    slug = bot.order_by("pk")[:1].get().slug
    ladder_matches = Match.objects.filter(
        pk__gte=filled.first_match + 41 * number, ladder=ladder, purpose="ladder"
    )
    match = ladder_matches.order_by("pk")[:1].get().pk
    middle = filled.first_match + filled.matches // 2 + 97 * number
    return {
        "home": "/",
        "ladders": "/ladders/",
        "leaderboard": f"/ladders/{ladder.slug}/",
        "leaderboard, page 3": f"/ladders/{ladder.slug}/?page=3",
        "unranked": f"/ladders/{ladder.slug}/?unranked",
        "statistics": f"/ladders/{ladder.slug}/statistics/?card=Card+{number}",
        "statistics, openings": f"/ladders/{ladder.slug}/statistics/openings/?page={number + 2}",
        "card statistics": "/cards/statistics/",
        "card": "/cards/moat/",
        "matches": "/matches/",
        "matches, far back": f"/matches/?before={middle}",
        "matches of a ladder": f"/matches/?ladder={ladder.slug}&before={middle}",
        "matches of a game": f"/matches/?game={game}&before={middle}",
        "match": f"/matches/{match}/",
        "bots": "/bots/",
        "bot": f"/bots/{slug}/",
        "history of a rating": f"/bots/{slug}/history/{ladder.slug}/",
        "history by days": f"/bots/{slug}/history/{ladder.slug}/?days",
        "chart of a rating": f"/bots/{slug}/ratings/{ladder.slug}.json",
        "chart by days": f"/bots/{slug}/ratings/{ladder.slug}.json?by=day",
        "opponents of a bot": f"/bots/{slug}/against/",
        "versions of a bot": f"/bots/{slug}/versions/",
        "tournaments": "/tournaments/",
        "tournament": f"/tournaments/{Tournament.objects.order_by('pk')[:1].get().slug}/",
        "audit log": "/audit/",
    }

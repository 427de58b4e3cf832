"""`/metrics` for Prometheus: the web server's counters, and the platform's health as gauges."""

import os
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from http import HTTPStatus
from math import inf
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from arena.core.database_clock import database_now
from arena.health import PlatformHealth, platform_health
from arena.models import PruneProgress, TickStep
from website.deploy.readiness import queues
from website.metrics.shared import FOLDER
from website.notifications.delays import undelivered_seconds
from website.site.http import Request, viewer


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Send metrics to organisers and bearers of KINGSBENCH_METRICS_TOKEN; others get 401 or 403."""
    if not _has_token(request):
        person = viewer(cast("Request", request))
        if person is None:
            return HttpResponse(
                "Send the bearer token from KINGSBENCH_METRICS_TOKEN.\n",
                status=HTTPStatus.UNAUTHORIZED,
                content_type="text/plain; charset=utf-8",
                headers={"WWW-Authenticate": 'Bearer realm="metrics"'},
            )
        if not person.is_organiser:
            return HttpResponse(
                "Only organisers can see the metrics.\n",
                status=HTTPStatus.FORBIDDEN,
                content_type="text/plain; charset=utf-8",
            )
    counters = REGISTRY
    if FOLDER in os.environ:  # processes share it
        counters = CollectorRegistry()
        MultiProcessCollector(counters)  # type: ignore[no-untyped-call]
    health = CollectorRegistry()
    health.register(HealthCollector())
    text = generate_latest(counters) + generate_latest(health)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    if not settings.METRICS_TOKEN or scheme.lower() != "bearer":
        return False
    return secrets.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())


class HealthCollector(Collector):
    """Read the health from the database once per scrape."""

    def collect(self) -> Iterable[Metric]:
        now = database_now()
        health = platform_health(now)
        yield from _by("queued_matches", "Queued matches", "purpose", health.queued)
        yield from _by("running_matches", "Running matches", "purpose", health.running)
        yield from _of_ladders(health)
        yield from _by(
            "blocked",
            "Tournaments and leagues that a problem stops",
            "kind",
            {
                "tournament": len(health.blocked_tournaments),
                "league": len(health.blocked_leagues),
            },
        )
        taken = Counter(str(queue) for beat in health.awake for queue in beat.worker.queues)
        yield from _by(
            "workers_awake",
            "Workers with a heartbeat in the last minute",
            "queue",
            {name: taken[name] for name in queues()},
        )
        yield from _by(
            "undelivered_seconds",
            "Delay of the most overdue notification",
            "channel",
            undelivered_seconds(now),
        )
        yield _tick_failures()
        yield from _of_pruning(now)
        yield from _of_platform(health)


def _of_platform(health: PlatformHealth) -> Iterator[Metric]:
    tick_age = TickStep.objects.age()
    for name, text, value in (
        ("oldest_queued_seconds", "Age of the oldest queued match",
         health.oldest_queued),
        ("results_pending", "Stored results that are not applied yet",
         health.results_pending),
        ("oldest_pending_seconds", "Age of the oldest result that is not applied yet",
         health.oldest_pending),
        ("results_set_aside_last_day",
         "Matches of the last day void because their results could not be applied",
         health.set_aside_last_day),
        ("archive_damaged", "Objects of the archive found missing or changed",
         health.archive_damaged),
        ("public_archive_age_seconds", "Time since an archive of public matches was made",
         health.archive_age or 0.0),
        ("statistics_delay_seconds", "Time since the oldest match that statistics lack ended",
         health.statistics_delay),
        ("wait_alarms", "Ladders with a bot waiting too long", len(health.alarmed)),
        ("ladders_stalled",
         "Open ladders whose matches are due, of which none has ended for ten minutes",
         health.ladders_stalled),
        ("workers_silent", "Workers of the last day without a heartbeat in the last minute",
         len(health.workers) - len(health.awake)),
        ("workers_without_uploads", "Awake workers that do not reach the platform's uploads",
         len(health.without_uploads)),
        ("workers_of_other_versions", "Awake workers that may not work on this database",
         len(health.of_other_versions)),
        ("checks_failing", "Checks of uploads that failed on their hosts three times or more",
         health.checks_failing),
        ("tick_age_seconds", "Time since the last tick; +Inf if never",
         inf if tick_age is None else tick_age),
        ("rating_runs_pending", "Rating runs in progress", health.rating_runs_pending),
        ("void_matches_last_day", "Matches void by host failures in the last day",
         health.failed_last_day),
    ):  # fmt: skip
        yield GaugeMetricFamily(f"kingsbench_{name}", text, value=value)


def _of_ladders(health: PlatformHealth) -> Iterator[Metric]:
    yield from _by(
        "longest_wait_seconds",
        "Longest wait of a bot on an open ladder since its last match",
        "ladder",
        {ladder.ladder.slug: ladder.longest_wait for ladder in health.ladders},
    )
    yield from _by(
        "fit_delay_seconds",
        "Time since the ladder's fit became due; 0 if it is not",
        "ladder",
        health.fit_delays,
    )


def _tick_failures() -> Metric:
    family = CounterMetricFamily(
        "kingsbench_tick_failures", "Failed steps of the tick", labels=["step"]
    )
    for step, failures in TickStep.objects.failures().items():
        family.add_metric([step], failures)
    return family


def _of_pruning(now: datetime) -> Iterator[Metric]:
    rows = CounterMetricFamily("kingsbench_pruned_rows", "Old rows removed", labels=["kind"])
    size = CounterMetricFamily("kingsbench_pruned_bytes", "Bytes removed", labels=["kind"])
    age = inf
    for progress in PruneProgress.objects.exclude(ran_at=None).order_by("pk"):
        rows.add_metric([progress.kind], progress.rows)
        size.add_metric([progress.kind], progress.bytes)
        if progress.ran_at:
            age = min(age, max(0.0, (now - progress.ran_at).total_seconds()))
    words = "Time since the last pruning; +Inf if never"
    yield from (rows, size, GaugeMetricFamily("kingsbench_prune_age_seconds", words, value=age))


def _by(name: str, text: str, label: str, values: Mapping[str, float]) -> Iterator[Metric]:
    family = GaugeMetricFamily(f"kingsbench_{name}", text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    yield family

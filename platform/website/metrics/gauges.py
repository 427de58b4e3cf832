"""The platform's health as gauges."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import inf

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.database_clock import database_now
from arena.health import PlatformHealth, platform_health
from arena.models import PruneProgress, TickStep
from website.notices.delays import undelivered_seconds
from website.readiness import queues


class HealthCollector(Collector):
    """Read the health from the database once per scrape."""

    def collect(self) -> Iterable[Metric]:
        now = database_now()
        health = platform_health(now)
        yield from _by("queued_matches", "Matches that wait", "purpose", health.queued)
        yield from _by("running_matches", "Matches being played", "purpose", health.running)
        yield from _of_ladders(health)
        taken = Counter(str(queue) for one in health.awake for queue in one.worker.queues)
        yield from _by(
            "workers_awake",
            "Workers heard of in the last minute",
            "queue",
            {name: taken[name] for name in queues()},
        )
        yield from _by(
            "undelivered_seconds",
            "How late the notification is that has been due for longest",
            "channel",
            undelivered_seconds(now),
        )
        yield _tick_failures()
        pruned = list(PruneProgress.objects.order_by("pk"))
        yield from _pruned(pruned)
        for name, text, value in (
            ("oldest_queued_seconds", "Since the match that waits longest was ordered",
             health.oldest_queued),
            ("wait_alarms", "Ladders on which a bot waits beyond the alarm", len(health.alarmed)),
            ("workers_silent", "Workers of this day not heard of in the last minute",
             len(health.workers) - len(health.awake)),
            ("tick_age_seconds", "Since the tick last ran; +Inf: never",
             _or_never(TickStep.objects.age())),
            ("prune_age_seconds", "Since old data was last looked for; +Inf: never",
             _prune_age(pruned, now)),
            ("epochs_to_fill", "Ratings that are computed again", health.epochs_to_fill),
            ("void_matches_last_day", "Matches of a day that are void because hosts failed",
             health.failed_last_day),
        ):  # fmt: skip
            yield GaugeMetricFamily(f"kingsbench_{name}", text, value=value)


def _of_ladders(health: PlatformHealth) -> Iterator[Metric]:
    yield from _by(
        "longest_wait_seconds",
        "Since the bot that has waited longest on an open ladder last played",
        "ladder",
        {one.ladder.slug: one.longest_wait for one in health.ladders},
    )
    yield from _by(
        "fit_delay_seconds",
        "Since the match was finished after which the ladder's fit is due; 0: none is",
        "ladder",
        health.fit_delays,
    )


def _or_never(age: float | None) -> float:
    return inf if age is None else age


def _tick_failures() -> Metric:
    family = CounterMetricFamily(
        "kingsbench_tick_failures", "How often a step of the tick has failed", labels=["step"]
    )
    for step, failures in TickStep.objects.failures().items():
        family.add_metric([step], failures)
    return family


def _prune_age(pruned: Sequence[PruneProgress], now: datetime) -> float:
    ran_at = [progress.ran_at for progress in pruned if progress.ran_at]
    return max(0.0, (now - max(ran_at)).total_seconds()) if ran_at else inf


def _pruned(pruned: Sequence[PruneProgress]) -> Iterator[Metric]:
    rows = CounterMetricFamily(
        "kingsbench_pruned_rows", "Old rows that were removed", labels=["kind"]
    )
    size = CounterMetricFamily(
        "kingsbench_pruned_bytes", "Bytes that were removed", labels=["kind"]
    )
    for progress in pruned:
        rows.add_metric([progress.kind], progress.rows)
        size.add_metric([progress.kind], progress.bytes)
    yield from (rows, size)


def _by(name: str, text: str, label: str, values: Mapping[str, float]) -> Iterator[Metric]:
    family = GaugeMetricFamily(f"kingsbench_{name}", text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    yield family

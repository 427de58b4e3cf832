"""The platform's health as gauges, read from the database when somebody asks."""

from collections.abc import Iterable, Iterator, Mapping

from django.utils import timezone
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.health import platform_health


class HealthCollector(Collector):
    """One look at the platform's health a scrape."""

    def collect(self) -> Iterable[Metric]:
        """The gauges with their values now."""
        health = platform_health(timezone.now())
        waits = {one.ladder.slug: one.longest_wait for one in health.ladders}
        yield from _by("queued_matches", "Matches that wait", "purpose", health.queued)
        yield from _by("running_matches", "Matches being played", "purpose", health.running)
        yield from _by(
            "longest_wait_seconds",
            "Since the bot that has waited longest on an open ladder last played",
            "ladder",
            waits,
        )
        for name, text, value in (
            ("oldest_queued_seconds", "Since the match that waits longest was ordered",
             health.oldest_queued),
            ("wait_alarms", "Ladders on which a bot waits beyond the alarm", len(health.alarmed)),
            ("workers_awake", "Hosts of workers heard of in the last minute", len(health.awake)),
            ("epochs_to_fill", "Ratings that are computed again", health.epochs_to_fill),
            ("void_matches_last_day", "Matches of a day that came to nothing",
             health.void_last_day),
        ):  # fmt: skip
            yield GaugeMetricFamily(f"kingsbench_{name}", text, value=value)


def _by(name: str, text: str, label: str, values: Mapping[str, float]) -> Iterator[Metric]:
    family = GaugeMetricFamily(f"kingsbench_{name}", text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    yield family

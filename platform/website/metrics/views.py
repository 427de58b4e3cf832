"""`/metrics` for Prometheus."""

import os
import secrets
from http import HTTPStatus
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from website.metrics.gauges import HealthCollector
from website.metrics.shared import FOLDER
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
    health = CollectorRegistry()
    health.register(HealthCollector())
    counted = generate_latest(_counters()) + generate_latest(health)
    return HttpResponse(counted, content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    if not settings.METRICS_TOKEN or scheme.lower() != "bearer":
        return False
    return secrets.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())


def _counters() -> CollectorRegistry:
    """Return the counters of all processes that share the folder."""
    if FOLDER not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together

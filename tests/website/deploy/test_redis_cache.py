"""The site's cache in a Redis without room: log-in limits stay, all else is dropped."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
import redis
from redis.exceptions import OutOfMemoryError

from tests.prepared import ROOT
from tests.services import Unavailable, redis_server
from website.deploy.cache import RedisCache

pytestmark = pytest.mark.services
LIMIT = "allauth:rl:login_failed:ip:192.0.2.1"


@pytest.fixture
def full_cache() -> Iterator[RedisCache]:
    """A cache with a log-in limit, in a Redis that is full and evicts as `redis.sh` says."""
    policy = re.search(
        r"^maxmemory-policy (\S+)$", (ROOT / "docker/redis.sh").read_text(), re.MULTILINE
    )
    assert policy
    try:
        with redis_server() as url, redis.Redis.from_url(url) as client:
            cache = RedisCache(url, {})
            cache.set(LIMIT, [1.0, 2.0], 300)
            client.config_set("maxmemory-policy", policy[1])
            client.config_set("maxmemory", "1")  # byte, so it is full
            with suppress(OutOfMemoryError):
                client.set("page", "x", ex=300)
            yield cache
    except Unavailable as reason:
        pytest.skip(str(reason))


def test_log_in_limits_are_not_evicted(full_cache: RedisCache) -> None:
    assert full_cache.get(LIMIT) == [1.0, 2.0]


def test_a_log_in_that_cannot_be_counted_is_refused(full_cache: RedisCache) -> None:
    for store in (full_cache.set, full_cache.add):
        with pytest.raises(OSError, match="no memory left"):
            store("allauth:rl:other", [3.0], 300)


def test_other_values_are_dropped_and_pages_go_on(full_cache: RedisCache) -> None:
    full_cache.set("trend", "x", 300)
    full_cache.set_many({"rank": "x"}, 300)
    assert not full_cache.add("highlights", "x", 300)
    assert full_cache.get_many(["trend", "rank", "highlights"]) == {}

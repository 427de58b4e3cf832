"""Fixtures shared by tests of the arena."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.models import Bot, Ladder, Version
from sandbox.errors import JailUnavailable
from sandbox.jail import Jailer
from tests.arena.processes import Platform
from tests.arena.queue.rows import Queue
from tests.arena.resilience.crew import Crew
from tests.cast import a_bot, a_ladder, alice, bob
from tests.website.rows import make_version


@pytest.fixture
def ladder(db: None) -> Ladder:
    return a_ladder()


@pytest.fixture
def bots(ladder: Ladder) -> tuple[Bot, Bot]:
    """Alice's and Bob's."""
    return a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)


@pytest.fixture(
    params=[
        pytest.param("sqlite", marks=pytest.mark.processes),
        pytest.param("postgres", marks=pytest.mark.services),
    ]
)
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Platform]:
    """Processes of their own on either database."""
    if request.param == "sqlite":
        yield Platform(tmp_path)
        return
    platform = Platform(tmp_path, DATABASE_URL=request.getfixturevalue("postgres_url"))
    yield platform
    platform.empty()


@pytest.fixture(scope="session")
def jailer() -> Jailer:
    """The strongest jail of this machine."""
    try:
        return Jailer.strongest()
    except JailUnavailable as unavailable:
        pytest.skip(f"NO JAIL ON THIS MACHINE: {unavailable}")


@pytest.fixture
def urls(postgres_url: str, redis_url: str) -> dict[str, str]:
    """Real servers, as the settings name them, and two matches at once."""
    return {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url, "KINGSBENCH_CORES": "2"}


@pytest.fixture
def queue(urls: dict[str, str]) -> Iterator[Queue]:
    """The match rows of these."""
    with Queue(urls["DATABASE_URL"]) as queue:
        yield queue


@pytest.fixture
def crew(urls: dict[str, str], tmp_path: Path) -> Iterator[Crew]:
    """Workers on these servers, with their leftovers visible."""
    platform = Platform(tmp_path / "var", **urls)
    with Crew(platform, tmp_path) as crew:
        yield crew
    platform.empty()


@pytest.fixture
def alices(ladder: Ladder) -> Bot:
    """Alice's bot on the test's ladder."""
    return a_bot(alice(), "Alcuin", ladder)


@pytest.fixture
def newer(ladder: Ladder, alices: Bot) -> Version:
    """An accepted version that Alice has not activated."""
    return make_version(alices, ladder, activates=False)

"""The plugin of `./kingsbench test`: shared servers; skips can be failures.

PostgreSQL and Redis start once, before pytest's workers, which read their URLs from the
environment. With KINGSBENCH_TEST_FULL a skip is a failure with its reason.
"""

import os
from collections.abc import Generator
from contextlib import AbstractContextManager, ExitStack
from urllib.parse import urlsplit

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]  # it has no types
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # nor here

from tests.services import POSTGRES, REDIS, Unavailable, postgres, redis_server

FULL = "KINGSBENCH_TEST_FULL"
SERVERS = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Start the servers in the run's first process, which is no worker."""
    if hasattr(config, "workerinput"):
        return
    stack = ExitStack()
    config.add_cleanup(stack.close)
    config.stash[SERVERS] = [
        start(stack, "PostgreSQL", POSTGRES, postgres()),
        start(stack, "Redis", REDIS, redis_server()),
    ]


def start(stack: ExitStack, name: str, variable: str, server: AbstractContextManager[str]) -> str:
    """Start one server unless one is given, tell the workers; returns a line for the head."""
    if given := os.environ.get(variable):
        return f"{name}: given, on port {urlsplit(given).port}"
    try:
        url = stack.enter_context(server)
    except Unavailable as reason:
        return f"{name}: its tests are SKIPPED. {reason}"
    os.environ[variable] = url
    return f"{name}: started on port {urlsplit(url).port} for this run"


class TogetherInBrowsers(LoadScopeScheduling):  # type: ignore[misc]  # it is Any to mypy
    """Deal tests one by one, but browser tests to one process, which shares a platform.

    (Under pytest 9.2, pytest-xdist 3.8 ignores the marks of `--dist loadgroup`.)
    """

    def _split_scope(self, nodeid: str) -> str:
        return "browsers" if nodeid.startswith("tests/browser/") else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Deal the tests out as above."""
    return TogetherInBrowsers(config, log)


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Which servers run."""
    return config.stash.get(SERVERS, [])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With --full a skip is a failure with the same reason."""
    report = yield
    if os.environ.get(FULL) and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and nothing may be: {reason_of(report)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """With --full a file that is skipped as a whole is an error with the same reason."""
    report = yield
    if os.environ.get(FULL) and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, and nothing may be: {reason_of(report)}"
    return report


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return the reason for a skip: the last part of pytest's (path, line, reason)."""
    return str(report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr)

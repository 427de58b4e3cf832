"""The plugin of `./kingsbench test`: shared servers and preparations; skips can be failures.

PostgreSQL and Redis start once, before pytest's workers, which read their URLs from the
environment. With KINGSBENCH_TEST_QUICK none starts, with KINGSBENCH_TEST_FULL a skip is a failure.
"""

import os
from collections.abc import Generator
from contextlib import AbstractContextManager, ExitStack
from urllib.parse import urlsplit

import pytest
from _pytest.assertion import rewrite
from _pytest.assertion.rewrite import assertstate_key
from xdist.remote import Producer  # type: ignore[import-untyped]  # it has no types
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # nor here

from tests.prepared import shared_preparations
from tests.services import POSTGRES, REDIS, Unavailable, postgres, redis_server

FULL = "KINGSBENCH_TEST_FULL"
QUICK = "KINGSBENCH_TEST_QUICK"
OWN_PLATFORMS = ("test_account.py", "test_elsewhere.py", "test_pages.py", "test_third_game.py")
SHARE_FIXTURES = {
    "tests/arena/ladders/test_matchmake_plans.py",
    "tests/arena/ratings/test_recompute_ratings.py",
    "tests/arena/ratings/test_refit_ratings.py",
    "tests/arena/test_compiling.py",
    "tests/tooling/test_framing.py",
    "tests/tooling/test_wheel.py",
    "tests/website/backup/test_backup_killed.py",
    "tests/website/test_extreme_values.py",
}
SERVERS = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Start the servers in the run's first process, which is no worker."""
    if hasattr(config, "workerinput"):
        return
    stack = ExitStack()
    config.add_cleanup(stack.close)
    if not os.environ.get(QUICK):
        config.stash[SERVERS] = [
            start(stack, "PostgreSQL", POSTGRES, postgres()),
            start(stack, "Redis", REDIS, redis_server()),
        ]
    stack.enter_context(shared_preparations())
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        compile_tests(config)


def compile_tests(config: pytest.Config) -> None:
    """Rewrite and compile all tests as pytest does at their import, once for all workers."""
    for file in config.rootpath.glob("tests/**/*.py"):
        if file.name.startswith("test_") or file.name == "conftest.py":
            compiled = rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
            compiled.parent.mkdir(exist_ok=True)
            if rewrite._read_pyc(file, compiled) is None:
                status, code = rewrite._rewrite_test(file, config)
                rewrite._write_pyc(config.stash[assertstate_key], code, status, compiled)


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


class Together(LoadScopeScheduling):  # type: ignore[misc]  # it is Any to mypy
    """Deal tests one by one, but those that share a costly fixture to one process.

    (Under pytest 9.2, pytest-xdist 3.8 ignores the marks of `--dist loadgroup`.)
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file.startswith("tests/browser/"):
            return "own platforms" if file.endswith(OWN_PLATFORMS) else "one platform"
        return file if file in SHARE_FIXTURES else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Deal the tests out as above."""
    return Together(config, log)


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

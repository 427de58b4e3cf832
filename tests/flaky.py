"""The plugin of `./kingsbench test` that retries failed tests, each alone, at the end.

A test that then passes is flaky: it is listed and does not fail the run. Collection errors are not
retried.
"""

import subprocess
import sys

import pytest

FAILING = ("failed", "error")
FLAKY = "flaky"
MOST_FAILING_AGAIN = 10  # then the run has failed anyway, and the other tests are not tried again


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Run what failed again; end well where nothing is left that failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(session.config, "workerinput") or reporter is None:
        return
    if session.exitstatus == pytest.ExitCode.TESTS_FAILED:
        run_again(session.config, reporter)
        if not any(reporter.stats.get(outcome) for outcome in FAILING):
            session.exitstatus = pytest.ExitCode.OK


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the flaky tests below everything else: how they failed, then their names."""
    flaky: list[pytest.TestReport] = terminalreporter.stats.get(FLAKY, [])
    if not flaky:
        return
    terminalreporter.section("flaky: failed, then passed alone", yellow=True)
    for report in flaky:
        terminalreporter.line(report.longreprtext)
    for report in flaky:
        terminalreporter.line(f"FLAKY {report.nodeid}")


def run_again(config: pytest.Config, reporter: pytest.TerminalReporter) -> None:
    """Run each failed test alone; count those that pass as passed and as flaky."""
    failing_again = 0
    for test in failed_tests(reporter):
        if failing_again == MOST_FAILING_AGAIN:
            reporter.write_line("too many tests fail again: the others are not run again")
            return
        if passes_alone(config, reporter, test):
            move_to_flaky(reporter, test)
        else:
            failing_again += 1


def failed_tests(reporter: pytest.TerminalReporter) -> list[str]:
    """The node ids of the tests that failed, each once."""
    reports = [one for outcome in FAILING for one in reporter.stats.get(outcome, [])]
    tests = [one.nodeid for one in reports if isinstance(one, pytest.TestReport)]
    return list(dict.fromkeys(tests))


def passes_alone(config: pytest.Config, reporter: pytest.TerminalReporter, test: str) -> bool:
    """Run one test in a process of its own, with the run's seed, and show it if it fails again."""
    words = ["-p", "tests.everything", "-n", "0", "--rootdir", str(config.rootpath)]
    words += ["-c", str(config.inipath)] if config.inipath else []
    if (seed := config.getoption("randomly_seed", None)) is not None:
        words.append(f"--randomly-seed={seed}")
    words = [sys.executable, "-m", "pytest", *words, f"{config.rootpath}/{test}"]
    reporter.write(f"\nrunning again, alone: {test} ...", flush=True)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    passed = done.returncode == pytest.ExitCode.OK
    reporter.write_line(f" {'passed' if passed else 'FAILED again'}")
    if not passed:
        reporter.write_line(done.stdout + done.stderr)
    return passed


def move_to_flaky(reporter: pytest.TerminalReporter, test: str) -> None:
    """Take a test's failures out of the count, and count it as passed and flaky."""
    moved = []
    for outcome in FAILING:
        reports = reporter.stats.get(outcome, [])
        moved += [one for one in reports if one.nodeid == test]
        reporter.stats[outcome] = [one for one in reports if one.nodeid != test]
        if not reporter.stats[outcome]:
            del reporter.stats[outcome]
    reporter.stats.setdefault(FLAKY, []).extend(moved[:1])
    passed = reporter.stats.setdefault("passed", [])
    passed += [] if any(one.nodeid == test for one in passed) else moved[:1]
    reporter._set_main_color()

"""`./kingsbench test [--full] [pytest's arguments]`."""

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from website.management.steps import (
    Done,
    Running,
    Step,
    Streaming,
    checks,
    clean_environment,
    tests,
    types,
)


class Command(BaseCommand):
    """Run all checks and tests; pytest's summary comes last."""

    help = "Run every check and every test. --full turns a skip into a failure."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Bypass Django's parser: pytest takes all but `--full`."""
        arguments = [word for word in argv[2:] if word != "--full"]
        self.handle(*arguments, full="--full" in argv[2:])

    def handle(self, *args: str, **options: Any) -> None:
        """Exit with 0 only if every step passed."""
        with tempfile.TemporaryDirectory(prefix="kingsbench-test-") as state:
            environment = clean_environment(Path(state))
            beside = Running(types(), settings.ROOT, environment)
            done = [self.run_check(step, environment) for step in checks()]
            pytest = tests(args, full=options["full"], colour=sys.stdout.isatty())
            streaming = Streaming(pytest, settings.ROOT, environment)
            self.title(pytest.name)
            last = self.print_all_but_the_last(streaming.lines())
            done += [beside.done(), streaming.done()]
        self.title(done[-2].step.name)
        self.stdout.write(done[-2].output, ending="")
        self.conclude(done, last)
        sys.exit(int(any(one.code for one in done)))

    def run_check(self, step: Step, environment: dict[str, str]) -> Done:
        self.title(step.name)
        done = Running(step, settings.ROOT, environment).done()
        self.stdout.write(done.output, ending="")
        return done

    def print_all_but_the_last(self, lines: Iterator[str]) -> str:
        """Print lines as they come; return the last non-empty one."""
        held = ""
        for line in lines:
            if line.strip():
                self.stdout.write(held, ending="")
                self.stdout.flush()
                held = line
            else:
                held += line
        return held.rstrip() + "\n"

    def conclude(self, done: Iterable[Done], last: str) -> None:
        self.title("summary")
        for one in done:
            self.stdout.write(one.summary)
        self.stdout.write(last, ending="")
        self.stdout.flush()

    def title(self, name: str) -> None:
        self.stdout.write(f"\n--- {name} " + "-" * (75 - len(name)))
        self.stdout.flush()

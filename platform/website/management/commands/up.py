"""`./kingsbench up`."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection

from arena import compiling
from arena.queue.refusals import UploadsNotOurs
from engine import compiled
from website.backup.errors import BackupError
from website.backup.marker import require_no_restore
from website.deploy.environment import is_loopback
from website.deploy.migration_history import OtherVersion, require_known_database
from website.deploy.readiness import broker
from website.deploy.state_folder import InUse, folder_lock
from website.management.collecting import Collecting, NotCollected
from website.management.greeting import Greeting
from website.management.programs import PortTaken, all_programs, bound_socket
from website.management.seeding import seed, who_will_be_asked
from website.management.supervisor import Supervisor

OPEN_WARNING = """
  WARNING: other machines can connect to {host}. A few slow clients can stop this web server, and
  it speaks no HTTPS, so passwords travel in the clear. For a public site leave out --host, and
  run nginx or Caddy in front: see "A proxy in front" in docs/operators.md.
"""
NO_BROKER = "Check REDIS_URL and KINGSBENCH_VAR; until this is mended, nothing is played."


class Command(BaseCommand):
    """Prepare the state folder, then keep web server and worker running."""

    requires_system_checks = ()  # `./kingsbench test` runs them; they cost a new user half a second
    help = "Run the platform on this machine, with house bots playing. Ctrl-C stops it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="default: 8000")
        parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1")
        parser.add_argument(
            "--allow-remote",
            action="store_true",
            help=(
                "allow other machines to connect: --host need not be loopback (see "
                "docs/operators.md)"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Hold folder and port while preparing and running."""
        host, port = options["host"], options["port"]
        if not is_loopback(host) and not options["allow_remote"]:
            raise CommandError(
                f"{host} allows other machines to connect: read docs/operators.md, then add "
                "--allow-remote and list the hosts in ALLOWED_HOSTS."
            )
        if not is_loopback(host):
            self.say(OPEN_WARNING.format(host=host))
        if not 0 < port < 65536:
            raise CommandError(f"{port} is not a port: use 1 to 65535.")
        try:
            with folder_lock(settings.VAR), bound_socket(host, port) as listener:
                require_no_restore()
                require_known_database(connection)
                self.run(settings.VAR, listener)
        except InUse as error:
            raise CommandError(
                f"{error}: use that one, stop it, or set KINGSBENCH_VAR to another folder."
            ) from error
        except UploadsNotOurs as error:
            raise CommandError(error.problem) from error
        except (PortTaken, BackupError, OtherVersion, NotCollected) as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(f"the database cannot be used: {error}".strip()) from error

    def run(self, state: Path, listener: socket.socket) -> None:
        """Prepare while the programs load; supervise them."""
        logs = state / "log"
        logs.mkdir(mode=0o700, exist_ok=True)
        state.chmod(0o700)
        self.set_environment(state, listener.getsockname()[1])
        self.say(f"preparing {state}")
        self.compile()
        supervisor = Supervisor(all_programs(listener, logs), self.say)
        with supervisor.held():
            login = self.prepare(state)
        for problem in broker():
            self.say(f"  {problem} {NO_BROKER}")
        self.say("starting web server and worker")
        if not supervisor.run(Greeting(listener, login, self.say).finished):
            raise CommandError(f"the platform did not start; the logs are in {logs}.")
        self.say("stopped")

    def set_environment(self, state: Path, port: int) -> None:
        """Tell the programs, which run in another folder."""
        os.environ["KINGSBENCH_VAR"] = str(state)
        if settings.ON_LOOPBACK:
            os.environ.setdefault("KINGSBENCH_URL", f"http://127.0.0.1:{port}")

    def compile(self) -> None:
        """Compile the engine if it is wanted, before the programs load it."""
        target = Path(compiled.folder())
        if not compiling.is_wanted() or target.exists():
            return
        try:
            with self.step("compiling the engine"):
                compiling.compile_engine(target)
        except compiling.NotCompiled as error:
            self.say(f"  the engine is not compiled: {error}")

    def prepare(self, state: Path) -> str:
        """Migrate, seed, collect static files beside; return how the administrator logs in."""
        collecting = Collecting()
        try:
            with self.step("bringing the database up to date"):
                call_command("migrate", interactive=False, verbosity=0)
            with self.step("creating the administrator, the first ladder and the house bots"):
                login = seed(state, to_terminal=self.stdout.isatty())
            if asked := who_will_be_asked():
                self.say(f"  {asked}")
            with self.step("collecting static files", collecting.began):
                collecting.wait()
            return login
        finally:
            collecting.stop()

    @contextmanager
    def step(self, text: str, began: float | None = None) -> Iterator[None]:
        """Say what is done and how long it took, since `began` if that was earlier."""
        began = began or time.monotonic()
        self.say(f"  {text} ...", ending=" ")
        try:
            yield
        except BaseException:
            self.say("failed")
            raise
        self.say(f"{time.monotonic() - began:.1f} s")

    def say(self, text: str, ending: str = "\n") -> None:
        """Print a line; ignore a closed terminal."""
        with suppress(OSError):
            self.stdout.write(text, ending=ending)
            self.stdout.flush()

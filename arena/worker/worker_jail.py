"""This process's jail, the strongest that works."""

import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from django.conf import settings

from arena.compiling import engine_package
from arena.core.bot_runtime import bot_runtime
from arena.matches.referee.player import message_of
from arena.worker.upload_cache import upload_cache_folder
from engine.messages import Message
from engine.messages import gettext_noop as _
from sandbox import staging_folder
from sandbox.jail import Jailer, JailUnavailable, Level

LEAST_ROOM = 32 * 1024 * 1024  # bytes: two of the largest bots

log = structlog.get_logger(__name__)


class WorkerJail(NamedTuple):
    """A jailer, or None; `problem`: why members' bots cannot play."""

    jailer: Jailer | None
    problem: str = ""

    @property
    def house_only(self) -> bool:
        return bool(self.problem)

    @property
    def stamp(self) -> dict[str, Any]:
        return self.jailer.stamp if self.jailer else {}

    def close(self) -> None:
        """End the jailed interpreters that wait for bots."""
        if self.jailer and self.jailer.template.zygotes:
            self.jailer.template.zygotes.close()

    def lack_of_room(self) -> str:
        """Return why no match can be staged, or "": a claimed one would fail thrice at once."""
        if self.jailer and not self.jailer.template.root.exists():
            words = _(
                "%(folder)s is gone, which jails need: restart the workers. A user who logs out "
                "loses what lies in memory: run them as a system user, or with lingering "
                "(loginctl enable-linger)."
            )
            return Message(words, {"folder": str(self.jailer.template.root)})
        try:
            staging = staging_folder.base_folder()
        except JailUnavailable as unavailable:
            return message_of(unavailable)
        for folder in (staging, Path(settings.VAR)):
            if folder.exists() and (free := shutil.disk_usage(folder).free) < LEAST_ROOM:
                words = _(
                    "%(folder)s has only %(free)s MiB left: matches wait until there are "
                    "%(least)s. Free some space, or enlarge it (./kingsbench doctor has the line "
                    "for what lies in memory); nothing needs to be restarted."
                )
                room = {"free": free >> 20, "least": LEAST_ROOM >> 20}
                return Message(words, {"folder": str(folder), **room})
        return ""


@cache
def worker_jail() -> WorkerJail:
    return make_worker_jail()


def make_worker_jail() -> WorkerJail:
    """Test the jail; without one KINGSBENCH_JAIL=strongest plays house bots, unrated."""
    try:
        return WorkerJail(_make_jailer())
    except JailUnavailable as unavailable:
        words = _(
            "%(problem)s. All layers: ./kingsbench doctor. Restart the workers after fixing it."
        )
        problem = Message(words, {"problem": message_of(unavailable)})
        log.error("jail_unavailable", wanted=settings.JAIL_LEVEL, problem=problem)
        if settings.JAIL_LEVEL == "strongest":
            house, engine = upload_cache_folder(of_house=True), engine_package()
            with suppress(JailUnavailable):  # house bots are staged in that folder as well
                return WorkerJail(Jailer("bundled-only", bundled=house, engine=engine), problem)
        return WorkerJail(None, problem)


def _make_jailer() -> Jailer:
    runtime = bot_runtime()
    languages = settings.BOT_LANGUAGES
    if settings.JAIL_LEVEL == "strongest":
        jailer = Jailer.strongest(languages=languages, runtime=runtime, engine=engine_package())
    else:
        level: Level = "rootless" if settings.JAIL_LEVEL == "rootless" else "required"
        jailer = Jailer(level, languages=languages, runtime=runtime, engine=engine_package())
    for language, problem in jailer.unavailable_languages().items():
        log.error("language_unavailable", language=language, problem=problem)
    return jailer

"""What this worker process can play with: the strongest jail that holds here, made once."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import structlog
from django.conf import settings

from arena.models.bots import HOUSE_FOLDER
from sandbox.jail import Jailer, JailUnavailable, Level

ADVICE = "All layers: ./kingsbench doctor. Once it is mended, restart the workers."

log = structlog.get_logger(__name__)


class Workshop(NamedTuple):
    """A jailer, or None where nothing may run; `problem` says why strangers' bots may not."""

    jailer: Jailer | None
    problem: str = ""

    @property
    def house_only(self) -> bool:
        """Do only the bundled bots run here?"""
        return bool(self.problem)


@cache
def workshop() -> Workshop:
    """Prove the jail by its canaries, once a process.

    With KINGSBENCH_JAIL=strongest, where no jail holds, the bundled bots still play, unrated;
    with a level demanded, nothing runs.
    """
    try:
        return Workshop(_jailer())
    except JailUnavailable as unavailable:
        problem = f"{unavailable}. {ADVICE}"
        log.error("jail_unavailable", wanted=settings.JAIL_LEVEL, problem=problem)
        if settings.JAIL_LEVEL != "strongest":
            return Workshop(None, problem)
        house = Path(settings.MEDIA_ROOT) / HOUSE_FOLDER
        return Workshop(Jailer("bundled-only", bundled=house), problem)


def _jailer() -> Jailer:
    """The jailer that the settings ask for. Raises JailUnavailable."""
    runtime = settings.RUNTIMES / settings.BOT_RUNTIME if settings.BOT_RUNTIME else None
    languages = settings.BOT_LANGUAGES
    if settings.JAIL_LEVEL == "strongest":
        jailer = Jailer.strongest(languages=languages, runtime=runtime)
    else:
        level: Level = "rootless" if settings.JAIL_LEVEL == "rootless" else "required"
        jailer = Jailer(level, languages=languages, runtime=runtime)
    for language, problem in jailer.lacking().items():
        log.error("language_unavailable", language=language, problem=problem)
    return jailer

"""What this worker process can play with: the strongest jail that holds here, made once."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import structlog
from django.conf import settings

from arena.models.bots import HOUSE_FOLDER
from sandbox.jail import Jailer, JailUnavailable

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
        if settings.JAIL_LEVEL == "strongest":
            return Workshop(Jailer.strongest())
        return Workshop(Jailer("rootless" if settings.JAIL_LEVEL == "rootless" else "required"))
    except JailUnavailable as unavailable:
        problem = f"{unavailable}. {ADVICE}"
        log.error("jail_unavailable", wanted=settings.JAIL_LEVEL, problem=problem)
        if settings.JAIL_LEVEL != "strongest":
            return Workshop(None, problem)
        house = Path(settings.MEDIA_ROOT) / HOUSE_FOLDER
        return Workshop(Jailer("bundled-only", bundled=house), problem)

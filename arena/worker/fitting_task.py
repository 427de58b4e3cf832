from typing import Any

import structlog
from celery import Task

from arena.worker.stopping import finish_before_stopping

log = structlog.get_logger(__name__)


class FittingTask(Task):  # type: ignore[type-arg]  # its stubs are generic, the class is not
    """A task that does nothing in a process of another version than the database is for.

    Nothing is lost: what is to be done stands in the database, and the tick sends it again. A stop
    ends all of it, since a silent database may let any statement wait for ever.
    """

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from arena.queue.refusals import (  # noqa: PLC0415  # before Django's models
            recent_work_refusal,
        )

        result: Any = None
        with finish_before_stopping():
            if refusal := recent_work_refusal():
                log.error("work_refused", task=self.name, reason=refusal)
            else:
                result = self.run(*args, **kwargs)
        return result

"""Logging: lines on a terminal, else JSON, for warnings and uncaught errors too."""

import json
import logging
import os
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import structlog

from arena.core.hosts import host

NOISY = ("celery.worker.strategy", "celery.app.trace", "django_structlog")  # five lines per message


def add_place(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Add host and process id."""
    return event | {"host": host(), "pid": os.getpid()}


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso"),
    add_place,
]


def configure_logging(level: str, *, as_json: bool) -> dict[str, Any]:
    """Configure structlog, warnings and exception hooks; return Django's LOGGING."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    if as_json:
        logging.captureWarnings(True)
        sys.excepthook = _log_uncaught
        threading.excepthook = _log_uncaught_in_thread
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": _formatter(as_json)},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {name: {"level": "WARNING" if level == "INFO" else level} for name in NOISY}
        | {"kombu.connection": {"level": "ERROR"}}  # warns that a folder has no host name
        | {name: {"handlers": [], "propagate": True} for name in ("django", "django.server")},
    }


def _formatter(as_json: bool) -> dict[str, Any]:
    plain = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    program = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(program if as_json else [plain]),
        ],
    }


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger("uncaught").critical("uncaught", exc_info=(kind, error, trace))


def _log_uncaught_in_thread(hook: threading.ExceptHookArgs) -> None:
    error = hook.exc_value or hook.exc_type()
    _log_uncaught(hook.exc_type, error, hook.exc_traceback)


def say_json(message: str, *_stream: Any) -> None:
    """Write a line without a logger, whose lock a signal handler must not wait for."""
    event = {
        "event": message.strip(),
        "logger": "celery.apps.worker",
        "level": "info",
        "timestamp": datetime.now(UTC).isoformat(),
    }
    with suppress(OSError):
        os.write(2, json.dumps(add_place(None, "", event)).encode() + b"\n")

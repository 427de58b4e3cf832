"""Log gunicorn's lines like all others."""

import os
from datetime import timedelta
from typing import Any

from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.message import Request
from gunicorn.http.wsgi import Response


class GunicornLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Use with `--logger-class website.deploy.gunicorn_logger.GunicornLogger`.

    Requests are logged only with `GUNICORN_CMD_ARGS="--access-logfile -"`.
    """

    def setup(self, cfg: Config) -> None:
        """Use our formatter."""
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
        from django.conf import settings  # noqa: PLC0415  # not before the line above

        super().setup(cfg)
        wanted = dict(settings.LOGGING["formatters"]["lines"])
        formatter = wanted.pop("()")(**wanted)
        for logger in (self.error_log, self.access_log):
            for handler in logger.handlers:
                handler.setFormatter(formatter)

    def access(
        self, resp: Response, _req: Request, environ: dict[str, Any], request_time: timedelta
    ) -> None:
        """Log a request with its fields."""
        if not self.access_log_enabled:
            return
        fields = {
            "method": environ.get("REQUEST_METHOD", ""),
            "path": environ.get("PATH_INFO", environ.get("RAW_URI", "")),
            "status": int(str(resp.status).partition(" ")[0]),
            "bytes": resp.sent,
            "seconds": round(request_time.total_seconds(), 3),
            "address": environ.get("REMOTE_ADDR", ""),
        }
        self.access_log.info("request", extra=fields)

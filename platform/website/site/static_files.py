"""Static files: which are served; compressed and named by content."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage

NEVER_SERVED = [
    "django_htmx",  # htmx itself is vendored
    "redoc",
    "swagger-ui-standalone-preset.*",
    "swagger-ui-bundle.js.map",
    *("jquery.js", "select2.css", "select2.full.js", "xregexp.js"),  # admin has them minified
]


class Config(StaticFilesConfig):
    """Django's app, without files that no page uses."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, *NEVER_SERVED]


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Hash imports between modules too: no page mixes old and new ones."""

    support_js_module_import_aggregation = True

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress files under the names that pages use, not under both."""
        named = set(self.hashed_files.values())
        yield from super().compress_files([path for path in paths if path in named])

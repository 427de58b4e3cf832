"""Storage of static files, compressed and named by content."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

NOT_OURS = "django_htmx/"  # imports missing files; htmx itself is vendored


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Hash imports between modules too: no page mixes old and new ones."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], *rest: Any, **options: Any) -> Iterator[Any]:
        """Skip files that no page uses."""
        asked = {name: path for name, path in paths.items() if not name.startswith(NOT_OURS)}
        yield from super().post_process(asked, *rest, **options)

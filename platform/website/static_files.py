"""How static files are stored: compressed, under names that change with what is in them."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

NOT_OURS = "django_htmx/"  # imports what it does not bring along; htmx itself is vendored


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Whitenoise's storage, also for the modules that scripts import: after an upgrade no page gets
    old ones beside new ones."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], *rest: Any, **options: Any) -> Iterator[Any]:
        """Hash and compress what is collected, but for what no page asks for."""
        asked = {name: path for name, path in paths.items() if not name.startswith(NOT_OURS)}
        yield from super().post_process(asked, *rest, **options)

"""The marker in the storage of uploads, by which a process knows that it is the platform's."""

import secrets

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from arena.core.ask_seldom import ask_seldom
from arena.models import Installation
from engine.messages import Message, UserError
from engine.messages import gettext_noop as _

MARKER = "kingsbench-platform.txt"
TRUSTED_SECONDS = 10.0  # for which a process believes what it has seen: a bucket is far away

MISSING = _(
    "The storage of uploads here has no %(file)s, so it is empty or not mounted. Mount the folder "
    "that the web servers write to, or name their bucket."
)
OTHER = _(
    "The storage of uploads here is another platform's, by its %(file)s. Mount the folder that the "
    "web servers write to, or name their bucket."
)
AWAY = _("The storage of uploads here does not answer (%(why)s).")


class UploadsNotOurs(UserError, OSError):
    """The storage of uploads is missing, or another platform's."""


def uploads_problem() -> str:
    """Return why the storage of uploads here is not the platform's, or "".

    A platform that has never been seeded has no marker, and any storage will do.
    """
    wanted = Installation.known_marker()
    try:
        found = stored_marker()
    except OSError as error:
        return Message(AWAY, {"why": error.strerror or type(error).__name__})
    if not wanted or found == wanted:
        return ""
    return Message(OTHER if found else MISSING, {"file": MARKER})


recent_uploads_problem = ask_seldom(uploads_problem, seconds=TRUSTED_SECONDS)


def require_own_uploads() -> None:
    """Raise UploadsNotOurs, before something is written or a file counts as lost."""
    if problem := uploads_problem():
        raise UploadsNotOurs(problem)


def stored_marker() -> str:
    """Return the marker in the storage, "" where there is none. Raises OSError."""
    try:
        with default_storage.open(MARKER) as file:
            return bytes(file.read(100)).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return ""


@transaction.atomic
def mark_uploads() -> None:
    """Write the marker as the platform is first seeded. Raises UploadsNotOurs."""
    row, _new = Installation.objects.select_for_update().get_or_create(pk=Installation.THE_ONE)
    found = stored_marker()
    if found and found == row.marker:
        return
    if row.marker:
        raise UploadsNotOurs(
            _("%(problem)s If this is the right one, put a file %(file)s with “%(marker)s” there."),
            problem=Message(OTHER if found else MISSING, {"file": MARKER}),
            file=MARKER,
            marker=row.marker,
        )
    _refuse_others(found)
    row.marker = secrets.token_hex(16)
    row.save(update_fields=["marker"])
    _store(row.marker)


def restore_marker() -> None:
    """Write the marker of a restored database beside its uploads. Raises UploadsNotOurs."""
    marker = Installation.known_marker()
    if marker and (found := stored_marker()) != marker:
        _refuse_others(found)
        _store(marker)


def _refuse_others(found: str) -> None:
    if found:
        raise UploadsNotOurs(
            _(
                "The storage of uploads here is another platform's, by its %(file)s: use an empty "
                "one, or remove that file if the other platform is no more."
            ),
            file=MARKER,
        )


def _store(marker: str) -> None:
    default_storage.save(MARKER, ContentFile(f"{marker}\n".encode()))
